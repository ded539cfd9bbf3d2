import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from './ctx.ts'
import { sql } from '../db/sql.ts'

const registry = new Registry()
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
const jobsWaiting = new Gauge({
  name: 'mingxi_jobs',
  help: 'Jobs by state',
  labelNames: ['state'],
  registers: [registry],
})

let collecting = false

export function observeCall(name: string, status: number, startedNs: bigint): void {
  seconds.labels(name, String(status)).observe(Number(process.hrtime.bigint() - startedNs) / 1e9)
}

/** The text of /metrics. */
export async function metricsText(services: Services): Promise<string> {
  if (!collecting) collectDefaultMetrics({ register: registry })
  collecting = true
  const states = await services.db.rows<{ state: string; count: number }>(
    sql`select state, count(*) as count from jobs group by state`,
  )
  for (const state of ['waiting', 'running', 'done', 'dead'])
    jobsWaiting.labels(state).set(states.find((row) => row.state === state)?.count ?? 0)
  return registry.metrics()
}
