import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { axeViolations } from '../scripts/axe.mjs'
import { startServer } from '../scripts/run-server.mjs'
import { copyInstallation, type Installation } from './installations.ts'

type Server = Awaited<ReturnType<typeof startServer>>

export { expect }

/**
 * A journey gets `page` at the address of a real server on a freshly seeded database: embedded in project `pglite`, on
 * PostgreSQL in project `postgres`. One server serves all journeys of a worker.
 */
export const test = base.extend<{ quiet: undefined }, { server: Server; installation: string }>({
  /** Journeys that change data for everybody name an installation of their own; the others share one. */
  installation: ['shared', { option: true, scope: 'worker' }],
  server: [
    ({ installation: _installation }, use, worker) => serve(copyInstallation(worker.project.name), use),
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Every journey also checks that no page threw an error, that no request went to another site and that no answer was a 5xx.
  quiet: [
    async ({ browser, context, server }, use, testInfo) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(`uncaught in the page: ${error.error().stack}`))
      context.on('request', (request) => {
        const url = request.url()
        if (/^https?:/.test(url) && !url.startsWith(`${server.url}/`)) faults.push(`request to elsewhere: ${url}`)
      })
      context.on('response', (response) => {
        if (response.status() >= 500)
          faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
      })
      const before = server.log().length
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server.log', { body: server.log().slice(before), contentType: 'text/plain' })
      }
      // Playwright closes only its own context. Other open pages would keep rendering and sending requests during the next journeys.
      for (const left of browser.contexts()) if (left !== context) await left.close()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs a server while `use` runs. */
export async function serve(
  opened: Promise<Installation>,
  use: (server: Server) => Promise<void>,
  options: Parameters<typeof startServer>[1] = {},
): Promise<void> {
  const installation = await opened
  try {
    const server = await startServer({ DEMO: 'on', LOG_LEVEL: 'info', ...installation.settings }, options)
    await use(server)
    await server.stop()
  } finally {
    await installation.remove()
  }
}

/**
 * The newest code sent to a phone after `since`, read from the message. Only messages that send
 * a code are read, because numbers of orders and contracts in other messages begin with six digits too.
 */
export async function smsCode(server: Pick<Server, 'outbox'>, phone: string, since: Date): Promise<string> {
  let code: string | undefined
  await expect
    .poll(() => {
      const message = server
        .outbox()
        .findLast(
          ({ at, channel, to, template }) =>
            channel === 'sms' && to === phone && template.startsWith('code.') && new Date(at) >= since,
        )
      code = message?.text.match(/\d{6}/)?.[0]
      return code
    })
    .toBeDefined()
  return code as unknown as string
}

/** Violations of WCAG 2.2 AA that axe can detect, once the page stands: every page has a heading when it does. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1')).not.toHaveCount(0)
  expect(await accessibilityFaults(page)).toEqual([])
}

export async function accessibilityFaults(
  page: Page,
  without: readonly string[] = [],
  within?: string,
): Promise<string[]> {
  await layOutWholePage(page)
  await page.evaluate(standStill)
  const violations = await axeViolations(page, without, within)
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  )
}

/** Runs in the page: waits until the change of size is drawn and transitions have ended, because colours have no contrast half-way. */
async function standStill(): Promise<void> {
  const drawn = async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done))
  }
  // A page that the browser does not draw gets no frames.
  await Promise.race([drawn(), new Promise((done) => setTimeout(done, 2000))])
  const ends = document.getAnimations().filter(({ playState, timeline, effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {}
    return playState === 'running' && timeline === document.timeline && typeof endTime === 'number' && endTime <= 5000
  })
  await Promise.all(ends.map(({ finished }) => finished.catch(() => undefined)))
}

/** Lays out sections that wait to be scrolled near (hydrate-later.ts), so that checks of the whole page include them. */
export async function layOutWholePage(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('resize')))
}

/** Elements that make the page wider than the screen, so that it scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // The page takes a moment to lay itself out again after the window changed its size.
  await expect.poll(() => widthFaults(page)).toEqual([])
}

/** Expects that a part of the page shows all its words, and names those that are wider than their place. */
export async function expectNothingCutOff(part: Locator): Promise<void> {
  const cut = () =>
    part.evaluate((whole) =>
      [whole, ...whole.querySelectorAll('*')]
        .filter((each) => each.clientWidth > 100 && each.scrollWidth > each.clientWidth)
        .map((each) => each.textContent),
    )
  await expect.poll(cut).toEqual([])
}

export async function widthFaults(page: Page): Promise<string[]> {
  await layOutWholePage(page)
  const [content, screen] = await page.evaluate(
    () => [document.documentElement.scrollWidth, window.innerWidth] as const,
  )
  return content > screen ? [`the page is ${content} px wide on a screen of ${screen} px`] : []
}

/** Tables that are wider than their place, with the heads of the columns that are out of sight. */
export function tableFaults(page: Page): Promise<string[]> {
  return page.locator('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const place = table.parentElement
      if (!place || table.scrollWidth <= place.clientWidth + 1) return []
      const end = place.getBoundingClientRect().right
      const out = [...table.querySelectorAll('thead th')].filter((head) => head.getBoundingClientRect().right > end + 1)
      return [
        `a table is ${table.scrollWidth} px wide on ${place.clientWidth} px: ${out.map((head) => head.textContent).join('、')}`,
      ]
    }),
  )
}

/** Menus that reach beyond the sides of the screen when they open, of equal ones the first. `without`: selectors of parts that are not checked. */
export function menuFaults(page: Page, without: readonly string[]): Promise<string[]> {
  return page.evaluate(async (parts) => {
    const faults: string[] = []
    const seen = new Set<string>()
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      const [trigger, panel] = menu.children
      const name = (trigger?.getAttribute('aria-label') ?? trigger?.textContent ?? '').split('：')[0] ?? ''
      if (!panel || seen.has(name) || !trigger?.checkVisibility() || parts.some((part) => menu.closest(part))) continue
      seen.add(name)
      // It is placed when it has told that it is open. With reduced motion every change is still a transition, of nearly no time.
      const told = new Promise((done) => menu.addEventListener('toggle', done, { once: true }))
      menu.open = true
      await told
      await Promise.all(panel.getAnimations().map(({ finished }) => finished))
      const { left, right } = panel.getBoundingClientRect()
      if (getComputedStyle(panel).position !== 'static' && (left < 0 || right > document.body.clientWidth))
        faults.push(`the menu ${name} reaches from ${Math.round(left)} to ${Math.round(right)} px`)
      menu.open = false
    }
    return faults
  }, without)
}
