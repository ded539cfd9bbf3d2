import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { type Call, type OutputOf, type SentTo, tagsOf } from '../platform/contract/call.ts'
import { problemNumber } from '../platform/contract/problem-number.ts'
import type { Services } from '../platform/http/ctx.ts'
import { dispatch } from '../platform/http/dispatch.ts'
import type { Handler } from '../platform/http/handler.ts'
import { pagesRendered } from '../platform/http/metrics.ts'
import { answerCall } from '../platform/http/answer-call.ts'
import { requestInfo } from '../platform/http/read-request.ts'
import { spanned } from '../platform/observe/tracing.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import type { DrawFigure } from '../shop/site/share-card-actions.ts'
import { redirectOf } from '../shop/redirects/actions.ts'
import { noteMissing } from '../shop/redirects/missing-actions.ts'
import { readSetting } from '../core/settings/actions.ts'
import { setting } from '../core/settings/contract.ts'
import { access } from './access.ts'
import { pageAddress, previewToken, withUnread } from './page-address.ts'
import { pageBytes, pageKey, sendPage, toCachedPage } from './page-cache.ts'
import { type PageForm, pageForms } from './page-forms.ts'
import { contentSecurityPolicy } from './page-policy.ts'
import { handlerFor } from './page-routes.ts'
import { sendPreview } from './preview.ts'
import { addShareCards } from './sharing/share-cards.ts'
import type {
  FormAnswer,
  PageRefusal as PageRefusalClass,
  ServerApi,
  serverApi as serverApiContext,
} from '../platform/client/server-api.ts'

/** The build of the pages. Its entry module exports the context key through which loaders make calls. */
export type PagesBuild = ServerBuild & {
  entry: {
    module: {
      serverApi: typeof serverApiContext
      PageRefusal: typeof PageRefusalClass
      drawingSvg: DrawFigure
      /** The text of a page, which is taken past its `Response`. */
      pageText?: (response: Response) => string | undefined
    }
  }
}

const PAGE_CACHE_SECONDS = 600
const MOVED_SECONDS = 3600
/** Pages with longer addresses are not cached. */
const MAX_ADDRESS_LENGTH = 300
/** React Router answers unsupported methods of a page with 405. TRACE is left out, because a `Request` cannot have it; the server answers it. */
const ANSWERED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers every path that is not a call or a file with a page. Pages whose data is the same for everybody are cached, compressed, until their tags are purged. */
export function addPages(
  server: FastifyInstance,
  services: Services,
  handlers: Handler[],
  loadBuild: () => Promise<PagesBuild>,
): void {
  const byPath = new Map(handlers.map((handler) => [handler.call.path, handler]))
  addShareCards(server, services, async () => (await loadBuild()).entry.module.drawingSvg)
  server.route({
    method: ANSWERED_METHODS,
    url: '/*',
    handler: async (request, reply) => {
      const now = services.clock.now().getTime()
      const readable = request.method === 'GET' || request.method === 'HEAD'
      const { address, unread } = pageAddress(request.url)
      const generation = services.cache.generation
      const used = new UsedTags()
      const build = await loadBuild()
      const form = readable ? undefined : pageForms.find(({ path }) => path === request.url.split('?', 1)[0])
      const sent = form && (await sendForm(services, byPath.get(form.call.path), form, request))
      if (sent?.goTo !== undefined)
        return reply.code(303).headers({ location: sent.goTo, 'cache-control': 'no-store' }).send()
      const renderPage = async (reached: Services) => {
        const api = {
          ...serverApiFor(build, reached, byPath, request, used),
          formAnswer: sent?.answer,
        }
        const asRead = readable || sent !== undefined
        const response = await spanned('render page', {}, () => render(build, request, { api, address, asRead }))
        pagesRendered.inc()
        const html = build.entry.module.pageText?.(response) ?? (await response.text())
        const body = Buffer.from(html)
        // The policy contains the host of the images, so the page depends on the settings.
        used.tags.push('settings')
        const imageBase = used.imageBase ?? (await readSetting(reached, 'imageBase'))
        const headers = pageHeaders(services, response, html, imageBase)
        if (headers.location !== undefined) headers.location = withUnread(headers.location, unread)
        return { status: sent?.status ?? response.status, headers, body }
      }
      const preview = previewToken(request)
      if (preview !== undefined) return sendPreview(services, preview, reply, renderPage)
      const { status, headers, body } = await renderPage(services)
      const moved = status === 404 && readable ? await redirectOf(services, address) : undefined
      // Browsers keep a permanent redirect for ever unless they are told for how long.
      if (moved !== undefined)
        return reply
          .code(301)
          .headers({ location: moved, 'cache-control': `max-age=${MOVED_SECONDS}` })
          .send()
      if (status === 404 && request.method === 'GET')
        await noteMissing(services, {
          address,
          userAgent: request.headers['user-agent'] ?? '',
          accept: request.headers.accept ?? '',
        })
      if (!readable || status !== 200 || !used.cacheable)
        return (
          reply
            .code(status)
            // `no-cache` instead of `no-store`, so that the browser can restore the page from its back/forward cache.
            .headers({ ...headers, 'cache-control': readable ? 'no-cache' : 'no-store' })
            .send(body)
        )
      const page = toCachedPage({ ...securityHeaders(services), ...headers }, body, request.headers['accept-encoding'])
      const expiresAt = now + PAGE_CACHE_SECONDS * 1000
      if (address.length < MAX_ADDRESS_LENGTH)
        services.cache.set(pageKey(address), page, used.tags, expiresAt, generation, pageBytes(page))
      reply.hijack()
      sendPage(page, request.raw, reply.raw)
    },
  })
}

/**
 * Runs the call of a page's form. A refusal is shown in the page together with the input; success redirects to another address, so that
 * a reload does not send the form again.
 */
async function sendForm(
  services: Services,
  handler: Handler | undefined,
  form: PageForm,
  request: FastifyRequest,
): Promise<{ goTo?: string; status?: number; answer?: FormAnswer }> {
  if (!handler) throw new Error(`no handler for ${form.call.path}`)
  const { status, body, fields = {} } = await answerCall(services, access, handler, request, { madeKey: randomUUID() })
  if (body.code === 1) return { goTo: form.goTo(body.data) }
  const texts = Object.entries(fields ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    status: status === 200 ? 422 : status,
    answer: { message: body.msg, fields: body.fields ?? {}, values: Object.fromEntries(texts) },
  }
}

/** Collects the cache tags of the calls that a page uses. A call without tags makes the page uncacheable. */
class UsedTags {
  tags: string[] = []
  cacheable = true
  /** As the page's frame has read it. */
  imageBase: string | undefined

  add(call: Call, input: unknown, answer?: unknown): void {
    const tags = tagsOf(call, input, answer)
    if (call === setting && answer !== undefined) this.imageBase = (answer as OutputOf<typeof setting>).imageBase
    if (tags) this.tags.push(...tags)
    else this.cacheable = false
  }
}

function serverApiFor(
  build: PagesBuild,
  services: Services,
  byPath: Map<string, Handler>,
  request: FastifyRequest,
  used: UsedTags,
): ServerApi {
  const noted = new WeakSet<object>()
  return {
    failed(error) {
      // The renderer and the router both report an error that ended the rendering.
      if (typeof error === 'object' && error !== null) {
        if (noted.has(error)) return
        noted.add(error)
      }
      services.log.error({ err: error, requestId: request.id }, 'a page could not be rendered')
      services.faults.note(error, 'a page could not be rendered', request.id)
    },
    problemNumber: problemNumber(request.id),
    publicUrl: services.config.PUBLIC_URL?.replace(/\/+$/, '') ?? '',
    async call<C extends Call>(call: C, input: SentTo<C>): Promise<OutputOf<C>> {
      const handler = byPath.get(call.path)
      if (!handler) throw new Error(`no handler for ${call.path}`)
      const answer = await dispatch(services, access, handler, {
        raw: input,
        texts: false,
        token: undefined,
        idempotencyKey: undefined,
        request: requestInfo(request),
      })
      // An address may hold any value. Input that the call refuses has read no data, so the page depends on none of its tags.
      const parsed = call.input.safeParse(input)
      if (parsed.success) used.add(call, parsed.data, answer.body.code === 1 ? answer.body.data : undefined)
      if (answer.body.code === 1) return answer.body.data as OutputOf<C>
      throw new build.entry.module.PageRefusal(answer.body.msg, answer.status)
    },
  }
}

async function render(
  build: PagesBuild,
  request: FastifyRequest,
  { api, address, asRead }: { api: ServerApi; address: string; asRead: boolean },
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(build.entry.module.serverApi, api)
  // The visitor controls the Host header, so pages are rendered with a constant host.
  const url = `http://localhost${address}`
  // A cached page must not depend on the visitor, so no header of the request reaches it. HEAD is rendered like GET, because
  // the cached page needs its body.
  const init = asRead
    ? {}
    : {
        method: request.method,
        headers: { 'content-type': request.headers['content-type'] ?? '' },
        body: JSON.stringify(request.body ?? null),
      }
  return handlerFor(build, address.split('?', 1)[0] as string)(new Request(url, init), context)
}

function pageHeaders(
  { config, files }: Services,
  response: Response,
  html: string,
  imageBase: string,
): Record<string, string> {
  const headers = Object.fromEntries(response.headers)
  if (!headers['content-type']?.startsWith('text/html')) return headers
  const development = process.env.NODE_ENV === 'development'
  const storeOrigin = config.S3_DIRECT ? files.direct?.origin : undefined
  headers['content-security-policy'] = contentSecurityPolicy({ html, imageBase, storeOrigin, development })
  // A preload header lets the browser load styles before it has parsed the HTML, and lets a proxy send early hints.
  const head = html.slice(0, html.indexOf('</head>'))
  const styles = [...head.matchAll(/<link rel="stylesheet" href="(\/assets\/[\w.-]+)#?"/g)].map(([, href]) => href)
  if (styles.length > 0) headers.link = styles.map((href) => `<${href}>; rel=preload; as=style`).join(', ')
  return headers
}
