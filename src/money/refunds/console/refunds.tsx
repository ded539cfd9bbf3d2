import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { yuanText } from '../../../ui/money-text.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Address, useAddress } from '../../../ui/use-address.ts'
import { staffRefundConfirm, staffRefundDecline, staffRefundList, type StaffRefund } from '../contract.ts'
import css from '../refund-list.module.css'
import { refundLifecycle, type RefundStage, type RefundWay } from '../rules.ts'
import { RefundBadge } from '../stage-badge.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export const meta = () => [{ title: '退款 · 明析科测' }]

const stages = ['checking', 'processing', 'done', 'failed', 'declined'] as const satisfies RefundStage[]
type Decision = { action: 'confirm' | 'decline'; row: StaffRefund }

export default function Refunds() {
  const address = useAddress()
  const stage = address.oneOf('stage', stages)
  // Pages of payments and settlements link here with the number of what is to be refunded.
  const asked = { payment: address.get('payment'), order: address.get('order') }
  const [chosen, setChosen] = useState<RefundWay>()
  const way = chosen ?? (asked.payment ? 'channel' : asked.order ? 'balance' : undefined)
  const [open, setOpen] = useState<Decision>()
  const navigate = useNavigate()
  const close = () => {
    setChosen(undefined)
    if (asked.payment || asked.order) void navigate(address.href({ payment: '', order: '' }), { replace: true })
  }
  return (
    <div className="stack">
      <PageHeader
        title="退款"
        sub="原路退回渠道、退至预存余额；退到银行账户在“提现”页发起"
        actions={
          <div className="cluster">
            <ButtonLink to="/console/withdrawals">退款到银行账户</ButtonLink>
            <Button onClick={() => setChosen('balance')}>退至余额</Button>
            <Button onClick={() => setChosen('channel')}>原路退回</Button>
          </div>
        }
      />
      <LinkTabs
        label="退款状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key }),
          label: refundLifecycle.stages[key],
          current: key === stage,
        }))}
      />
      <RefundTable stage={stage} address={address} onOpen={setOpen} />
      {way && (
        <RefundDialog key={way} way={way} subjectNo={way === 'channel' ? asked.payment : asked.order} onClose={close} />
      )}
      {open && <DecideDialog {...open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

interface TableProps {
  stage: RefundStage
  address: Address
  onOpen: (open: Decision) => void
}

function RefundTable({ stage, address: { page, href }, onOpen }: TableProps) {
  const { may } = useStaff()
  const list = useCall(staffRefundList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={(to) => href({ page: to })}
      caption={`${refundLifecycle.stages[stage]}的退款`}
      columns={may('refund.confirm') ? [...columns, actColumn(onOpen)] : columns}
      rowKey={(row) => row.refundNo}
      empty={<EmptyState title={`没有${refundLifecycle.stages[stage]}的退款`} icon="check" />}
    />
  )
}

const columns: Column<StaffRefund>[] = [
  {
    key: 'no',
    header: '退款单号',
    rowHeader: true,
    render: (row) => (
      <span className="num">
        {row.refundNo}
        <span className={css.sub}>{row.createdAt.slice(0, 16)}</span>
      </span>
    ),
  },
  {
    key: 'customer',
    header: '客户',
    render: (row) => (
      <span>
        {row.customerName || '未填姓名'}
        <span className={`${css.sub} num`}>{row.customerPhone}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: '金额',
    align: 'end',
    render: (row) => (
      <span>
        <Money fen={row.amountFen} />
        <span className={css.sub}>{row.channelLabel || row.wayLabel}</span>
      </span>
    ),
  },
  {
    key: 'subject',
    header: '付款单或订单',
    render: (row) => (
      <span className="num">
        {row.subjectNo}
        <span className={css.sub}>{row.reason}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: '状态',
    render: (row) => (
      <span>
        <RefundBadge stage={row.stage}>{row.stageLabel}</RefundBadge>
        <span className={css.sub}>
          {row.proposedByName} 提交{row.confirmedByName && `，${row.confirmedByName} 复核`}
        </span>
        {row.doneAt && <span className={`${css.sub} num`}>{row.doneAt.slice(0, 16)} 完成</span>}
        {row.endReason && <span className={css.sub}>{row.endReason}</span>}
      </span>
    ),
  },
]

function actColumn(onOpen: TableProps['onOpen']): Column<StaffRefund> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) =>
      row.stage === 'checking' && (
        <span className="cluster">
          {row.mayConfirm && (
            <Button
              size="s"
              variant="primary"
              aria-label={`复核退款 ${row.refundNo}`}
              onClick={() => onOpen({ action: 'confirm', row })}
            >
              复核退款
            </Button>
          )}
          <Button size="s" aria-label={`不予退款 ${row.refundNo}`} onClick={() => onOpen({ action: 'decline', row })}>
            不予退款
          </Button>
        </span>
      ),
  }
}

function DecideDialog({ action, row, onClose }: Decision & { onClose: () => void }) {
  const refreshes = [staffRefundList]
  const confirm = useAct(staffRefundConfirm, { refreshes })
  const decline = useAct(staffRefundDecline, { refreshes })
  const { id, version, amountFen } = row
  const isConfirm = action === 'confirm'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        if (isConfirm) await confirm.submit({ id, version, typedFen: amountFen })
        else await decline.submit({ id, version, reason })
        toast.success(isConfirm ? '已复核，退款已发出' : '已驳回，款项不变')
      }}
      title={`${isConfirm ? '复核退款' : '不予退款'} ${row.refundNo}`}
      confirmLabel={isConfirm ? '复核退款' : '不予退款'}
      danger={isConfirm}
      typed={isConfirm ? yuanText(amountFen) : undefined}
      reason={isConfirm ? undefined : { label: '原因', required: true }}
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={amountFen} />，{row.wayLabel}（{row.subjectNo}）。原因：
        {row.reason}
      </p>
    </ConfirmDialog>
  )
}
