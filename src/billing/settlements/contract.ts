import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  fenField,
  idField,
  listOf,
  nothing,
  optionalText,
  pageFields,
  phoneField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { couponChoicesOutput } from '../../money/coupons/contract.ts'
import { MOST_ROWS } from './rules.ts'

const stage = z.enum(['proposed', 'unpaid', 'confirming', 'paid', 'cancelled'])
const numberText = (label: string) =>
  z
    .string({ error: `请提供${label}` })
    .trim()
    .min(1, `请提供${label}`)
    .max(40, `${label}格式不正确`)

export const settlementRow = z.object({
  id: z.number(),
  orderNo: z.string(),
  title: z.string(),
  /** The research project or card of the order's lines. */
  fundingNo: z.string(),
  /** The row is the amount that the prepayment did not cover. */
  supplement: z.boolean(),
  /** Net of `discountFen`. */
  amountFen: z.number(),
  /** What the coupon of its settlement takes off. */
  discountFen: z.number(),
  /** The order carries a coupon of its own, so that of a settlement does not cover it. */
  withCoupon: z.boolean(),
  agreedFen: z.number(),
  /** Why the final amount differs from the agreed amount. */
  reason: z.string(),
  deliveredAt: timeText.nullable(),
  dueAt: timeText,
  overdue: z.boolean(),
  disputed: z.boolean(),
})
export type UnsettledRow = z.output<typeof settlementRow>

export const settlement = z.object({
  settlementNo: z.string(),
  payerName: z.string(),
  /** own: the reader's orders, paid by the reader; customer: the reader's orders, paid by another; payer: orders of another. */
  side: z.enum(['own', 'customer', 'payer']),
  /** The other side: of a payer who has not agreed only the number that was asked, masked. */
  other: z.string(),
  /** The payer may read results and files. */
  shareResults: z.boolean(),
  answerBy: timeText.nullable(),
  stage,
  stageLabel: z.string(),
  /** Net of the discount. */
  totalFen: z.number(),
  discountFen: z.number(),
  couponName: z.string(),
  createdAt: timeText,
  dueAt: timeText,
  overdue: z.boolean(),
  paidAt: timeText.nullable(),
  rows: z.array(settlementRow),
})
export type SettlementView = z.output<typeof settlement>

export const settlementRows = defineCall({
  name: 'settlement/rows',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的未结算费用',
  input: nothing,
  output: z.object({ list: z.array(settlementRow), totalFen: z.number() }),
})

export const settlementList = defineCall({
  name: 'settlement/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的结算单',
  input: z.strictObject({ stage: stage.or(z.literal('')).default(''), ...pageFields }),
  output: listOf(settlement),
})

export const assignSettlementCall = defineCall({
  name: 'assign/settlement',
  area: 'auth',
  forGroup: 'manager',
  summary: '把所选未结算费用合并为一张结算单',
  idempotent: true,
  input: z.strictObject({
    rowIds: z
      .array(idField, { error: '请选择要结算的费用' })
      .min(1, '请选择要结算的费用')
      .max(MOST_ROWS, `一次最多结算${MOST_ROWS}笔`),
    /** Printed on the settlement: who bears the cost. It is paid from the customer's own balance in any case. */
    payerName: optionalText('付款备注', 100),
    /** Another customer who is asked to pay. The answer is the same whether or not the number has an account. */
    payerPhone: phoneField.or(z.literal('')).default(''),
    shareResults: z.boolean().default(false),
    couponId: idField.nullable().default(null),
  }),
  output: z.object({
    settlementNo: z.string(),
    totalFen: z.number(),
    discountFen: z.number(),
    /** Another customer was asked, and has to agree first. */
    asked: z.boolean(),
  }),
})

const oneSettlement = z.strictObject({ settlementNo: numberText('结算单号') })

export const settlementAgree = defineCall({
  name: 'settlement/agree',
  area: 'auth',
  repeat: 'stage',
  summary: '同意为他人的结算单付款，计入自己的信用额度',
  input: oneSettlement,
  output: z.object({ settlementNo: z.string(), dueAt: z.string() }),
})

export const settlementDecline = defineCall({
  name: 'settlement/decline',
  area: 'auth',
  repeat: 'stage',
  summary: '拒绝为他人的结算单付款',
  input: oneSettlement.extend({ reason: optionalText('拒绝原因', 200) }),
  output: done,
})

export const settlementWithdraw = defineCall({
  name: 'settlement/withdraw',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤回还没有答复的付款请求',
  input: oneSettlement,
  output: done,
})

export const settlementTests = defineCall({
  name: 'settlement/tests',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '结算单的测试清单（PDF）的限时下载链接，付款人与订单客户可用',
  input: oneSettlement.extend({ browserKey: browserKeyField }),
  output: linkOutput,
})

export const settlementCoupons = defineCall({
  name: 'settlement/coupons',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '所选未结算费用可用的优惠券',
  input: z.strictObject({
    rowIds: z
      .array(idField, { error: '请选择要结算的费用' })
      .min(1, '请选择要结算的费用')
      .max(MOST_ROWS, `一次最多结算${MOST_ROWS}笔`),
  }),
  output: couponChoicesOutput,
})

export const settlementCancel = defineCall({
  name: 'settlement/cancel',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤销未付款的结算单',
  input: z.strictObject({ settlementNo: numberText('结算单号') }),
  output: done,
})

export const orderReady2pay = defineCall({
  name: 'order/ready2pay',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的待付款项：结算单与订单预付款',
  input: nothing,
  output: z.object({
    balanceFen: z.number(),
    totalFen: z.number(),
    prepayments: z.array(
      z.object({
        orderNo: z.string(),
        title: z.string(),
        amountFen: z.number(),
        createdAt: timeText,
        /** A transfer was claimed, which finance has not found yet. */
        claimed: z.boolean(),
      }),
    ),
    settlements: z.array(settlement),
    /** What others ask the customer to pay. */
    asked: z.array(settlement),
    /** The customer's own that others are asked to pay, or agreed to. */
    handedOver: z.array(settlement),
  }),
})

export const payPrepaid = defineCall({
  name: 'pay/prepaid',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我已支付的订单预付款',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      amountFen: z.number(),
      paidAt: timeText,
      /** The order was cancelled; the prepayment without the fee is back in the balance. */
      cancelled: z.boolean(),
    }),
  ),
})

const chosen = { id: idField, version: versionField() }
const fixedOutput = z.object({
  /** Whether the amount waits for a second person; then no money has moved. */
  checking: z.boolean(),
  /** Net of the discount; while it is checked, before it. */
  finalFen: z.number(),
  discountFen: z.number(),
  openFen: z.number(),
  refundedFen: z.number(),
})

export const staffFixAmount = defineCall({
  name: 'settlement/fixAmount',
  area: 'staff',
  action: 'settlement.fixAmount',
  summary: '核定订单的最终金额',
  idempotent: true,
  input: z.strictObject({ orderNo: numberText('订单号'), finalFen: fenField, reason: optionalText('差异原因', 200) }),
  output: fixedOutput,
})

export const staffConfirmAmount = defineCall({
  name: 'settlement/confirmAmount',
  area: 'staff',
  action: 'settlement.confirmAmount',
  summary: '复核通过最终金额',
  idempotent: true,
  input: z.strictObject(chosen),
  output: fixedOutput,
})

export const staffSendBackAmount = defineCall({
  name: 'settlement/sendBackAmount',
  area: 'staff',
  repeat: 'stage',
  action: 'settlement.confirmAmount',
  summary: '复核不通过，退回最终金额',
  input: z.strictObject({ ...chosen, reason: requiredText('退回原因', 200) }),
  output: done,
})

export const staffTakeBackAmount = defineCall({
  name: 'settlement/takeBackAmount',
  area: 'staff',
  action: 'settlement.takeBackAmount',
  summary: '撤回已核定、未付款的最终金额',
  idempotent: true,
  input: z.strictObject({ orderNo: numberText('订单号'), reason: requiredText('撤回原因', 200) }),
  output: done,
})
