import { z } from 'zod'
import { confirmableField } from '../../core/lists/confirmable-rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { groupNames } from '../../people/customers/rules.ts'
import { finalAmountLifecycle } from './rules.ts'

// Orders whose final amount is to be fixed, and the amounts that were proposed or fixed.

const yesNo = { yes: '是', no: '否' } as const
const said = (holds: boolean) => (holds ? 'yes' : 'no')
const finalStage = z.enum(['checking', 'held', 'returned', 'takenBack'])

const orderToFix = z.object({
  orderNo: z.string(),
  title: z.string(),
  group: keyOf(groupNames),
  disputed: z.boolean(),
  /** A proposed amount waits for confirmation by a second person. */
  checking: z.boolean(),
  /** The second person sent the last proposed amount back. */
  sentBack: z.object({ amountFen: z.number(), reason: z.string(), byName: z.string() }).nullable(),
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  sampleCount: z.number(),
  /** Before the discount of coupons, which is calculated from the final amount by the same rule. */
  agreedFen: z.number().nullable(),
  discountFen: z.number(),
  deliveredAt: timeText.nullable(),
})
export type OrderToFix = z.output<typeof orderToFix>

export const toFixIndex = defineIndex<OrderToFix>()({
  name: 'ordersToFix',
  label: '待核定金额的订单',
  action: 'settlement.read',
  key: (row) => row.orderNo,
  search: '订单号、项目、客户',
  sort: 'delivered',
  countsTabs: true,
  fields: {
    no: { label: '订单', kind: 'text', value: (row) => row.orderNo, sorts: true },
    title: { label: '项目', kind: 'text', value: (row) => row.title },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true, aside: true },
    group: { label: '类型', kind: 'choice', options: groupNames, value: (row) => row.group },
    samples: { label: '样品', kind: 'count', value: (row) => row.sampleCount, sorts: true },
    delivered: { label: '交付时间', kind: 'time', value: (row) => row.deliveredAt, sorts: true },
    agreed: { label: '约定金额', kind: 'fen', value: (row) => row.agreedFen, sorts: true, sums: true },
    discount: { label: '约定优惠', kind: 'fen', value: (row) => row.discountFen, aside: true },
    disputed: { label: '异议处理中', kind: 'choice', options: yesNo, value: (row) => said(row.disputed), aside: true },
    checking: { label: '待复核', kind: 'choice', options: yesNo, value: (row) => said(row.checking), aside: true },
  },
  tabs: { fix: { label: '待核定金额' } },
})

export const staffOrdersToFix = defineCall({
  name: 'settlement/toFix',
  area: 'staff',
  action: 'settlement.read',
  reads: true,
  summary: '待核定最终金额的订单',
  input: indexInput(toFixIndex),
  output: pageOf(toFixIndex, orderToFix).extend({
    /** Above this share of the agreed amount a second person must confirm. */
    secondAbovePercent: z.number(),
  }),
})

const finalAmount = z.object({
  id: z.number(),
  version: z.number(),
  stage: finalStage,
  stageLabel: z.string(),
  orderNo: z.string(),
  title: z.string(),
  customerName: z.string(),
  amountFen: z.number(),
  agreedFen: z.number().nullable(),
  reason: z.string(),
  proposedByName: z.string(),
  confirmedByName: z.string(),
  /** Why and by whom it was sent back or taken back. */
  endReason: z.string(),
  endedByName: z.string(),
  createdAt: timeText,
  mayConfirm: z.boolean(),
  /** Paid in full, so it can no longer be taken back. */
  paid: z.boolean(),
})
export type FinalAmountView = z.output<typeof finalAmount>

export const amountIndex = defineIndex<FinalAmountView>()({
  name: 'finalAmounts',
  label: '核定金额',
  action: 'settlement.read',
  key: (row) => String(row.id),
  search: '订单号、客户、差异原因',
  sort: '-created',
  countsTabs: true,
  fields: {
    order: { label: '订单', kind: 'text', value: (row) => row.orderNo },
    title: { label: '项目', kind: 'text', value: (row) => row.title, noFilter: true, aside: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    agreed: { label: '约定金额', kind: 'fen', value: (row) => row.agreedFen, sorts: true },
    amount: { label: '最终金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    reason: { label: '差异原因', kind: 'text', value: (row) => row.reason },
    proposed: { label: '核定人', kind: 'text', value: (row) => row.proposedByName },
    confirmed: { label: '复核人', kind: 'text', value: (row) => row.confirmedByName },
    ended: { label: '退回或撤回原因', kind: 'text', value: (row) => row.endReason, noFilter: true, aside: true },
    endedBy: { label: '退回或撤回人', kind: 'text', value: (row) => row.endedByName, noFilter: true, aside: true },
    created: { label: '核定时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    confirmable: confirmableField,
    stage: { label: '状态', kind: 'choice', options: finalAmountLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    checking: { label: '金额待复核', filters: { stage: ['checking'] } },
    held: { label: '已核定金额', filters: { stage: ['held'] } },
    ended: { label: '退回与撤回', filters: { stage: ['returned', 'takenBack'] } },
  },
})

export const staffFinalAmounts = defineCall({
  name: 'settlement/amounts',
  area: 'staff',
  action: 'settlement.read',
  reads: true,
  summary: '最终金额的核定与复核列表',
  input: indexInput(amountIndex),
  output: pageOf(amountIndex, finalAmount),
})
