import type { Page } from '@playwright/test'
import { openLogin, signIn } from './customer-steps.ts'
import { expect, test } from './journey.ts'
import { hydrated, watchHydration } from './settled.ts'
import { openStaffPage } from './staff-steps.ts'

test('the home page is complete without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  // Without scripts tabs cannot be switched, so both panels are visible, each with its name.
  const process = page.getByRole('region', { name: '服务流程' })
  for (const words of ['高校院所客户', '提交协议与样品', '企业客户', '锁定方案与报价'])
    await expect(process.getByText(words, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await context.close()
})

test('an unknown address answers 404 with links to continue', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('link', { name: /首页/ }).first()).toBeVisible()
})

test('[T-68] the headers of the first request for a page do not change the page for the next visitor', async ({
  request,
}) => {
  const path = `/project?minPrice=${Date.now() % 1_000_000}`
  const head = await request.fetch(path, {
    method: 'HEAD',
    headers: { 'x-remix-reload-document': 'yes', 'x-react-router-spa-mode': 'yes', 'x-forwarded-host': 'evil.example' },
  })
  const page = await request.get(path)
  const html = await page.text()
  expect(html).toContain('</html>')
  expect(html).toContain('<h1')
  expect(html).not.toContain('evil.example')
  expect(head.headers()['etag']).toBe(page.headers()['etag'])
})

test('[T-68] a page refuses unsupported methods without a server error', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    const answer = await request.fetch('/guide', { method })
    expect([404, 405], method).toContain(answer.status())
  }
})

test('health, readiness and metrics answer', async ({ request }) => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
})

test('while the scripts of the next page are slow, a bar along the top says that it is on its way', async ({
  page,
}) => {
  await watchHydration(page)
  await page.goto('/guide')
  // Scripts of a public page start with the first input; before that, its links are the browser's.
  await page.getByRole('banner').getByRole('combobox').focus()
  await hydrated(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  const bar = page.locator('[data-progress]')
  await expect(bar).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: '联系我们' }).click()
  await expect(bar).toBeVisible()
  await expect(page).toHaveURL(/\/guide$/)
  release()
  await expect(page.getByRole('heading', { level: 1, name: '联系我们' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('[Q-205] own pages and the console are built up without blinking: the frame first, then bars until the data is there', async ({
  page,
  browser,
  baseURL,
}) => {
  await openLogin(page)
  await signIn(page, '13800000001')
  await expectNoBlink(page, '/member/order', '会员菜单')
  const staff = await openStaffPage(browser, baseURL ?? '', 'manager')
  await expectNoBlink(staff, '/console/orders', '后台菜单')
})

/** Opens a page whose scripts and answers are slow, and looks at each frame of it. */
async function expectNoBlink(page: Page, path: string, menu: string): Promise<void> {
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seenBars: seen })
    const look = () => {
      const bars = Array.from(document.querySelectorAll('[role=status]')).some(
        (part) => part.textContent === '正在加载' && getComputedStyle(part).opacity !== '0',
      )
      if (seen.at(-1) !== bars) seen.push(bars)
      requestAnimationFrame(look)
    }
    look()
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, 100))
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const bars = page.getByRole('status').filter({ hasText: '正在加载' })
  await expect(bars).toHaveCSS('opacity', '1')
  if (menu === '会员菜单') await expect(page.getByRole('navigation', { name: menu })).toBeVisible()
  await expect(page.getByText('明析科测').first()).toBeVisible()
  release()
  await expect(page.getByRole('navigation', { name: menu })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bars).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { seenBars: boolean[] }).seenBars)).toEqual([
    false,
    true,
    false,
  ])
}

test('[Q-206] drawing and periodic table of a project stay while their code is on the way and the own price arrives', async ({
  page,
}) => {
  await openLogin(page)
  await signIn(page, '13800000003')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/(drawn-figure|element-picker)[^/]*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/detail/46')
  // An enterprise has other prices than those that the server renders.
  await expect(page.getByText('（您的价格）').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /示意图$/ }).first()).toBeVisible()
  const iron = page.getByRole('button', { name: /铁/ })
  await expect(iron).toBeVisible()
  release()
  await iron.click()
  await expect(iron).toHaveAttribute('aria-pressed', 'true')
})
