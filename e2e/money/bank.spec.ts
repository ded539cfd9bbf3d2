import type { Locator, Page } from '@playwright/test'
import { dialog } from '../customer-steps.ts'
import { contextOf, test } from '../demo.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, smsCode } from '../journey.ts'
import { matchTransfer, openStaffPage } from '../staff-steps.ts'

// It changes what demo customers own and owe.
test.use({ installation: 'bank' })

const today = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)

test('[M-02] [Q-162] a settlement paid by bank transfer takes the voucher that was chosen last, waits for confirmation and is paid when finance matches the bank line', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await page.goto('/member/unpaid')
  const pay = page.getByRole('button', { name: /^支付结算单/ })
  const no = ((await pay.getAttribute('aria-label')) ?? '').replace('支付结算单 ', '')
  await pay.click()
  await dialog(page)
    .getByRole('radio', { name: /银行转账/ })
    .check()
  await dialog(page).getByRole('button', { name: '查看转账账户' }).click()
  const form = page.getByRole('form', { name: '转账付款' })
  const memo = (await form.getByText(/^MX\w+ JS\d+$/).textContent()) ?? ''
  expect(memo).toContain(no)
  await expectAccessible(page)
  const yuan = await form.getByLabel('转账金额').inputValue()
  await form.getByLabel('转账日期').fill(today())
  await form.getByLabel('付款户名').fill('滨湖大学')
  const voucherId = await chooseTwoVouchers(page, form)
  const sent = page.waitForRequest('**/transferApply/add')
  await form.getByRole('button', { name: '提交申请' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ voucherFileId: voucherId })
  await expect(page.getByText('付款确认中').first()).toBeVisible()
  await expect(pay).toHaveCount(0)

  const finance = await openStaffPage(browser, server.url, 'finance')
  await matchTransfer(finance, { serial: `BK-${no}`, yuan, payer: '滨湖大学', memo })
  await finance.context().close()

  await page.goto('/member/unpaid?part=paid')
  await expect(page.getByRole('article').filter({ hasText: no }).getByText('已付款')).toBeVisible()
  await page.context().close()
})

/** The first is still on its way when the second is chosen. Answers the id of the second. */
async function chooseTwoVouchers(page: Page, form: Locator): Promise<number> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/file/upload', async (route) => {
    const waits = isFirst
    isFirst = false
    if (waits) await held
    await route.continue()
  })
  const choose = (name: string) =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${name}`) })
  const submit = form.getByRole('button', { name: '提交申请' })
  const first = page.waitForRequest('**/file/upload')
  await choose('旧凭证.pdf')
  await first
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  const answer = page.waitForResponse('**/file/upload')
  await choose('新凭证.pdf')
  const { data } = (await (await answer).json()) as { data: { id: number } }
  await expect(submit).not.toHaveAttribute('aria-busy')
  const late = page.waitForResponse('**/file/upload')
  release()
  await late
  await expect(form.getByText('新凭证.pdf')).toBeVisible()
  return data.id
}

test('[M-02] [T-34] a customer withdraws prestored funds to a bank account; finance approves and enters the bank serial', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'individual')).newPage()
  const phone = '13800000004'
  await page.goto('/member/prestore')
  await page.getByRole('button', { name: '提现', exact: true }).click()
  const request = page.getByRole('form', { name: '申请提现' })
  await expect(request.getByText('**** 2222')).toBeVisible()
  await request.getByLabel('提现金额').fill('100')
  const since = new Date()
  await request.getByRole('button', { name: '获取验证码' }).click()
  await request.getByLabel(/短信验证码/).fill(await smsCode(server, phone, since))
  await expectAccessible(page)
  await request.getByRole('button', { name: '提交提现申请' }).click()
  await expect(page.getByText('提现申请已提交').first()).toBeVisible()
  await page.getByRole('tab', { name: '提现记录' }).click()
  const cancel = page.getByRole('button', { name: /^撤销提现/ })
  const no = ((await cancel.getAttribute('aria-label')) ?? '').replace('撤销提现 ', '')

  const finance = await openStaffPage(browser, server.url, 'finance')
  await finance.goto('/console/withdrawals')
  await finance.getByRole('button', { name: `通过 ${no}` }).click()
  await finance
    .getByRole('dialog')
    .getByLabel(/输入“100”以确认/)
    .fill('100')
  await finance.getByRole('dialog').getByRole('button', { name: '审核通过' }).click()
  await expect(finance.getByRole('dialog')).toHaveCount(0)
  await finance.goto('/console/withdrawals?tab=approved')
  await expectAccessible(finance)
  await finance.getByRole('button', { name: `登记打款 ${no}` }).click()
  const paid = finance.getByRole('form', { name: '登记打款' })
  await paid.getByLabel('打款金额').fill('100')
  await paid.getByLabel('银行流水号').fill('OUT-20260302-1')
  await paid.getByRole('button', { name: '登记打款' }).click()
  await expect(finance.getByText('已登记打款').first()).toBeVisible()
  await finance.context().close()

  await page.reload()
  await page.getByRole('tab', { name: '提现记录' }).click()
  await expect(page.getByText('已打款').first()).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.context().close()
})
