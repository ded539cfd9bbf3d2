import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  done,
  idField,
  keyOf,
  listOf,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { paymentNoField } from './contract.ts'
import { channelLabels, outcomeLabels, payableLabels, paymentLifecycle } from './rules.ts'

const channel = keyOf(channelLabels, '请选择支付渠道')

export const paymentRow = z.object({
  paymentNo: z.string(),
  channel,
  kind: keyOf(payableLabels),
  payableNo: z.string(),
  about: z.string(),
  customerId: z.number(),
  customerName: z.string(),
  customerPhone: z.string(),
  amountFen: z.number(),
  refundedFen: z.number(),
  stage: keyOf(paymentLifecycle.stages),
  stageLabel: z.string(),
  outcome: keyOf(outcomeLabels).nullable(),
  /** Why the money stayed in the balance. */
  keptBecause: z.string(),
  createdAt: timeText,
  paidAt: timeText.nullable(),
  providerNo: z.string(),
})
export type PaymentRow = z.output<typeof paymentRow>

const paymentDetail = z.object({
  payment: paymentRow.extend({ expiresAt: timeText, balanceFen: z.number() }),
  history: z.array(z.object({ at: timeText, label: z.string(), reason: z.string() })),
  notifies: z.array(
    z.object({ id: z.number(), notifyId: z.string(), at: timeText, result: z.string(), facts: z.string() }),
  ),
})
export type PaymentDetail = z.output<typeof paymentDetail>

export const staffPaymentDetail = defineCall({
  name: 'payment/detail',
  area: 'staff',
  action: 'payment.read',
  reads: true,
  summary: '付款单详情与渠道通知',
  input: z.strictObject({ paymentNo: paymentNoField }),
  output: paymentDetail,
})

export const staffPaymentAsk = defineCall({
  name: 'payment/ask',
  area: 'staff',
  action: 'payment.ask',
  repeat: 'sets-state',
  summary: '立即向渠道查询付款结果',
  input: z.strictObject({ paymentNo: paymentNoField }),
  output: paymentDetail,
})

const bill = z.object({
  channel,
  day: z.string(),
  lineCount: z.number(),
  receivedFen: z.number(),
  refundedFen: z.number(),
  feeFen: z.number(),
  appliedCount: z.number(),
  openCount: z.number(),
  checkedAt: timeText,
})
export type BillView = z.output<typeof bill>

export const staffBills = defineCall({
  name: 'payment/bills',
  area: 'staff',
  action: 'payment.read',
  reads: true,
  summary: '已核对的渠道账单',
  input: z.strictObject(pageFields),
  output: listOf(bill).extend({
    channels: z.array(channel),
    /** The latest day whose bill is there. */
    lastDay: z.string(),
    /** Read by pages of 0.4; leaves the answer one release later. */
    yesterday: z.string(),
  }),
})

export const staffCheckBill = defineCall({
  name: 'payment/checkBill',
  area: 'staff',
  action: 'payment.reconcile',
  repeat: 'sets-state',
  summary: '核对渠道某一天的账单',
  input: z.strictObject({ channel, day: dateField }),
  output: done,
})

export const staffResolveDifference = defineCall({
  name: 'payment/resolveDifference',
  area: 'staff',
  action: 'payment.reconcile',
  repeat: 'stage',
  summary: '标记差异已处理',
  input: z.strictObject({ id: idField, note: requiredText('处理说明', 200) }),
  output: done,
})
