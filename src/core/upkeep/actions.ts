import { refuse } from '../../platform/contract/refusal.ts'
import { keepStatistics } from '../../platform/db/embedded/statistics.ts'
import { keepPartitions, monthlyTables } from '../../platform/db/partitions.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { deadSince, deleteOldJobs, discardJob, reviveJob } from '../../platform/jobs/job-rows.ts'
import { wakeSignal } from '../../platform/jobs/outbox.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { addDays, addHours, shanghaiDate } from '../../platform/time.ts'
import { raiseAlarm } from '../safety/actions.ts'
import { upkeepErrors } from './errors.ts'

/** Finished jobs are kept for a week, to look something up; dead ones for three months, to be run again. */
const DONE_DAYS = 7
const DEAD_DAYS = 90

export async function sweepJobs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const before = { done: addDays(now, -DONE_DAYS), dead: addDays(now, -DEAD_DAYS) }
  const removed = await inBatches((most) => deleteOldJobs(ctx.db, before, most))
  ctx.log.info({ removed }, 'jobs swept')
}

/** Tables with a partition for each month: the coming ones are made, those that are not kept any longer are dropped, and those that ended get their indexes. */
export async function keepMonths(ctx: Ctx): Promise<void> {
  for (const table of monthlyTables) {
    const { made, dropped, indexed } = await keepPartitions(ctx.db, table, ctx.clock.now())
    if (made.length + dropped.length + indexed.length > 0)
      ctx.log.info({ table: table.name, made, dropped, indexed }, 'partitions kept')
  }
}

export async function keepEmbeddedStatistics(ctx: Ctx): Promise<void> {
  const tables = await keepStatistics(ctx.db)
  if (tables.length > 0) ctx.log.info({ tables }, 'tables counted')
}

/** Runs a dead job again like a new one. Handlers are idempotent, so work that an earlier try has done is not done twice. */
export async function replayJob(ctx: Ctx, id: number): Promise<void> {
  if (!(await reviveJob(ctx.db, id, ctx.clock.now()))) throw refuse(upkeepErrors.jobNotDead)
  ctx.db.afterCommit(() => wakeSignal.dispatchEvent(new Event('wake')))
}

/** Deletes a dead job that nobody needs any more. The audit log keeps a copy with the reason. */
export function discardDeadJob(ctx: Ctx, id: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const before = await discardJob(ctx.db, id)
    if (!before) throw refuse(upkeepErrors.jobNotDead)
    await recordAudit(ctx, { action: 'job.discard', subject: `job:${id}`, before, reason })
  })
}

const LOOK_BACK_HOURS = 2

/** A dead job may be something a customer waits for. One alarm a day, however many there are. */
export async function watchDeadJobs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const names = await deadSince(ctx.db, addHours(now, -LOOK_BACK_HOURS))
  if (names.length === 0) return
  const text = `后台任务多次失败，已停止重试：${names.slice(0, 5).join('、')}。请在“后台任务”页查看原因，处理后重新执行。`
  await raiseAlarm(ctx, { kind: 'deadJobs', occasion: shanghaiDate(now), text })
}
