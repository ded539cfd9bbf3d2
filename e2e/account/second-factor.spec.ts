import type { Page } from '@playwright/test'
import { totpCodeAt } from '../../src/platform/auth/totp.ts'
import { bindApp } from '../customer-steps.ts'
import { openStaffPage } from '../staff-steps.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'

const PHONE = '13800000004'
const PASSWORD = 'Mingxi-demo-2026'
const dialog = (page: Page) => page.getByRole('dialog')

async function signIn(page: Page): Promise<void> {
  await page.goto('/member/information')
  await dialog(page).getByLabel('用户名/手机号').fill(PHONE)
  const form = dialog(page).getByRole('form', { name: '密码登录' })
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: '登录' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
}

async function prove(page: Page, code: string): Promise<void> {
  const step = page.getByRole('dialog', { name: '两步验证' })
  await step.getByLabel('验证码').fill(code)
  await step.getByRole('button', { name: '完成登录' }).click()
}

test('[Q-57] [Q-124] a customer switches the second step of signing in on, after a wrong password, signs in with the app and with a recovery code, and switches it off', async ({
  page,
}) => {
  await signIn(page)
  const card = page.getByRole('region', { name: '两步验证' })
  await card.getByRole('button', { name: '开启' }).click()
  await dialog(page).getByLabel('登录密码').fill(`${PASSWORD}?`)
  await dialog(page).getByRole('button', { name: '下一步' }).click()
  await expect(dialog(page).getByText('[密码]不正确')).toBeVisible()
  await expect(dialog(page).getByLabel('登录密码')).toBeVisible()
  await page.keyboard.press('Escape')
  const secret = await bindApp(page, PASSWORD, () => look(page))
  await expect(dialog(page).getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  const shown = dialog(page).getByRole('list', { name: '恢复码' }).getByRole('listitem')
  const [first = ''] = await shown.allInnerTexts()
  await test.step('[Q-301] Esc does not drop the codes, which are shown once, without a question', async () => {
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: '恢复码保存好了吗？' })
    await question.getByRole('button', { name: '取消' }).click()
    await expect(question).toBeHidden()
  })
  await dialog(page).getByRole('button', { name: '已保存' }).click()
  await expect(card).toContainText('已开启')
  const [recovery = '', second = ''] =
    await test.step('[Q-312] Esc does not drop new codes that are on their way', async () => {
      await page.route('**/recoveryCodes', async (route) => {
        await page.keyboard.press('Escape')
        await route.continue()
      })
      await card.getByRole('button', { name: '重新生成恢复码' }).click()
      await dialog(page).getByLabel('验证码').fill(first)
      await dialog(page).getByRole('button', { name: '生成' }).click()
      await expect(shown).toHaveCount(10)
      const codes = await shown.allInnerTexts()
      await dialog(page).getByRole('button', { name: '已保存' }).click()
      return codes
    })

  // Whoever does not take the second step is signed out.
  await signOut(page)
  await signIn(page)
  await expect(dialog(page)).toContainText('此账号已开启两步验证')
  await look(page)
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('heading', { name: '请先登录' }).last()).toBeVisible()

  await signIn(page)
  await prove(page, '000000')
  await expect(dialog(page)).toContainText('验证码不正确或已使用')
  // The code of the next half minute, since that of the present one was used.
  await prove(page, totpCodeAt(secret, new Date(Date.now() + 30_000)))
  await expect(card).toContainText('10 个')

  await signOut(page)
  await signIn(page)
  await prove(page, recovery)
  await expect(card).toContainText('9 个')
  await card.getByRole('button', { name: '关闭' }).click()
  await dialog(page).getByLabel('验证码').fill('ABCDE-FGHIJ')
  await dialog(page).getByRole('button', { name: '关闭两步验证' }).click()
  await expect(dialog(page)).toContainText('验证码不正确或已使用')
  await dialog(page).getByLabel('验证码').fill(second)
  await dialog(page).getByRole('button', { name: '关闭两步验证' }).click()
  await expect(card.getByRole('button', { name: '开启' })).toBeVisible()
})

test('[Q-313] a member of staff who mistypes the password before binding an app can type it again', async ({
  browser,
  server,
}) => {
  const staff = await openStaffPage(browser, server.url, 'reviewer')
  await staff.goto('/console/security')
  await staff.getByRole('button', { name: /^(绑定|换绑手机)$/ }).click()
  await dialog(staff).getByLabel('登录密码').fill('not the password')
  await dialog(staff).getByRole('button', { name: '下一步' }).click()
  await expect(dialog(staff).getByText('[密码]不正确')).toBeVisible()
  await dialog(staff).getByLabel('登录密码').fill(PASSWORD)
  await dialog(staff).getByRole('button', { name: '下一步' }).click()
  await expect(dialog(staff).getByRole('img', { name: '验证器应用的绑定二维码' })).toBeVisible()
})

async function look(page: Page): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/second-factor-${Date.now()}.${width}.png` })
  }
}
