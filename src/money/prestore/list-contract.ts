import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { type BankLine, bankLine } from './contract.ts'
import { type Received, received } from './received-contract.ts'
import { receivedLifecycle } from './rules.ts'

// Lines of the bank's statement, and money of known customers without a claim. One page shows both, so their tabs have different names.

const used = { no: '待核销', yes: '已核销' } as const

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
    used: { label: '状态', kind: 'choice', options: used, value: (row) => (row.used ? 'yes' : 'no'), aside: true },
  },
  tabs: {
    open: { label: '待核销', filters: { used: ['no'] } },
    matched: { label: '已核销', filters: { used: ['yes'] } },
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
