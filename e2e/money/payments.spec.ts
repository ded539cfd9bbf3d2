import type { BrowserContext, Locator, Page } from '@playwright/test'
import { contextOf, test } from '../demo.ts'
import { expect, expectAccessible } from '../journey.ts'

// Pays what other journeys would pay as well.
test.use({ installation: 'payments' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Chooses a way of paying and answers what the server opened. */
async function choose(page: Page, way: RegExp, button: string): Promise<{ codeUrl: string; pageUrl: string }> {
  const form = dialog(page, '确认付款')
  await form.getByRole('radio', { name: way }).check()
  const created = page.waitForResponse((response) => response.url().endsWith('/api/auth/pay/create'))
  await form.getByRole('button', { name: button }).click()
  return ((await (await created).json()) as { data: { codeUrl: string; pageUrl: string } }).data
}

/** Another device scans the code: the demo's cashier. */
async function payAt(context: BrowserContext, url: string): Promise<void> {
  const phone = await context.newPage()
  await phone.goto(url)
  await phone.getByRole('button', { name: '支付成功' }).click()
  await expect(phone.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await phone.close()
}

const code = (page: Page): Locator => dialog(page, '扫码付款').getByRole('img', { name: /付款码/ })

test('a settlement is paid by WeChat, after a code that was given up', async ({ browser, server, demo }) => {
  const context = await contextOf(browser, server.url, demo, 'teacher')
  const page = await context.newPage()
  await page.goto('/member/unpaid')
  await page
    .getByRole('button', { name: /^支付结算单/ })
    .first()
    .click()
  await choose(page, /微信支付/, '用微信支付')
  await expect(code(page)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await expectAccessible(page)
  await dialog(page, '扫码付款').getByRole('button', { name: '取消付款' }).click()
  const { codeUrl } = await choose(page, /微信支付/, '用微信支付')
  await expect(code(page)).toBeVisible()
  await payAt(context, codeUrl)
  await expect(page.getByText('付款成功').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await context.close()
})

test('an order is paid by Alipay from its page on a phone, and a top-up from the balance page', async ({
  browser,
  server,
  demo,
}) => {
  const desktop = await contextOf(browser, server.url, demo, 'individual')
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    storageState: await desktop.storageState(),
  })
  const { token, refreshToken, expires } = demo.customer.individual
  await context.addInitScript(
    (value) => localStorage.setItem('mingxi.session', value),
    JSON.stringify({ access: token, refresh: refreshToken, expires }),
  )
  const page = await context.newPage()
  await page.goto(`/member/order/${demo.orders.prepay.orderNo}`)
  await page.getByRole('button', { name: '去预付' }).click()
  const { pageUrl } = await choose(page, /支付宝/, '用支付宝支付')
  const link = page.getByRole('link', { name: '打开支付宝付款' })
  expect(await link.getAttribute('href')).toBe(pageUrl)
  const opened = context.waitForEvent('page')
  await link.click()
  const cashier = await opened
  await cashier.getByRole('button', { name: '支付成功' }).click()
  await cashier.getByRole('link', { name: '返回商家' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
  await expect(page.getByText('付款成功').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '去预付' })).toHaveCount(0)

  await page.goto('/member/prestore')
  await page.getByRole('button', { name: '在线充值' }).click()
  const amount = dialog(page, '在线充值')
  await amount.getByRole('button', { name: '下一步' }).click()
  await expect(amount.getByText(/请填写 ¥1.00 至/)).toBeVisible()
  await amount.getByRole('button', { name: '¥500' }).click()
  await amount.getByRole('button', { name: '下一步' }).click()
  const { codeUrl } = await choose(page, /微信支付/, '用微信支付')
  await expect(code(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await payAt(context, codeUrl)
  await expect(page.getByText('充值成功，已计入余额').first()).toBeVisible()
  await page.getByRole('tab', { name: '收支明细' }).click()
  await expect(page.getByText('微信支付到账：预存充值').first()).toBeVisible()
  await context.close()
  await desktop.close()
})

test('[Q-151] finance sees the payments with their reports and compares a bill', async ({ browser, server, demo }) => {
  const customer = await contextOf(browser, server.url, demo, 'individual')
  const payer = await customer.newPage()
  await payer.goto('/member/prestore')
  await payer.getByRole('button', { name: '在线充值' }).click()
  await dialog(payer, '在线充值').getByRole('button', { name: '¥100', exact: true }).click()
  await dialog(payer, '在线充值').getByRole('button', { name: '下一步' }).click()
  const { codeUrl } = await choose(payer, /支付宝/, '用支付宝支付')
  await payAt(customer, codeUrl)
  await expect(payer.getByText('充值成功，已计入余额').first()).toBeVisible()
  await customer.close()

  const context = await contextOf(browser, server.url, demo, 'finance')
  const page = await context.newPage()
  await page.goto('/console/payments?channel=alipay')
  const row = page.getByRole('row').filter({ hasText: '¥100.00' }).first()
  await expect(row).toContainText('已付款')
  await row.getByRole('link', { name: /^P\d/ }).click()
  await expect(page.getByRole('dialog').getByText(/渠道通知（已入账）/)).toBeVisible()

  // A part goes back to the channel, which carries it out and reports it.
  await page.getByRole('dialog').getByRole('link', { name: '办理退款' }).click()
  const refund = page.getByRole('form', { name: '原路退回' })
  await expect(refund.getByText('付款 ¥100.00')).toBeVisible()
  // Of a number that is typed finance reads whose payment it is as well, and of no half of one.
  const paymentNo = await refund.getByLabel('付款单号').inputValue()
  await refund.getByLabel('付款单号').fill(paymentNo.slice(0, -3))
  await expect(refund.getByText('付款 ¥100.00')).toBeHidden()
  await refund.getByLabel('付款单号').fill(paymentNo)
  await expect(refund.getByText('付款 ¥100.00')).toBeVisible()
  await refund.getByLabel('退款金额').fill('40')
  await refund.getByLabel('再次输入金额').fill('40')
  await refund.getByLabel('退款原因').fill('客户多充值')
  await refund.getByRole('button', { name: '原路退回' }).click()
  await expect(page.getByText('已提交渠道，退款成功后通知客户').first()).toBeVisible()
  await expect(async () => {
    await page.goto('/console/refunds?tab=done')
    await expect(page.getByText('客户多充值').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })

  await page.goto('/console/payments?channel=alipay')
  await page.getByRole('link', { name: '渠道账单' }).click()
  await page.getByRole('button', { name: '立即核对' }).click()
  await expect(page.getByText('已开始核对，结果稍后出现在下方').first()).toBeVisible()
  await expectAccessible(page)
  await context.close()
})
