import { BROWSER_SPANS_PATH, MOST_SPANS, type BrowserSpan } from '../contract/browser-span.ts'

interface Noted {
  traceparent: string
  call: string
  status: number
  startedAt: number
  ms: number
}

const SEND_AFTER_MS = 3000
let waiting: (Noted & { page: string })[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the span of a call until it is sent: some seconds later, or when the page is left. */
export function noteSpan(traceparent: string, call: string, status: number, startedAt: number, endedAt: number): void {
  const span = { traceparent, call, status, startedAt, ms: endedAt - startedAt }
  if (waiting.length < MOST_SPANS) waiting.push({ ...span, page: location.pathname })
  timer ??= setTimeout(sendSpans, SEND_AFTER_MS)
}

/** How the document was reached and how long that took, which tells a slow call from a slow page. */
function navigation(): Pick<BrowserSpan, 'navigation' | 'pageMs'> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return { navigation: entry?.type ?? 'unknown', pageMs: Math.round(entry?.domContentLoadedEventEnd ?? 0) }
}

function sendSpans(): void {
  clearTimeout(timer)
  timer = undefined
  const now = performance.now()
  const spans = waiting.map(({ startedAt, ms, ...span }) => ({
    ...span,
    ...navigation(),
    // The clocks of browser and server differ, so only the distance is sent.
    agoMs: Math.round(now - startedAt),
    ms: Math.round(ms),
  }))
  waiting = []
  if (spans.length > 0)
    navigator.sendBeacon(BROWSER_SPANS_PATH, new Blob([JSON.stringify(spans)], { type: 'application/json' }))
}

addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendSpans())
