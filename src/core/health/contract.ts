import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, keyOf, nothing, timeText } from '../../platform/contract/fields.ts'
import { levelNames } from './rules.ts'

export const runKinds = { backup: '备份', restore: '恢复', drill: '恢复演练' } as const
export const backfillStates = { running: '进行中', paused: '已暂停', done: '已完成' } as const
export const engines = { postgres: 'PostgreSQL', embedded: '内置数据库（PGlite）' } as const

const whole = z.number().int()

export const staffSystemHealth = defineCall({
  name: 'system/health',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '系统状态：最近一次检查的结果、任务队列、数据回填、备份、慢语句与版本',
  input: nothing,
  output: z.object({
    /** The process that answered. */
    process: z.object({
      version: z.string(),
      commit: z.string().nullable(),
      node: z.string(),
      host: z.string(),
      startedAt: timeText,
      memoryBytes: whole,
    }),
    database: z.object({ engine: keyOf(engines), version: z.string(), bytes: whole }),
    /** Null until the worker has looked for the first time. */
    look: z.object({ at: timeText, host: z.string() }).nullable(),
    /** Worst first. */
    findings: z.array(
      z.object({
        level: keyOf(levelNames),
        name: z.string(),
        seen: z.string(),
        todo: z.string(),
        since: timeText,
      }),
    ),
    /** Kinds of errors that nobody has dealt with. */
    openFaults: whole,
    queue: z.object({
      waiting: whole,
      scheduled: whole,
      running: whole,
      dead: whole,
      oldestDueSeconds: whole.nullable(),
    }),
    /** Work on the rows of whole tables after a release, unfinished first. */
    backfills: z.array(
      z.object({
        name: z.string(),
        state: keyOf(backfillStates),
        done: whole,
        /** An estimate from the start. */
        total: whole,
        startedAt: timeText,
        finishedAt: timeText.nullable(),
        error: z.string(),
      }),
    ),
    /** Newest first. */
    backups: z.array(
      z.object({
        kind: keyOf(runKinds),
        at: timeText,
        seconds: whole,
        ok: z.boolean(),
        fileName: z.string(),
        bytes: whole,
        error: z.string(),
      }),
    ),
    /** Of the process that answered, within the last hour, slowest first. */
    slow: z.array(
      z.object({
        statement: z.string(),
        work: z.string(),
        ms: whole,
        count: whole,
        at: timeText,
        requestId: z.string(),
      }),
    ),
  }),
})

export const staffSystemLook = defineCall({
  name: 'system/look',
  area: 'staff',
  action: 'job.read',
  repeat: 'bounded',
  summary: '立即检查系统：磁盘、时钟、证书、外部服务、数据库与备份',
  input: nothing,
  output: done,
})
