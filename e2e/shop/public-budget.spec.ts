import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { expect, test } from '../journey.ts'
import { hydrated, watchHydration } from '../settled.ts'

// The browser draws frames only while something moves, and lays out deferred sections in a frame.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// Reads what the seed wrote: other journeys change counts, messages and articles of the shared installation.
test.use({ installation: 'as-seeded' })

/** Size budgets of landing pages, and their behaviour in print, in a narrow window and on back navigation. */

const ridOf = async (page: Page, kw: string): Promise<number> => {
  const answer = await page.request.get(`/api/open/web/device/search?kw=${encodeURIComponent(kw)}`)
  return (await answer.json()).data.list[0].rid
}

const brotliBytes = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length

test('home, list, detail and article stay within their budgets of bytes, scripts and requests before the first user intent', async ({
  page,
}) => {
  const budgets = [
    ['/', 20_000, 18],
    ['/project?typeId=1', 20_000, 14],
    [`/detail/${await ridOf(page, 'XRD')}`, 20_000, 14],
    [`/detail/${await ridOf(page, 'SEM')}`, 20_000, 14],
    ['/article/1', 20_000, 14],
  ] as const
  // The scripts also start after some idle seconds, which pass before `networkidle` on a slow machine.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  for (const [path, mostBytes, mostRequests] of budgets) {
    const asked: string[] = []
    const note = (request: { url: () => string }) => /^https?:/.test(request.url()) && asked.push(request.url())
    page.on('request', note)
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    page.off('request', note)
    const html = (await answer?.text()) ?? ''
    expect(brotliBytes(html), path).toBeLessThanOrEqual(mostBytes)
    expect(asked.length, `${path}: ${asked.join(' ')}`).toBeLessThanOrEqual(mostRequests)
    // Before the first interaction only inline scripts run; data and text in script elements do not count.
    expect(
      asked.filter((url) => /\.js\b/.test(url)),
      path,
    ).toEqual([])
    const scripts = [...html.matchAll(/<script(?![^>]*type=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
    const starter = scripts.filter((text) => !text.includes('streamController.enqueue')).join('')
    expect(gzipSync(starter).length, path).toBeLessThanOrEqual(8000)
    const styles = asked.filter((url) => /\.css\b/.test(url))
    // Styles of the kit, of the site and of the page.
    expect(styles.length, `${path}: ${styles.join(' ')}`).toBeLessThanOrEqual(3)
    for (const each of styles) {
      const style = await page.request.get(each, { headers: { 'accept-encoding': 'br' } })
      expect(style.headers()['content-encoding'], each).toBe('br')
    }
  }
})

test('[H-09] partner logos are not loaded with the first view, and are printed', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('partners') && asked.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await page.pdf()
  // The event of a request may arrive after the document is printed.
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

test('a full-page screenshot of home contains the deferred sections, and scrolling to one shows it', async ({
  page,
}) => {
  const laidOut = (title: string) =>
    page
      .getByRole('region', { name: title })
      .getByRole('link')
      .first()
      .evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }))
  // On a busy machine the idle time in which deferred sections are laid out may come before the first look.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.setViewportSize({ width: 375, height: 600 })
  await page.goto('/')
  expect([await laidOut('服务项目'), await laidOut('能力展示')]).toEqual([true, false])
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.screenshot({ fullPage: true })
  await expect.poll(() => laidOut('能力展示')).toBe(true)
  // The expected heights of late sections are so close that the scroll bar hardly moves when they are laid out.
  const real = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(Math.abs(real - height) / real).toBeLessThan(0.05)

  await page.goto('about:blank')
  await page.goto('/')
  await page.getByRole('region', { name: '能力展示' }).scrollIntoViewIfNeeded()
  await expect.poll(() => laidOut('能力展示')).toBe(true)
})

test('the periodic table keeps the focus when scripts arrive, and arrow keys move in it', async ({ page }) => {
  await watchHydration(page)
  await page.goto(`/detail/${await ridOf(page, 'XPS 分峰')}`)
  const iron = page.getByRole('button', { name: 'Fe 铁' })
  const before = await iron.elementHandle()
  await iron.focus()
  await hydrated(page)
  // The scripts of the table are loaded after those of the page.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Co 钴' })).toBeFocused({ timeout: 500 })
  }).toPass()
  expect(await before?.evaluate((each) => each.isConnected)).toBe(true)
})

test('a project prints on one page with preparation, packing, address, contact and QR code', async ({ page }) => {
  for (const kw of ['XRD', 'SEM', 'NMR']) {
    const rid = await ridOf(page, kw)
    await page.goto(`/detail/${rid}`)
    const paper = await page.pdf({ format: 'A4' })
    expect([kw, pagesOf(paper)]).toEqual([kw, 1])
    await page.emulateMedia({ media: 'print' })
    const guide = page.getByRole('region', { name: '送样单页' })
    for (const words of ['包装与寄送', '收样组', '400-000-0000', '个工作日出数据'])
      await expect(guide).toContainText(words)
    await expect(page.getByRole('table', { name: '各形态的样品要求' })).toBeVisible()
    for (const hidden of ['参数与下单', '价格', '相关项目'])
      await expect(page.getByRole('region', { name: hidden, exact: true })).toBeHidden()
    await page.emulateMedia({ media: null })
    const code = await page.request.get(`/files/detail-qr/${rid}.svg`)
    expect([code.status(), code.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
  }
  expect((await page.request.get('/files/detail-qr/999999.svg')).status()).toBe(404)
})

test('reading text has at most 38 Han characters per line and a line height of 1.75', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/article/1', '/about/profile', '/guide', '/license', '/policy', '/contact']) {
    await page.goto(path)
    const read = await page.locator('main p:visible, main li:visible').evaluateAll((all) =>
      all
        .filter((each) => each.closest('.prose') && (each.textContent ?? '').length > 20)
        .map((each) => {
          const { fontSize, lineHeight } = getComputedStyle(each)
          const size = Number.parseFloat(fontSize)
          return {
            characters: each.getBoundingClientRect().width / size,
            leading: Number.parseFloat(lineHeight) / size,
          }
        }),
    )
    expect(read.length, path).toBeGreaterThan(0)
    for (const { characters, leading } of read) {
      expect(characters, path).toBeLessThanOrEqual(38.5)
      expect(leading, path).toBeCloseTo(1.75, 2)
    }
  }
})

test('going back restores a page from the back/forward cache as it was left', async ({ server }) => {
  // Playwright disables the back/forward cache in the browsers it starts.
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: CHROMIUM_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({ baseURL: server.url })
    await page.addInitScript(() =>
      window.addEventListener('pageshow', (event) => {
        if (event.persisted) document.documentElement.setAttribute('data-persisted', '')
      }),
    )
    for (const [path, next] of [
      ['/', '/project'],
      ['/project?typeId=1', `/detail/${await ridOf(page, 'XRD')}`],
      [`/detail/${await ridOf(page, 'XRD')}`, '/article/1'],
    ] as const) {
      await page.goto(path)
      await page.goto(next)
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.locator('html[data-persisted]'), path).toBeAttached()
    }
  } finally {
    await browser.close()
  }
})

test('on a phone nothing covers the order button, also before scripts run', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/detail/1`)
  const button = page.getByRole('button', { name: '加入实验方案' }).last()
  const order = await button.boundingBox()
  const service = await page.getByRole('complementary', { name: '服务栏' }).getByRole('button').first().boundingBox()
  if (!order || !service) throw new Error('the bar of the order and the button of the service must both be seen')
  expect(service.y + service.height).toBeLessThanOrEqual(order.y)
  // The bar with the price stays at the bottom.
  await expect(page.locator('div', { has: button }).last()).toContainText(/预估\s*¥[\d,]+\.\d\d/)
  expect(order.y + order.height).toBeLessThanOrEqual(700)
  await context.close()
})

test('the curve of an example is read point by point on demand, with the numbers of its file', async ({ page }) => {
  await page.goto(`/detail/${await ridOf(page, 'Raman')}`)
  const result = page.getByRole('region', { name: '结果示例' })
  await expect(result.getByRole('img', { name: /随 拉曼位移/ })).toBeVisible()
  await expect(result.getByRole('row', { name: /1582/ })).toContainText('G 峰')
  await result.getByRole('button', { name: '放大、逐点读数' }).click()
  await expect(result.getByRole('application', { name: /拉曼谱图/ })).toBeVisible()
  const file = await page.request.get((await result.getByRole('link', { name: /下载数据/ }).getAttribute('href')) ?? '')
  expect((await file.text()).split('\r\n')[0]).toContain('拉曼位移 / cm⁻¹')
})

/** The number of pages of a PDF, from its page tree. */
function pagesOf(pdf: Buffer): number {
  return Math.max(
    ...[...pdf.toString('latin1').matchAll(/\/Type\s*\/Pages[^>]*?\/Count (\d+)|\/Count (\d+)/g)].map(([, a, b]) =>
      Number(a ?? b),
    ),
  )
}

test('drawings have their styles before any script is loaded', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  for (const path of ['/', `/detail/${await ridOf(page, 'XRD')}`]) {
    await page.goto(path)
    const shapes = page.locator('main figure svg :is(path, polyline, polygon)[class]')
    // A shape whose class has no style is filled with black.
    const unstyled = await shapes.evaluateAll((all) =>
      all.filter((each) => getComputedStyle(each).fill === 'rgb(0, 0, 0)').map((each) => each.outerHTML.slice(0, 120)),
    )
    expect([path, unstyled]).toEqual([path, []])
    expect(await shapes.count(), path).toBeGreaterThan(0)
  }
})

test('[Q-03] the periodic table has its rows before any script is loaded', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })).newPage()
  await page.goto(`/detail/${await ridOf(page, 'XPS 分峰')}`)
  const top = async (symbol: string) =>
    (await page.getByRole('button', { name: new RegExp(`^${symbol} `) }).boundingBox())?.y ?? Number.NaN
  const rows = [await top('H'), await top('Fe'), await top('Og'), await top('La'), await top('U')]
  expect(rows).toEqual(rows.toSorted((a, b) => a - b))
  expect(new Set(rows).size).toBe(5)
  expect([await top('Lu'), await top('Lr')]).toEqual([await top('La'), await top('U')])
})
