import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, listOf, pageFields, timeText } from '../../platform/contract/fields.ts'

export const staffDeadJobs = defineCall({
  name: 'job/dead',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '多次失败、已停止重试的后台任务',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** Ids and similar values as one text; jobs never contain contact details. */
      payload: z.string(),
      attempts: z.number().int(),
      error: z.string(),
      createdAt: timeText,
      failedAt: timeText,
    }),
  ),
})

export const staffJobReplay = defineCall({
  name: 'job/replay',
  area: 'staff',
  repeat: 'stage',
  action: 'job.replay',
  summary: '重新执行已停止重试的后台任务',
  input: z.strictObject({ id: idField }),
  output: done,
})
