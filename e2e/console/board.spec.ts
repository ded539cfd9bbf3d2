import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('a tester takes work by keyboard and finds it under the own name; the manager sees who does it', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const lab = await (await contextOf(browser, server.url, demo, 'lab')).newPage()

  await test.step('the work is given from a card of the board', async () => {
    await lab.goto('/console/tasks?by=instrument')
    const menu = lab.getByLabel(new RegExp(`分派 ${orderNo}$`)).first()
    await menu.focus()
    await lab.keyboard.press('ArrowDown')
    await lab
      .getByRole('button', { name: /（我）$/ })
      .filter({ visible: true })
      .press('Enter')
    await expect(lab.getByText(`已将 ${orderNo} 分派给`).first()).toBeVisible()
    expect(await accessibilityFaults(lab)).toEqual([])
  })

  await test.step('it stands under the own name, alone when only own work is shown', async () => {
    await lab.getByRole('link', { name: '按人员' }).click()
    await lab.getByLabel('负责人', { exact: true }).selectOption('我的')
    await expect(lab).toHaveURL(/person=mine/)
    await expect(lab.getByRole('link', { name: orderNo })).toBeVisible()
    await expect(lab.getByRole('region')).toHaveCount(1)
    await lab.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(lab)).toEqual([])
    expect(await widthFaults(lab)).toEqual([])
  })

  await test.step('the manager finds it on the page of the task', async () => {
    const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
    await manager.goto(`/console/tasks?person=nobody`)
    await expect(manager.getByRole('heading', { name: '检测任务' })).toBeVisible()
    await expect(manager.getByRole('region').first()).toBeVisible()
    await expect(manager.getByRole('link', { name: orderNo })).toHaveCount(0)
  })
})
