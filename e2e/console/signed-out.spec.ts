import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { signInStaff } from '../staff-steps.ts'

const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: '员工登录' })
const reason = (page: Page) => page.getByRole('status').filter({ hasText: '登录后回到刚才的页面' })

test('[Q-382] staff who were signed out read why, and only those; they come back to where they were', async ({
  page,
}) => {
  await page.clock.install()
  await test.step('somebody ends the session elsewhere', async () => {
    await signInStaff(page, 'manager')
    await page.goto('/console/samples?tab=received')
    await expect(page.getByRole('heading', { level: 1, name: '样品' })).toBeVisible()
    await endSession(page)
    // The page may find out by itself before it is asked for something.
    await expect(async () => {
      const orders = page.getByRole('link', { name: '全部订单' })
      if (await orders.isVisible()) await orders.click({ timeout: 1000 })
      await expect(signInPage(page)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(reason(page)).toHaveText(/登录已失效，或已在别处退出/)
  })
  await test.step('nobody was there for half an hour', async () => {
    // Somebody else: the manager would come back to the orders if they were open long enough to be remembered.
    await signInStaff(page, 'logistics')
    await page.goto('/console/samples')
    await expect(page.getByRole('heading', { level: 1, name: '样品' })).toBeVisible()
    await page.clock.fastForward('31:00')
    await expect(signInPage(page)).toBeVisible()
    await expect(reason(page)).toHaveText(/长时间没有操作，已自动退出/)
    await page.getByLabel('账号').fill('logistics@demo')
    await page.getByLabel('密码').fill('Mingxi-demo-2026')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '样品' })).toBeVisible()
  })
  await test.step('who signs out reads no reason', async () => {
    await page.getByRole('banner').locator('summary').last().click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await expect(signInPage(page)).toBeVisible()
    await expect(reason(page)).toHaveCount(0)
  })
})

/** As an administrator does, or the same person on another device: this tab hears nothing of it. */
function endSession(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { access } = JSON.parse(localStorage.getItem('mingxi.staff') ?? '{}')
    const headers = { 'content-type': 'application/json', token: access }
    await fetch('/api/staff/logout', { method: 'POST', headers, body: '{}' })
  })
}
