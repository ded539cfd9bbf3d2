import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { expect, test } from '../journey.ts'
import { hydrated, watchHydration } from '../settled.ts'

const PASSWORD = 'Mingxi-demo-2026'
const dialog = (page: Page) => page.getByRole('dialog')
const address = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)

async function signIn(page: Page, account = '13800000001'): Promise<void> {
  const form = dialog(page).getByRole('form', { name: '密码登录' })
  await form.getByLabel('用户名/手机号').fill(account)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: '登录' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Navigates like a link of the page, to an address that no link has. Before React took over the header, a link would load a new document instead. */
async function follow(page: Page, to: string): Promise<void> {
  await hydrated(page)
  await page.evaluate(
    (path) =>
      (window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => void } }).__reactRouterDataRouter //
        .navigate(path),
    to,
  )
}

test.beforeEach(({ page }) => watchHydration(page))

test('[N-09] [L-09] a linked address keeps query and fragment through the dialog; the page with the link keeps its own', async ({
  page,
}) => {
  await page.goto('/guide?part=2#faq')
  await page.getByRole('banner').hover()
  const wanted = '/member/order?tab=testing&from=%E9%82%AE%E4%BB%B6#latest'
  await follow(page, wanted)
  await expect(dialog(page)).toBeVisible()
  expect(await address(page)).toBe('/guide?part=2#faq')
  await signIn(page)
  await expect.poll(() => address(page)).toBe(wanted)
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/guide?part=2#faq')
})

test('[N-09] [L-09] a typed address keeps its fragment and has one entry in the history; a link followed from there works', async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/member/address?from=mail#new')
  await signIn(page)
  await expect(page.getByRole('heading', { name: '地址管理' })).toBeVisible()
  expect(await address(page)).toBe('/member/address?from=mail#new')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/member/address')
  await expect(dialog(page)).toBeVisible()
  await follow(page, '/experiment/plan?from=typed#lines')
  await expect.poll(() => address(page)).toBe('/experiment/plan?from=typed#lines')
  await signIn(page)
  await expect(page.getByRole('heading', { name: '实验方案' }).first()).toBeVisible()
  expect(await address(page)).toBe('/experiment/plan?from=typed#lines')
})

test('[N-09] [L-09] an address restored from the history asks for sign-in and then shows exactly that page', async ({
  page,
}) => {
  await page.goto('/member/address?from=mail#new')
  await signIn(page)
  await expect(page.getByRole('heading', { name: '地址管理' })).toBeVisible()
  await follow(page, '/guide')
  await expect.poll(() => address(page)).toBe('/guide')
  await signOutIn(page)
  await expect.poll(() => address(page)).toBe('/')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/guide')
  await page.goBack()
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: '地址管理' })).toHaveCount(0)
  await signIn(page)
  await expect(page.getByRole('heading', { name: '地址管理' })).toBeVisible()
  expect(await address(page)).toBe('/member/address?from=mail#new')
})

test('[N-09] [L-09] staff return to query and fragment after signing in', async ({ page }) => {
  await page.goto('/console/orders?tab=review#first')
  await page.getByLabel('账号').fill('manager@demo')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect.poll(() => address(page)).toBe('/console/orders?tab=review#first')
})

// Tests the browser's real back/forward cache. Playwright disables it in the browsers it starts, so this test starts one itself.
for (const [area, path, name, next, key] of [
  ['member', '/member/information', '王建国', { account: '13800000003', name: '赵敏华' }, 'mingxi.session'],
  ['console', '/console/returning', '周敏', { account: 'logistics@demo', name: '郭强' }, 'mingxi.staff'],
] as const) {
  test(`[L-09] [L-12] going back to a page of the ${area} area after a sign-out or another sign-in never shows the former reader’s data, not for one frame`, async ({
    server,
  }) => {
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: CHROMIUM_FLAGS,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
      const page = await context.newPage()
      await page.addInitScript(rememberFirstFrame)
      await page.goto(path)
      if (area === 'member') await signIn(page)
      else await signInStaff(page)
      await expect(page.getByText(name).first()).toBeVisible()

      // Without a sign-out the page comes back unchanged, which shows that it was in the cache.
      await page.goto('/license')
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.locator('html[data-persisted]')).toBeAttached()
      await expect(page.getByText(name).first()).toBeVisible()

      // A colleague signs in in another tab: the page comes back from the cache and shows the colleague.
      await page.goto('/license')
      const other = await context.newPage()
      await other.goto(area === 'member' ? '/guide' : '/console')
      if (area === 'member') await signOutIn(other)
      else {
        await other.getByText(name, { exact: true }).click()
        await other.getByRole('button', { name: '退出登录' }).click()
        await expect(other).toHaveURL(/console\/login/)
      }
      expect(await other.evaluate((record) => localStorage.getItem(record), key)).toBeNull()
      if (area === 'member') {
        await other.locator('[data-login-entry]').first().click()
        await signIn(other, next.account)
      } else await signInStaff(other, next.account)
      await expect(other.getByText(next.name).first()).toBeVisible()
      await comeBack(page, 2, name)
      await expect(page.getByText(next.name).first()).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)

      // After a sign-out nobody is signed in.
      await page.goto('/license')
      await other.evaluate((record) => localStorage.removeItem(record), key)
      await comeBack(page, 3, next.name)
      await expect(page.getByText(next.name)).toHaveCount(0)
      const wayIn =
        area === 'member' ? page.getByRole('heading', { name: '请先登录' }).first() : page.getByLabel('账号')
      await expect(wayIn).toBeAttached()
    } finally {
      await browser.close()
    }
  })
}

/** Waits until the page has come back from the cache `times` times; its first frame must not show `former`. */
async function comeBack(page: Page, times: number, former: string): Promise<void> {
  await page.bringToFront()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator(`html[data-persisted="${times}"]`)).toBeAttached()
  const frame = await page.evaluate(() => (window as unknown as { firstFrame?: string }).firstFrame)
  expect(frame).toBeDefined()
  expect(frame).not.toContain(former)
  expect(frame).not.toMatch(/1\d{2}\*{4}\d{4}/)
}

/** Runs in the page: records the first frame after each return from the cache, and counts the returns. */
function rememberFirstFrame(): void {
  let times = 0
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    times += 1
    requestAnimationFrame(() => {
      ;(window as unknown as { firstFrame: string }).firstFrame = document.body.innerText
      document.documentElement.setAttribute('data-persisted', String(times))
    })
  })
}

async function signInStaff(page: Page, account = 'manager@demo'): Promise<void> {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

async function signOutIn(page: Page): Promise<void> {
  await page.getByRole('banner').hover()
  await page.getByRole('banner').getByText('王建国').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mingxi.session'))).toBeNull()
}
