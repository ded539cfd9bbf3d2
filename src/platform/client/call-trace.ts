import type { Call } from '../contract/call.ts'

/** Told the header `traceresponse` of the answer, which is there when the server keeps this trace. */
export type Answered = (traceresponse: string | null, status: number) => void

/** Gives a request a trace id of its own. Only when the server keeps the trace, the rest is loaded and the time is sent to it. */
export function traceAttempt(call: Call, headers: Record<string, string>): Answered {
  // 32 random hexadecimal digits name the trace; its only span of a browser is named by half of them.
  const id = crypto.randomUUID().replace(/-/g, '')
  const traceparent = (headers.traceparent = `00-${id}-${id.slice(16)}-00`)
  const startedAt = performance.now()
  return (traceresponse, status) => {
    const endedAt = performance.now()
    if (traceresponse)
      void import('./browser-spans.ts').then(
        (module) => module.noteSpan(traceparent, call.name, status, startedAt, endedAt),
        () => {},
      )
  }
}
