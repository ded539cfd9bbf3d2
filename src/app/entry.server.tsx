import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { serverApi } from '../platform/client/server-api.ts'
import { cutPage, hydrateLater } from '../web/browser/hydrate-later.ts'
import { innerDrawing } from '../web/browser/kept-drawings.tsx'
import { drawnBefore } from '../shop/media/figure.tsx'
import themeStarter from '../ui/shell/console-theme-starter.ts?script'
import starter from '../web/browser/starter.ts?script'

export { PageRefusal, serverApi } from '../platform/client/server-api.ts'
export { drawingSvg } from '../web/sharing/share-drawing.tsx'

drawnBefore.inner = innerDrawing

const RENDER_TIMEOUT_MS = 10_000
/** The area whose theme is set before the first paint. */
const CONSOLE = /^\/console(\/|$)/
/** Areas that need JavaScript and a session; they hydrate at once. */
const GUARDED = /^\/(member|experiment|console)(\/|$)/

/**
 * The favicon as a data URL, which saves a request on every first visit. Written into the finished page, because it would otherwise stand in the
 * first script of every page as well.
 */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%230c1b22'/%3E%3Cpath d='M4.5 21.5H9l1.2-3 1.3 3H14L16 7l2 14.5h2.5l1.3-6 1.4 6h4.3' fill='none' stroke='%23b9f25c' stroke-width='1.8'/%3E%3C/svg%3E"

/** The text of an answer from here, which a `Response` could only give back as bytes. */
const texts = new WeakMap<Response, string>()
export const pageText = (response: Response): string | undefined => texts.get(response)

/** Renders the whole page before answering. Public pages are cached as a whole, so streaming would not help. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const api = loadContext.get(serverApi)
  const { html, data } =
    (await renderAtOnce(request.url, context)) ??
    (await renderWaiting(request.url, context, (error) => api.failed(error)))
  const { pathname } = new URL(request.url)
  headers.set('content-type', 'text/html; charset=utf-8')
  const later = GUARDED.test(pathname) || !import.meta.env.PROD ? undefined : starter
  const response = new Response(null, { status, headers })
  const first = CONSOLE.test(pathname) ? `<script>${themeStarter}</script>` : ''
  texts.set(response, completed(html, { data, first, later, problemNumber: api.problemNumber }))
  return response
}

/** Puts in what React does not render. */
function completed(
  html: string,
  {
    data,
    first,
    later,
    problemNumber,
  }: { data: string; first: string; later: string | undefined; problemNumber: string },
): string {
  const icon = `<link rel="icon" href="${ICON}" type="image/svg+xml"/>`
  const page = cutPage(html)
  const body = page.body.replace(PROBLEM, `$&问题编号 <code>${problemNumber}</code>`)
  const { head, scripts, rules } = later === undefined ? { ...page, rules: '' } : hydrateLater(page, later)
  return [head, first, icon, body, scripts, data, page.data, rules, page.end].join('')
}

const PROBLEM = '<p id="problem">'

/** By default React Router and React write errors to the standard error, with values in their messages. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as RouterContextProvider).get(serverApi).failed(error)
}

type Rendered = {
  html: string
  /** The scripts with the data of the page, when they are not in the HTML. */
  data: string
}

/**
 * Nearly every page is complete in one pass: the data is there, and nothing is loaded on the server. As a string that takes a quarter of the
 * time of a stream. Undefined when a part waits for something or fails; the stream then waits for it and reports what failed.
 */
async function renderAtOnce(url: string, context: EntryContext): Promise<Rendered | undefined> {
  // The router would wait for its own data, which is added below.
  const { serverHandoffStream, ...ready } = context
  if (!serverHandoffStream) return undefined
  let html: string
  try {
    html = `<!DOCTYPE html>${renderToString(<ServerRouter context={ready} url={url} />)}`
  } catch {
    return undefined
  }
  if (!context.renderMeta?.didRenderScripts || html.includes(UNFINISHED)) return undefined
  const data = inScript(JSON.stringify(await text(serverHandoffStream)))
  const controller = 'window.__reactRouterContext.streamController'
  return { html, data: `<script>${controller}.enqueue(${data});${controller}.close();</script>` }
}

/** The mark of a part that React left to the browser. */
const UNFINISHED = '<!--$!-->'

const escapes: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function inScript(json: string): string {
  return json.replace(/[&><\u2028\u2029]/g, (character) => escapes[character] as string)
}

function renderWaiting(url: string, context: EntryContext, onError: (error: unknown) => void): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      onAllReady() {
        clearTimeout(timer)
        const body = new PassThrough()
        text(body).then((html) => resolve({ html, data: '' }), reject)
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
