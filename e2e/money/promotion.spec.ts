import type { Browser, Page } from '@playwright/test'
import { completeProfile, dialog, openLogin, signIn } from '../customer-steps.ts'
import { copyInstallation } from '../installations.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, serve, smsCode } from '../journey.ts'
import { settledOrder } from '../settled-order.ts'
import { openStaffPage } from '../staff-steps.ts'

// Waiting times pass by moving the clock of the server.
const test = base.extend({
  server: [
    ({ installation: _installation }, use, worker) =>
      serve(copyInstallation(worker.project.name), use, { movableClock: true }),
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'promotion' })

type Server = Parameters<typeof smsCode>[0] & { url: string; advance: (ms: number) => Promise<void> }

const DAY = 24 * 3600_000
const PASSWORD = 'long-enough-1'
/** The demo's clock is ahead of the clock of this process after `advance`. */
let ahead = 0

/** Sessions end meanwhile, so the person signs in again. */
async function waitDays(page: Page, server: Server, days: number, account: string): Promise<void> {
  await server.advance(days * DAY)
  ahead += days * DAY
  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await openLogin(page)
  await signIn(page, account)
}

/** Another person on another device opens the link and registers; the name is in the profile. */
async function invited(browser: Browser, server: Server, link: string, phone: string, name: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    userAgent: `Mozilla/5.0 (Journey ${phone}) Chrome/140`,
  })
  const page = await context.newPage()
  await page.goto(link)
  const form = page.getByRole('form', { name: '注册' })
  await expect(form).toContainText(link.split('/').at(-1) ?? '')
  await form.getByLabel('手机号').fill(phone)
  const since = new Date(Date.now() + ahead - 1000)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByLabel('验证码').fill(await smsCode(server, phone, since))
  for (const label of ['密码', '确认密码']) await form.getByLabel(label, { exact: true }).fill(PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await signIn(page, phone, PASSWORD)
  await completeProfile(page, { name, type: /个人/, company: '自由职业' })
  return page
}

test('[M-12] [N-04] [M-23] a friend opens the link, registers and orders, and both get points after the waiting time', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  await openLogin(page)
  await signIn(page, '13800000002')

  const link = await test.step('the inviter copies the link and downloads the poster', async () => {
    await page.goto('/member/invite')
    await expect(page.getByText('还没有邀请好友')).toBeVisible()
    const shown = (await page.getByText(/\/invited\/[A-Z2-9]{8}$/).textContent()) ?? ''
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    await page.getByRole('button', { name: '生成海报' }).click()
    const poster = dialog(page, '邀请海报').getByRole('img', { name: /邀请海报：李晓雯/ })
    await expect(poster).toBeVisible()
    // The canvas is painted: its dark band and its QR code.
    const ink = await poster.evaluate((canvas: HTMLCanvasElement) => {
      const pixel = canvas.getContext('2d')?.getImageData(10, 10, 1, 1).data
      return pixel && [...pixel].slice(0, 3).join()
    })
    expect(ink).toBe('7,66,74')
    const download = page.waitForEvent('download')
    await dialog(page, '邀请海报').getByRole('button', { name: '下载海报' }).click()
    expect((await download).suggestedFilename()).toMatch(/^邀请海报-[A-Z2-9]{8}\.png$/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    return new URL(shown).pathname
  })

  const phone = '13622220001'
  await test.step('the friend registers with the code of the link and pays an order', async () => {
    const friend = await invited(browser, server, link, phone, '钱小明')
    await settledOrder(server.url, { phone, password: PASSWORD })
    await friend.context().close()
  })

  await test.step('the inviter sees the friend masked and the reward waiting, then given', async () => {
    await expect(async () => {
      await page.goto('/member/invite')
      await expect(page.getByRole('row', { name: /钱\*\* 136\*\*\*\*0001/ })).toContainText('等待期内', {
        timeout: 2000,
      })
    }).toPass({ timeout: 20_000 })
    await page.getByRole('button', { name: /钱\*\* 的首单/ }).click()
    await expect(dialog(page, '好友的首单')).toContainText('送样检测')
    await expect(dialog(page, '好友的首单')).toContainText(/MX\d\d\*{4}\d{4}/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await waitDays(page, server, 8, '13800000002')
    await expect(async () => {
      await page.goto('/member/invite')
      await expect(page.getByRole('row', { name: /钱\*\*/ })).toContainText('+200', { timeout: 2000 })
      await expect(page.getByRole('row', { name: /钱\*\*/ })).toContainText('已发放', { timeout: 2000 })
    }).toPass({ timeout: 20_000 })
  })

  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('[M-11] [M-23] [Q-149] a customer becomes a promoter, gets a rebate and withdraws it', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  const own = '13800000004'
  await openLogin(page)
  await signIn(page, own)

  await test.step('the customer applies with the agreement', async () => {
    await page.goto('/member/promotion')
    const form = page.getByRole('form', { name: '申请成为推广合伙人' })
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(form.getByText('请填写推广方式')).toBeVisible()
    await form.getByLabel('推广方式').fill('在材料学交流群介绍')
    await form.getByRole('checkbox').check()
    await expectAccessible(page)
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText('申请正在审核')).toBeVisible()
  })

  await test.step('staff approve', async () => {
    const finance = await openStaffPage(browser, server.url, 'finance')
    await finance.goto('/console/promoters')
    await finance.getByRole('button', { name: '办理 刘一凡' }).click()
    await expectAccessible(finance)
    await dialog(finance).getByRole('button', { name: '通过' }).click()
    await dialog(finance, '通过 刘一凡').getByRole('button', { name: '通过' }).click()
    await expect(finance.getByText('已通过，客户会收到通知').first()).toBeVisible()
    await expect(finance.getByRole('dialog')).toHaveCount(0)
    await finance.context().close()
  })

  const link = await test.step('the promoter finds the link', async () => {
    await page.reload()
    const shown = (await page.getByText(/\/invited\/[A-Z2-9]{8}$/).textContent()) ?? ''
    await expect(page.getByText('还没有返利')).toBeVisible()
    return new URL(shown).pathname
  })

  const phone = '13622220002'
  const { finalFen } = await test.step('a customer registers with it and pays an order', async () => {
    const customer = await invited(browser, server, link, phone, '孙大为')
    const order = await settledOrder(server.url, { phone, password: PASSWORD })
    await customer.context().close()
    return order
  })
  const yuan = (Math.floor(finalFen / 20) / 100).toFixed(2)

  await test.step('the rebate waits, and becomes available', async () => {
    const rebates = page.getByRole('table', { name: '返利明细' })
    await expect(async () => {
      await page.goto('/member/promotion')
      await expect(rebates.getByRole('row', { name: /孙\*\*/ })).toContainText('待结算', { timeout: 2000 })
    }).toPass({ timeout: 20_000 })
    await expect(rebates).toContainText(`¥${yuan}`)
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 Excel' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/返利.*\.xlsx$/)
    await waitDays(page, server, 16, own)
    await expect(async () => {
      await page.goto('/member/promotion')
      await expect(rebates.getByRole('row', { name: /孙\*\*/ })).toContainText('可提现', { timeout: 2000 })
    }).toPass({ timeout: 20_000 })
  })

  await test.step('the promoter withdraws it and reads the note about taxes', async () => {
    await page.getByRole('button', { name: '提现', exact: true }).click()
    const form = page.getByRole('form', { name: '申请提现' })
    await expect(form.getByText(/代扣代缴个人所得税/)).toBeVisible()
    await form.getByLabel('提现金额').fill(yuan)
    const since = new Date(Date.now() + ahead - 1000)
    await form.getByRole('button', { name: '获取验证码' }).click()
    await form.getByLabel(/短信验证码/).fill(await smsCode(server, own, since))
    await form.getByRole('button', { name: '提交提现申请' }).click()
    await expect(page.getByText('待审核').first()).toBeVisible()
    await expect(page.getByText('推广返利').first()).toBeVisible()
  })

  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)
})
