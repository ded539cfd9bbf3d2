import { contextOf, test } from '../demo.ts'
import { openStaffPage } from '../staff-steps.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('a manager finds an order by its last digits and goes to a page, by keyboard alone', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const page = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
  const field = page.getByRole('combobox', { name: '搜索记录和页面' })
  await page.goto('/console')
  await expect(page.getByRole('button', { name: /^搜索/ })).toBeVisible()

  await test.step('the order is the first result, and Enter opens it', async () => {
    await page.keyboard.press('Control+K')
    await expect(field).toBeFocused()
    await page.keyboard.type(orderNo.slice(-6))
    await expect(page.getByRole('option', { name: new RegExp(orderNo) }).first()).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await widthFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/console/orders/${orderNo}$`))
    await expect(field).toHaveCount(0)
  })

  await test.step('the keys are listed, and g s goes to the samples', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/console\/samples/)
  })
})

test('[Q-297] on a phone the palette opens with the focus in its field', async ({ browser, server, demo }) => {
  const { token, refreshToken, expires } = demo.staff.manager
  const context = await browser.newContext({
    ...{ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
    ...{ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
  })
  await context.addInitScript(
    (kept) => localStorage.setItem('mingxi.staff', kept),
    JSON.stringify({ access: token, refresh: refreshToken, expires }),
  )
  const page = await context.newPage()
  await page.goto('/console')
  await page.getByRole('button', { name: /^搜索/ }).tap()
  await expect(page.getByRole('combobox', { name: '搜索记录和页面' })).toBeFocused()
})

test('[V14.3.1] whoever leaves the console leaves no names of the records that were opened', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const page = await openStaffPage(browser, server.url, 'manager')
  const opened = () => page.evaluate(() => sessionStorage.getItem('mingxi.console.opened'))
  await page.goto('/console')
  await expect(page.getByRole('button', { name: /^搜索/ })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: '搜索记录和页面' })).toBeFocused()
  await page.keyboard.type(orderNo.slice(-6))
  await expect(page.getByRole('option', { name: new RegExp(orderNo) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/console/orders/${orderNo}$`))
  expect(await opened()).toContain(orderNo)
  await page.getByText('周敏').first().click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
  expect(await opened()).toBeNull()
  await page.context().close()
})
