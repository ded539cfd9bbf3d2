import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, nothing, requiredText } from '../../platform/contract/fields.ts'

export const staffTableSizes = defineCall({
  name: 'upkeep/tables',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '数据库各表的行数（约数）与占用空间',
  input: nothing,
  output: z.object({
    totalBytes: z.number().int(),
    /** Largest first. */
    tables: z.array(
      z.object({
        name: z.string(),
        /** An estimate of the database; null until it has counted the table once. */
        rows: z.number().int().nullable(),
        /** With indexes and long values. */
        bytes: z.number().int(),
      }),
    ),
  }),
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

export const staffJobDiscard = defineCall({
  name: 'job/discard',
  area: 'staff',
  repeat: 'stage',
  action: 'job.discard',
  summary: '丢弃已停止重试的后台任务，不再执行',
  input: z.strictObject({ id: idField, reason: requiredText('丢弃原因', 200) }),
  output: done,
})
