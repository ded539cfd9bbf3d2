import { useState } from 'react'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { staffWithdrawReject, type StaffWithdrawal } from '../contract.ts'
import { staffWithdrawList, withdrawalIndex } from '../list-contract.ts'
import { WithdrawalBadge } from '../stage-badge.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { withdrawalLifecycle } from '../rules.ts'

export const meta = () => [{ title: '提现 · 明析科测' }]

type RowAction = 'approve' | 'confirm' | 'sendBack' | 'reject' | 'pay'
type Open = { action: RowAction; row: StaffWithdrawal }

const reject = bulkVerb<StaffWithdrawal, typeof staffWithdrawReject>(
  staffWithdrawReject,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '驳回提现',
    unfit: unfitFor(withdrawalLifecycle, 'reject'),
    danger: true,
    reason: '驳回原因',
    text: (count) => `驳回 ${count} 笔提现，金额退回客户账户，客户会看到原因。已打款的会被拒绝。`,
  },
)

export default function Withdrawals() {
  const { may } = useStaff()
  const [open, setOpen] = useState<Open>()
  const [making, setMaking] = useState(false)
  const close = () => setOpen(undefined)
  return (
    <div className="stack">
      <PageHeader
        title="提现"
        sub="金额在申请时已冻结；通过后在网银汇出，再登记银行流水号"
        actions={
          <Button icon="plus" onClick={() => setMaking(true)}>
            退款到银行账户
          </Button>
        }
      />
      <IndexList
        index={withdrawalIndex}
        call={staffWithdrawList}
        looks={looks}
        more={may('withdrawal.approve') ? [actColumn((action, row) => setOpen({ action, row }))] : []}
        bulk={may('withdrawal.reject') ? [reject] : []}
      />
      {open?.action === 'pay' && <PayDialog row={open.row} onClose={close} />}
      {open && open.action !== 'pay' && <DecideDialog action={open.action} row={open.row} onClose={close} />}
      {making && <MakeDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

const looks: IndexListProps<StaffWithdrawal, keyof typeof withdrawalIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.withdrawalNo}</span> },
  customer: { line: 2, render: (row) => <CustomerCell {...row} /> },
  amount: { line: 1 },
  to: {
    render: (row) => (
      <span>
        {row.holder} · {row.bank}
        <CellNote num>
          {row.fullAccount} <CopyButton text={row.fullAccount} aria-label={`复制收款账号 ${row.fullAccount}`} />
        </CellNote>
      </span>
    ),
  },
  stage: {
    line: 1,
    render: (row) => (
      <span>
        <WithdrawalBadge stage={row.stage}>{row.stageLabel}</WithdrawalBadge>
        {row.reason && <CellNote>财务发起：{row.reason}</CellNote>}
        {row.proposedByName && <CellNote>{row.proposedByName} 提交</CellNote>}
        {row.approvedByName && <CellNote>{row.approvedByName} 通过</CellNote>}
        {row.bankSerial && (
          <CellNote>
            {row.paidOn} 打款，流水 {row.bankSerial}
          </CellNote>
        )}
        {row.rejectReason && <CellNote>{row.rejectReason}</CellNote>}
      </span>
    ),
  },
}

function actColumn(onOpen: (action: RowAction, row: StaffWithdrawal) => void): Column<StaffWithdrawal> {
  return {
    key: 'acts',
    line: 2,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => <RowActions row={row} onOpen={(action) => onOpen(action, row)} />,
  }
}

/** The next step as a button, what else may be done in a menu. */
function RowActions({ row, onOpen }: { row: StaffWithdrawal; onOpen: (action: RowAction) => void }) {
  const next = nextStepOf(row)
  const isOpen = ['pending', 'checking', 'approved'].includes(row.stage)
  return (
    <span className="cluster" style={{ flexWrap: 'nowrap' }}>
      {next && (
        <Button
          size="s"
          variant="primary"
          aria-label={`${stepLabels[next]} ${row.withdrawalNo}`}
          onClick={() => onOpen(next)}
        >
          {stepLabels[next]}
        </Button>
      )}
      {isOpen && (
        <Menu
          label={<Icon name="more" size={18} />}
          name={`更多操作 ${row.withdrawalNo}`}
          chevron={false}
          floating
          items={[
            { label: '退回审核', hidden: row.stage !== 'checking', onClick: () => onOpen('sendBack') },
            { label: '驳回', danger: true, onClick: () => onOpen('reject') },
          ]}
        />
      )}
    </span>
  )
}

const stepLabels = { approve: '通过', confirm: '复核通过', pay: '登记打款' } as const

function nextStepOf(row: StaffWithdrawal): keyof typeof stepLabels | undefined {
  if (row.stage === 'pending') return 'approve'
  if (row.stage === 'approved') return 'pay'
  return row.mayConfirm ? 'confirm' : undefined
}
