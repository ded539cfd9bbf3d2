import { addHours } from '../time.ts'
import { json, sql } from '../db/sql.ts'
import { type Ctx, inTx, type Services, systemCtx } from '../http/ctx.ts'
import { wakeSignal } from './outbox.ts'

/** `run` may be called again with the same payload after a crash: it must be idempotent. */
export interface Subscriber {
  event: string
  name: string
  run: (ctx: Ctx, payload: Record<string, unknown>) => Promise<void>
}

export interface JobHandler {
  job: string
  run: (ctx: Ctx, payload: Record<string, unknown>) => Promise<void>
}

/** `on('order.approve', 'reserve-credit', handler)`: the name says which subscriber, for retries and the dead-letter page. */
export function on(event: string, name: string, run: Subscriber['run']): Subscriber {
  return { event, name, run }
}

export function job(name: string, run: JobHandler['run']): JobHandler {
  return { job: name, run }
}

export interface JobRegistry {
  subscribers: Subscriber[]
  handlers: JobHandler[]
}

interface JobRow {
  id: number
  kind: 'event' | 'job'
  name: string
  payload: Record<string, unknown>
  attempts: number
}

const LEASE_SECONDS = 45
const MOST_ATTEMPTS = 8

/** Retries after 5 s, 10 s, 20 s … at most an hour apart. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** (attempts - 1), 3_600_000))
}

/** Runs one due job if there is one. A job whose worker died is taken again when its lease of 45 s has run out. */
export async function runOneJob(services: Services, registry: JobRegistry): Promise<boolean> {
  const now = services.clock.now()
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const taken = await services.db.row<JobRow>(sql`
    update jobs set state = 'running', lease_until = ${lease}, attempts = attempts + 1
    where id = (
      select id from jobs
      where (state = 'waiting' and run_at <= ${now}) or (state = 'running' and lease_until <= ${now})
      order by run_at, id limit 1 for update skip locked)
    returning id, kind, name, payload, attempts`)
  if (!taken) return false
  const ctx = systemCtx({ ...services, log: services.log.child({ job: taken.name, jobId: taken.id }) })
  try {
    if (taken.kind === 'event') await fanOut(ctx, registry, taken)
    else await runHandler(ctx, registry, taken)
  } catch (error) {
    await recordFailure(ctx, taken, error)
  }
  return true
}

/** One job per subscriber, so that one that fails is retried alone. */
async function fanOut(ctx: Ctx, registry: JobRegistry, row: JobRow): Promise<void> {
  await inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    for (const subscriber of registry.subscribers) {
      if (subscriber.event !== row.name) continue
      await inner.db.run(sql`
        insert into jobs (kind, name, payload, run_at, created_at)
        values ('job', ${subscriberJob(subscriber)}, ${json(row.payload)}::jsonb, ${now}, ${now})`)
    }
    await finish(inner, row.id)
  })
}

async function runHandler(ctx: Ctx, registry: JobRegistry, row: JobRow): Promise<void> {
  const run =
    registry.handlers.find((handler) => handler.job === row.name)?.run ??
    registry.subscribers.find((subscriber) => subscriberJob(subscriber) === row.name)?.run
  if (!run) throw new Error(`no handler for job ${row.name}`)
  await run(ctx, row.payload)
  await finish(ctx, row.id)
}

function subscriberJob(subscriber: Subscriber): string {
  return `${subscriber.event}>${subscriber.name}`
}

async function finish(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.run(
    sql`update jobs set state = 'done', done_at = ${ctx.clock.now()}, lease_until = null, last_error = null where id = ${id}`,
  )
}

async function recordFailure(ctx: Ctx, row: JobRow, error: unknown): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const state = row.attempts >= MOST_ATTEMPTS ? 'dead' : 'waiting'
  ctx.log.error({ err: error, attempts: row.attempts, state }, 'job failed')
  await ctx.db.run(sql`
    update jobs set state = ${state}, run_at = ${retryAt(ctx.clock.now(), row.attempts)}, lease_until = null, dedupe_key = null, last_error = ${text.slice(0, 2000)}
    where id = ${row.id}`)
}

/** Runs everything that is due, events that follow included; for tests and the seed. */
export async function drainJobs(services: Services, registry: JobRegistry): Promise<number> {
  let count = 0
  while (await runOneJob(services, registry)) {
    count += 1
    if (count > 10_000) throw new Error('jobs keep producing jobs')
  }
  return count
}

/** Finished jobs are kept a week, for the console. */
export async function sweepJobs(services: Services): Promise<void> {
  await services.db.run(
    sql`delete from jobs where state = 'done' and done_at < ${addHours(services.clock.now(), -168)}`,
  )
}

/** The worker loop: runs jobs as they come, looks by itself every second, ends when told and the job at hand is done. */
export function startWorker(services: Services, registry: JobRegistry, idleMs = 1000): { stop: () => Promise<void> } {
  let stopping = false
  let wake = () => {}
  const onWake = () => wake()
  wakeSignal.addEventListener('wake', onWake)
  const loop = (async () => {
    while (!stopping) {
      const worked = await runOneJob(services, registry).catch((error) => {
        services.log.error({ err: error }, 'worker could not take a job')
        return false
      })
      if (worked || stopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    stop: async () => {
      stopping = true
      wakeSignal.removeEventListener('wake', onWake)
      wake()
      await loop
    },
  }
}
