import { hostname } from 'node:os'
import type { Ctx } from '../../platform/http/ctx.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { backfillProgress } from '../../platform/jobs/backfill-rows.ts'
import { jobFigures } from '../../platform/jobs/job-rows.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { workersStoppedSince } from '../../platform/jobs/periodic.ts'
import { slowestStatements } from '../../platform/observe/slow-statements.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { commit, version } from '../../platform/version.ts'
import { recentRuns } from '../backups/actions.ts'
import { runFault } from '../backups/rules.ts'
import { openFaults } from '../faults/actions.ts'
import { raiseAlarm } from '../safety/actions.ts'
import { lookJob } from './events.ts'
import { type Finding, keptFindings, newErrors, stoppedFinding } from './rules.ts'
import { databaseVersion, findingRows, replaceFindings } from './store.ts'

/** Everything that can be looked at, with services outside; given by `app/`, which knows all of them. */
export type LookAround = (ctx: Ctx) => Promise<Finding[]>

const RUNS_SHOWN = 6
const STATEMENTS_SHOWN = 10

/** Looks at the system and keeps what was found. An error that was none before raises an alarm. */
export async function lookAtSystem(ctx: Ctx, lookAround: LookAround): Promise<void> {
  const found = await lookAround(ctx)
  const now = ctx.clock.now()
  await inTx(ctx, async (inner) => {
    const before = await findingRows(inner.db)
    await replaceFindings(inner.db, keptFindings(found, before, now), { now, host: hostname() })
    for (const { name, seen, todo } of newErrors(found, before))
      await raiseAlarm(inner, {
        kind: 'system',
        occasion: `${name}:${shanghaiDate(now)}`,
        text: `${name}：${seen}。${todo}。`.slice(0, 1000),
      })
  })
}

/** The worker looks as soon as it can. Pressed twice, it looks once. */
export async function askForLook(ctx: Ctx): Promise<void> {
  await enqueue(ctx, lookJob, {}, { key: 'now' })
}

export async function systemHealth(ctx: Ctx) {
  const now = ctx.clock.now()
  const [findings, queue, database, backups, backfills] = [
    await findingRows(ctx.db),
    await jobFigures(ctx.db, now),
    await databaseVersion(ctx.db),
    await recentRuns(ctx, RUNS_SHOWN),
    await backfillProgress(ctx.db),
  ]
  const [first] = findings
  const stopped = await workersStoppedSince(ctx.db, now)
  const shown = stopped ? [{ ...stoppedFinding(stopped), since: stopped }, ...findings] : findings
  return {
    process: {
      version,
      commit: commit() ?? null,
      node: process.versions.node,
      host: hostname(),
      startedAt: shanghaiTime(new Date(Date.now() - process.uptime() * 1000)),
      memoryBytes: process.memoryUsage.rss(),
    },
    database: { engine: ctx.config.DATABASE_URL ? ('postgres' as const) : ('embedded' as const), ...database },
    look: first ? { at: shanghaiTime(first.lookedAt), host: first.host } : null,
    findings: shown.map(({ level, name, seen, todo, since }) => ({
      level,
      name,
      seen,
      todo,
      since: shanghaiTime(since),
    })),
    openFaults: await openFaults(ctx),
    queue: {
      waiting: queue.waiting,
      scheduled: queue.scheduled,
      running: queue.running,
      dead: queue.dead,
      oldestDueSeconds: queue.oldestDueAt ? Math.round((now.getTime() - queue.oldestDueAt.getTime()) / 1000) : null,
    },
    backfills: backfills.map(({ name, state, done, total, startedAt, finishedAt, error }) => ({
      name,
      state,
      done,
      total,
      startedAt: shanghaiTime(startedAt),
      finishedAt: finishedAt && shanghaiTime(finishedAt),
      error: error ?? '',
    })),
    backups: backups.map(({ kind, endedAt, startedAt, ok, fileName, bytes, detail }) => ({
      kind,
      at: shanghaiTime(endedAt),
      seconds: Math.round((endedAt.getTime() - startedAt.getTime()) / 1000),
      ok,
      fileName,
      bytes,
      error: runFault({ detail }),
    })),
    slow: slowestStatements(STATEMENTS_SHOWN).map(({ statement, work, ms, count, at, requestId }) => ({
      statement,
      work,
      ms: Math.round(ms),
      count,
      at: shanghaiTime(new Date(at)),
      requestId: requestId ?? '',
    })),
  }
}
