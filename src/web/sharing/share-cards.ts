import type { FastifyInstance } from 'fastify'
import { type DrawFigure, shareCard } from '../../shop/site/share-card-actions.ts'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { type Services, systemCtx } from '../../platform/http/ctx.ts'

/** GET /share/{name}: the preview picture of a shared link. The name contains a hash of the content, so it may be cached for a year. */
export function addShareCards(server: FastifyInstance, services: Services, loadDraw: () => Promise<DrawFigure>): void {
  server.get<{ Params: { name: string } }>('/share/:name', async (request, reply) => {
    const card = await shareCard(systemCtx(services), request.params.name, await loadDraw())
    if (!card)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这张图片')
    if (card.kind !== 'card')
      return reply
        .header('cache-control', 'no-store')
        .redirect(card.kind === 'moved' ? `/share/${card.name}` : '/share.png', 302)
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': CLOSED_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/jpeg')
      .send(card.bytes)
  })
}
