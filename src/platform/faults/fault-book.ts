import { hostname } from 'node:os'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Fault, FaultSample, NotedFault } from '../contract/noted-fault.ts'
import { errorFacts } from '../log/error-facts.ts'
import { currentTracing } from '../observe/tracing.ts'
import { currentWork } from '../observe/work.ts'
import { releaseName } from '../version.ts'
import { serverFault } from './fault.ts'

const MOST_FAULTS = 200
const MOST_SAMPLES = 20
const PER_SECOND = 200
/** Anybody can send reports of a browser, so they get only so many new rows. */
const NEW_OF_BROWSERS_PER_HOUR = 50
const HOUR_MS = 3_600_000

const noted = new Counter({
  name: 'mingxi_faults_total',
  help: 'Unexpected errors by what was being done: call, page, job, request, browser, process',
  labelNames: ['kind'],
  registers: [],
})
const dropped = new Counter({
  name: 'mingxi_faults_dropped_total',
  help: 'Unexpected errors that were only counted, because there were too many or the database was away',
  registers: [],
})

export function registerFaults(registry: Registry): void {
  registry.registerMetric(noted)
  registry.registerMetric(dropped)
}

/**
 * Unexpected errors of this process that are not in the database yet. Noting one only changes memory, whose size is bounded: a request never
 * waits for it, and while the database is away, which may be the fault, the notes wait.
 */
export class FaultBook {
  readonly #clock: Clock
  #waiting = new Map<string, NotedFault>()
  #second = 0
  #thisSecond = 0
  #hour = 0
  #newOfBrowsers = new Set<string>()
  #dropped = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes an error of what the process is doing here. `said`: the words of the log line about it. */
  note(error: unknown, said: string, requestId?: string): void {
    if (!this.#hasRoomThisSecond()) return this.#drop()
    const work = currentWork()
    const release = releaseName()
    const fault = serverFault(errorFacts(error), { work, said, release })
    const traceId = currentTracing()?.active()?.traceparent.split('-')[1] ?? null
    this.#keep(fault, { requestId: requestId ?? work?.requestId ?? null, traceId, release })
  }

  /** Notes what a browser reported. `requestId`: the number that the visitor sees. */
  noteReported(fault: Fault, requestId: string): void {
    if (!this.#hasRoomThisSecond() || !this.#mayBeNew(fault.fingerprint)) return this.#drop()
    this.#keep(fault, { requestId, traceId: null, release: fault.release })
  }

  /** Takes out what waits, to write it. After a failure it is put back. */
  take(): { faults: NotedFault[]; dropped: number } {
    const taken = { faults: [...this.#waiting.values()], dropped: this.#dropped }
    this.#waiting = new Map()
    this.#dropped = 0
    return taken
  }

  putBack({ faults, dropped }: { faults: readonly NotedFault[]; dropped: number }): void {
    const newer = this.#waiting
    this.#waiting = new Map(faults.map((fault) => [fault.fingerprint, fault]))
    this.#dropped += dropped
    for (const fault of newer.values()) this.#add(fault)
  }

  #keep(fault: Fault, sample: Omit<FaultSample, 'host' | 'seenAt'>): void {
    const now = this.#clock.now()
    noted.labels(fault.kind).inc()
    const samples = [{ ...sample, host: hostname(), seenAt: now }]
    this.#add({ ...fault, times: 1, firstSeenAt: now, lastSeenAt: now, samples })
  }

  #add(fault: NotedFault): void {
    const before = this.#waiting.get(fault.fingerprint)
    if (before === undefined) {
      if (this.#waiting.size >= MOST_FAULTS) return this.#drop(fault.times)
      this.#waiting.set(fault.fingerprint, fault)
      return
    }
    this.#waiting.set(fault.fingerprint, {
      ...fault,
      times: before.times + fault.times,
      firstSeenAt: before.firstSeenAt,
      samples: [...before.samples, ...fault.samples].slice(-MOST_SAMPLES),
    })
  }

  #drop(times = 1): void {
    this.#dropped += times
    dropped.inc(times)
  }

  /** Reading an error takes longer than a flood of them may take. */
  #hasRoomThisSecond(): boolean {
    const second = Math.floor(this.#clock.now().getTime() / 1000)
    if (second !== this.#second) this.#thisSecond = 0
    this.#second = second
    this.#thisSecond += 1
    return this.#thisSecond <= PER_SECOND
  }

  #mayBeNew(fingerprint: string): boolean {
    const hour = Math.floor(this.#clock.now().getTime() / HOUR_MS)
    if (hour !== this.#hour) this.#newOfBrowsers.clear()
    this.#hour = hour
    if (this.#newOfBrowsers.has(fingerprint)) return true
    if (this.#newOfBrowsers.size >= NEW_OF_BROWSERS_PER_HOUR) return false
    this.#newOfBrowsers.add(fingerprint)
    return true
  }
}
