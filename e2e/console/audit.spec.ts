import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test('an administrator finds who read an order’s contact data and who changed it, before and after, and exports it', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
  await manager.goto(`/console/orders/${orderNo}`)
  await expect(manager.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
  await expect(manager.getByRole('link', { name: '操作记录' })).toHaveCount(0)
  await manager.goto('/console/audit')
  await expect(manager.getByRole('navigation').getByRole('link', { name: '操作日志' })).toHaveCount(0)
  await expect(manager.getByRole('table', { name: '操作日志' })).toHaveCount(0)

  const page = await openStaffPage(browser, server.url, 'admin')
  const table = page.getByRole('table', { name: '操作日志' })

  await test.step('the reading of personal data is in the log', async () => {
    await page.getByRole('link', { name: '操作日志' }).click()
    await page.getByRole('link', { name: '读取个人信息' }).click()
    const row = table.getByRole('row').filter({ hasText: orderNo }).first()
    await expect(row).toContainText('查看个人信息')
  })

  await test.step('everything about the order, with before and after', async () => {
    await page.goto(`/console/audit?subject=${orderNo}`)
    const row = table
      .getByRole('row')
      .filter({ hasText: /状态：.+ → .+/ })
      .first()
    await expect(row).toContainText(`订单 ${orderNo}`)
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await accessibilityFaults(page)]).toEqual([width, []])
      expect([width, await widthFaults(page)]).toEqual([width, []])
    }
    await row.getByRole('button', { name: /^查看/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('columnheader', { name: '之前' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^状态/ })).toBeVisible()
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await accessibilityFaults(page)]).toEqual([width, []])
      expect([width, await widthFaults(page)]).toEqual([width, []])
    }
    await page.keyboard.press('Escape')
  })

  await test.step('the export is made, opened and itself in the log', async () => {
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('button', { name: '开始导出' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^下载 操作日志/ }).click({ timeout: 30_000 })
    expect((await download).suggestedFilename()).toMatch(/^操作日志-[\d-]+\.xlsx$/)
    await page.keyboard.press('Escape')
    await page.goto('/console/audit?tab=exports')
    await expect(table.getByRole('row').filter({ hasText: '导出列表' })).toContainText('管理员')
  })

  await test.step('a word that is nowhere in the log has its own empty state', async () => {
    await page.getByRole('combobox', { name: '搜索操作日志' }).fill('%_%')
    await page.keyboard.press('Enter')
    await expect(page.getByText('没有符合条件的操作日志')).toBeVisible()
  })

  await test.step('the sign-in log has the own sign-in', async () => {
    await page.goto('/console/audit')
    await page.getByRole('link', { name: '登录日志' }).click()
    const own = page.getByRole('table', { name: '登录日志' }).getByRole('row').filter({ hasText: '登录成功' }).first()
    await expect(own).toContainText('管理员')
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await accessibilityFaults(page)]).toEqual([width, []])
      expect([width, await widthFaults(page)]).toEqual([width, []])
    }
  })
})
