import type { Page, Request } from '@playwright/test'
import { STREAM_PATH } from '../src/core/staff-notices/rules.ts'
import { expect } from './journey.ts'

// `networkidle` waits half a second after every load. A page is settled as soon as it has all answers and has drawn them.

interface Traffic {
  pending: Set<Request>
  /** Number of calls and scripts requested since the first look at this page. */
  asked: number
}

const traffics = new WeakMap<Page, Traffic>()

/** Opens a page and waits until it is settled. */
export async function openSettled(page: Page, path: string): Promise<void> {
  // What the former page still waits for does not matter.
  trafficOf(page).pending.clear()
  await page.goto(path)
  await settled(page)
}

/** Waits until no request is pending, no loading state is shown and the page has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  const traffic = trafficOf(page)
  await expect(page.locator('h1').first()).toBeAttached()
  await expect
    .poll(
      async () => {
        const before = traffic.asked
        await page.evaluate(idle)
        return traffic.pending.size + traffic.asked - before
      },
      { intervals: [20], timeout: 20_000 },
    )
    .toBe(0)
  await expect(page.getByText('正在加载')).toHaveCount(0)
}

/** Before the page is opened, so that `hydrated` can wait until React has taken it over. */
export async function watchHydration(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', '')),
  )
}

export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** Looks at a settled page, and once more when it has asked the server for something meanwhile: then it may show more now. */
export async function lookSettled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const traffic = trafficOf(page)
  for (let rounds = 1; ; rounds++) {
    const before = traffic.asked
    const seen = await look()
    if (traffic.asked === before || rounds === 3) return seen
    await settled(page)
  }
}

/** Runs in the page. Idle twice, because an answer is drawn, and effects run, in tasks that follow each other. */
async function idle(): Promise<void> {
  for (let times = 0; times < 2; times++) await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))
}

function trafficOf(page: Page): Traffic {
  const known = traffics.get(page)
  if (known) return known
  const traffic: Traffic = { pending: new Set(), asked: 0 }
  page.on('request', (request) => {
    // The stream of the bell stays open.
    if (request.url().endsWith(STREAM_PATH)) return
    // What a page keeps for later (cache.addAll) shows nothing, and Chromium does not always tell when it has arrived.
    if (request.resourceType() === 'other') return
    traffic.pending.add(request)
    if (['fetch', 'xhr', 'script'].includes(request.resourceType())) traffic.asked += 1
  })
  page.on('requestfinished', (request) => traffic.pending.delete(request))
  page.on('requestfailed', (request) => traffic.pending.delete(request))
  traffics.set(page, traffic)
  return traffic
}
