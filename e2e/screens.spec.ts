import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { CDPSession, Page } from '@playwright/test'
import routes from '../src/app/routes.ts'
import { contextOf, type Person, test } from './demo.ts'
import { accessibilityFaults, expect, menuFaults, tableFaults, widthFaults } from './journey.ts'
import { type Opener, type Screen, screensOf } from './screen-list.ts'
import { lookSettled, openSettled, settled } from './settled.ts'

const sizes: { width: number; height: number }[] = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]
/** The frame of a page, which is the same on every screen of an area: half of all elements, and of the time of axe. */
const frame = ['header', 'footer', 'aside'].map((part) => `${part}:not(main *)`).concat('nav[aria-label="会员菜单"]')
/** A folder for screenshots: SCREENSHOTS=folder playwright test … screens. */
const pictures = process.env.SCREENSHOTS

test('every page behind a sign-in is in the list of screens', ({ demo }) => {
  const looked = screensOf(demo).flatMap(([, screens]) => screens.map(({ path }) => path.split('?')[0] ?? ''))
  const guarded = patternsOf(routes).filter((pattern) => /^\/(member|experiment|console)\/?/.test(pattern))
  expect(guarded.length).toBeGreaterThan(30)
  const forgotten = guarded.filter((pattern) => {
    const shape = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !looked.some((path) => shape.test(path))
  })
  // Sections without their own page redirect to their first page.
  expect(forgotten).toEqual(['/member', '/experiment'])
})

// No traces, because recording every step would take longer than the checks.
test.use({ trace: 'off', screenshot: 'off' })

// People do not change what others see, so the workers share them.
test.describe.configure({ mode: 'parallel' })

for (const person of people()) {
  test(`every screen of ${person ?? 'a visitor'} is accessible and fits at 375, 1280 and 1440 px`, async ({
    browser,
    server,
    demo,
  }) => {
    // The slowest took 3.7 minutes on a slow machine. A page that hangs uses up the rest before the second try.
    test.setTimeout(480_000)
    const screens = screensOf(demo).find(([who]) => who === person)?.[1] ?? []
    expect(screens.length).toBeGreaterThan(0)
    const context = await contextOf(browser, server.url, demo, person)
    const faults: string[] = []
    const page = await context.newPage()
    watch(page, (fault) => faults.push(`${page.url()} ${fault}`))
    const framesSeen = new Set<string>()
    for (const screen of screens) {
      const found = look(page, screen, person, framesSeen)
      faults.push(...(await found.catch((error: Error) => [`${screen.path} cannot be looked at: ${error.message}`])))
    }
    expect(faults).toEqual([])
    await context.close()
  })
}

/** Loads a page once and checks it at both widths, then its dialogs. */
async function look(
  page: Page,
  screen: Screen,
  person: Person | undefined,
  framesSeen: Set<string>,
): Promise<string[]> {
  await openSettled(page, screen.path)
  // The frame is checked with the first screen of each area.
  const area = screen.path.split('/')[1] ?? ''
  const without = framesSeen.has(area) ? frame : []
  framesSeen.add(area)
  const faults = await lookSettled(page, async () => {
    const found: string[] = []
    for (const size of sizes) {
      await resize(page, size)
      found.push(
        ...(await faultsOf(page, screen.path, without)).map((fault) => `${screen.path} ${size.width}: ${fault}`),
      )
      await picture(page, `${person ?? 'visitor'}${screen.path}`, size.width)
    }
    // A laptop in between, for what is cheap to see.
    await resize(page, { width: 1280, height: 800 })
    const faults = [...(await settledWidthFaults(page)), ...(await tableFaults(page))]
    found.push(...faults.map((fault) => `${screen.path} 1280: ${fault}`))
    return found
  })
  for (const name of screen.opens ?? []) faults.push(...(await openAndClose(page, name, `${person}${screen.path}`)))
  return faults
}

/** Checks that a dialog has no faults, closes on Esc and restores the focus to its opener. What lies behind it was checked before. */
async function openAndClose(page: Page, by: Opener, place: string): Promise<string[]> {
  const faults: string[] = []
  const inMenu = typeof by === 'object' && 'menu' in by
  const name = inMenu ? by.entry : by
  const opener = inMenu ? page.getByLabel(by.menu).first() : page.getByRole('button', { name: by, exact: true }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  if (inMenu) await page.getByRole('button', { name, exact: true }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await settled(page)
  for (const size of sizes.toReversed()) {
    await resize(page, size)
    faults.push(...(await settledWidthFaults(page)), ...(await accessibilityFaults(page, [], 'dialog[open]')))
    await picture(page, `${place} ${name}`, size.width)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  return faults.map((fault) => `${place} ${name}: ${fault}`)
}

async function faultsOf(page: Page, path: string, without: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const address = new URL(page.url()).pathname
  if (address !== path.split('?')[0]) faults.push(`leads to ${address}`)
  const { titles, buttons } = await page.evaluate(() => ({
    titles: [...document.querySelectorAll('h1')].flatMap(({ innerText }) => innerText.trim() || []),
    buttons: [...document.querySelectorAll('button')].map(({ textContent }) => textContent),
  }))
  if (titles.length !== 1) faults.push(`h1: ${titles.join(' | ') || 'none'}`)
  if (buttons.some((text) => text.includes('重试'))) faults.push('shows an error')
  faults.push(...(await settledWidthFaults(page)), ...(await menuFaults(page, without)))
  faults.push(...(await unrolled(page, () => accessibilityFaults(page, without))))
  return faults
}

/** Waits for the layout to settle after a change of width. */
async function settledWidthFaults(page: Page): Promise<string[]> {
  await expect
    .poll(() => widthFaults(page), { timeout: 2_000 })
    .toEqual([])
    .catch(() => undefined)
  return widthFaults(page)
}

/** Makes the screen as high as the page, so that a sticky bar does not cover fields that could be scrolled into view. */
async function unrolled(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const screen = page.viewportSize()
  if (!screen) return look()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...screen, height: Math.min(height, 6_000) })
  const found = await look()
  await page.setViewportSize(screen)
  return found
}

/** A desktop with a mouse and a phone with touch. */
async function resize(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize(size)
  let devtools = emulations.get(page)
  if (!devtools) emulations.set(page, (devtools = await page.context().newCDPSession(page)))
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size.width < 640 })
}

const emulations = new WeakMap<Page, CDPSession>()

async function picture(page: Page, name: string, width: number): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, '_')
  await page.screenshot({ path: join(pictures, `${file}.${width}.png`), fullPage: !name.includes(' ') })
}

/** Records faults of a page: console errors, failed and refused answers. */
function watch(page: Page, report: (fault: string) => void): void {
  page.on('console', (message) => message.type() === 'error' && report(`console: ${message.text()}`))
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests, which is no fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(`failed: ${request.url()}`)
  })
  page.on('response', async (response) => {
    if (response.status() >= 400) report(`${response.status()} ${response.url()}`)
    const { pathname } = new URL(response.url())
    // Documents of the API are no answers of calls.
    if (!response.headers()['content-type']?.includes('json') || !/^\/api\/(?!docs\/)/.test(pathname)) return
    const { code, msg } = await response.json().catch(() => ({ code: 1 }))
    if (code !== 1) report(`refused: ${response.url()} ${msg}`)
  })
}

function patternsOf(entries: readonly RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap(({ path = '', children, index }) => {
    const full = path ? `${base}/${path}`.replaceAll('//', '/') : base
    return [...(path || index ? [full || '/'] : []), ...patternsOf(children ?? [], full)]
  })
}

function people(): (Person | undefined)[] {
  const customers = ['teacher', 'student', 'enterprise', 'individual'] as const
  const staff = ['manager', 'lab', 'reviewer', 'logistics', 'finance', 'editor', 'admin'] as const
  return [undefined, ...customers, ...staff]
}
