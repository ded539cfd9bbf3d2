import { confirmableField } from '../../core/lists/confirmable-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { type StaffCreditApplication, staffApplication } from './contract.ts'
import { creditApplicationLifecycle, type CreditApplicationStage } from './rules.ts'

const { stages } = creditApplicationLifecycle
const tab = (stage: CreditApplicationStage, sort?: string) => ({
  label: stages[stage],
  filters: { stage: [stage] },
  ...(sort ? { sort } : {}),
})

export const creditIndex = defineIndex<StaffCreditApplication>()({
  name: 'creditApplications',
  label: '额度申请',
  action: 'credit.read',
  key: (row) => `${row.customerName || '未填姓名'} #${row.id}`,
  search: '客户、理由',
  sort: '-created',
  countsTabs: true,
  fields: {
    id: { label: '编号', kind: 'count', value: (row) => row.id, sorts: true, aside: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    limit: { label: '现有额度', kind: 'fen', value: (row) => row.credit.limitFen, noFilter: true },
    used: {
      label: '已用与预占',
      kind: 'fen',
      value: (row) => row.credit.usedFen + row.credit.heldFen,
      noFilter: true,
    },
    wanted: { label: '申请额度', kind: 'fen', value: (row) => row.wantedFen, sorts: true },
    granted: { label: '批准额度', kind: 'fen', value: (row) => row.grantedFen, sorts: true, aside: true },
    reason: { label: '理由', kind: 'text', value: (row) => row.reason },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    decided: { label: '审核时间', kind: 'time', value: (row) => row.decidedAt, sorts: true, aside: true },
    decidedBy: { label: '审核人', kind: 'text', value: (row) => row.decidedByName, noFilter: true, aside: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
  },
  tabs: {
    // Oldest first where somebody has to act.
    pending: tab('pending', 'created'),
    checking: tab('checking', 'created'),
    approved: tab('approved'),
    rejected: tab('rejected'),
    cancelled: tab('cancelled'),
    all: { label: '全部' },
  },
})

export const staffCreditList = defineCall({
  name: 'credit/list',
  area: 'staff',
  action: 'credit.read',
  reads: true,
  summary: '信用额度申请列表',
  input: indexInput(creditIndex),
  output: pageOf(creditIndex, staffApplication),
})
