import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, smsCode, test } from '../journey.ts'

const PASSWORD = 'Mingxi-demo-2026'
const dialog = (page: Page) => page.getByRole('dialog')

async function signIn(page: Page, account: string, password = PASSWORD): Promise<void> {
  await dialog(page).getByLabel('用户名/手机号').fill(account)
  await dialog(page).getByRole('form', { name: '密码登录' }).getByLabel('密码', { exact: true }).fill(password)
  await dialog(page).getByRole('form', { name: '密码登录' }).getByRole('button', { name: '登录' }).click()
}

async function openDialog(page: Page): Promise<void> {
  await page.locator('[data-login-entry]').first().click()
  await expect(dialog(page)).toBeVisible()
}

test('[N-09] [L-09] a guarded address opens the dialog and then exactly the page asked for', async ({ page }) => {
  await page.goto('/member/address?from=mail')
  await expect(dialog(page).getByRole('heading', { name: '登录' })).toBeVisible()
  await signIn(page, '13800000001')
  await expect(page.getByRole('heading', { name: '地址管理' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/member/address?from=mail')
})

test('[N-09] a link into a guarded area keeps the visitor on the page and opens the dialog', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('link', { name: /实验方案/ })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await signIn(page, '13800000001')
  await page.waitForURL('**/experiment/plan')
})

test('[L-01] the dialog has three ways to sign in, and leads to registration and to a new password', async ({
  page,
}) => {
  await page.goto('/')
  await openDialog(page)
  const heading = (name: string) => dialog(page).getByRole('heading', { name })
  await expect(heading('登录')).toBeVisible()
  // It slides in.
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  expect(await dialog(page).getByRole('tab').allInnerTexts()).toEqual(['密码登录', '验证码登录', '微信扫码'])
  await dialog(page).getByRole('tab', { name: '微信扫码' }).click()
  await expect(dialog(page).getByRole('img', { name: /微信登录二维码/ })).toBeVisible()
  await dialog(page).getByRole('button', { name: '注册账号' }).click()
  await expect(heading('注册账号')).toBeVisible()
  await dialog(page).getByRole('button', { name: '已有账号，去登录' }).click()
  await dialog(page).getByRole('button', { name: '忘记密码' }).click()
  await expect(heading('重置密码')).toBeVisible()
})

test('[L-02] [L-03] [L-08] sign-in names the first empty field and warns against public devices', async ({ page }) => {
  await page.goto('/')
  await openDialog(page)
  const passwordForm = dialog(page).getByRole('form', { name: '密码登录' })
  await passwordForm.getByRole('button', { name: '登录' }).click()
  await expect(passwordForm).toContainText('[用户名/手机号]不能为空')
  await passwordForm.getByLabel('用户名/手机号').fill('13800000001')
  await passwordForm.getByRole('button', { name: '登录' }).click()
  await expect(passwordForm).toContainText('[密码]不能为空')
  await expect(passwordForm).toContainText('请勿在公用设备上开启')
  await dialog(page).getByRole('tab', { name: '验证码登录' }).click()
  const codeForm = dialog(page).getByRole('form', { name: '验证码登录' })
  await codeForm.getByRole('button', { name: '登录' }).click()
  await expect(codeForm).toContainText('[手机号]不能为空')
  await codeForm.getByLabel('手机号').fill('13800000001')
  await codeForm.getByRole('button', { name: '登录' }).click()
  await expect(codeForm).toContainText('[验证码]不能为空')
})

test('[L-07] [T-11] a scan binds a phone, the next scan signs in at once, and a link in the chat undoes it', async ({
  page,
  context,
  server,
}) => {
  const start = new Date()
  await page.goto('/member/information')
  const follow = page.waitForEvent('popup')
  await dialog(page).getByRole('tab', { name: '微信扫码' }).click()
  await expect(dialog(page).getByRole('img', { name: /微信登录二维码/ })).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('link', { name: '打开演示手机' }).click()
  await scanAs(await follow, '小林')
  await page.bringToFront()
  await expect(dialog(page).getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  const form = dialog(page).getByRole('form', { name: '绑定已有账号' })
  await form.getByLabel('手机号').fill('13800000002')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByLabel('验证码').fill(await smsCode(server, '13800000002', start))
  await expect(form.getByRole('checkbox')).not.toBeChecked()
  await form.getByRole('checkbox').check()
  await expectAccessible(page)
  await form.getByRole('button', { name: '绑定并登录' }).click()
  await expect(page.getByRole('heading', { name: '我的资料' })).toBeVisible()
  await expect(page.getByRole('button', { name: '解除绑定' })).toBeVisible()

  // Another browser of the same person: scanning signs in, and the link in the chat signs out.
  const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin })
  const second = await other?.newPage()
  if (!second) throw new Error('a second browser is needed')
  await second.goto('/member/information')
  const followAgain = second.waitForEvent('popup')
  await dialog(second).getByRole('tab', { name: '微信扫码' }).click()
  await dialog(second).getByRole('link', { name: '打开演示手机' }).click()
  const phone = await followAgain
  await scanAs(phone, '小林')
  await expect(phone.locator('.bubble')).toContainText('如非本人操作，请立即撤销')
  await second.bringToFront()
  await expect(second.getByRole('heading', { name: '我的资料' })).toBeVisible()
  await phone.getByRole('link').click()
  await phone.getByRole('button', { name: '撤销这次登录' }).click()
  await expect(phone.getByText('已撤销。')).toBeVisible()
  await second.reload()
  // The chat's tab shares the storage and may notice the end of the session first: then the login entry is shown without the dialog, as after
  // a sign-out in another tab.
  await expect(second.locator('h1', { hasText: '请先登录' })).toBeAttached()
  await other?.close()
  await page.getByRole('button', { name: '解除绑定' }).click()
  await dialog(page).getByRole('button', { name: '解除绑定' }).click()
  await expect(dialog(page)).toContainText('[密码]不能为空')
  await expectAccessible(page)
  await dialog(page).getByLabel('登录密码').fill('Mingxi-demo-2026')
  await dialog(page).getByRole('button', { name: '解除绑定' }).click()
  await expect(page.getByText('未绑定，用微信扫码登录时可绑定')).toBeVisible()
})

async function scanAs(phone: Page, who: string): Promise<void> {
  await phone.getByRole('button', { name: new RegExp(who) }).click()
  await expect(phone.getByRole('heading', { name: '服务号消息' })).toBeVisible()
}

test('[L-04] registration and reset show the first error only, in the order of the form', async ({ page }) => {
  await page.goto('/')
  await openDialog(page)
  for (const [entry, submit] of [
    ['注册账号', '注册'],
    ['忘记密码', '重置密码'],
  ] as const) {
    await dialog(page).getByRole('button', { name: entry }).click()
    const form = dialog(page).getByRole('form', { name: submit })
    // A phone typed in another view stands here already.
    await form.getByLabel('手机号').fill('')
    const steps: [string | undefined, string][] = [
      [undefined, '[手机号]不能为空'],
      ['手机号', '[验证码]不能为空'],
      ['验证码', '[密码]不能为空'],
      [submit === '注册' ? '密码' : '新密码', '[确认密码]不能为空'],
      ['确认密码', '[密码]不一致'],
    ]
    const typed: Record<string, string> = {
      手机号: '13700001111',
      验证码: '123456',
      密码: 'long-enough-1',
      新密码: 'long-enough-1',
      确认密码: 'something else',
    }
    for (const [field, message] of steps) {
      if (field) await form.getByLabel(field, { exact: true }).fill(typed[field] ?? '')
      await form.getByRole('button', { name: submit, exact: true }).click()
      await expect(form.getByText(/不能为空|不一致/)).toHaveText(message)
    }
    await form.getByRole('button', { name: /登录/ }).click()
  }
})

test('[L-05] [L-10] [P-01] [P-02] [Q-235] a visitor registers with a code, signs in and fills in the profile', async ({
  page,
  server,
}) => {
  const phone = '13712345678'
  await page.goto('/')
  await openDialog(page)
  await dialog(page).getByRole('button', { name: '注册账号' }).click()
  const form = dialog(page).getByRole('form', { name: '注册' })
  await form.getByLabel('手机号').fill(phone)
  const since = new Date(Date.now() - 1000)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await expect(form.getByRole('button', { name: /^\d+ S后重新获取$/ })).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('验证码').fill(await smsCode(server, phone, since))
  await form.getByLabel('密码', { exact: true }).fill('long-enough-1')
  await form.getByLabel('确认密码').fill('long-enough-1')
  await expect(form.getByRole('checkbox')).not.toBeChecked()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('请先阅读并同意《用户协议》和《隐私政策》')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await expect(dialog(page).getByLabel('用户名/手机号')).toHaveValue(phone)
  await signIn(page, phone, 'long-enough-1')
  const profile = page.getByRole('dialog', { name: '资料认证' })
  await expect(profile).toBeVisible()
  await fillProfile(page)
  await expect(profile).toHaveCount(0)
  await page.goto('/member/address')
  await expect(page.getByText('江苏省南京市玄武区')).toBeVisible()
})

async function fillProfile(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: '资料认证' })
  await form.getByRole('radio', { name: /学生/ }).check()
  await form.getByRole('button', { name: '保存' }).click()
  for (const label of ['姓名', '邮箱', '公司/单位', '导师/负责人', '所在地区', '详细地址']) {
    await expect(form.getByText(`「${label}」不能为空`)).toBeVisible()
  }
  await form.getByLabel('姓名').fill('钱小明')
  await form.getByLabel('邮箱', { exact: false }).first().fill('qian@example.com')
  await form.getByLabel('公司/单位').fill('某大学')
  await form.getByLabel('导师/负责人').fill('孙老师')
  await form.getByLabel('省', { exact: true }).selectOption({ label: '江苏省' })
  await form.getByLabel('市', { exact: true }).selectOption({ label: '南京市' })
  await form.getByLabel('区县').selectOption({ label: '玄武区' })
  await form.getByLabel('详细地址').fill('中山路1号')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: '还有没保存的修改' })
    .getByRole('button', { name: '取消', exact: true })
    .click()
  await expect(form.getByLabel('详细地址')).toHaveValue('中山路1号')
  await form.getByRole('button', { name: '保存' }).click()
}

test('[L-14] [L-11] [L-12] a refusal is shown in the dialog; the token record is stored; signing out in one tab signs out the other', async ({
  context,
  page,
}) => {
  await context.route('**/api/auth/user/info', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { code: number; data: object | null }
    const data = body.data && { ...body.data, cartNum: 7, messageNum: 3 }
    return route.fulfill({ response, json: { ...body, data } })
  })
  const plan = page.getByRole('banner').getByRole('link', { name: /^实验方案/ })
  await page.goto('/')
  await openDialog(page)
  await signIn(page, '13800000002', 'not-the-password')
  await expect(dialog(page).getByRole('alert')).toHaveText('用户名或密码错误')
  await signIn(page, '13800000002')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('李晓雯')).toBeVisible()
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('mingxi.session') ?? '{}'))
  expect(Object.keys(record).sort()).toEqual(['access', 'expires', 'refresh'])
  const other = await context.newPage()
  await other.goto('/member/information')
  await expect(other.getByRole('heading', { name: '我的资料' })).toBeVisible()
  await expect(plan).toContainText('7 项')
  await page.getByText('李晓雯').click()
  await expect(page.getByText('消息（3）')).toBeVisible()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.locator('[data-login-entry]').first()).toBeVisible()
  await expect(plan).not.toContainText('7')
  await expect(page.getByText('消息（3）')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('mingxi.session'))).toBeNull()
  await expect(other.getByRole('heading', { name: '请先登录' })).toBeVisible()
})

test('[N-04] an invitation opens the registration on the home page and sends its code', async ({ page }) => {
  await page.goto('/invited/FRIEND-7')
  const form = dialog(page).getByRole('form', { name: '注册' })
  await expect(form).toContainText('邀请码 FRIEND-7 无效')
  await expect(form).not.toContainText('好友邀请注册')
  expect(new URL(page.url()).pathname).toBe('/')
  await test.step('[F-32] the invitation code is kept when the dialog is closed and another page is opened', async () => {
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await page.goto('/contact')
    await page.locator('[data-login-entry]').first().click()
    await dialog(page).getByRole('button', { name: '注册账号' }).click()
    await expect(form).toContainText('FRIEND-7')
  })
  await form.getByLabel('手机号').fill('13700003333')
  await form.getByLabel('验证码').fill('123456')
  for (const label of ['密码', '确认密码']) await form.getByLabel(label, { exact: true }).fill('long-enough-1')
  await form.getByRole('checkbox').check()
  const sent = page.waitForRequest('**/api/open/sign')
  await form.getByRole('button', { name: '注册', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ phone: '13700003333', inviterCode: 'FRIEND-7' })
})

test('the dialog works by keyboard: arrows change tabs, Enter submits, Esc closes and returns the focus', async ({
  page,
}) => {
  await page.goto('/')
  await openDialog(page)
  await dialog(page).getByRole('tab', { name: '密码登录' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('tab', { name: '验证码登录' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await dialog(page).getByLabel('用户名/手机号').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('[用户名/手机号]不能为空')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('[data-login-entry]').first()).toBeFocused()
})

for (const width of [375, 1440]) {
  test(`[M-07] [P-03] at ${width} px addresses are added, made the default and deleted; pages are accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/member/address')
    // Before the dialog only the skeleton of the page is shown.
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, '13800000004')
    await page.getByRole('button', { name: '新增地址' }).first().click()
    const form = page.getByRole('form', { name: '地址' })
    await form.getByLabel('姓名').fill('刘一凡')
    await form.getByLabel('手机').fill('138 0013 8000')
    await form.getByLabel('省', { exact: true }).selectOption({ label: '北京市' })
    await form.getByLabel('区县').selectOption({ label: '海淀区' })
    await form.getByLabel('详细地址').fill(`中关村${width}号`)
    await form.getByRole('button', { name: '保存地址' }).click()
    const added = page.getByRole('listitem').filter({ hasText: `中关村${width}号` })
    await expect(added).toContainText('北京市海淀区')
    await added.getByRole('button', { name: /设为默认/ }).click()
    await expect(added.getByText('默认', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await added.getByRole('button', { name: /删除/ }).click()
    await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
    await expect(added).toHaveCount(0)
    await expect(page.getByText('默认', { exact: true })).toHaveCount(1)
    await page.goto('/member/information')
    await expect(page.getByRole('heading', { name: '登录设备' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

test('staff sign in at the console sign-in and reach the page asked for', async ({ page }) => {
  await page.goto('/console/login?return=//evil.example')
  await page.getByLabel('账号').fill('manager@demo')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL('**/console')
  expect(await page.evaluate(() => localStorage.getItem('mingxi.staff'))).not.toBeNull()
})

test('[M-21] staff read the notices sent to customers and the local outbox', async ({ page }) => {
  await page.goto('/console/login?return=/console/outbox')
  await page.getByLabel('账号').fill('manager@demo')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('heading', { name: '本地发件箱' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '通知记录' }).click()
  await expect(page.getByRole('heading', { name: '通知记录' })).toBeVisible()
  await page.goto('/console/notices?channel=inbox')
  await expect(page.getByText('渠道：站内信')).toBeVisible()
  await expect(page.getByText('资料已完善').first()).toBeVisible()
  await expectAccessible(page)
})

test('[M-06] [P-04] a person changes the e-mail address with a code sent to it', async ({ page, server }) => {
  await page.goto('/member/information')
  await signIn(page, '13800000003')
  await page.getByRole('button', { name: '更换邮箱' }).click()
  const form = page.getByRole('form', { name: '更换邮箱' })
  await form.getByRole('button', { name: '获取验证码' }).click()
  await expect(form.getByText('[邮箱]不能为空')).toBeVisible()
  await form.getByLabel('新邮箱').fill('zhao@example.com')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await expect(form.getByRole('button', { name: /S后重新获取/ })).toBeVisible()
  const mail = server.outbox().findLast((message) => message.to === 'zhao@example.com')
  await form.getByLabel('验证码').fill(mail?.text.match(/\d{6}/)?.[0] ?? '')
  await form.getByLabel('登录密码').fill(PASSWORD)
  await expectAccessible(page)
  await form.getByRole('button', { name: '确定更换' }).click()
  await expect(page.getByRole('status').getByText('邮箱已更换')).toBeVisible()
  await expect(page.getByRole('form', { name: '资料认证' }).getByLabel(/^邮箱/)).toHaveValue('zhao@example.com')
})

test('[S-25] a code is read from the message that sends it, not from other messages to the phone', async () => {
  const phone = '13800000003'
  const at = '2026-11-22T08:00:00.000Z'
  const line = { at, channel: 'sms', to: phone }
  const outbox = () => [
    { ...line, template: 'code.6', text: '验证码004711，用于签署合同，5分钟内有效，请勿告知他人。' },
    { ...line, template: 'contract.sent', text: '合同 HT26112200001 已发出，请登录签署' },
    { ...line, channel: 'mail', template: 'code.7', text: '验证码999999，用于验证身份。' },
  ]
  expect(await smsCode({ outbox }, phone, new Date(at))).toBe('004711')
})
