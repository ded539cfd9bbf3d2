/** What was being done: a call, a page, a job, another request, something in a browser, or the process itself. */
export type FaultKind = 'call' | 'page' | 'job' | 'request' | 'browser' | 'process'

/** Something unexpected that happened. Nothing in it is personal: it has what may stand in the log. */
export interface Fault {
  /** The same for faults that are one. */
  fingerprint: string
  kind: FaultKind
  /** The call, page or job; for the process, the words of the log line. */
  place: string
  type: string
  code: string
  message: string
  stack: string
  release: string
}

/** One occurrence, so that the number on a customer's screen leads to the fault. */
export interface FaultSample {
  requestId: string | null
  traceId: string | null
  release: string
  host: string
  seenAt: Date
}

/** A fault with its occurrences since it was last written to the database. */
export interface NotedFault extends Fault {
  times: number
  firstSeenAt: Date
  lastSeenAt: Date
  /** The latest ones. */
  samples: FaultSample[]
}
