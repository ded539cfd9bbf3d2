import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

const application = z.object({ id: z.number().int() })

/** An order was paid whose customer wished for an invoice. */
export const invoiceOffered = defineEvent(
  'invoice.offer',
  z.object({ id: z.string(), customerId: z.number().int(), orderNo: z.string(), amountFen: z.number().int() }),
)

export const mailInvoiceJob = defineJob('invoice.mail', application)
export const requestInvoiceJob = defineJob('invoice.request', application)
/** `asked`: how often the provider was asked so far. */
export const askInvoiceJob = defineJob('invoice.ask', z.object({ id: z.number().int(), asked: z.number().int() }))
export const requestRedJob = defineJob('invoice.request-red', application)
export const askRedJob = defineJob('invoice.ask-red', z.object({ id: z.number().int(), asked: z.number().int() }))
