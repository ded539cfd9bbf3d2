import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'

// Background jobs that failed at every try.

const deadJob = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Ids and similar values as one text; jobs never contain contact details. */
  payload: z.string(),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: timeText,
  failedAt: timeText,
})
export type ListedJob = z.output<typeof deadJob>

export const deadJobIndex = defineIndex<ListedJob>()({
  name: 'deadJobs',
  label: '失败的后台任务',
  action: 'job.read',
  key: (row) => String(row.id),
  search: '任务、原因',
  sort: '-failed',
  fields: {
    name: { label: '任务', kind: 'text', value: (row) => row.name, sorts: true },
    payload: { label: '内容', kind: 'text', value: (row) => row.payload },
    error: { label: '原因', kind: 'text', value: (row) => row.error },
    attempts: { label: '已试次数', kind: 'count', value: (row) => row.attempts, sorts: true },
    created: { label: '产生时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
    failed: { label: '停止时间', kind: 'time', value: (row) => row.failedAt, sorts: true },
  },
  tabs: { all: { label: '全部失败任务' } },
})

export const staffDeadJobs = defineCall({
  name: 'job/dead',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '多次失败、已停止重试的后台任务',
  input: indexInput(deadJobIndex),
  output: pageOf(deadJobIndex, deadJob),
})
