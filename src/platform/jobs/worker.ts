import { randomUUID } from 'node:crypto'
import { type Ctx, type Services, systemCtx } from '../http/ctx.ts'
import { jobsFinished } from '../http/metrics.ts'
import { failJob, fanOutEvents, finishJobs, giveBackJobs, type JobRow, renewLeases, takeJobs } from './job-rows.ts'
import type { DeclaredEvent, DeclaredJob } from './declared.ts'
import { wakeSignal } from './outbox.ts'
import { type Periodic, queueDue } from './periodic.ts'

type Run = (ctx: Ctx, payload: unknown) => Promise<unknown>

export interface Subscriber {
  event: DeclaredEvent
  name: string
  run: Run
}

export interface JobHandler {
  job: DeclaredJob
  run: Run
}

/**
 * `on(orderLifecycle.events.approve, 'reserve-credit', handler)`: the name says which subscriber, for retries and dead letters.
 * `handle` may be called again with the same payload after a crash: it must be idempotent.
 */
export function on<Output>(
  event: DeclaredEvent<unknown, Output>,
  name: string,
  handle: (ctx: Ctx, payload: Output) => Promise<unknown>,
): Subscriber {
  return { event, name, run: (ctx, payload) => handle(ctx, event.parse(payload)) }
}

/** The one handler of a job; it must be idempotent as well. */
export function onJob<Output>(
  job: DeclaredJob<unknown, Output>,
  handle: (ctx: Ctx, payload: Output) => Promise<unknown>,
): JobHandler {
  return { job, run: (ctx, payload) => handle(ctx, job.parse(payload)) }
}

export interface JobRegistry {
  subscribers: Subscriber[]
  handlers: JobHandler[]
  /** Queued by the worker whenever it is due. */
  periodic?: Periodic[]
}

const LEASE_SECONDS = 45
const RENEW_EVERY_MS = 15_000
const LOOK_FOR_PERIODIC_EVERY_MS = 60_000
const MOST_ATTEMPTS = 8
/** An event costs no more than a row, so many are taken at a time. */
const EVENTS_AT_ONCE = 100
/** Jobs held for each that may run at once: those that have ended wait in a group to be written. */
const MOST_HELD_PER_PLACE = 4

/** Retries after 5 s, 10 s, 20 s … at most an hour apart. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** (attempts - 1), 3_600_000))
}

/** Runs up to `atOnce` jobs side by side. What it has taken is its own until the lease ends, which `renew` puts off. */
export function jobRunner(services: Services, registry: JobRegistry, atOnce: number) {
  const system = systemCtx(services)
  const runs = handlersByName(registry)
  const subscribers = registry.subscribers.map((subscriber) => ({
    event: subscriber.event.name,
    job: subscriberJob(subscriber),
  }))
  /** Everything taken and not yet noted as ended. */
  const running = new Map<JobRow, Promise<void>>()
  /** Handlers at work. A job whose handler has ended keeps nobody from the next while its end is written. */
  let busy = 0
  let freed = () => {}
  const room = () => Math.min(atOnce - busy, atOnce * MOST_HELD_PER_PLACE - running.size)
  const leaseUntil = () => new Date(services.clock.now().getTime() + LEASE_SECONDS * 1000)
  const finish = inGroups<JobRow>((rows) => finishJobs(services.db, rows, services.clock.now()))

  async function run(row: JobRow): Promise<void> {
    const ctx = { ...system, log: services.log.child({ job: row.name, jobId: row.id }) }
    busy += 1
    try {
      const handler = runs.get(row.name)
      if (!handler) throw new Error(`no handler for job ${row.name}`)
      await handler(ctx, row.payload)
    } catch (error) {
      return recordFailure(ctx, row, error)
    } finally {
      busy -= 1
      freed()
    }
    await finish(row)
    jobsFinished.labels('done').inc()
  }

  function start(row: JobRow): void {
    const done = run(row)
      // Without a database nothing can be noted; the job is run again when its lease has ended.
      .catch((error) => services.log.error({ err: error, jobId: row.id }, 'the outcome of a job could not be noted'))
      .then(() => {
        running.delete(row)
        freed()
      })
    running.set(row, done)
  }

  return {
    /** Turns due events into jobs and starts due jobs as far as there is room; answers how many rows there were. */
    async takeMore(): Promise<number> {
      const now = services.clock.now()
      const most = room()
      const looks = [
        fanOutEvents(services.db, subscribers, EVENTS_AT_ONCE, now),
        most <= 0
          ? []
          : takeJobs(services.db, { holder: randomUUID(), most, now, leaseUntil: leaseUntil() }).then((rows) => {
              for (const row of rows) start(row)
              return rows
            }),
      ]
      // Both are waited for even when one fails: what the other has taken is held.
      await Promise.allSettled(looks)
      return (await Promise.all(looks)).flat().length
    },
    hasRoom: () => room() > 0,
    /** When there is more room than now. */
    moreRoom: () => new Promise<void>((resolve) => (freed = resolve)),
    allEnded: () => Promise.all(running.values()),
    async renew(): Promise<void> {
      if (running.size === 0) return
      const held = [...running.keys()]
      const kept = await renewLeases(services.db, held, leaseUntil())
      const lost = [...running.keys()].filter((row) => held.includes(row) && !kept.has(row.id)).map(({ id }) => id)
      if (lost.length > 0) services.log.warn({ jobIds: lost }, 'leases of jobs were lost')
    },
    async giveBack(): Promise<void> {
      if (running.size > 0) await giveBackJobs(services.db, [...running.keys()])
    },
  }
}

function handlersByName(registry: JobRegistry): Map<string, Run> {
  return new Map([
    ...registry.handlers.map((handler) => [handler.job.name, handler.run] as const),
    ...(registry.periodic ?? []).map(({ name, run }) => [name, run] as const),
    ...registry.subscribers.map((subscriber) => [subscriberJob(subscriber), subscriber.run] as const),
  ])
}

function subscriberJob(subscriber: Subscriber): string {
  return `${subscriber.event.name}>${subscriber.name}`
}

/** One statement for all that came while the last one was under way. */
function inGroups<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let gathered: T[] = []
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  return (item) => {
    gathered.push(item)
    next ??= last
      .catch(() => {})
      .then(() => {
        const items = gathered
        gathered = []
        next = undefined
        last = write(items)
        return last
      })
    return next
  }
}

async function recordFailure(ctx: Ctx, row: JobRow, error: unknown): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const state = row.attempts >= MOST_ATTEMPTS ? 'dead' : 'waiting'
  ctx.log.error({ err: error, attempts: row.attempts, state }, 'job failed')
  const failure = { state, retryAt: retryAt(ctx.clock.now(), row.attempts), error: text.slice(0, 2000) } as const
  if (await failJob(ctx.db, row, failure)) jobsFinished.labels(state === 'dead' ? 'dead' : 'failed').inc()
}

/** Runs one due job if there is one, or makes jobs of due events. A job whose worker died is taken again when its lease of 45 s has run out. */
export async function runOneJob(services: Services, registry: JobRegistry): Promise<boolean> {
  const runner = jobRunner(services, registry, 1)
  const taken = await runner.takeMore()
  await runner.allEnded()
  return taken > 0
}

/** Runs everything that is due, one after the other, events that follow included; for tests and the seed. */
export async function drainJobs(services: Services, registry: JobRegistry): Promise<number> {
  let count = 0
  while (await runOneJob(services, registry)) {
    count += 1
    if (count > 10_000) throw new Error('jobs keep producing jobs')
  }
  return count
}

export interface Worker {
  /** Takes nothing more, waits for what is under way, and gives back what does not end in time. */
  stop: (withinMs?: number) => Promise<void>
}

/** The worker: runs jobs as they come, looks by itself every second, and sees to leases and to the work that comes round. */
export function startWorker(
  services: Services,
  registry: JobRegistry,
  { atOnce = 8, idleMs = 1000 }: { atOnce?: number; idleMs?: number } = {},
): Worker {
  const runner = jobRunner(services, registry, atOnce)
  let stopping = false
  let wake = () => {}
  let woken = false
  const onWake = () => {
    woken = true
    wake()
  }
  wakeSignal.addEventListener('wake', onWake)
  const beats = [
    every(RENEW_EVERY_MS, () => runner.renew(), services),
    every(LOOK_FOR_PERIODIC_EVERY_MS, () => queueDue(services, registry.periodic ?? []), services),
  ]
  let look = Promise.resolve(0)
  const loop = (async () => {
    while (!stopping) {
      woken = false
      look = runner.takeMore().catch((error) => {
        services.log.error({ err: error }, 'worker could not take a job')
        return 0
      })
      const taken = await look
      if (stopping) return
      if (!runner.hasRoom()) await runner.moreRoom()
      else if (taken === 0 && !woken) await idle(idleMs, (end) => (wake = end))
    }
  })()
  return {
    stop: async (withinMs = 60_000) => {
      stopping = true
      wakeSignal.removeEventListener('wake', onWake)
      wake()
      let giveUp = () => {}
      const limit = idle(withinMs, (end) => (giveUp = end))
      await Promise.race([loop.then(() => runner.allEnded()), limit])
      giveUp()
      for (const beat of beats) clearInterval(beat)
      // A look that had begun may just have taken something.
      await look
      await runner.giveBack()
    },
  }
}

/** A pause that may be cut short. */
function idle(ms: number, onStart: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    onStart(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function every(ms: number, work: () => Promise<void>, { log }: Services): NodeJS.Timeout {
  const beat = () =>
    void work().catch((error) => log.warn({ err: error }, 'the worker could not renew leases or queue periodic work'))
  beat()
  return setInterval(beat, ms).unref()
}
