import { contextOf, test } from '../demo.ts'
import { makeDelivered } from '../demo-orders.ts'
import { expect, expectAccessible } from '../journey.ts'

const FEE = '¥120.50'

test('a retest for a fee: both sides read fee and deadline, and what a report is worth at once [Q-169] [Q-181] [Q-182]', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = await makeDelivered(server.url, demo, { buyer: 'individual' })
  const page = await (await contextOf(browser, server.url, demo, 'individual')).newPage()
  const staff = await (await contextOf(browser, server.url, demo, 'manager')).newPage()

  await page.goto(`/member/order/${orderNo}`)
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '申请复测' }).click()
  await page.getByLabel('复测原因').fill('本底过高')
  await page.getByRole('button', { name: '提交申请' }).click()
  // Of the order and of its report.
  await expect(page.getByText('复测中', { exact: true })).toHaveCount(2)

  await staff.goto(`/console/orders/${orderNo}`)
  await staff.getByRole('button', { name: '同意复测' }).click()
  await staff.getByRole('radio', { name: /收费/ }).check()
  await expect(staff.getByText(/7 天内未确认视为放弃/)).toBeVisible()
  await staff.getByLabel('复测费用').fill('１２０．５０')
  await staff.getByLabel('收费原因').fill('需要重新制样')
  await expectAccessible(staff)
  await staff.getByRole('button', { name: '请客户确认费用' }).click()
  const waiting = staff.getByRole('region', { name: '等待客户确认复测费用' })
  await expect(waiting).toContainText(`复测费用 ${FEE}`)
  await expect(staff.getByText(/剩 7 天|剩 6 天/)).toBeVisible()

  await page.reload()
  await expect(page.getByText(FEE)).toBeVisible()
  await expect(page.getByText(/还剩 .*（.+ 前）/)).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认复测费用' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: '预存款' })).toHaveAttribute(
    'href',
    '/member/prestore',
  )
  await page.getByRole('button', { name: '确认费用并复测' }).click()
  await expect(page.getByText(`含复测费用 ${FEE}`)).toBeVisible()
  await staff.reload()
  await expect(staff.getByText(FEE)).toBeVisible()
})
