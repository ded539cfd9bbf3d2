import type { Call } from '../contract/call.ts'

/** Told the header `traceresponse` of the answer, which is there when the server keeps this trace. */
export type Answered = (traceresponse: string | null, status: number) => void

/** Gives a request a trace id of its own. Only when the server keeps the trace, the rest is loaded and the time is sent to it. */
export function traceAttempt(call: Call, headers: Record<string, string>): Answered {
  const traceparent = (headers.traceparent = `00-${hex()}-${hex().slice(16)}-00`)
  const startedAt = performance.now()
  return (traceresponse, status) => {
    if (!traceresponse) return
    const span = { traceparent, call: call.name, status, startedAt, ms: performance.now() - startedAt }
    void import('./browser-spans.ts').then(({ noteSpan }) => noteSpan(span)).catch(() => {})
  }
}

/** 32 random hexadecimal digits. */
function hex(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
