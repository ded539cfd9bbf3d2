import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.ts'
import { version } from '../version.ts'
import { type OpenSpan, TRACEPARENT, type Tracing } from './tracing.ts'

type Settings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Lets one span have ids that somebody else made: the browser. */
class Ids extends RandomIdGenerator {
  next: { trace: string; span: string } | undefined
  override generateTraceId = () => this.next?.trace ?? super.generateTraceId()
  override generateSpanId = () => this.next?.span ?? super.generateSpanId()
}

/**
 * Sends spans to a collector by OTLP/HTTP. Whether a trace is kept is decided once, where it begins in this process: what is not kept has no
 * span at all, so it costs nothing further. The flag in a browser's header is not believed, because anybody could have everything kept.
 */
export function startTracing(settings: Settings): Tracing {
  const ids = new Ids()
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.name': settings.OTEL_SERVICE_NAME,
      'service.version': version,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpointOf(settings) }), maxQueueSize: 8192 }),
    ],
  })
  const tracer = provider.getTracer('mingxi', version)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const share = shareOf(settings)
  return {
    begin(name, { parent, sampled = Math.random() < share, kind = 'SERVER', startedAt, linkTo, ...options } = {}) {
      if (!sampled) return undefined
      const links = linkTo === undefined ? [] : [{ context: contextOf(linkTo) }]
      const from = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent))
      return opened(
        tracer.startSpan(name, { ...options, links, kind: SpanKind[kind], startTime: startedAt }, from),
        from,
      )
    },
    child(name, { kind = 'INTERNAL', startedAt, attributes } = {}) {
      const from = context.active()
      if (trace.getSpan(from) === undefined) return undefined
      return opened(tracer.startSpan(name, { attributes, kind: SpanKind[kind], startTime: startedAt }, from), from)
    },
    active() {
      const from = context.active()
      const span = trace.getSpan(from)
      return span && opened(span, from)
    },
    record({ traceparent, name, startedAt, ms, attributes }) {
      const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent) ?? []
      ids.next = { trace: traceId, span: spanId }
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: startedAt, attributes, root: true })
      ids.next = undefined
      span.end(startedAt + ms)
    },
    async stop() {
      await provider.shutdown()
      context.disable()
    },
  }
}

function endpointOf(settings: Settings): string {
  const own = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return own ?? `${settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')}/v1/traces`
}

/** The samplers of the specification. With and without `parentbased` mean the same here: a trace that was begun by us is kept whole. */
function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Settings): number {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('traceidratio') ? share : 1
}

function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent) ?? []
  return { traceId, spanId, traceFlags: 1, isRemote: true }
}

function opened(span: Span, from: Context): OpenSpan {
  const { traceId, spanId } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    set: (attributes) => void span.setAttributes(attributes),
    event: (name, attributes) => void span.addEvent(name, attributes),
    run: (work) => context.with(trace.setSpan(from, span), work),
    fail(error) {
      const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
      span.setAttribute('error.type', String(code ?? name ?? typeof error).slice(0, 60))
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}
