import type { FastifyInstance } from 'fastify'
import type { Services } from '../../platform/http/ctx.ts'
import { header } from '../../platform/http/read-request.ts'
import { readFeed } from './actions.ts'
import { FEED_PATH } from './rules.ts'

/** GET /calendar.ics?key=…: the bookings of a person for calendar programs. A wrong key answers 404 and says nothing more. */
export function addCalendarFeeds(server: FastifyInstance, services: Services): void {
  server.get<{ Querystring: { key?: string | string[] } }>(FEED_PATH, async (request, reply) => {
    const { key } = request.query
    const feed = typeof key === 'string' ? await readFeed(services, key) : undefined
    reply.headers({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    if (!feed) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个日历，或订阅已停用\n')
    reply.header('etag', feed.etag)
    if (header(request, 'if-none-match') === feed.etag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed.text)
  })
}
