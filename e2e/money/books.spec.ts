import { copyInstallation } from '../installations.ts'
import { test as base, expect, expectAccessible, serve } from '../journey.ts'
import { signInStaff } from '../staff-steps.ts'

// A day is closed after it is over, so the clock of the server is moved.
const test = base.extend({
  server: [
    ({ installation: _installation }, use, worker) =>
      serve(copyInstallation(worker.project.name), use, { movableClock: true }),
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'books' })

const DAY_MS = 86_400_000

test('finance checks the books on demand and reads the result by area', async ({ page }) => {
  await signInStaff(page, 'finance')
  await page.goto('/console/books')
  await page.getByRole('button', { name: '立即核对' }).click()
  await expect(page.getByRole('heading', { name: /最近一次.*账目相符/ })).toBeVisible()
  await page.locator('summary').filter({ hasText: '总账' }).click()
  const table = page.getByRole('region', { name: '总账核对项目' })
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toContainText('✓')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: '历次核对' }).getByRole('rowheader').first()).toBeVisible()
})

test('finance closes the days that are over and reads what they fixed [Q-183]', async ({ page, server }) => {
  // A day can be closed ten minutes after it is over.
  await server.advance(DAY_MS + 15 * 60_000)
  await signInStaff(page, 'finance')
  await page.goto('/console/days')
  await page.getByRole('button', { name: '日结', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '日结' })
  await expectAccessible(page)
  const last = await dialog.getByLabel('日结至').inputValue()
  // A day that is not over is refused at its field.
  await dialog.getByLabel('日结至').fill('2099-01-01')
  await dialog.getByRole('button', { name: '确认日结' }).click()
  await expect(dialog.getByText('该日尚未结束，次日 00:10 之后才能日结')).toBeVisible()
  await expect(dialog.getByLabel('日结至')).toBeFocused()
  await dialog.getByLabel('日结至').fill(last)
  await dialog.getByRole('button', { name: '确认日结' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`已日结至 ${last}`)).toBeVisible()
  await expect(page.getByText('没有待日结的日期')).toBeVisible()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: last }) })
  await expect(row.filter({ hasText: '银行' })).toContainText('¥')
  await expectAccessible(page)
  // Income and expense are shown on a phone as well.
  await page.setViewportSize({ width: 375, height: 812 })
  for (const name of ['收入', '支出', '期末'])
    await expect(row.first().locator(`td[data-label='${name}']`)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.first().getByRole('link', { name: last }).click()
  await expect(page.getByText('已日结', { exact: true })).toBeVisible()
  await expect(page.getByText('银行与渠道合计等于客户资金加收入 ✓')).toBeVisible()
  const givenBack = page.getByRole('region', { name: '当日退款与提现' })
  await expect(givenBack.getByRole('row', { name: /原路退款/ })).toContainText('¥')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)
})

test('[Q-152] finance exports the closed days as vouchers and downloads them', async ({ page }) => {
  await signInStaff(page, 'finance')
  await page.goto('/console/accounting')
  const form = page.getByRole('form', { name: '导出凭证' })
  await expect(form.getByText(/已日结至/)).toBeVisible()
  // The month of the last closed day is filled in, which on its first day may have no money yet.
  const last = await form.getByLabel('结束日期').inputValue()
  const start = new Date(new Date(last).getTime() - 27 * DAY_MS).toISOString().slice(0, 10)
  await form.getByLabel('开始日期').fill(start)
  await form.getByRole('button', { name: '生成凭证' }).click()
  const row = page.getByRole('region', { name: '导出记录' }).getByRole('row').filter({ hasText: '每日汇总' }).first()
  await expect(row).toContainText('¥')
  // The same days once more would be booked twice, so finance is asked.
  await form.getByRole('button', { name: '生成凭证' }).click()
  const question = page.getByRole('dialog', { name: '重复导出凭证' })
  await expect(question.getByText(/的凭证已由 .+ 导出过。再次导入财务软件会重复记账/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: '取消' }).click()
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Excel/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^会计凭证-.*-每日汇总\.xlsx$/)
  await page.getByRole('button', { name: '修改科目' }).click()
  const codes = page.getByRole('form', { name: '修改科目' })
  await codes.getByLabel('银行 科目编码').fill('')
  await codes.getByRole('button', { name: '保存' }).click()
  await expect(codes.getByText('请填写科目编码').first()).toBeVisible()
  await expectAccessible(page)
  await codes.getByLabel('银行 科目编码').fill('100201')
  await codes.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('region', { name: '科目对应' }).getByText('100201')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)
})
