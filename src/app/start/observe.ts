import type { Config } from '../../config.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { watchStatements } from '../../platform/observe/slow-statements.ts'
import { useTracing } from '../../platform/observe/tracing.ts'

/** Switches on what this process tells about itself. Answers how to send what is still waiting, at the end. */
export async function startObserving({ config, log }: Pick<Services, 'config' | 'log'>): Promise<() => Promise<void>> {
  watchStatements({
    limitMs: config.SLOW_STATEMENT_MS,
    report: ({ statement, work, ms, text }) => log.warn({ statement, work, ms, sql: text }, 'slow statement'),
  })
  const collector = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT
  return collector === undefined ? async () => {} : startTraces(config, collector)
}

/** The libraries are loaded only here. */
async function startTraces(config: Config, collector: string): Promise<() => Promise<void>> {
  const { startTracing } = await import('../../platform/observe/start-tracing.ts')
  const { watchOutgoing } = await import('../../platform/observe/outgoing-spans.ts')
  const tracing = startTracing(config)
  useTracing(tracing)
  watchOutgoing(new URL(collector).origin)
  return async () => {
    useTracing(undefined)
    // A collector that does not answer must not hold the stop.
    await Promise.race([tracing.stop().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
  }
}
