import { Counter, Histogram, type Registry } from 'prom-client'
import { currentWork } from './work.ts'

export interface SlowStatement {
  /** Of the store function that ran it. */
  statement: string
  /** The call, page or job in which it ran. */
  work: string
  ms: number
  at: number
  requestId: string | undefined
  /** Without values. */
  text: string
}

let limitMs = 200
let report: (slow: SlowStatement) => void = () => {}
let seen: SlowStatement[] = []
const HOUR_MS = 3_600_000
const MOST_SEEN = 500

/** The settings of this process: from how many milliseconds a statement is slow, and who is told. */
export function watchStatements(settings: { limitMs: number; report: (slow: SlowStatement) => void }): void {
  limitMs = settings.limitMs
  report = settings.report
}

export function slowLimit(): number {
  return limitMs
}

/** The time includes waiting for a connection and for locks. */
export function noteSlow({ statement, text, ms }: { statement: string; text: string; ms: number }): void {
  const work = currentWork()
  const slow: SlowStatement = {
    statement,
    work: work ? `${work.kind} ${work.name}` : 'process',
    ms: Math.round(ms * 10) / 10,
    at: Date.now(),
    requestId: work?.requestId,
    text: text.replace(/\s+/g, ' ').trim().slice(0, 500),
  }
  seen.push(slow)
  if (seen.length > MOST_SEEN) seen = fresh(slow.at).slice(-MOST_SEEN / 2)
  observe(slow)
  report(slow)
}

/** The slowest statements of the last hour in this process, each with its count and its slowest run. */
export function slowestStatements(most = 20, now = Date.now()): (SlowStatement & { count: number })[] {
  const groups = new Map<string, SlowStatement & { count: number }>()
  for (const slow of fresh(now)) {
    const key = `${slow.work} ${slow.statement}`
    const before = groups.get(key)
    const slower = before === undefined || slow.ms > before.ms ? slow : before
    groups.set(key, { ...slower, count: (before?.count ?? 0) + 1 })
  }
  return [...groups.values()].toSorted((one, other) => other.ms - one.ms).slice(0, most)
}

function fresh(now: number): SlowStatement[] {
  return seen.filter(({ at }) => now - at < HOUR_MS)
}

const seconds = new Histogram({
  name: 'mingxi_slow_statement_seconds',
  help: 'Time of statements above SLOW_STATEMENT_MS, by call, page or job and by statement',
  labelNames: ['work', 'statement'],
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers: [],
})
const unnamed = new Counter({
  name: 'mingxi_slow_statements_unnamed_total',
  help: 'Slow statements that were not named, because there are too many different ones',
  registers: [],
})

export function registerSlowStatements(registry: Registry): void {
  registry.registerMetric(seconds)
  registry.registerMetric(unnamed)
}

/** Each pair of labels is a series that the collector keeps, so there are not more than these. */
const MOST_SERIES = 300
const series = new Set<string>()

function observe({ work, statement, ms }: SlowStatement): void {
  const key = `${work} ${statement}`
  if (!series.has(key) && series.size >= MOST_SERIES) return unnamed.inc()
  series.add(key)
  seconds.labels(work, statement).observe(ms / 1000)
}
