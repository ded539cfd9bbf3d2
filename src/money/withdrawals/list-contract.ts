import { confirmableField } from '../../core/lists/confirmable-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { type StaffWithdrawal, staffWithdrawal } from './contract.ts'
import { withdrawalLifecycle, withdrawalSources, type WithdrawalStage } from './rules.ts'

const { stages } = withdrawalLifecycle
const tab = (stage: WithdrawalStage, sort?: string) => ({
  label: stages[stage],
  filters: { stage: [stage] },
  ...(sort ? { sort } : {}),
})

export const withdrawalIndex = defineIndex<StaffWithdrawal>()({
  name: 'withdrawals',
  label: '提现',
  action: 'withdrawal.read',
  key: (row) => row.withdrawalNo,
  search: '提现单号、客户、收款户名、银行流水号',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '提现单号', kind: 'text', value: (row) => row.withdrawalNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    source: { label: '来源', kind: 'choice', options: withdrawalSources, value: (row) => row.source, aside: true },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    to: { label: '收款账户', kind: 'text', value: (row) => `${row.holder} · ${row.bank}` },
    account: { label: '收款账号', kind: 'text', value: (row) => row.fullAccount, aside: true },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    reason: { label: '财务发起的原因', kind: 'text', value: (row) => row.reason, aside: true },
    proposedBy: { label: '提交人', kind: 'text', value: (row) => row.proposedByName, noFilter: true, aside: true },
    approvedBy: { label: '通过人', kind: 'text', value: (row) => row.approvedByName, noFilter: true, aside: true },
    paidOn: { label: '打款日期', kind: 'day', value: (row) => row.paidOn, sorts: true, aside: true },
    serial: { label: '银行流水号', kind: 'text', value: (row) => row.bankSerial, aside: true },
    rejected: { label: '驳回原因', kind: 'text', value: (row) => row.rejectReason, aside: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
  },
  tabs: {
    // Oldest first where somebody has to act.
    pending: tab('pending', 'created'),
    checking: tab('checking', 'created'),
    approved: tab('approved', 'created'),
    paid: tab('paid'),
    rejected: tab('rejected'),
    cancelled: tab('cancelled'),
    all: { label: '全部提现' },
  },
})

export const staffWithdrawList = defineCall({
  name: 'withdraw/list',
  area: 'staff',
  action: 'withdrawal.read',
  reads: true,
  summary: '提现申请列表',
  input: indexInput(withdrawalIndex),
  output: pageOf(withdrawalIndex, staffWithdrawal),
})
