import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../platform/http/ctx.ts'
import type { Handler } from '../platform/http/handler.ts'
import { addPages, type PagesBuild } from './pages.ts'

/** Serves pages from source with Vite, in the same process as the calls. Only for `npm run dev`. */
export async function addDevPages(server: FastifyInstance, services: Services, handlers: Handler[]): Promise<void> {
  process.env.NODE_ENV = 'development'
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: server.server } },
    appType: 'custom',
  })
  await server.register(middie)
  server.use((request, response, next) => {
    const isOurs =
      request.url?.startsWith('/api/') ||
      request.url === '/healthz' ||
      request.url === '/readyz' ||
      request.url === '/metrics'
    return isOurs ? next() : vite.middlewares(request, response, next)
  })
  server.addHook('onClose', () => vite.close())
  addPages(
    server,
    services,
    handlers,
    async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PagesBuild,
  )
}
