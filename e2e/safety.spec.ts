import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

const PASSWORD = 'Mingxi-demo-2026'
const dialog = (page: Page) => page.getByRole('dialog')

test('[T-3] after wrong passwords the browser proves its work without being asked for anything, and the right one opens', async ({
  page,
}) => {
  const solvers: string[] = []
  page.on('request', (request) => {
    if (/solve-proof/.test(request.url())) solvers.push(request.url())
  })
  await page.goto('/member/information')
  const form = dialog(page).getByRole('form', { name: '密码登录' })
  await form.getByLabel('用户名/手机号').fill('13800000003')
  const attempt = async (password: string) => {
    await form.getByLabel('密码', { exact: true }).fill(password)
    const answered = page.waitForResponse('**/api/open/login')
    await form.getByRole('button', { name: '登录' }).click()
    return (await answered).status()
  }
  for (let i = 0; i < 3; i++) {
    expect(await attempt(`wrong-password-${i}`)).toBe(200)
    await expect(form.getByRole('alert')).toContainText('用户名或密码错误')
  }
  expect(solvers).toEqual([])
  expect(await attempt(PASSWORD)).toBe(428)
  await expect(form.getByRole('status').getByText('正在进行安全验证')).toBeVisible()
  await expect(page.getByRole('heading', { name: '我的资料' })).toBeVisible()
  expect(solvers).toHaveLength(1)
})

test('[T-6] [T-58] administrators see alarms and set the limits; others do not find the page', async ({ page }) => {
  await signInStaff(page, 'admin@demo', '/console/safety')
  await expect(page.getByRole('heading', { name: '安全告警' })).toBeVisible()
  await expect(page.getByText('没有告警')).toBeVisible()
  const form = page.getByRole('form', { name: '限额' })
  await form.getByLabel('全站每天验证码短信').fill('3')
  await form.getByRole('button', { name: '保存限额' }).click()
  await expect(form.getByText('不能小于10')).toBeVisible()
  await form.getByLabel('全站每天验证码短信').fill('4000')
  await form.getByRole('button', { name: '保存限额' }).click()
  await expect(page.getByRole('status').getByText('限额已保存，立即生效')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('全站每天验证码短信')).toHaveValue('4000')
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

async function signInStaff(page: Page, account: string, to: string): Promise<void> {
  await page.goto(`/console/login?return=${to}`)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}
