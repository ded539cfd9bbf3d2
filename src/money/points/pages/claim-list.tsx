import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { type ClaimItem, integrationCancelApply, integrationClaims, type integrationInit } from '../contract.ts'
import { PointBadge } from '../point-badge.tsx'
import { ClaimDialog } from './claim-form.tsx'
import type { PageProps } from './goods-grid.tsx'
import css from './integral.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export function ClaimList({ page, href, own }: PageProps & { own: OutputOf<typeof integrationInit> | undefined }) {
  const list = useCall(integrationClaims, { page, size: 10 })
  const [withdrawing, setWithdrawing] = useState<ClaimItem>()
  const [former, setFormer] = useState<ClaimItem>()
  const withdraw = useAct(integrationCancelApply, {
    refreshes: [integrationClaims],
    onDone: () => toast.success('申请已撤销'),
  })
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        href={href}
        caption="致谢积分申请"
        rowKey={(row) => String(row.id)}
        columns={[
          {
            key: 'title',
            header: '论文',
            rowHeader: true,
            render: (row) => (
              <span>
                {row.title}
                <span className={css.sub}>
                  {row.journal} · <span className="num">{row.doi}</span>
                </span>
              </span>
            ),
          },
          { key: 'at', header: '申请时间', render: (row) => <span className="num">{minuteText(row.createdAt)}</span> },
          {
            key: 'points',
            header: '积分',
            align: 'end',
            render: (row) => <span className="num">{row.points ?? '—'}</span>,
          },
          {
            key: 'stage',
            header: '状态',
            render: (row) => (
              <span>
                <PointBadge stage={row.stage}>{row.stageLabel}</PointBadge>
                {row.reason && <span className={css.sub}>原因：{row.reason}</span>}
              </span>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) => (
              <>
                {row.mayWithdraw && (
                  <Button size="s" aria-label={`撤销申请 ${row.doi}`} onClick={() => setWithdrawing(row)}>
                    撤销
                  </Button>
                )}
                {row.mayRepeat && (
                  <Button size="s" aria-label={`修改后重新申请 ${row.doi}`} onClick={() => setFormer(row)}>
                    修改后重新申请
                  </Button>
                )}
              </>
            ),
          },
        ]}
        empty={
          <EmptyState title="还没有申请" icon="file">
            论文致谢了本实验室？点右上方「论文致谢领积分」。
          </EmptyState>
        }
      />
      {own && former && <ClaimDialog own={own} former={former} onClose={() => setFormer(undefined)} />}
      <ConfirmDialog
        open={withdrawing !== undefined}
        onClose={() => setWithdrawing(undefined)}
        onConfirm={() => withdrawing && withdraw.submit({ id: withdrawing.id })}
        title="撤销申请"
        confirmLabel="撤销"
        danger
      >
        <p>撤销后可以修改并重新申请。</p>
      </ConfirmDialog>
    </>
  )
}
