import type { FastifyInstance } from 'fastify'
import type { Services } from '../../platform/http/ctx.ts'
import { handle } from '../../platform/http/handler.ts'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { imageList, keepImage, openImage } from './image-actions.ts'
import { contentImageList, contentImageUpload } from './image-contract.ts'

export const routes = [
  handle(contentImageUpload, (ctx, _input, file) => keepImage(ctx, file)),
  handle(contentImageList, (ctx, input) => imageList(ctx, input)),
]

/** GET /img/{name}: pictures of the public pages. The name contains a hash of the content, so the answer may be cached for a year. */
export function addImages(server: FastifyInstance, services: Services): void {
  server.get<{ Params: { name: string } }>('/img/:name', async (request, reply) => {
    const image = await openImage(services, request.params.name)
    if (!image)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这张图片')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': CLOSED_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(image.type)
      .send(image.bytes)
  })
}
