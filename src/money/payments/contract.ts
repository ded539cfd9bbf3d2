import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, positiveFenField, timeText } from '../../platform/contract/fields.ts'
import { channelLabels, methodLabels, payableLabels } from './rules.ts'

const kind = keyOf(payableLabels, '付款对象不正确')
const noField = z.string({ error: '请提供单号' }).trim().max(40, '单号格式不正确').default('')
export const paymentNoField = z
  .string({ error: '请填写付款单号' })
  .trim()
  .overwrite((text) => text.normalize('NFKC').toUpperCase())
  .regex(/^P[0-9A-Z]{10,31}$/, {
    error: ({ input }) => (input === '' ? '请填写付款单号' : '付款单号格式不正确'),
  })

const payState = z.enum(['waiting', 'paid', 'closed', 'failed', 'unavailable'])
export type PayState = z.output<typeof payState>

const payAnswer = z.object({
  /** Empty for a payment from the balance. */
  paymentNo: z.string(),
  kind,
  no: z.string(),
  about: z.string(),
  /** Null for a payment from the balance. */
  channel: keyOf(channelLabels).nullable(),
  scene: z.enum(['qr', 'page']),
  /** unavailable: the channel did not answer; the same payment may be opened again. */
  state: payState,
  paid: z.boolean(),
  /** Why the money stayed in the balance instead of paying what it was meant for; otherwise empty. */
  keptBecause: z.string(),
  amountFen: z.number(),
  balanceFen: z.number(),
  /** The text of a QR code, or a page of the channel that the browser opens. */
  codeUrl: z.string().nullable(),
  pageUrl: z.string().nullable(),
  expiresAt: timeText.nullable(),
  /** Counted by the server, whose clock decides. */
  secondsLeft: z.number(),
})
export type PayAnswer = z.output<typeof payAnswer>

export const payWays = defineCall({
  name: 'pay/ways',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可用的支付方式、余额与应付金额',
  input: z.strictObject({ kind, no: noField }),
  output: z.object({
    balanceFen: z.number(),
    /** Null for a top-up, whose amount the customer chooses. */
    due: z.object({ amountFen: z.number(), about: z.string() }).nullable(),
    channels: z.array(
      z.object({ method: keyOf(channelLabels), label: z.string(), scenes: z.array(z.enum(['qr', 'page'])) }),
    ),
    topUp: z.object({ leastFen: z.number(), mostFen: z.number(), quickFen: z.array(z.number()) }),
  }),
})

export const payCreate = defineCall({
  name: 'pay/create',
  area: 'auth',
  forGroup: 'manager',
  summary: '支付结算单、订单预付款或充值预存款',
  idempotent: true,
  input: z.strictObject({
    kind,
    /** The number of the settlement or order; empty for a top-up. */
    no: noField,
    method: keyOf(methodLabels, '请选择支付方式'),
    /** Only for a top-up. */
    amountFen: positiveFenField.optional(),
    scene: z.enum(['qr', 'page'], { error: '请选择支付方式' }).default('qr'),
    phone: z.boolean({ error: '请选择支付方式' }).default(false),
  }),
  output: payAnswer,
})

export const payStateCall = defineCall({
  name: 'pay/state',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '查询付款状态',
  input: z.strictObject({ paymentNo: paymentNoField }),
  output: payAnswer,
})

export const payClose = defineCall({
  name: 'pay/close',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '放弃一次未完成的付款',
  input: z.strictObject({ paymentNo: paymentNoField }),
  output: payAnswer,
})
