import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { startServer } from '../../scripts/run-server.mjs'
import { show, spread } from '../measure.ts'

/**
 * Processor time of the main thread while a public page loads on a phone's screen without input: the longest task up to the first paint, and
 * the blocking time of later tasks (the part beyond 50 ms) on a four times slower processor. Lighthouse measures elapsed time, which on a
 * shared machine includes the work of other processes; this measures only the page. The pages must have been built.
 * Run: node bench/pages/main-thread.ts [runs] [paths…]
 */
const runs = Number(process.argv[2] ?? 7)
const SLOWNESS = 4
const LONG_TASK_MS = 50
/** Shorter than the delay of hydration (hydrate-later.ts), because Lighthouse also observes a page only for a few seconds. */
const LOOK_MS = 2500
const ATTEMPTS = 4

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: start time, elapsed time, processor time. */
  ts: number
  dur: number
  tdur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

const server = await startServer({ LOG_LEVEL: 'silent', DEMO: 'on' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  const paths = process.argv.length > 3 ? process.argv.slice(3) : ['/', '/project?typeId=1', '/detail/1', '/article/1']
  for (const path of paths) {
    const visits = []
    // The first visit renders the page and warms the browser.
    await visit(browser, server.url + path)
    for (let run = 0; run < runs; run++) visits.push(await visit(browser, server.url + path))
    console.log(
      `${path}: main thread ${show(spread(visits.map(({ total }) => total)))} ms, longest task up to the first paint ${show(
        spread(visits.map(({ longestBefore }) => longestBefore)),
      )} ms, after it ${show(spread(visits.map(({ longestAfter }) => longestAfter)))} ms, blocking ÷${SLOWNESS} ${show(
        spread(visits.map(({ blocking }) => blocking)),
      )} ms`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
}

/** Repeats a visit until its trace is complete; sometimes the browser loses the start or the first paint. */
async function visit(browser: Browser, url: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await tracedVisit(browser, url)
    if (read) return read
  }
  throw new Error(`${url}: no whole trace in ${ATTEMPTS} visits`)
}

async function tracedVisit(browser: Browser, url: string) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    // Before the first paint there is no usable trace.
    await page.goto('about:blank')
    await browser.startTracing(page, {
      categories: [
        'toplevel',
        'loading',
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
      ],
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(LOOK_MS)
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
    return read(traceEvents)
  } finally {
    await context.close()
  }
}

function read(events: TraceEvent[]) {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  )
  const painted = events.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === start?.pid)
  if (!start || !painted) return undefined
  const tasks = events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        isTask(name) && ph === 'X' && pid === start.pid && tid === start.tid && ts >= start.ts,
    )
    .map(({ ts, dur, tdur = 0 }) => ({ after: ts + dur > painted.ts, cpuMs: tdur / 1000 }))
  const before = tasks.filter(({ after }) => !after).map(({ cpuMs }) => cpuMs)
  const after = tasks.filter((task) => task.after).map(({ cpuMs }) => cpuMs)
  return {
    total: sum(tasks.map(({ cpuMs }) => cpuMs)),
    longestBefore: Math.max(0, ...before),
    longestAfter: Math.max(0, ...after),
    blocking: sum(after.map((cpuMs) => Math.max(0, cpuMs * SLOWNESS - LONG_TASK_MS))),
  }
}

/** Only one kind of task event, because the trace has another event nested in each. */
function isTask(name: string): boolean {
  return name === 'ThreadControllerImpl::RunTask'
}

function sum(all: number[]): number {
  return all.reduce((total, each) => total + each, 0)
}
