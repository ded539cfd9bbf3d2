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
  const numbered = html.replace('<p id="problem">', `$&问题编号 <code>${api.problemNumber}</code>`)
  const { pathname } = new URL(request.url)
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = GUARDED.test(pathname) || !import.meta.env.PROD ? numbered : hydrateLater(numbered, starter)
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
