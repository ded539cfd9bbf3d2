import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import type { Services } from '../../platform/http/ctx.ts'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { exampleFile, isOnSale } from './actions.ts'

/** GET /files/detail-qr/{rid}.svg: the QR code on a printed page that leads back to the page. Loaded only for printing. */
export function addPageCodes(server: FastifyInstance, services: Services): void {
  server.get<{ Params: { name: string } }>('/files/detail-qr/:name', async (request, reply) => {
    const [, rid] = /^([1-9]\d{0,14})\.svg$/.exec(request.params.name) ?? []
    if (rid === undefined || !(await isOnSale(services, Number(rid))))
      return reply.code(404).header('cache-control', 'no-store').send()
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'content-security-policy': CLOSED_POLICY })
      .type('image/svg+xml')
      .send(renderSVG(`${services.config.siteUrl}/detail/${rid}`, { ecc: 'M', border: 2 }))
  })
}

/** GET /files/example/{rid}-{place}.csv: the numbers of an example as CSV. */
export function addExamples(server: FastifyInstance, services: Services): void {
  server.get<{ Params: { name: string } }>('/files/example/:name', async (request, reply) => {
    const [, rid, place] = /^([1-9]\d{0,14})-(\d)\.csv$/.exec(request.params.name) ?? []
    const file = rid === undefined ? undefined : await exampleFile(services, Number(rid), Number(place))
    if (!file)
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('没有这份示例数据')
    // Editors replace examples, and the file must match the plot, so caches must revalidate each time.
    const etag = `"${createHash('sha256').update(file.text).digest('base64url').slice(0, 22)}"`
    const unchanged = request.headers['if-none-match']?.includes(etag)
    reply.headers({ 'cache-control': 'public, no-cache', etag })
    if (unchanged) return reply.code(304).send()
    return reply
      .headers({
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-security-policy': CLOSED_POLICY,
      })
      .type('text/csv; charset=utf-8')
      .send(file.text)
  })
}
