import { z } from 'zod'
import { defineEvent, defineJob, isoTime } from '../../platform/jobs/declared.ts'

/** The reminder before the confirmation window ends. */
export const confirmEnds = defineEvent(
  'order.confirmEnds',
  z.object({
    orderNo: z.string(),
    customerId: z.number().int(),
    title: z.string().optional(),
    serviceType: z.number().int().optional(),
    until: z.string(),
  }),
)

/** Told to the owner and managers of the group that pays: an order waits for their decision. `customerId` is the account of the group. */
export const groupAsked = defineEvent(
  'order.groupAsked',
  z.object({
    id: z.number().int(),
    /** Of the order, which makes each question another one. */
    version: z.number().int(),
    orderNo: z.string(),
    customerId: z.number().int(),
    title: z.string(),
    what: z.enum(['order', 'quote', 'retest']),
    amountFen: z.number().int().nullable(),
  }),
)

const orderId = z.number().int()
const fen = z.number().int()

/** Nothing is left to pay for an order. */
export const orderPaid = defineEvent(
  'order.paid',
  z.object({ orderId, orderNo: z.string(), customerId: z.number().int(), payerId: z.number().int(), finalFen: fen }),
)

/** A fixed amount became lower: by a dispute, or by a refund after payment. */
export const orderLowered = defineEvent('order.lowered', z.object({ orderId, finalFen: fen }))

/** The promised day is over, and a test that nothing held up has no data yet. */
export const promiseMissed = defineEvent(
  'order.promiseMissed',
  z.object({ orderId, orderNo: z.string(), payerId: z.number().int() }),
)

/** Looks whether the promised day was kept; `dueAt` is the promise that was given. */
export const promiseDueJob = defineJob('order.promise-due', z.object({ orderId, dueAt: isoTime }))
export const autoConfirmJob = defineJob('order.auto-confirm', z.object({ orderId }))
export const remindConfirmJob = defineJob('order.remind-confirm', z.object({ orderId, dueAt: isoTime }))
export const expireQuoteJob = defineJob('order.expire-quote', z.object({ orderId, quoteVersion: z.number().int() }))
export const expireRetestJob = defineJob('order.expire-retest', z.object({ orderId, version: z.number().int() }))
