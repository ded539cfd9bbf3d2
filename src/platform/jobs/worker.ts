import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Ctx, type Services, systemCtx } from '../http/ctx.ts'
import { jobsFinished } from '../http/metrics.ts'
import {
  divideJob,
  endUnknown,
  failJob,
  type FanOut,
  fanOutEvents,
  finishJobs,
  giveBackJobs,
  type JobRow,
  renewLeases,
  takeJobs,
} from './job-rows.ts'
import { currentTracing, inSpan } from '../observe/tracing.ts'
import { working } from '../observe/work.ts'
import { isProgramFault } from '../faults/program-fault.ts'
import { safeErrorText } from '../log/error-text.ts'
import type { DeclaredEvent, DeclaredJob } from './declared.ts'
import { wakeSignal } from './outbox.ts'
import { type Periodic, queueDue } from './periodic.ts'
import { addHours } from '../time.ts'

type Run = (ctx: Ctx, payload: unknown) => Promise<unknown>

export interface Subscriber {
  event: DeclaredEvent
  name: string
  run: Run
  /** Handles many events in one job. */
  runMany?: Run
}

export interface JobHandler {
  job: DeclaredJob
  run: Run
}

/**
 * `on(orderLifecycle.events.approve, 'reserve-credit', handler)`: the name identifies the subscriber in retries and dead letters.
 * `handle` may be called again with the same payload after a crash: it must be idempotent.
 */
export function on<Output>(
  event: DeclaredEvent<unknown, Output>,
  name: string,
  handle: (ctx: Ctx, payload: Output) => Promise<unknown>,
): Subscriber {
  return { event, name, run: (ctx, payload) => handle(ctx, event.parse(payload)) }
}

/**
 * Like `on`, for short work that costs less when it is done for several events at once: events that are due together become one job. When that
 * job fails it becomes one job for each event, so that one bad event does not hold up the others.
 */
export function onMany<Output>(
  event: DeclaredEvent<unknown, Output>,
  name: string,
  handle: (ctx: Ctx, payloads: Output[]) => Promise<unknown>,
): Subscriber {
  return {
    event,
    name,
    run: (ctx, payload) => handle(ctx, [event.parse(payload)]),
    runMany: (ctx, payload) =>
      handle(
        ctx,
        gathered.parse(payload).events.map((each) => event.parse(each)),
      ),
  }
}

/** The payload of a job for several events. */
const gathered = z.object({ events: z.array(z.unknown()) })

/** The handler of a job; it must be idempotent too. */
export function onJob<Output>(
  job: DeclaredJob<unknown, Output>,
  handle: (ctx: Ctx, payload: Output) => Promise<unknown>,
): JobHandler {
  return { job, run: (ctx, payload) => handle(ctx, job.parse(payload)) }
}

export interface JobRegistry {
  subscribers: Subscriber[]
  handlers: JobHandler[]
  /** Names of events that nobody need subscribe to. Other events without a subscriber are left to a worker of a newer version. */
  events?: readonly string[]
  /** The worker queues it when it is due. */
  periodic?: Periodic[]
}

const LEASE_SECONDS = 45
const RENEW_EVERY_MS = 15_000
const LOOK_FOR_PERIODIC_EVERY_MS = 60_000
const MOST_ATTEMPTS = 8
/** An event costs only a row, so many are taken at once. */
const EVENTS_AT_ONCE = 100
/** An upgrade does not take that long: what nobody knew until then nobody will know. */
const UNKNOWN_HOURS = 24
/** Jobs held per job that may run at once: finished jobs wait so that one statement marks a group of them. */
const MOST_HELD_PER_PLACE = 4

/** Delays between attempts: 5 s, 10 s, 20 s … up to one hour. */
function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** (attempts - 1), 3_600_000))
}

/**
 * Takes up to `atOnce` jobs and runs them at the same time, or one after the other with `inTurn`. A taken job belongs to it until the lease
 * expires; `renew` extends the lease.
 */
export function jobRunner(services: Services, registry: JobRegistry, atOnce: number, { inTurn = false } = {}) {
  const system = systemCtx(services)
  const runs = handlersByName(registry)
  const names = [...runs.keys()]
  const fan = { subscribers: fanOuts(registry), names: knownEvents(registry), most: EVENTS_AT_ONCE }
  /** Jobs that were taken and are not yet marked as ended. */
  const running = new Map<JobRow, Promise<void>>()
  /** Running handlers. A job whose handler has ended does not block the next job while its end is written. */
  let busy = 0
  let freed = () => {}
  const startWork = inTurn ? oneAfterTheOther() : (work: () => Promise<void>) => work()
  const room = () => Math.min(atOnce - busy, atOnce * MOST_HELD_PER_PLACE - running.size)
  const leaseUntil = () => new Date(services.clock.now().getTime() + LEASE_SECONDS * 1000)
  const finish = inGroups<JobRow>((rows) => finishJobs(services.db, rows, services.clock.now()))

  async function run(row: JobRow): Promise<void> {
    const ctx = { ...system, log: services.log.child({ jobId: row.id }) }
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
    const span = spanOfJob(row, services.clock.now())
    const work = () => (span ? inSpan(span, () => run(row)) : run(row))
    const done = startWork(() => working({ kind: 'job', name: row.name }, work))
      // Without a database the result cannot be stored; the job runs again when its lease has expired.
      .catch((error) => services.log.error({ err: error, jobId: row.id }, 'the outcome of a job could not be noted'))
      .then(() => {
        running.delete(row)
        freed()
      })
    running.set(row, done)
  }

  return {
    /** Makes jobs of due events and starts due jobs up to the limit; returns the number of rows it handled. */
    async takeMore(): Promise<number> {
      const now = services.clock.now()
      const most = room()
      const looks = [
        fanOutEvents(services.db, { ...fan, now }),
        most <= 0
          ? []
          : takeJobs(services.db, { holder: randomUUID(), names, most, now, leaseUntil: leaseUntil() }).then((rows) => {
              for (const row of rows) start(row)
              return rows
            }),
      ]
      // Wait for both even when one fails, because the other one may have taken jobs.
      await Promise.allSettled(looks)
      return (await Promise.all(looks)).flat().length
    },
    hasRoom: () => room() > 0,
    /** Resolves when another job may start. */
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

/** What a worker runs, by the name of the job. */
export function handlersByName(registry: JobRegistry): Map<string, Run> {
  return new Map([
    ...registry.handlers.map((handler) => [handler.job.name, handler.run] as const),
    ...(registry.periodic ?? []).map(({ name, run }) => [name, run] as const),
    ...registry.subscribers.map((subscriber) => [subscriberJob(subscriber), subscriber.run] as const),
    ...registry.subscribers.flatMap((each) => (each.runMany ? [[gatheredJob(each), each.runMany] as const] : [])),
  ])
}

/** Ends what no version knows any more; a worker does it every minute. */
export async function endUnknownJobs(services: Services, registry: JobRegistry): Promise<void> {
  const now = services.clock.now()
  const known = { jobs: [...handlersByName(registry).keys()], events: knownEvents(registry) }
  const ended = await endUnknown(services.db, known, addHours(now, -UNKNOWN_HOURS), now)
  if (ended > 0) services.log.error({ ended }, 'jobs whose names no running version knows were ended')
}

export function knownEvents({ subscribers, events = [] }: JobRegistry): string[] {
  return [...new Set([...subscribers.map(({ event }) => event.name), ...events])]
}

function fanOuts({ subscribers }: JobRegistry): FanOut[] {
  return subscribers.map((subscriber) => ({
    event: subscriber.event.name,
    job: subscriberJob(subscriber),
    gathered: subscriber.runMany ? gatheredJob(subscriber) : null,
  }))
}

function subscriberJob(subscriber: Subscriber): string {
  return `${subscriber.event.name}>${subscriber.name}`
}

/** Another name than the job of one event, because workers of 0.3.0 do not know the payload. */
function gatheredJob(subscriber: Subscriber): string {
  return `${subscriber.event.name}>>${subscriber.name}`
}

const SAME_TRACE_MINUTES = 10

/** A job that runs soon is part of the trace that queued it; one of later begins its own and names the other. */
function spanOfJob({ name, id, attempts, traceparent, createdAt }: JobRow, now: Date) {
  const soon = now.getTime() - createdAt.getTime() < SAME_TRACE_MINUTES * 60_000
  const queuedIn = traceparent ?? undefined
  return currentTracing()?.begin(`job ${name}`, {
    kind: 'CONSUMER',
    parent: soon ? queuedIn : undefined,
    linkTo: soon ? undefined : queuedIn,
    sampled: queuedIn === undefined ? undefined : true,
    attributes: { 'mingxi.job_id': id, 'mingxi.attempt': attempts },
  })
}

/** Each work begins when the one before has ended, however it ended. */
function oneAfterTheOther(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** Collects what arrives while a statement runs, and writes it with the next statement. */
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
  // Not the message as it is: databases and providers quote values in theirs.
  const text = safeErrorText(error)
  currentTracing()?.active()?.fail(error)
  if (row.name.includes('>>')) {
    ctx.log.warn({ err: error }, 'a job for several events failed; each becomes a job of its own')
    return divideJob(ctx.db, row, row.name.replace('>>', '>'), ctx.clock.now())
  }
  const state = row.attempts >= MOST_ATTEMPTS ? 'dead' : 'waiting'
  ctx.log.error({ err: error, attempts: row.attempts, state }, 'job failed')
  // What another try may mend is no fault until the last one.
  if (state === 'dead' || isProgramFault(error)) ctx.faults.note(error, 'job failed')
  const failure = { state, retryAt: retryAt(ctx.clock.now(), row.attempts), error: text.slice(0, 2000) } as const
  if (await failJob(ctx.db, row, failure)) jobsFinished.labels(state === 'dead' ? 'dead' : 'failed').inc()
}

/** Runs one due job, or makes jobs of due events. A job whose worker died is taken again when its lease of 45 s has expired. */
export async function runOneJob(services: Services, registry: JobRegistry): Promise<boolean> {
  return (await takenAndEnded(jobRunner(services, registry, 1))) > 0
}

/** Also a look that fails may have started a job, which must not go on behind the caller's back. */
async function takenAndEnded(runner: ReturnType<typeof jobRunner>): Promise<number> {
  try {
    return await runner.takeMore()
  } finally {
    await runner.allEnded()
  }
}

/** On the embedded database looking for jobs takes longer than most jobs. */
const DRAINED_AT_ONCE = 20

/** Runs everything that is due, one job after the other, including events that follow; for tests and the seed. Answers how many rows it handled. */
export async function drainJobs(services: Services, registry: JobRegistry): Promise<number> {
  const runner = jobRunner(services, registry, DRAINED_AT_ONCE, { inTurn: true })
  let count = 0
  for (;;) {
    const taken = await takenAndEnded(runner)
    if (taken === 0) return count
    count += taken
    if (count > 20_000) throw new Error('jobs keep producing jobs')
  }
}

export interface Worker {
  /** Takes no more jobs, waits for running ones, and returns those to the queue that do not end in time. */
  stop: (withinMs?: number) => Promise<void>
}

/** The worker: polls every second and when woken, runs jobs, renews leases and queues periodic work. */
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
    every(LOOK_FOR_PERIODIC_EVERY_MS, () => endUnknownJobs(services, registry), services),
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
      // A poll that had already begun may have taken jobs.
      await look
      await runner.giveBack()
    },
  }
}

/** A pause that a signal can end early. */
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
