import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

// Uses its own installation: a page that fails raises an alarm, which others count.
test.use({ installation: 'faults' })

test('an error of a page is shown with a number, grouped with its like, resolved, and opens again when it comes back', async ({
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'admin')
  const broken = await openStaffPage(browser, server.url, 'admin')
  const number = broken.getByRole('alert').locator('code')

  /** The page gets an answer that it cannot show; answers the number that the person sees. */
  const breakPage = async () => {
    const reported = broken.waitForResponse('**/api/fault')
    await broken.goto('/console/tables')
    expect((await reported).status()).toBe(204)
    await expect(number).toHaveText(/^[0-9a-f]{8}$/)
    return (await number.textContent()) ?? ''
  }
  await broken.route('**/api/staff/upkeep/tables', (route) =>
    route.fulfill({ json: { code: 1, msg: '成功', data: { totalBytes: 1, tables: null } } }),
  )
  const first = await breakPage()
  await expect(broken.getByRole('button', { name: '复制' })).toBeVisible()
  await expectAccessible(broken)

  await test.step('staff find it by the number', async () => {
    await breakPage()
    await expect(async () => {
      await page.goto(`/console/faults?kw=${first}`)
      await expect(page.getByRole('row', { name: /TypeError/ })).toContainText('/console/tables', { timeout: 1000 })
      await expect(page.getByRole('row', { name: /TypeError/ })).toContainText('2', { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('link', { name: /TypeError/ }).click()
    await expect(page.getByRole('heading', { name: 'TypeError' })).toBeVisible()
    await expect(page.getByLabel('调用栈')).toContainText('(assets/')
    await expect(page.getByRole('row').filter({ hasText: first })).toBeVisible()
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 812 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

  await test.step('resolved, it leaves the open ones', async () => {
    await page.getByRole('button', { name: '已解决' }).click()
    await expect(page.getByRole('button', { name: '重新打开' })).toBeVisible()
    await page.goto('/console/faults')
    await expect(page.getByText('没有错误报告')).toBeVisible()
  })

  await test.step('coming back, it is open again and marked', async () => {
    await breakPage()
    await expect(async () => {
      await page.goto('/console/health')
      await page.getByRole('link', { name: /待处理的错误报告/ }).click()
      await expect(page.getByRole('row', { name: /TypeError/ })).toContainText('再次出现', { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 812 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await page.goto('/console/safety')
    await expect(page.getByText(/程序出错：浏览器 \/console\/tables TypeError/).first()).toBeVisible()
  })
})
