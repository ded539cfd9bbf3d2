import { confirmableField } from '../../core/lists/confirmable-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { type BankLine, bankLine, type StaffClaim, staffClaim } from './contract.ts'
import { type Received, received } from './received/received-contract.ts'
import { claimKinds, receivedLifecycle, transferLifecycle, type TransferStage } from './rules.ts'

// Claims of transfers, lines of the bank's statement, and money of known customers without a claim. One page shows the last two, so their tabs have different names.

const used = { no: '待核销', yes: '已核销', aside: '与客户无关' } as const

const usedOf = ({ used: isUsed, asideReason }: BankLine) => (isUsed ? 'yes' : asideReason === null ? 'no' : 'aside')

export const bankIndex = defineIndex<BankLine>()({
  name: 'bankLines',
  label: '银行流水',
  action: 'bank.read',
  key: (row) => row.serial,
  search: '流水号、付款户名、附言',
  sort: '-received',
  countsTabs: true,
  fields: {
    serial: { label: '流水号', kind: 'text', value: (row) => row.serial },
    received: { label: '到账时间', kind: 'time', value: (row) => row.receivedAt, sorts: true },
    payer: { label: '付款户名', kind: 'text', value: (row) => row.payer, sorts: true },
    account: { label: '付款账号', kind: 'text', value: (row) => row.payerAccount, aside: true },
    memo: { label: '附言', kind: 'text', value: (row) => row.memo },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    used: { label: '状态', kind: 'choice', options: used, value: usedOf, aside: true },
    asideReason: {
      label: '无关的原因',
      kind: 'text',
      value: (row) => row.asideReason ?? '',
      aside: true,
      noFilter: true,
    },
  },
  tabs: {
    open: { label: '待核销', filters: { used: ['no'] } },
    matched: { label: '已核销', filters: { used: ['yes'] } },
    unrelated: { label: '与客户无关', filters: { used: ['aside'] } },
    lines: { label: '全部流水' },
  },
})

export const bankList = defineCall({
  name: 'bank/list',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '银行流水列表',
  input: indexInput(bankIndex),
  output: pageOf(bankIndex, bankLine),
})

export const receivedIndex = defineIndex<Received>()({
  name: 'received',
  label: '客户到账',
  action: 'bank.read',
  key: (row) => row.bankLine.serial,
  search: '流水号、付款户名、客户、依据',
  sort: '-kept',
  countsTabs: true,
  fields: {
    serial: { label: '流水号', kind: 'text', value: (row) => row.bankLine.serial },
    received: { label: '到账时间', kind: 'time', value: (row) => row.bankLine.receivedAt, sorts: true },
    payer: { label: '付款户名', kind: 'text', value: (row) => row.bankLine.payer },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    reason: { label: '依据', kind: 'text', value: (row) => row.returnReason || row.reason },
    amount: { label: '到账', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    rest: { label: '剩余', kind: 'fen', value: (row) => row.restFen, sorts: true, sums: true },
    kept: { label: '登记时间', kind: 'time', value: (row) => row.keptAt, sorts: true, aside: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: receivedLifecycle.stages, value: (row) => row.stage, aside: true },
  },
  tabs: {
    kept: { label: '待分配到账', filters: { stage: ['open'] } },
    returning: { label: '退回待复核', filters: { stage: ['returning'] } },
    assigned: { label: '已分配', filters: { stage: ['assigned'] } },
    returned: { label: '已退回', filters: { stage: ['returned'] } },
  },
})

export const receivedList = defineCall({
  name: 'received/list',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '客户的待分配到账列表',
  input: indexInput(receivedIndex),
  output: pageOf(receivedIndex, received),
})

const claimTab = (stage: TransferStage, sort?: string) => ({
  label: transferLifecycle.stages[stage],
  filters: { stage: [stage] },
  ...(sort ? { sort } : {}),
})

export const claimIndex = defineIndex<StaffClaim>()({
  name: 'transfers',
  label: '转账申请',
  action: 'bank.read',
  key: (row) => `${row.customerName || '未填姓名'} #${row.id}`,
  search: '客户、付款户名、结算单、订单',
  sort: '-created',
  countsTabs: true,
  fields: {
    id: { label: '编号', kind: 'count', value: (row) => row.id, sorts: true, aside: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    code: { label: '识别码', kind: 'text', value: (row) => row.transferCode, noFilter: true, aside: true },
    kind: { label: '用途', kind: 'choice', options: claimKinds, value: (row) => row.kind },
    payable: { label: '结算单或订单', kind: 'text', value: (row) => row.payableNo, aside: true },
    payer: { label: '付款户名', kind: 'text', value: (row) => row.payerName, sorts: true },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    transferred: { label: '转账日期', kind: 'day', value: (row) => row.transferredOn, sorts: true },
    remark: { label: '备注', kind: 'text', value: (row) => row.remark, aside: true },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    credited: { label: '到账时间', kind: 'time', value: (row) => row.creditedAt, sorts: true, aside: true },
    line: { label: '银行流水', kind: 'text', value: (row) => row.bankLine?.serial ?? '', aside: true },
    matchedBy: { label: '核销人', kind: 'text', value: (row) => row.matchedByName, noFilter: true, aside: true },
    rejected: { label: '驳回原因', kind: 'text', value: (row) => row.rejectReason, aside: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: transferLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    // Oldest first where somebody has to act.
    pending: claimTab('pending', 'created'),
    checking: claimTab('checking', 'created'),
    credited: claimTab('credited'),
    rejected: claimTab('rejected'),
    cancelled: claimTab('cancelled'),
    all: { label: '全部' },
  },
})

export const staffTransferList = defineCall({
  name: 'transfer/list',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '转账申请列表',
  input: indexInput(claimIndex),
  output: pageOf(claimIndex, staffClaim),
})
