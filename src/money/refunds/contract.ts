import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  idField,
  keyOf,
  listOf,
  pageFields,
  positiveFen,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { paymentNoField } from '../payments/contract.ts'
import { channelLabels } from '../payments/rules.ts'
import { refundLifecycle, refundWays } from './rules.ts'

const stage = keyOf(refundLifecycle.stages)
const way = keyOf(refundWays)

const refund = z.object({
  refundNo: z.string(),
  way,
  wayLabel: z.string(),
  /** Number of the payment or order. */
  subjectNo: z.string(),
  stage,
  stageLabel: z.string(),
  amountFen: z.number(),
  reason: z.string(),
  /** Why it failed or was declined. */
  endReason: z.string(),
  createdAt: timeText,
  doneAt: timeText.nullable(),
})

export const refundList = defineCall({
  name: 'refund/list',
  area: 'auth',
  reads: true,
  summary: '我的退款',
  input: z.strictObject(pageFields),
  output: listOf(refund),
})

export const staffRefund = refund.extend({
  id: z.number(),
  version: z.number(),
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  channel: keyOf(channelLabels).nullable(),
  channelLabel: z.string(),
  providerNo: z.string(),
  proposedByName: z.string(),
  confirmedByName: z.string(),
  /** Who declined it. */
  declinedByName: z.string(),
  mayConfirm: z.boolean(),
})
export type StaffRefund = z.output<typeof staffRefund>

/** Numbers are printed in capitals; they are often typed or pasted otherwise. */
const orderNoText = requiredText('订单号', 40)
  .transform((text) => text.normalize('NFKC').toUpperCase())
  .refine((text) => /^MX\d{11,20}$/.test(text), '订单号格式不正确')

const asked = {
  amountFen: positiveFen('退款金额'),
  /** Typed again by the person who refunds. */
  typedFen: positiveFen('再次输入的金额'),
  reason: requiredText('退款原因', 80),
}
const made = z.object({ id: z.number(), refundNo: z.string(), stage })

export const staffRefundToChannel = defineCall({
  name: 'refund/toChannel',
  area: 'staff',
  action: 'refund.make',
  summary: '把付款原路退回渠道，金额从客户余额冻结',
  idempotent: true,
  input: z.strictObject({ paymentNo: paymentNoField, ...asked }),
  output: made,
})

/** Handled by settlements, which know what was paid for an order. */
export const staffRefundToBalance = defineCall({
  name: 'refund/toBalance',
  area: 'staff',
  action: 'refund.make',
  summary: '把已付清订单的费用退至客户预存余额',
  idempotent: true,
  input: z.strictObject({ orderNo: orderNoText, ...asked }),
  output: made,
})

const payer = z.object({ name: z.string(), phone: z.string() })

/** What finance reads before it refunds. Handled by settlements, as the refund itself. */
export const staffRefundableOrder = defineCall({
  name: 'refund/refundable',
  area: 'staff',
  action: 'refund.make',
  reads: true,
  summary: '订单退至余额前的可退金额与收款人',
  input: z.strictObject({ orderNo: orderNoText }),
  output: z.object({
    orderNo: z.string(),
    title: z.string(),
    payer,
    /** Null while the order is not paid. */
    refundableFen: z.number().nullable(),
    /** Stands on invoices and needs a red letter before it can be refunded. */
    invoicedFen: z.number(),
    /** Asked for and not yet confirmed by a second person. */
    checkingFen: z.number(),
    /** Gets refunds of at most `mostFen`, because they paid that much of the order; larger ones go to `payer`. */
    otherPayer: payer.extend({ mostFen: z.number() }).nullable(),
  }),
})

const chosen = { id: idField, version: versionField() }

export const staffRefundConfirm = defineCall({
  name: 'refund/confirm',
  area: 'staff',
  action: 'refund.confirm',
  summary: '复核通过退款',
  idempotent: true,
  input: z.strictObject({ ...chosen, typedFen: positiveFen('退款金额') }),
  output: z.object({ stage }),
})

export const staffRefundDecline = defineCall({
  name: 'refund/decline',
  area: 'staff',
  action: 'refund.decline',
  summary: '复核不通过，不予退款',
  idempotent: true,
  input: z.strictObject({ ...chosen, reason: requiredText('原因', 200) }),
  output: z.object({ stage }),
})
