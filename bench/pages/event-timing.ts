import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** What the browser reports about the interactions of one scene. */
export interface Delays {
  /** Milliseconds of each interaction from the input to the next paint; those below the 16 ms that are reported count as 16. */
  each: number[]
  /** The largest, or the 98th percentile from 50 interactions on, as web-vitals computes INP. */
  inp: number
  median: number
  /** The longest frames and what they spent their time with. */
  frames: string[]
}

interface Frame {
  duration: number
  script: number
  layout: number
  first: string
}

const LEAST_MS = 16

/** Records Event Timing and long frames in every document of a context. */
export async function recordEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shared = window as unknown as { seen: Map<number, number>; frames: unknown[] }
    shared.seen = new Map()
    shared.frames = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0)
          shared.seen.set(entry.interactionId, Math.max(entry.duration, shared.seen.get(entry.interactionId) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        duration: number
        startTime: number
        styleAndLayoutStart: number
        scripts: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[]
      }[]) {
        const [longest] = [...entry.scripts].sort((a, b) => b.duration - a.duration)
        shared.frames.push({
          duration: entry.duration,
          script: entry.scripts.reduce((sum, { duration }) => sum + duration, 0),
          layout: entry.styleAndLayoutStart > 0 ? entry.startTime + entry.duration - entry.styleAndLayoutStart : 0,
          first: longest
            ? `${longest.invoker} ${longest.sourceFunctionName}@${longest.sourceURL.replace(/^.*\//, '')}`
            : 'no script',
        })
      }
    }).observe({ type: 'long-animation-frame', buffered: true })
  })
}

/** Measures the interactions of `act`, which says how many it made. */
export async function delaysOf(page: Page, act: () => Promise<number>): Promise<Delays> {
  await settled(page)
  await page.evaluate(() => {
    const shared = window as unknown as { seen: Map<number, number>; frames: unknown[] }
    shared.seen.clear()
    shared.frames.length = 0
  })
  const count = await act()
  await settled(page)
  const { seen, frames } = await page.evaluate(() => {
    const shared = window as unknown as { seen: Map<number, number>; frames: unknown[] }
    return { seen: [...shared.seen.values()], frames: shared.frames }
  })
  const each = [...seen, ...Array<number>(Math.max(0, count - seen.length)).fill(LEAST_MS)].sort((a, b) => b - a)
  return {
    each,
    inp: each[Math.floor(each.length / 50)] ?? Number.NaN,
    median: each[Math.floor(each.length / 2)] ?? Number.NaN,
    frames: (frames as Frame[])
      .sort((a, b) => b.duration - a.duration)
      .slice(0, 3)
      .map(
        ({ duration, script, layout, first }) =>
          `${duration.toFixed(0)} ms (script ${script.toFixed(0)}, style and layout ${layout.toFixed(0)}) ${first}`,
      ),
  }
}

/** Two frames and an idle main thread, after which all entries have been reported. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })),
        )
      }),
  )
}

/** Until no answer has arrived for a while; the stream of the bell keeps the network from ever being idle. */
export async function answered(page: Page): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await count(); before !== now; now = await count()) {
    before = now
    await page.waitForTimeout(500)
  }
  await settled(page)
}

/** Milliseconds of a fixed loop in the page: what the throttled processor was worth while a scene ran. */
export function calibration(page: Page): Promise<number> {
  return page.evaluate(() => {
    const start = performance.now()
    let hash = 1
    for (let n = 0; n < 5_000_000; n++) hash = (Math.imul(hash, 31) + n) | 0
    return performance.now() - start + (hash === 0 ? 1 : 0)
  })
}

export async function slowedDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** The functions in which a scene spends most of its time, by their own time. */
export async function hottest(session: CDPSession, act: () => Promise<unknown>): Promise<string[]> {
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  await act()
  const { profile } = (await session.send('Profiler.stop')) as unknown as { profile: Profile }
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const own = new Map<string, number>()
  for (const [at, id] of profile.samples.entries()) {
    const name = names.get(id) ?? '?'
    if (!/^\((idle|program)\)/.test(name)) own.set(name, (own.get(name) ?? 0) + (profile.timeDeltas[at] ?? 0) / 1000)
  }
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name, ms]) => `${ms.toFixed(0)} ms ${name}`)
}

function nameOf({ functionName, url, lineNumber, columnNumber }: Profile['nodes'][number]['callFrame']): string {
  const place = url === '' ? '' : ` ${url.replace(/^.*\//, '')}:${lineNumber + 1}:${columnNumber + 1}`
  return (functionName || '(anonymous)') + place
}
