import { makeDemoOrders, type Tokens } from './demo-orders.ts'
import { test as base } from './journey.ts'
import type { Browser, BrowserContext } from '@playwright/test'

export type Demo = Awaited<ReturnType<typeof makeDemoOrders>>
export type Person = keyof Demo['customer'] | keyof Demo['staff']

/** Journeys in an installation with orders in all stages, created once per worker. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [async ({ server }, use) => use(await makeDemoOrders(server.url)), { scope: 'worker', timeout: 120_000 }],
})

/** A browser context in which this person is signed in. */
export async function contextOf(
  browser: Browser,
  baseURL: string,
  demo: Demo,
  person: Person | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  if (!person) return context
  const { token, refreshToken, expires } = { ...demo.staff, ...demo.customer }[person] as Tokens
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key as string, value as string),
    [
      person in demo.staff ? 'mingxi.staff' : 'mingxi.session',
      JSON.stringify({ access: token, refresh: refreshToken, expires }),
    ],
  )
  return context
}
