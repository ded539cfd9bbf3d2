import { useState } from 'react'
import { useNavigate } from 'react-router'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type StaffRefund, staffRefundDecline } from '../contract.ts'
import { refundIndex, staffRefundList } from '../list-contract.ts'
import { refundLifecycle, type RefundWay } from '../rules.ts'
import { RefundBadge } from '../stage-badge.tsx'
import { DecideDialog, type RefundDecision } from './decide-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '退款 · 明析科测' }]

const decline = bulkVerb<StaffRefund, typeof staffRefundDecline>(
  staffRefundDecline,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '不予退款',
    unfit: unfitFor(refundLifecycle, 'decline'),
    danger: true,
    reason: '原因',
    text: (count) => `驳回 ${count} 笔待复核的退款，款项不变，客户会看到原因。不在待复核状态的会被拒绝。`,
  },
)

export default function Refunds() {
  const address = useAddress()
  // Pages of payments and settlements link here with the number of what is to be refunded.
  const asked = { payment: address.get('payment'), order: address.get('order') }
  const [chosen, setChosen] = useState<RefundWay>()
  const way = chosen ?? (asked.payment ? 'channel' : asked.order ? 'balance' : undefined)
  const [open, setOpen] = useState<RefundDecision>()
  const navigate = useNavigate()
  const { may } = useStaff()
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
      <IndexList
        index={refundIndex}
        call={staffRefundList}
        looks={looks}
        more={may('refund.confirm') ? [actColumn(setOpen)] : []}
        bulk={may('refund.decline') ? [decline] : []}
      />
      {way && (
        <RefundDialog key={way} way={way} subjectNo={way === 'channel' ? asked.payment : asked.order} onClose={close} />
      )}
      {open && <DecideDialog {...open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** As the buttons above say it; the dialog has the whole words. */
const ways = { channel: '原路退回', balance: '退至余额' } as const

const looks: IndexListProps<StaffRefund, keyof typeof refundIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.refundNo}</span> },
  customer: { line: 2, render: (row) => <CustomerCell {...row} /> },
  way: {
    render: (row) => (
      <div>
        {ways[row.way]}
        {row.channelLabel && <CellNote>{row.channelLabel}</CellNote>}
      </div>
    ),
  },
  // A long reason would push the buttons out of sight; the whole of it stands in the dialog and in the preview.
  reason: { render: (row) => <div style={{ maxWidth: '5rem' }}>{row.reason}</div> },
  subject: { render: (row) => <span className="num">{row.subjectNo}</span> },
  amount: { line: 1 },
  stage: {
    line: 1,
    render: (row) => (
      <div>
        <RefundBadge stage={row.stage}>{row.stageLabel}</RefundBadge>
        <CellNote>
          {row.proposedByName} 提交{row.confirmedByName && `，${row.confirmedByName} 复核`}
          {row.declinedByName && `，${row.declinedByName} 未通过`}
        </CellNote>
        {row.doneAt && <CellNote num>{minuteText(row.doneAt)} 完成</CellNote>}
        {row.endReason && <CellNote>{row.endReason}</CellNote>}
      </div>
    ),
  },
}

function actColumn(onOpen: (open: RefundDecision) => void): Column<StaffRefund> {
  return {
    key: 'acts',
    line: 2,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) =>
      row.stage === 'checking' && (
        <span className="cluster" style={{ flexWrap: 'nowrap' }}>
          {row.mayConfirm && (
            <Button
              size="s"
              variant="primary"
              aria-label={`复核退款 ${row.refundNo}`}
              onClick={() => onOpen({ action: 'confirm', row })}
            >
              复核
            </Button>
          )}
          <Menu
            label={<Icon name="more" size={18} />}
            name={`更多操作 ${row.refundNo}`}
            chevron={false}
            floating
            items={[{ label: '不予退款', danger: true, onClick: () => onOpen({ action: 'decline', row }) }]}
          />
        </span>
      ),
  }
}
