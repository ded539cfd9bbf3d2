import { useState } from 'react'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Address } from '../../../ui/use-address.ts'
import { staffPaymentList } from '../list-contract.ts'
import { channelLabels, differenceLabels } from '../rules.ts'
import { type DifferenceView, staffDifferences, staffResolveDifference } from '../staff-contract.ts'

const parts = ['open', 'done'] as const

/** What differs from the bills of the channels. A later comparison resolves what agrees by then; finance resolves the rest with a note. */
export function Differences({ address }: { address: Address }) {
  const part = address.oneOf('part', parts)
  const list = useCall(staffDifferences, { open: part === 'open', page: address.page, size: 20 })
  const [open, setOpen] = useState<DifferenceView>()
  const { may } = useStaff()
  const resolve = useAct(staffResolveDifference, {
    refreshes: [staffDifferences, staffPaymentList],
    onDone: () => toast.success('已标记处理'),
  })
  return (
    <>
      <LinkTabs
        label="差异状态"
        tabs={parts.map((key) => ({
          to: address.href({ part: key }),
          label: key === 'open' ? '待处理' : '已处理',
          current: key === part,
        }))}
      />
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption="与渠道账单的差异"
        columns={columns(part === 'open' && may('payment.reconcile') ? setOpen : undefined)}
        rowKey={(row) => String(row.id)}
        empty={
          <EmptyState
            title={part === 'open' ? '没有待处理的差异' : '还没有处理过的差异'}
            icon={part === 'open' ? 'check' : 'file'}
          />
        }
      />
      <ConfirmDialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        onConfirm={({ reason }) => open && resolve.submit({ id: open.id, note: reason })}
        title="标记差异已处理"
        confirmLabel="标记已处理"
        reason={{ label: '处理说明', required: true }}
      >
        {open && (
          <p>
            {channelLabels[open.channel]} {open.day}，{numberOf(open)}：{differenceLabels[open.kind]}
            。标记不改变任何账目。
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** A refund is named beside its payment, which alone would look like a payment. */
function numberOf({ tradeNo, refundNo }: DifferenceView): string {
  return refundNo === '' ? `付款 ${tradeNo}` : `退款 ${refundNo}（付款 ${tradeNo}）`
}

function columns(onResolve: ((row: DifferenceView) => void) | undefined): Column<DifferenceView>[] {
  return [
    { key: 'day', header: '账单日', render: (row) => <span className="num">{row.day}</span> },
    { key: 'channel', header: '渠道', render: (row) => channelLabels[row.channel] },
    {
      key: 'no',
      header: '单号',
      rowHeader: true,
      render: (row) => <span className="num">{numberOf(row)}</span>,
    },
    { key: 'kind', header: '差异', render: (row) => differenceLabels[row.kind] },
    {
      key: 'there',
      header: '渠道金额',
      align: 'end',
      render: (row) => (row.thereFen === null ? '—' : <Money fen={row.thereFen} />),
    },
    {
      key: 'here',
      header: '本站金额',
      align: 'end',
      render: (row) => (row.hereFen === null ? '—' : <Money fen={row.hereFen} />),
    },
    { key: 'note', header: '处理', render: (row) => row.note || (row.kind === 'applied' ? '已自动补记' : '—') },
    {
      key: 'act',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) =>
        onResolve && (
          <Button size="s" aria-label={`标记已处理 ${row.refundNo || row.tradeNo}`} onClick={() => onResolve(row)}>
            标记已处理
          </Button>
        ),
    },
  ]
}
