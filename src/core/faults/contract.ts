import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, timeText } from '../../platform/contract/fields.ts'
import { listedFault } from './list-contract.ts'
import { faultStates } from './rules.ts'

export const staffFaultDetail = defineCall({
  name: 'fault/detail',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '错误报告的详情：调用栈、受影响的版本、最近的发生记录',
  input: z.strictObject({ id: idField }),
  output: listedFault.extend({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    /** Frames and causes, without values. */
    stack: z.string(),
    firstRelease: z.string(),
    /** The latest ones, oldest first. */
    releases: z.array(z.string()),
    resolvedAt: timeText.nullable(),
    resolvedRelease: z.string().nullable(),
    reopenedAt: timeText.nullable(),
    /** The latest occurrences, newest first; there are more than these when `times` is larger. */
    samples: z.array(
      z.object({
        requestId: z.string(),
        traceId: z.string(),
        /** The page of the trace, when TRACE_URL is set; otherwise empty. */
        traceUrl: z.string(),
        release: z.string(),
        host: z.string(),
        seenAt: timeText,
      }),
    ),
  }),
})

export const staffFaultMark = defineCall({
  name: 'fault/mark',
  area: 'staff',
  action: 'fault.mark',
  repeat: 'stage',
  summary: '把错误报告标为已解决、已忽略，或重新打开',
  input: z.strictObject({ id: idField, state: keyOf(faultStates) }),
  output: done,
})
