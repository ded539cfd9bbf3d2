import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BROWSER_SPANS_PATH, MOST_SPANS } from '../contract/browser-span.ts'
import type { Services } from './ctx.ts'
import { currentTracing, TRACEPARENT } from '../observe/tracing.ts'
import { addressShape } from '../observe/work.ts'

const ms = z.number().int().min(0).max(600_000)
const spans = z
  .array(
    z.strictObject({
      traceparent: z.string().regex(TRACEPARENT),
      call: z.string().regex(/^[a-zA-Z\d/]{1,60}$/),
      status: z.number().int().min(0).max(599),
      agoMs: ms,
      ms,
      page: z.string().max(2000),
      navigation: z.enum(['navigate', 'reload', 'back_forward', 'prerender', 'unknown']),
      pageMs: ms,
    }),
  )
  .max(MOST_SPANS)

const MOST_BYTES = 16_384
/** What this process takes from all browsers together, so that nobody can fill the collector. */
const PER_SECOND = 50

/** Takes the spans of browsers on the same origin, which the security policy of pages allows, and passes them on to the collector. */
export function addBrowserSpans(server: FastifyInstance, { clock }: Pick<Services, 'clock'>): void {
  let second = 0
  let taken = 0
  server.post(BROWSER_SPANS_PATH, { bodyLimit: MOST_BYTES }, async (request, reply) => {
    reply.code(204)
    const tracing = currentTracing()
    const sent = spans.safeParse(request.body)
    if (tracing === undefined || !sent.success) return null
    const at = clock.now().getTime()
    if (Math.floor(at / 1000) !== second) {
      second = Math.floor(at / 1000)
      taken = 0
    }
    for (const { traceparent, call, status, agoMs, ms, page, navigation, pageMs } of sent.data) {
      taken += 1
      if (taken > PER_SECOND) return null
      const attributes = {
        'http.response.status_code': status,
        'mingxi.page': addressShape(page),
        'mingxi.navigation': navigation,
        'mingxi.page_ms': pageMs,
      }
      tracing.record({ traceparent, name: `browser ${call}`, startedAt: at - agoMs, ms, attributes })
    }
    return null
  })
}
