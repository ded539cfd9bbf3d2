import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

const closingAt = z.object({ customerId: z.number().int(), at: z.string() })

export const accountClosing = defineEvent('account.closing', closingAt)
export const closingStopped = defineEvent('account.closingStopped', closingAt)
export const copyReady = defineEvent(
  'account.copyReady',
  z.object({ customerId: z.number().int(), exportId: z.number().int(), until: z.string().optional() }),
)

const exportId = z.object({ id: z.number().int() })

export const makeExportJob = defineJob('privacy.export', exportId)
export const dropExportJob = defineJob('privacy.dropExport', exportId)
/** `at` identifies the request: a request made again after it was cancelled has another one. */
export const closeJob = defineJob('privacy.close', closingAt)
