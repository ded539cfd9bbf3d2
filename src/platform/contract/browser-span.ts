/** A call as the person in front of the browser experienced it. */
export interface BrowserSpan {
  /** As it was sent with the call. */
  traceparent: string
  call: string
  status: number
  /** How long ago it began when it was sent. */
  agoMs: number
  ms: number
  page: string
  navigation: string
  pageMs: number
}

export const BROWSER_SPANS_PATH = '/api/trace'
export const MOST_SPANS = 20
