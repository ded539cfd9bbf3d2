import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  integrationAcceptTransfer,
  integrationCancelTransfer,
  integrationInit,
  integrationList,
  integrationTransfers,
  type PointTransferItem,
} from '../contract.ts'
import { PointBadge } from '../point-badge.tsx'
import type { PageProps } from './goods-grid.tsx'
import css from './integral.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

const refreshes = [integrationTransfers, integrationInit, integrationList]

export function TransferList({ page, href }: PageProps) {
  const list = useCall(integrationTransfers, { page, size: 10 })
  const [cancelling, setCancelling] = useState<PointTransferItem>()
  const accept = useAct(integrationAcceptTransfer, { refreshes, onDone: () => toast.success('积分已领取') })
  const cancel = useAct(integrationCancelTransfer, { refreshes, onDone: () => toast.success('已撤回，积分已退回') })
  const verbOf = (row: PointTransferItem) => {
    if (row.stage !== 'offered') return null
    if (row.sent)
      return (
        <Button size="s" aria-label={`撤回给 ${row.other} 的转赠`} onClick={() => setCancelling(row)}>
          撤回
        </Button>
      )
    return (
      <Button
        size="s"
        variant="primary"
        busy={accept.busy}
        aria-label={`领取 ${row.other} 的转赠`}
        onClick={() => void accept.run({ id: row.id })}
      >
        领取
      </Button>
    )
  }
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        href={href}
        caption="积分转赠"
        rowKey={(row) => String(row.id)}
        columns={[
          {
            key: 'other',
            header: '对方',
            rowHeader: true,
            render: (row) => (
              <span>
                {row.sent ? '转给 ' : '来自 '}
                <span className="num">{row.other}</span>
                <span className={css.sub}>{minuteText(row.createdAt)}</span>
              </span>
            ),
          },
          {
            key: 'points',
            header: '积分',
            align: 'end',
            render: (row) => (
              <span className="num">
                {row.sent ? '-' : '+'}
                {row.points}
              </span>
            ),
          },
          {
            key: 'stage',
            header: '状态',
            render: (row) => (
              <span>
                <PointBadge stage={row.stage}>{row.stageLabel}</PointBadge>
                {row.stage === 'offered' && <span className={css.sub}>{row.answerBy} 前领取</span>}
              </span>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: verbOf,
          },
        ]}
        empty={
          <EmptyState title="没有积分转赠" icon="transfer">
            转给其他客户的积分和收到的积分会出现在这里。
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={cancelling !== undefined}
        onClose={() => setCancelling(undefined)}
        onConfirm={() => cancelling && cancel.submit({ id: cancelling.id })}
        title="撤回转赠"
        confirmLabel="撤回"
        danger
      >
        <p>撤回后 {cancelling?.points} 积分退回您的账户。</p>
      </ConfirmDialog>
    </>
  )
}
