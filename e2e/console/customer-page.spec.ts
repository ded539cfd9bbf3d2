import { dialog } from '../customer-steps.ts'
import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('a manager opens a customer from an order, notes, logs a call and makes a todo; a mentioned colleague is told', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'manager')).newPage()

  await test.step('the page of the customer shows orders and money', async () => {
    await page.goto(`/console/orders/${demo.orders.testing.orderNo}`)
    await page.getByRole('link', { name: '王建国', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: '王建国' })).toBeVisible()
    // Other journeys order as this customer too, so that the order need not be among the last ones.
    await expect(page.getByRole('list', { name: '最近的订单' }).getByRole('link', { name: /^MX/ })).toHaveCount(5)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step('[Q-202] a note mentions a colleague of finance by keyboard, from names that nothing covers; the bell rings', async () => {
    await page.getByRole('textbox', { name: '写备注' }).fill('下周来访，请@')
    await expect(page.getByRole('option', { name: /林静/ })).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    // Every name can be scrolled to: the card cuts off what reaches over its edge.
    const names = await page.getByRole('listbox', { name: '同事' }).boundingBox()
    const save = await page.getByRole('button', { name: '保存备注' }).boundingBox()
    expect((names?.y ?? 0) + (names?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0)
    while (!(await page.getByRole('option', { name: /林静/, selected: true }).isVisible()))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '保存备注' }).click()
    await expect(page.getByRole('list', { name: '备注' })).toContainText('下周来访')
    const finance = await (await contextOf(browser, server.url, demo, 'finance')).newPage()
    await finance.goto('/console')
    await finance.getByRole('button', { name: /提醒，\d+ 条未读/ }).click()
    await expect(dialog(finance, '提醒').getByText('提到我').first()).toBeVisible()
  })

  await test.step('a call is logged, and its next step is a todo', async () => {
    await page.getByRole('button', { name: '登记通话' }).click()
    await dialog(page).getByLabel('通话内容').fill('确认了下周的到访时间')
    await dialog(page).getByRole('button', { name: '登记', exact: true }).click()
    await expect(page.getByText('已登记通话').first()).toBeVisible()
    await page.getByRole('button', { name: '新建待办' }).click()
    await dialog(page).getByLabel('要做什么').fill('准备来访接待')
    await dialog(page)
      .getByLabel('到期时间')
      .fill(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00`)
    await dialog(page)
      .getByRole('button', { name: /新建|保存/ })
      .click()
    await expect(page.getByText('准备来访接待').first()).toBeVisible()
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('the todo is finished on the page of todos', async () => {
    await page.goto('/console/todos')
    await page.getByRole('button', { name: '完成：准备来访接待' }).click()
    await expect(page.getByRole('button', { name: '完成：准备来访接待' })).toHaveCount(0)
  })
})
