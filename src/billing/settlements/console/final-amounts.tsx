import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Address } from '../../../ui/use-address.ts'
import {
  type FinalAmountView,
  staffConfirmAmount,
  staffFinalAmounts,
  staffOrdersToFix,
  staffSendBackAmount,
  staffSettlementList,
  staffTakeBackAmount,
} from '../contract.ts'

type Deed = 'confirm' | 'sendBack' | 'takeBack'

const refreshes = [staffFinalAmounts, staffOrdersToFix, staffSettlementList]

const deeds: Record<Deed, { label: string; done: string; reason?: string; text: string }> = {
  confirm: { label: '复核通过', done: '已复核，金额已核定', text: '通过后金额生效，客户据此结算付款。' },
  sendBack: { label: '退回', done: '已退回', reason: '退回原因', text: '退回后订单回到待核定金额。' },
  takeBack: {
    label: '撤回核定',
    done: '已撤回，订单回到待核定金额',
    reason: '撤回原因',
    text: '客户会看到原因。含有这笔费用的结算单会撤销，其余费用回到未结算。',
  },
}

/** Amounts that wait for their second person, or that hold and may be taken back while they are not paid. */
export function FinalAmounts({ stage, address }: { stage: 'checking' | 'held'; address: Address }) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<{ deed: Deed; row: FinalAmountView }>()
  const list = useCall(staffFinalAmounts, { stage, page: address.page, size: 20 })
  const act = useDeeds()
  const deed = asked && deeds[asked.deed]
  const offered = (row: FinalAmountView): Deed[] => {
    if (stage === 'held') return !row.paid && may('settlement.takeBackAmount') ? ['takeBack'] : []
    if (!may('settlement.confirmAmount')) return []
    return row.mayConfirm ? ['confirm', 'sendBack'] : ['sendBack']
  }
  return (
    <>
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption={stage === 'checking' ? '待复核的金额' : '已核定的金额'}
        columns={[...columns, actColumn(offered, (next, row) => setAsked({ deed: next, row }))]}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={stage === 'checking' ? '没有待复核的金额' : '还没有核定过金额'} icon="check" />}
      />
      {asked && deed && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`${deed.label} ${asked.row.orderNo}`}
          confirmLabel={deed.label}
          danger={asked.deed === 'takeBack'}
          {...(deed.reason ? { reason: { label: deed.reason, required: true, maxLength: 200 } } : {})}
          onConfirm={async ({ reason }) => {
            await act[asked.deed](asked.row, reason)
            toast.success(deed.done)
          }}
        >
          <p>
            最终金额 <Money fen={asked.row.amountFen} />，{deed.text}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function useDeeds(): Record<Deed, (row: FinalAmountView, reason: string) => Promise<unknown>> {
  const confirm = useAct(staffConfirmAmount, { refreshes })
  const sendBack = useAct(staffSendBackAmount, { refreshes })
  const takeBack = useAct(staffTakeBackAmount, { refreshes })
  return {
    confirm: ({ id, version }) => confirm.submit({ id, version }),
    sendBack: ({ id, version }, reason) => sendBack.submit({ id, version, reason }),
    takeBack: ({ orderNo }, reason) => takeBack.submit({ orderNo, reason }),
  }
}

const columns: Column<FinalAmountView>[] = [
  {
    key: 'order',
    header: '订单',
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  { key: 'customer', header: '客户', render: (row) => row.customerName },
  {
    key: 'agreed',
    header: '约定金额',
    align: 'end',
    render: (row) => (row.agreedFen === null ? '—' : <Money fen={row.agreedFen} />),
  },
  { key: 'amount', header: '最终金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
  { key: 'reason', header: '差异原因', render: (row) => row.reason || '—' },
  {
    key: 'who',
    header: '核定 / 复核',
    render: (row) => [row.proposedByName, row.confirmedByName].filter(Boolean).join(' / '),
  },
  { key: 'at', header: '核定时间', render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span> },
]

function actColumn(
  offered: (row: FinalAmountView) => Deed[],
  onAct: (deed: Deed, row: FinalAmountView) => void,
): Column<FinalAmountView> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <span className="cluster">
        {row.paid && '已付清'}
        {offered(row).map((deed) => (
          <Button
            key={deed}
            size="s"
            variant={deed === 'confirm' ? 'primary' : 'secondary'}
            aria-label={`${deeds[deed].label} ${row.orderNo} 的金额`}
            onClick={() => onAct(deed, row)}
          >
            {deeds[deed].label}
          </Button>
        ))}
      </span>
    ),
  }
}
