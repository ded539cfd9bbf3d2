import { contextOf, test } from '../demo.ts'
import { callAt, makeDelivered } from '../demo-orders.ts'
import { expect, expectAccessible } from '../journey.ts'

test('the second person reads what was agreed before confirming an amount, and the first why it came back [Q-186]', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = await makeDelivered(server.url, demo)
  const proposed = { orderNo, finalFen: 99_900, reason: '增加三个测试温度' }
  await callAt(server.url, 'staff/settlement/fixAmount', proposed, demo.staff.manager.token)

  const finance = await (await contextOf(browser, server.url, demo, 'finance')).newPage()
  await finance.setViewportSize({ width: 375, height: 812 })
  await finance.goto('/console/settlements?tab=checking')
  await finance.getByRole('button', { name: `复核通过 ${orderNo} 的金额` }).click()
  const confirming = finance.getByRole('dialog', { name: `复核通过 ${orderNo}` })
  await expect(confirming).toContainText(/核定最终金额 ¥999\.00，约定金额 ¥\d+\.00，差异原因：增加三个测试温度。/)
  await expectAccessible(finance)
  await confirming.getByRole('button', { name: '取消' }).click()
  await finance.getByRole('button', { name: `退回 ${orderNo} 的金额` }).click()
  const returning = finance.getByRole('dialog', { name: `退回 ${orderNo}` })
  await returning.getByLabel('退回原因').fill('请附上工时记录')
  await returning.getByRole('button', { name: '退回', exact: true }).click()
  await expect(returning).toBeHidden()

  const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
  await manager.goto(`/console/settlements?tab=fix&kw=${orderNo}`)
  await expect(manager.getByText(/退回了 ¥999\.00：请附上工时记录/)).toBeVisible()
  await manager.getByRole('button', { name: `核定 ${orderNo} 的金额` }).click()
  const fixing = manager.getByRole('dialog', { name: `核定最终金额 ${orderNo}` })
  await expect(fixing.getByRole('note')).toContainText('请附上工时记录')
  await expectAccessible(manager)
})
