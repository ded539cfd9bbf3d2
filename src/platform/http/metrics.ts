import { getHeapStatistics } from 'node:v8'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from './ctx.ts'
import { registerFaults } from '../faults/fault-book.ts'
import { registerSlowStatements } from '../observe/slow-statements.ts'
import { commit, version } from '../version.ts'
import { connectionFigures } from '../db/postgres/limits.ts'
import { jobFigures } from '../jobs/job-rows.ts'

/** Slices may register figures of their own. */
export const registry = new Registry()
const seconds = new Histogram({
  name: 'mingxi_call_seconds',
  help: 'Time a call took',
  labelNames: ['call', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
export const pagesRendered = new Counter({
  name: 'mingxi_pages_rendered_total',
  help: 'Pages rendered, not answered from the cache',
  registers: [registry],
})
export const pagesFromCache = new Counter({
  name: 'mingxi_pages_cached_total',
  help: 'Pages answered from the cache',
  registers: [registry],
})
export const jobsFinished = new Counter({
  name: 'mingxi_jobs_finished_total',
  help: 'Tries of jobs by outcome: done, failed and to be tried again, dead',
  labelNames: ['outcome'],
  registers: [registry],
})
/** Only unfinished jobs: there are too many finished ones to count on every scrape, so the counter above covers those. */
const jobsNow = new Gauge({
  name: 'mingxi_jobs',
  help: 'Jobs by state; waiting ones are due, scheduled ones are not yet',
  labelNames: ['state'],
  registers: [registry],
})
const oldestJob = new Gauge({
  name: 'mingxi_jobs_oldest_due_seconds',
  help: 'How long the oldest due job has been waiting',
  registers: [registry],
})

registerSlowStatements(registry)
registerFaults(registry)
/** Always 1: a board joins it to other figures, to see which version they come from. */
const buildInfo = new Gauge({
  name: 'mingxi_build_info',
  help: 'Version, commit and Node of this process',
  labelNames: ['version', 'commit', 'node'],
  registers: [registry],
})
const replicaLag = new Gauge({
  name: 'mingxi_replica_lag_seconds',
  help: 'How far a read replica is behind the primary',
  labelNames: ['replica'],
  registers: [registry],
})
const replicaUsed = new Gauge({
  name: 'mingxi_replica_used',
  help: '1 while a read replica answers reads, 0 while it is left out',
  labelNames: ['replica'],
  registers: [registry],
})
/** Waits of this process for the database that were ended, and connections that could not be had. */
new Counter({
  name: 'mingxi_database_silent_total',
  help: 'Connections closed because the database did not answer on them',
  registers: [registry],
  collect() {
    this.reset()
    this.inc(connectionFigures.silent)
  },
})
new Counter({
  name: 'mingxi_database_refused_total',
  help: 'Times no connection to the database could be had',
  registers: [registry],
  collect() {
    this.reset()
    this.inc(connectionFigures.refused)
  },
})

let collecting = false

export function observeCall(name: string, status: number, startedNs: bigint): void {
  seconds.labels(name, String(status)).observe(Number(process.hrtime.bigint() - startedNs) / 1e9)
}

const databaseUp = new Gauge({
  name: 'mingxi_database_up',
  help: '1 when the database answered the questions of this scrape, otherwise 0',
  registers: [registry],
})
const heapLimit = new Gauge({
  name: 'mingxi_heap_limit_bytes',
  help: 'Memory for objects of JavaScript at most',
  registers: [registry],
})

/** Sets figures that stand in tables of a slice. */
export type ReadFigures = (services: Services) => Promise<void>

/** The text of /metrics. While the database does not answer, it has the figures of the process. */
export async function metricsText(services: Services, readFigures: ReadFigures = async () => {}): Promise<string> {
  if (!collecting) {
    collectDefaultMetrics({ register: registry })
    buildInfo.labels(version, commit() ?? '', process.versions.node).set(1)
    heapLimit.set(getHeapStatistics().heap_size_limit)
  }
  collecting = true
  try {
    await readJobFigures(services)
    await readFigures(services)
    databaseUp.set(1)
  } catch (error) {
    databaseUp.set(0)
    services.log.warn({ err: error }, 'figures of the database could not be read')
  }
  for (const { name, state, lagSeconds } of services.replicas?.states() ?? []) {
    replicaLag.labels(name).set(lagSeconds)
    replicaUsed.labels(name).set(state === 'used' ? 1 : 0)
  }
  return registry.metrics()
}

async function readJobFigures({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  const { oldestDueAt, ...counts } = await jobFigures(db, now)
  for (const [state, count] of Object.entries(counts)) jobsNow.labels(state).set(count)
  oldestJob.set(oldestDueAt ? (now.getTime() - oldestDueAt.getTime()) / 1000 : 0)
}
