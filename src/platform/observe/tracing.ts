import type { Attributes, SpanKind } from '@opentelemetry/api'

/** A span that has started. */
export interface OpenSpan {
  /** `00-trace-span-01`, as the header of W3C Trace Context and the column of a job have it. */
  traceparent: string
  set: (attributes: Attributes) => void
  event: (name: string, attributes?: Attributes) => void
  /** Runs `work` within the span, so that later spans are its children. */
  run: <T>(work: () => T) => T
  fail: (error: unknown) => void
  end: () => void
}

export interface SpanOptions {
  kind?: keyof typeof SpanKind
  attributes?: Attributes
  /** Milliseconds since 1970, when it has begun before now. */
  startedAt?: number
  /** A traceparent that this span follows from without being a part of its trace. */
  linkTo?: string | undefined
}

/** The part that knows OpenTelemetry. It is loaded only when an endpoint is configured; see `start-tracing.ts`. */
export interface Tracing {
  /** Begins a trace, or goes on with one whose traceparent is given. Undefined when this one is not sampled. */
  begin: (
    name: string,
    options?: SpanOptions & { parent?: string | undefined; sampled?: boolean | undefined },
  ) => OpenSpan | undefined
  /** A child of the span that is open here; undefined outside of a sampled trace. */
  child: (name: string, options?: SpanOptions) => OpenSpan | undefined
  /** The span that is open here. */
  active: () => OpenSpan | undefined
  /** A span of the browser, which has its ids already. */
  record: (span: { traceparent: string; name: string; startedAt: number; ms: number; attributes: Attributes }) => void
  stop: () => Promise<void>
}

let tracing: Tracing | undefined

export function useTracing(started: Tracing | undefined): void {
  tracing = started
}

/** Undefined when tracing is off, which costs this one comparison. */
export function currentTracing(): Tracing | undefined {
  return tracing
}

/** Runs `work` in a span of its own. Without tracing, or outside of a sampled trace, it only runs. */
export function spanned<T>(
  name: string,
  attributes: Attributes,
  work: (span: OpenSpan | undefined) => Promise<T>,
  kind: SpanOptions['kind'] = 'INTERNAL',
): Promise<T> {
  const span = tracing?.child(name, { attributes, kind })
  return span === undefined ? work(undefined) : inSpan(span, work)
}

/** Runs `work` in a span that was begun, and ends it. */
export function inSpan<T>(span: OpenSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return span.run(async () => {
    try {
      return await work(span)
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** For a row that a later span continues from; null outside of a sampled trace. */
export function traceparentHere(): string | null {
  return tracing?.active()?.traceparent ?? null
}

/** Adds to the span that is open here. */
export function annotate(attributes: Attributes): void {
  tracing?.active()?.set(attributes)
}

export const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
