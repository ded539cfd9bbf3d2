import { dialog } from '../customer-steps.ts'
import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'
import { openSettled } from '../settled.ts'

test('work that is given to a tester rings the bell at once, and an absence is entered and ended', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const lab = await (await contextOf(browser, server.url, demo, 'lab')).newPage()
  const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()

  await test.step('the bell rings while another page is open', async () => {
    await openSettled(lab, '/console/absences')
    const bell = lab.getByRole('button', { name: /^提醒/ })
    await expect(bell).toBeVisible()
    // The control charts of the demo have told of a rule that is broken already.
    const unread = async () => Number(/(\d+) 条未读/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0)
    const before = await unread()
    await manager.goto('/console/tasks')
    const menu = manager.getByLabel(new RegExp(`分派 ${orderNo}$`)).first()
    // Whoever started the test has the work already; it is given again.
    await menu.click()
    await manager.getByRole('button', { name: '取消分派' }).filter({ visible: true }).click()
    await expect(manager.getByText(`已取消 ${orderNo} 的分派`).first()).toBeVisible()
    await menu.click()
    await manager.getByRole('button', { name: '陈立' }).filter({ visible: true }).click()
    await expect(manager.getByText(`已将 ${orderNo} 分派给`).first()).toBeVisible()
    await expect.poll(unread).toBeGreaterThan(before)
    const rung = await unread()
    await bell.click()
    await expect(dialog(lab, '提醒').getByText(new RegExp(`把检测分派给您.*${orderNo}`))).toBeVisible()
    expect(await accessibilityFaults(lab)).toEqual([])
    await dialog(lab, '提醒')
      .getByRole('link', { name: new RegExp(orderNo) })
      .click()
    await expect(lab).toHaveURL(new RegExp(`/console/tasks/${orderNo}`))
    await expect.poll(unread).toBeLessThan(rung)
  })

  await test.step('the tester enters an absence, finds it in the list and takes it back', async () => {
    await lab.goto('/console/absences')
    await lab.getByRole('button', { name: '登记不在岗' }).click()
    // The day after tomorrow in Shanghai, also between midnight there and midnight in UTC.
    const day = new Date(Date.now() + (2 * 24 + 8) * 3_600_000).toISOString().slice(0, 10)
    await dialog(lab).getByLabel('开始日期').fill(day)
    await dialog(lab).getByLabel('结束日期').fill(day)
    await dialog(lab).getByLabel('说明').fill('年假')
    await dialog(lab).getByRole('button', { name: '登记', exact: true }).click()
    await expect(lab.getByRole('row', { name: /陈立/ })).toContainText('年假')
    await lab.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(lab)).toEqual([])
    expect(await widthFaults(lab)).toEqual([])
    await lab.getByRole('button', { name: '取消：陈立' }).click()
    await dialog(lab).getByRole('button', { name: '确定' }).click()
    await expect(lab.getByText('没有人不在岗')).toBeVisible()
  })
})
