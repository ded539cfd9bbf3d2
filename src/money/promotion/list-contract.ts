import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { promoterLifecycle, rebateRefusals, rebateStates } from './rules.ts'

const count = z.number().int()
const fen = z.number().int()

const staffPromoter = z.object({
  id: count,
  customerId: count,
  version: count,
  stage: keyOf(promoterLifecycle.stages),
  stageLabel: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  company: z.string(),
  plan: z.string(),
  agreement: z.string(),
  reason: z.string(),
  appliedAt: timeText,
  approvedAt: timeText.nullable(),
  leftAt: timeText.nullable(),
  customers: count,
  orders: count,
  pendingFen: fen,
  earnedFen: fen,
  owedFen: fen,
})
export type StaffPromoter = z.output<typeof staffPromoter>

export const promoterIndex = defineIndex<StaffPromoter>()({
  name: 'promoters',
  label: '推广合伙人',
  action: 'promoter.read',
  key: (row) => row.customerName,
  search: '姓名、手机、推广方式',
  sort: '-applied',
  countsTabs: true,
  fields: {
    customer: { label: '合伙人', kind: 'text', value: (row) => row.customerName },
    company: { label: '单位', kind: 'text', noFilter: true, value: (row) => row.company, aside: true },
    plan: { label: '推广方式', kind: 'text', value: (row) => row.plan, aside: true },
    applied: { label: '申请时间', kind: 'time', value: (row) => row.appliedAt, sorts: true },
    approved: { label: '通过时间', kind: 'time', value: (row) => row.approvedAt, sorts: true, aside: true },
    customers: { label: '绑定客户', kind: 'count', noFilter: true, value: (row) => row.customers },
    orders: { label: '返利订单', kind: 'count', noFilter: true, value: (row) => row.orders },
    pending: { label: '待结算', kind: 'fen', value: (row) => row.pendingFen, sorts: true },
    earned: { label: '累计返利', kind: 'fen', value: (row) => row.earnedFen, sorts: true },
    owed: { label: '待抵扣', kind: 'fen', value: (row) => row.owedFen, sorts: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: promoterLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    pending: { label: '待审核', filters: { stage: ['pending'] }, sort: 'applied' },
    active: { label: '推广中', filters: { stage: ['active'] } },
    suspended: { label: '已暂停', filters: { stage: ['suspended'] } },
    ended: { label: '已结束', filters: { stage: ['rejected', 'cancelled', 'left'] } },
    all: { label: '全部' },
  },
})

export const staffPromoters = defineCall({
  name: 'promoter/list',
  area: 'staff',
  action: 'promoter.read',
  reads: true,
  summary: '推广合伙人列表',
  input: indexInput(promoterIndex),
  output: pageOf(promoterIndex, staffPromoter),
})

const staffRebate = z.object({
  id: count,
  orderNo: z.string(),
  promoterName: z.string(),
  promoterPhone: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  paidAt: timeText,
  dueAt: timeText,
  maturedAt: timeText.nullable(),
  baseFen: fen,
  amountFen: fen,
  pendingFen: fen,
  availableFen: fen,
  owedFen: fen,
  state: keyOf(rebateStates),
  refusal: keyOf(rebateRefusals).nullable(),
})
export type StaffRebate = z.output<typeof staffRebate>

export const rebateIndex = defineIndex<StaffRebate>()({
  name: 'rebates',
  label: '推广返利',
  action: 'promoter.read',
  key: (row) => row.orderNo,
  search: '订单号、合伙人、客户',
  sort: '-paid',
  countsTabs: true,
  fields: {
    no: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    promoter: { label: '合伙人', kind: 'text', value: (row) => row.promoterName },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    paid: { label: '付款时间', kind: 'time', value: (row) => row.paidAt, sorts: true },
    due: { label: '到期时间', kind: 'time', value: (row) => row.dueAt, sorts: true, aside: true },
    base: { label: '实付', kind: 'fen', value: (row) => row.baseFen, sorts: true, sums: true },
    amount: { label: '返利', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    pending: { label: '待结算', kind: 'fen', value: (row) => row.pendingFen, sums: true, aside: true },
    owed: { label: '待抵扣', kind: 'fen', value: (row) => row.owedFen, sums: true, aside: true },
    refusal: { label: '拦截原因', kind: 'choice', options: rebateRefusals, value: (row) => row.refusal, aside: true },
    state: { label: '状态', kind: 'choice', options: rebateStates, value: (row) => row.state },
  },
  tabs: {
    all: { label: '全部' },
    pending: { label: '待结算', filters: { state: ['pending'] }, sort: 'due' },
    available: { label: '可提现', filters: { state: ['available'] } },
    taken: { label: '已追回', filters: { state: ['taken_back'] } },
    refused: { label: '不计返利', filters: { state: ['refused'] } },
  },
})

export const staffRebates = defineCall({
  name: 'promoter/rebates',
  area: 'staff',
  action: 'promoter.read',
  reads: true,
  summary: '推广返利列表与合计',
  input: indexInput(rebateIndex),
  output: pageOf(rebateIndex, staffRebate),
})
