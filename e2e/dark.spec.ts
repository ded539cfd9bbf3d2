import type { Page } from '@playwright/test'
import { contextOf, type Demo, type Person, test } from './demo.ts'
import { accessibilityFaults, expect } from './journey.ts'
import { lookSettled, openSettled } from './settled.ts'

/** Of every kind of screen one: a dashboard, lists, a resource, a calendar, an editor, figures with a preview, a report, settings. */
const typical: [Person, (demo: Demo) => string[]][] = [
  [
    'manager',
    ({ orders }) => [
      '/console',
      '/console/orders',
      `/console/orders/${orders.delivered.orderNo}`,
      '/console/customers/1',
    ],
  ],
  [
    'lab',
    ({ orders }) => [
      `/console/tasks/${orders.testing.orderNo}`,
      '/console/reservations/calendar',
      '/console/instruments/1',
    ],
  ],
  ['finance', () => ['/console/bank', '/console/settlements', '/console/settlements/income']],
  ['editor', () => ['/console/projects/1', '/console/media']],
  ['admin', () => ['/console/staff/roles/finance', '/console/health']],
]

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const isDark = async (page: Page) => Math.max(...((await ground(page)).match(/\d+/g) ?? []).map(Number)) < 60

test.use({ trace: 'off', screenshot: 'off' })

for (const [person, pathsOf] of typical)
  test(`axe finds no fault on typical screens of ${person} in the dark`, async ({ browser, server, demo }) => {
    const context = await contextOf(browser, server.url, demo, person)
    const page = await context.newPage()
    await page.emulateMedia({ colorScheme: 'dark' })
    const faults: string[] = []
    for (const path of pathsOf(demo)) {
      await openSettled(page, path)
      expect(await isDark(page), path).toBe(true)
      const found = await lookSettled(page, () => accessibilityFaults(page))
      faults.push(...found.map((fault) => `${path}: ${fault}`))
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/dark${path.replaceAll('/', '_')}.png` })
    }
    expect(faults).toEqual([])
    await context.close()
  })

test('the console is dark before its scripts have come, and light where a person has chosen that', async ({
  browser,
  server,
  demo,
}) => {
  const context = await contextOf(browser, server.url, demo, 'manager')
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/console', { waitUntil: 'load' })
  expect(await isDark(page)).toBe(true)
  await page.evaluate(() => localStorage.setItem('mingxi.console.theme', 'light'))
  await page.goto('/console', { waitUntil: 'load' })
  expect(await isDark(page)).toBe(false)
  await page.goto('/', { waitUntil: 'load' })
  await page.evaluate(() => localStorage.setItem('mingxi.console.theme', 'dark'))
  await page.goto('/', { waitUntil: 'load' })
  expect(await isDark(page)).toBe(false)
  expect(refused).toEqual([])
  await context.close()
})

test('the switch is in the menu of the account, is remembered, and the sign-in page has the theme too', async ({
  browser,
  server,
  demo,
}) => {
  const context = await contextOf(browser, server.url, demo, 'manager')
  const page = await context.newPage()
  await page.goto('/console')
  const account = page.getByRole('banner').getByText('周敏')
  const choose = async (label: string) => {
    await account.click()
    await page.getByRole('button', { name: label }).click()
  }
  await expect(account).toBeVisible()
  await expect.poll(() => isDark(page)).toBe(false)
  await choose('外观：深色')
  await expect.poll(() => isDark(page)).toBe(true)
  await page.reload()
  await expect(account).toBeVisible()
  await expect.poll(() => isDark(page)).toBe(true)
  await account.click()
  await expect(page.getByRole('button', { name: '外观：深色' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')

  await choose('外观：跟随系统')
  await expect.poll(() => isDark(page)).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => isDark(page)).toBe(true)
  await page.goto('/console/login')
  await expect(page.getByRole('heading', { name: '员工登录' })).toBeVisible()
  await expect.poll(() => isDark(page)).toBe(true)
  // A client navigation to the public site.
  await page.getByRole('link', { name: '返回网站首页' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => isDark(page)).toBe(false)
  await context.close()
})

test('on paper a dark screen is in the light colours', async ({ browser, server, demo }) => {
  const context = await contextOf(browser, server.url, demo, 'manager')
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/console/orders')
  const cell = page.getByRole('rowheader').first()
  await expect(cell).toBeVisible()
  const ink = () => cell.evaluate((element) => getComputedStyle(element).getPropertyValue('--ink-900'))
  expect(await ink()).toBe('#e9eff1')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await ink()).toBe('#0c1b22')
  await context.close()
})
