import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

/** Brings the rows of an order's curves to what is in force. */
export const followOrderJob = defineJob('library.follow-order', z.object({ orderId: z.number().int() }))

/** Reads one file, which may take a while, and keeps its curves. */
export const takeFileJob = defineJob('library.take-file', z.object({ fileId: z.number().int() }))
