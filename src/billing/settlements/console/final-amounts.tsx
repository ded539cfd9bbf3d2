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
  staffTakeBackAmount,
} from '../contract.ts'
import { staffSettlementList } from '../list-contract.ts'

type Action = 'confirm' | 'sendBack' | 'takeBack'

const refreshes = [staffFinalAmounts, staffOrdersToFix, staffSettlementList]

const actionTexts: Record<Action, { label: string; done: string; reason?: string; text: string }> = {
  confirm: { label: '复核通过', done: '已复核，金额已核定', text: '通过后金额生效，客户据此结算付款。' },
  sendBack: { label: '退回', done: '已退回', reason: '退回原因', text: '退回后订单回到待核定金额。' },
  takeBack: {
    label: '撤回核定',
    done: '已撤回，订单回到待核定金额',
    reason: '撤回原因',
    text: '客户会看到原因。含有这笔费用的结算单会撤销，其余费用回到未结算。',
  },
}

/** Amounts that wait for confirmation by a second person, or fixed amounts, which can be taken back until they are paid. */
export function FinalAmounts({ stage, address }: { stage: 'checking' | 'held'; address: Address }) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<{ action: Action; row: FinalAmountView }>()
  const list = useCall(staffFinalAmounts, { stage, page: address.page, size: 20 })
  const act = useSubmits()
  const texts = asked && actionTexts[asked.action]
  const offered = (row: FinalAmountView): Action[] => {
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
        columns={[...columns, actColumn(offered, (next, row) => setAsked({ action: next, row }))]}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={stage === 'checking' ? '没有待复核的金额' : '还没有核定过金额'} icon="check" />}
      />
      {asked && texts && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`${texts.label} ${asked.row.orderNo}`}
          confirmLabel={texts.label}
          danger={asked.action === 'takeBack'}
          reason={texts.reason ? { label: texts.reason, required: true, maxLength: 200 } : undefined}
          onConfirm={async ({ reason }) => {
            await act[asked.action](asked.row, reason)
            toast.success(texts.done)
          }}
        >
          <p>
            最终金额 <Money fen={asked.row.amountFen} />，{texts.text}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function useSubmits(): Record<Action, (row: FinalAmountView, reason: string) => Promise<unknown>> {
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
  offered: (row: FinalAmountView) => Action[],
  onAct: (action: Action, row: FinalAmountView) => void,
): Column<FinalAmountView> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <span className="cluster">
        {row.paid && '已付清'}
        {offered(row).map((action) => (
          <Button
            key={action}
            size="s"
            variant={action === 'confirm' ? 'primary' : 'secondary'}
            aria-label={`${actionTexts[action].label} ${row.orderNo} 的金额`}
            onClick={() => onAct(action, row)}
          >
            {actionTexts[action].label}
          </Button>
        ))}
      </span>
    ),
  }
}
