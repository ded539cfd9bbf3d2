import { BROWSER_FAULTS_PATH, type BrowserReport, browserReportLimits } from '../../platform/contract/browser-fault.ts'
import { showProblemNumber } from './problem-number.ts'

/** Written into the script by the build (vite.config.ts). */
declare const __VERSION__: string

/** Of one opened page: a page that fails again and again is reported a few times, not for ever. */
const MOST_REPORTS = 5
/** A call was refused or cancelled, or the network was away. */
const EXPECTED = /^(ApiError|AbortError|TimeoutError)$/
const idByStack = new Map<string, string>()

/**
 * Reports an error of this page to the server, each only once, and shows its number when there is an error page. Refusals of calls are no faults
 * of the page, and of an answer 500 to a loader the server has its own report.
 */
export function reportFault(error: unknown): void {
  const { data } = (error ?? {}) as { data?: unknown }
  if (typeof data === 'string' && data !== '') return showProblemNumber(data)
  if (!(error instanceof Error) || EXPECTED.test(error.name)) return
  const stack = (error.stack ?? '').slice(0, browserReportLimits.stack)
  const known = idByStack.get(stack)
  if (known === undefined && idByStack.size >= MOST_REPORTS) return
  const id = known ?? crypto.randomUUID()
  idByStack.set(stack, id)
  if (known === undefined) send(reportOf(error, id, stack))
  // As in platform/contract/problem-number.ts, which would be a second file to load.
  showProblemNumber(id.slice(0, 8))
}

function reportOf({ name, message }: Error, id: string, stack: string): BrowserReport {
  return {
    id,
    type: /^[A-Za-z_$][\w$.-]{0,59}$/.test(name) ? name : 'Error',
    message: message.slice(0, browserReportLimits.message),
    stack,
    page: location.pathname,
    release: __VERSION__,
  }
}

function send(report: BrowserReport): void {
  navigator.sendBeacon(BROWSER_FAULTS_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
