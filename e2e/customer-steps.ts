import type { Page } from '@playwright/test'
import { totpCodeAt } from '../src/platform/auth/totp.ts'
import { expect, smsCode } from './journey.ts'

type Server = Parameters<typeof smsCode>[0]

export const DEMO_PASSWORD = 'Mingxi-demo-2026'

export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {})

export async function openLogin(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('[data-login-entry]').first().click()
  await expect(dialog(page)).toBeVisible()
}

export async function signIn(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
  const form = page.getByRole('form', { name: '密码登录' })
  await form.getByLabel('用户名/手机号').fill(account)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '登录' }).click()
  await expect(form).toHaveCount(0)
}

/** Registers a new customer by phone, SMS code and password; afterwards the customer is signed in and the profile dialog is open. */
export async function register(page: Page, server: Server, phone: string, password: string): Promise<void> {
  await openLogin(page)
  await registerInDialog(page, server, phone, password)
}

/** Registers in the dialog that is open, and signs in. */
export async function registerInDialog(page: Page, server: Server, phone: string, password: string): Promise<void> {
  await dialog(page).getByRole('button', { name: '注册账号' }).click()
  const form = page.getByRole('form', { name: '注册' })
  await form.getByLabel('手机号').fill(phone)
  const since = new Date(Date.now() - 1000)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByLabel('验证码').fill(await smsCode(server, phone, since))
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByLabel('确认密码').fill(password)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await signIn(page, phone, password)
}

export async function completeProfile(
  page: Page,
  person: { name: string; type: RegExp; company: string },
): Promise<void> {
  await expect(dialog(page, '资料认证')).toBeVisible()
  const form = page.getByRole('form', { name: '资料认证' })
  await form.getByLabel('姓名', { exact: false }).first().fill(person.name)
  await form.getByLabel('邮箱', { exact: false }).first().fill('journey@example.com')
  await form.getByRole('radio', { name: person.type }).check()
  await form.getByLabel('公司/单位').fill(person.company)
  await form.getByLabel('省', { exact: true }).selectOption({ label: '江苏省' })
  await form.getByLabel('市', { exact: true }).selectOption({ label: '南京市' })
  await form.getByLabel('区县').selectOption({ label: '玄武区' })
  await form.getByLabel('详细地址').fill('中山路1号')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(dialog(page, '资料认证')).toHaveCount(0)
}

/** Searches for XRD and opens it from the results. */
export async function findXrd(page: Page, word: string): Promise<void> {
  await page.goto(`/search?kw=${encodeURIComponent(word)}`)
  await expect(page.getByRole('link', { name: /X 射线衍射/ }).first()).toBeVisible()
}

/** Adds the project to the plan from its page; answers the shown price. */
export async function addToPlan(page: Page, samples: number): Promise<void> {
  await page.getByLabel('样品数量').fill(String(samples))
  await page.getByLabel('样品数量').blur()
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await expect(page.getByText(/已加入实验方案，共 \d+ 项/).first()).toBeVisible()
}

export interface SampleText {
  name: string
  ownNo: string
  composition: string
  /** 是 or 否 */
  returned: string
}

/** A block of cells as a spreadsheet copies it to the clipboard. */
export function sheet(samples: SampleText[]): string {
  return samples
    .map((s) => [s.ownNo, s.name, '粉末', s.composition, '', '无', '常温', s.returned, ''].join('\t'))
    .join('\n')
}

/** Goes through the wizard from the plan to the order number. `paste` is pasted into the dialog for spreadsheets. */
export async function orderFromPlan(
  page: Page,
  options: { paste: string; submit: '提交订单' | '提交报价申请'; phone: string; pickup?: boolean },
): Promise<string> {
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '项目与参数' })).toBeVisible()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '样品信息' })).toBeVisible()
  await page.getByRole('button', { name: '从 Excel 粘贴' }).click()
  await page.getByLabel('粘贴内容').fill(options.paste)
  await dialog(page).getByRole('button', { name: /填入$/ }).last().click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '送样方式' })).toBeVisible()
  if (options.pickup) await page.getByRole('radio', { name: /^上门取样/ }).check()
  await fillDelivery(page, options.phone)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '付款与发票' })).toBeVisible()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '核对与协议' })).toBeVisible()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: options.submit }).click()
  await expect(page).toHaveURL(/\/experiment\/step6\?orderNo=/)
  await expect(page.getByRole('heading', { level: 1, name: /已提交/ })).toBeVisible()
  return new URL(page.url()).searchParams.get('orderNo') ?? ''
}

async function fillDelivery(page: Page, phone: string): Promise<void> {
  const main = page.getByRole('main')
  const fillIfThere = async (label: string, value: string) => {
    for (const field of await main.getByLabel(label, { exact: false }).all())
      if ((await field.inputValue()) === '') await field.fill(value)
  }
  await fillIfThere('姓名', '李老师')
  await fillIfThere('收件人', '李老师')
  await fillIfThere('手机', phone)
  await fillIfThere('详细地址', '中山路1号')
}

/** Applies for prestored funds; answers the code for the remark of the bank transfer. */
export async function applyPrestore(page: Page, yuan: string, payer: string): Promise<string> {
  await page.goto('/member/prestore')
  await page.getByRole('button', { name: '申请预存' }).first().click()
  const form = page.getByRole('form', { name: '预存申请' })
  const code =
    (await form
      .getByText(/^[A-Z0-9-]{4,}$/)
      .last()
      .textContent()) ?? ''
  await form.getByLabel('转账金额').fill(yuan)
  await form.getByLabel('转账日期').fill(new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10))
  await form.getByLabel('付款户名').fill(payer)
  await form.locator('input[type=file]').setInputFiles({ name: '转账凭证.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByText('转账凭证.png')).toBeVisible()
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(form).toHaveCount(0)
  return code
}

/** A picture of one white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

export async function payFromBalance(page: Page, button: RegExp): Promise<void> {
  await page.goto('/member/unpaid')
  await page.getByRole('button', { name: button }).click()
  await dialog(page, '确认付款').getByRole('button', { name: '从预存余额支付' }).click()
  await expect(page.getByText('付款成功').first()).toBeVisible()
}

/** From the plan through samples and delivery to step 4, where coupons are chosen. */
export async function toPayment(page: Page, contact: { name: string; phone: string }, samples: number): Promise<void> {
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '从 Excel 粘贴' }).click()
  const rows = Array.from({ length: samples }, (_, i) => ({
    name: '氯化钠',
    ownNo: `N${i + 1}`,
    composition: 'NaCl',
    returned: '否',
  }))
  await page.getByLabel('粘贴内容').fill(sheet(rows))
  await page.getByRole('dialog').getByRole('button', { name: /填入$/ }).last().click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '送样方式' })).toBeVisible()
  const main = page.getByRole('main')
  for (const [label, value] of [
    ['姓名', contact.name],
    ['手机', contact.phone],
  ] as const)
    for (const field of await main.getByLabel(label, { exact: false }).all())
      if ((await field.inputValue()) === '') await field.fill(value)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '付款与发票' })).toBeVisible()
}

/** Switches the second step of signing in on at 我的资料, and leaves the dialog with the recovery codes open. Answers the secret of the app. */
export async function bindApp(
  page: Page,
  password: string,
  look: () => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('region', { name: '两步验证' }).getByRole('button', { name: '开启' }).click()
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: '下一步' }).click()
  const secret = (await dialog(page).locator('code').innerText()).replace(/\s/g, '')
  await look()
  await dialog(page).getByLabel('应用显示的6位验证码').fill(totpCodeAt(secret, new Date()))
  await dialog(page).getByRole('button', { name: '确认绑定' }).click()
  await expect(dialog(page).getByRole('list', { name: '恢复码' })).toBeVisible()
  return secret
}
