import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { startServer } from '../scripts/run-server.mjs'
import { copyHouse, type House } from './houses.ts'

type Server = Awaited<ReturnType<typeof startServer>>

export { expect }

/**
 * A journey gets `page` at the address of a real server on a freshly seeded database: embedded in project `pglite`, on
 * PostgreSQL in project `postgres`. One server serves all journeys of a worker.
 */
export const test = base.extend<{ quiet: undefined }, { server: Server; house: string }>({
  /** Journeys that leave a house as nobody should find it name one of their own; the others share one. */
  house: ['shared', { option: true, scope: 'worker' }],
  server: [
    ({ house: _house }, use, worker) => serve(copyHouse(worker.project.name), use),
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Every journey also proves that no page threw, that nothing was fetched from elsewhere and that no answer was a 5xx.
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
      // Playwright closes only the context it made. Pages left open go on drawing and asking while the next journeys run.
      for (const left of browser.contexts()) if (left !== context) await left.close()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** A server for the time that `use` takes. */
export async function serve(opened: Promise<House>, use: (server: Server) => Promise<void>): Promise<void> {
  const house = await opened
  try {
    const server = await startServer({ DEMO: 'on', LOG_LEVEL: 'info', ...house.settings })
    await use(server)
    await server.stop()
  } finally {
    await house.remove()
  }
}

/**
 * The newest code sent to a phone after `since`, as the person would read it from the message. Only messages that send
 * a code are read: others say numbers of orders and contracts, which begin with six digits too.
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

/** WCAG 2.2 AA as far as a machine can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
}

export async function accessibilityFaults(page: Page): Promise<string[]> {
  await layOutWholePage(page)
  const { violations } = await new AxeBuilder({ page })
    // Our pages have no frames; the newer mode opens an empty page beside each one it looks at, which takes longer than the looking.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  )
}

/** Sections that wait to be scrolled near would be passed over by who looks at the whole page (hydrate-later.ts). */
async function layOutWholePage(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('resize')))
}

/** A page that is wider than the screen makes the reader scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await widthFaults(page)).toEqual([])
}

export async function widthFaults(page: Page): Promise<string[]> {
  await layOutWholePage(page)
  const [content, screen] = await page.evaluate(
    () => [document.documentElement.scrollWidth, window.innerWidth] as const,
  )
  return content > screen ? [`the page is ${content} px wide on a screen of ${screen} px`] : []
}
