import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { serverApi } from '../platform/client/server-api.ts'
import { hydrateLater } from '../web/hydrate-later.ts'
import starter from '../web/starter.ts?script'

export { PageRefusal, serverApi } from '../platform/client/server-api.ts'
export { drawingSvg } from '../web/share-drawing.tsx'

const RENDER_TIMEOUT_MS = 10_000
/** Areas that need JavaScript and a session; they hydrate at once. */
const GUARDED = /^\/(member|experiment|console)(\/|$)/

/**
 * The favicon as a data URL, which saves a request on every first visit. Written into the finished page, because it would otherwise stand in the
 * first script of every page as well.
 */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%230c1b22'/%3E%3Cpath d='M4.5 21.5H9l1.2-3 1.3 3H14L16 7l2 14.5h2.5l1.3-6 1.4 6h4.3' fill='none' stroke='%23b9f25c' stroke-width='1.8'/%3E%3C/svg%3E"

/** Renders the whole page before answering. Public pages are cached as a whole, so streaming would not help. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const api = loadContext.get(serverApi)
  const html = await render(request.url, context, (error) => api.failed(error))
  const completed = html
    .replace('</head>', `<link rel="icon" href="${ICON}" type="image/svg+xml"/></head>`)
    .replace('<p id="problem">', `$&问题编号 <code>${api.problemNumber}</code>`)
  const { pathname } = new URL(request.url)
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = GUARDED.test(pathname) || !import.meta.env.PROD ? completed : hydrateLater(completed, starter)
  return new Response(page, { status, headers })
}

/** By default React Router and React write errors to the standard error, with values in their messages. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as RouterContextProvider).get(serverApi).failed(error)
}

function render(url: string, context: EntryContext, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      onAllReady() {
        clearTimeout(timer)
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onError,
      onShellError: reject,
      // Above this size React outlines content that scripts insert later, but a page must be complete without scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    })
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}
