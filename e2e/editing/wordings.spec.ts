import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

/** The manager adds a sentence to a notice and leaves out its text message, and later takes the built-in words again. */
test('the words of a notice are changed and restored in the console', async ({ browser, server }) => {
  const page = await openStaffPage(browser, server.url, 'manager')
  await page.goto('/console/notices')
  await page.getByRole('link', { name: '通知文案' }).click()
  const row = page.getByRole('row').filter({ hasText: '报价已发出' })
  await row.getByRole('button', { name: '修改：报价已发出' }).click()
  const dialog = page.getByRole('dialog', { name: '通知文案：报价已发出' })
  const preview = dialog.getByRole('region', { name: '预览' })
  await expect(preview).toContainText('已报价，金额¥360.00')

  await test.step('an unknown variable is refused before it is saved', async () => {
    await dialog.getByLabel('正文').fill('{手机号}')
    await expect(preview).toContainText('没有变量「手机号」')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('没有变量「手机号」').first()).toBeVisible()
  })

  await test.step('a sentence is added and the text message left out', async () => {
    await dialog.getByLabel('正文').fill('{默认正文}有疑问请致电客户经理。')
    await expect(preview).toContainText('有疑问请致电客户经理。')
    await dialog.getByRole('checkbox', { name: '短信' }).uncheck()
    await expect(dialog.getByRole('checkbox', { name: '站内信' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(row).toContainText('已修改')
    await expect(row).toContainText('站内信、邮件')
  })

  await test.step('the built-in words are restored, on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('button', { name: '修改：报价已发出' }).click()
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: '恢复默认' }).click()
    await expect(page.getByRole('status').getByText('已恢复默认文案')).toBeVisible()
    await expect(page.getByRole('button', { name: '修改：报价已发出' })).toBeVisible()
  })
  await page.context().close()
})
