import { useState } from 'react'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { yuanText } from '../../../ui/money-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Address, useAddress } from '../../../ui/use-address.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawList,
  staffWithdrawReject,
  staffWithdrawSendBack,
  type StaffWithdrawal,
} from '../contract.ts'
import { type WithdrawalStage, withdrawalLifecycle } from '../rules.ts'
import { WithdrawalBadge } from '../stage-badge.tsx'
import css from '../withdrawal-list.module.css'
import { MakeDialog } from './make-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'

export const meta = () => [{ title: '提现 · 明析科测' }]

const stages = ['pending', 'checking', 'approved', 'paid', 'rejected', 'cancelled'] as const satisfies WithdrawalStage[]
type RowAction = 'approve' | 'confirm' | 'sendBack' | 'reject' | 'pay'
type Open = { action: RowAction; row: StaffWithdrawal }

export default function Withdrawals() {
  const address = useAddress()
  const stage = address.oneOf('stage', stages)
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
      <LinkTabs
        label="提现状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key }),
          label: withdrawalLifecycle.stages[key],
          current: key === stage,
        }))}
      />
      <WithdrawalTable stage={stage} address={address} onOpen={(action, row) => setOpen({ action, row })} />
      {open?.action === 'pay' && <PayDialog row={open.row} onClose={close} />}
      {open && open.action !== 'pay' && <DecideDialog action={open.action} row={open.row} onClose={close} />}
      {making && <MakeDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

interface TableProps {
  stage: WithdrawalStage
  address: Address
  onOpen: (action: RowAction, row: StaffWithdrawal) => void
}

function WithdrawalTable({ stage, address: { page, href }, onOpen }: TableProps) {
  const { may } = useStaff()
  const list = useCall(staffWithdrawList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={(to) => href({ page: to })}
      caption={`${withdrawalLifecycle.stages[stage]}的提现`}
      columns={[...columns, actColumn(may('withdrawal.approve'), onOpen)]}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title={`没有${withdrawalLifecycle.stages[stage]}的提现`} icon="wallet" />}
    />
  )
}

const columns: Column<StaffWithdrawal>[] = [
  {
    key: 'no',
    header: '提现单号',
    rowHeader: true,
    render: (row) => (
      <span className="num">
        {row.withdrawalNo}
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
        <span className={css.sub}>{row.sourceLabel}</span>
      </span>
    ),
  },
  {
    key: 'to',
    header: '收款账户',
    render: (row) => (
      <span>
        {row.holder} · {row.bank}
        <span className={`${css.sub} num`}>
          {row.fullAccount} <CopyButton text={row.fullAccount} aria-label={`复制收款账号 ${row.fullAccount}`} />
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: '状态',
    render: (row) => (
      <span>
        <WithdrawalBadge stage={row.stage}>{row.stageLabel}</WithdrawalBadge>
        {row.reason && <span className={css.sub}>财务发起：{row.reason}</span>}
        {row.proposedByName && <span className={css.sub}>{row.proposedByName} 提交</span>}
        {row.approvedByName && <span className={css.sub}>{row.approvedByName} 通过</span>}
        {row.bankSerial && (
          <span className={css.sub}>
            {row.paidOn} 打款，流水 {row.bankSerial}
          </span>
        )}
        {row.rejectReason && <span className={css.sub}>{row.rejectReason}</span>}
      </span>
    ),
  },
]

function actColumn(mayDecide: boolean, onOpen: TableProps['onOpen']): Column<StaffWithdrawal> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => {
      const button = (action: RowAction, label: string, primary = false) => (
        <Button
          key={action}
          size="s"
          variant={primary ? 'primary' : 'secondary'}
          aria-label={`${label} ${row.withdrawalNo}`}
          onClick={() => onOpen(action, row)}
        >
          {label}
        </Button>
      )
      if (!mayDecide) return null
      return (
        <span className="cluster">
          {row.stage === 'pending' && button('approve', '通过', true)}
          {row.mayConfirm && button('confirm', '复核通过', true)}
          {row.stage === 'checking' && button('sendBack', '退回')}
          {row.stage === 'approved' && button('pay', '登记打款', true)}
          {['pending', 'checking', 'approved'].includes(row.stage) && button('reject', '驳回')}
        </span>
      )
    },
  }
}

const decisions = {
  approve: { label: '审核通过', done: '已通过；大额由另一位同事复核后打款' },
  confirm: { label: '复核通过', done: '已复核，可以打款' },
  sendBack: { label: '退回审核', done: '已退回审核', reason: '退回原因' },
  reject: { label: '驳回提现', done: '已驳回，金额已退回客户账户', reason: '驳回原因' },
} as const

function DecideDialog({
  action,
  row,
  onClose,
}: Omit<Open, 'action'> & { action: keyof typeof decisions; onClose: () => void }) {
  const refreshes = [staffWithdrawList]
  const approve = useAct(staffWithdrawApprove, { refreshes })
  const confirm = useAct(staffWithdrawConfirm, { refreshes })
  const sendBack = useAct(staffWithdrawSendBack, { refreshes })
  const reject = useAct(staffWithdrawReject, { refreshes })
  const { id, version, amountFen } = row
  const act = {
    approve: () => approve.submit({ id, version, amountFen }),
    confirm: () => confirm.submit({ id, version, amountFen }),
    sendBack: (reason: string) => sendBack.submit({ id, version, reason }),
    reject: (reason: string) => reject.submit({ id, version, reason }),
  }[action]
  const said: { label: string; done: string; reason?: string } = decisions[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        await act(reason)
        toast.success(said.done)
      }}
      title={`${said.label} ${row.withdrawalNo}`}
      confirmLabel={said.label}
      danger={action === 'reject'}
      typed={said.reason ? undefined : yuanText(amountFen)}
      reason={said.reason ? { label: said.reason, required: true } : undefined}
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={amountFen} />
        ，汇入 {row.holder}（{row.bank} {row.fullAccount}）。
      </p>
    </ConfirmDialog>
  )
}
