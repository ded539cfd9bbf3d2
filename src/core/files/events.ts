import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'
import { uploadRefusals, type UploadRefusal } from './parts/part-rules.ts'

/** Makes one file of the parts of a finished upload. */
export const assembleJob = defineJob('file.assemble', z.object({ uploadId: z.number().int() }), { awaited: true })

/** Joins the parts that the store has, checks the file and gives it a row. A job of its own, because 0.2.0 does not know such uploads. */
export const completeDirectJob = defineJob('file.completeDirect', z.object({ uploadId: z.number().int() }), {
  awaited: true,
})

/** A complete upload did not become a file, for example because it is infected. */
export const uploadRefused = defineEvent(
  'file.uploadRefused',
  z.object({
    customerId: z.number().int(),
    name: z.string(),
    refusedAs: z.enum(Object.keys(uploadRefusals) as [UploadRefusal]),
  }),
)
