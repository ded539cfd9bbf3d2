import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD, openLogin, signIn } from '../customer-steps.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, smsCode, test } from '../journey.ts'

// Sign-in, registration and sessions in several tabs, in addition to login.spec.ts.

const dialog = (page: Page) => page.getByRole('dialog')
const refusal = (msg: string) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ code: 0, data: null, msg, error: 'busy' }),
})
const header = (page: Page) => page.locator('header').first()

// Uses its own installation: an IP address that requested many codes needs proof of work, and other journeys request many.
test.use({ installation: 'people' })

async function describedBy(field: Locator): Promise<string> {
  return field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}

test('[L-05] the countdown continues while the dialog is closed or the tab sleeps, and then resets', async ({
  page,
}) => {
  await page.clock.install()
  await openLogin(page)
  await dialog(page).getByRole('tab', { name: '验证码登录' }).click()
  const form = () => page.getByRole('form', { name: '验证码登录' })
  await form().getByLabel('手机号').fill('13700002222')
  await form().getByRole('button', { name: '获取验证码' }).click()
  await expect(form().getByRole('button', { name: /^(60|5\d) S后重新获取$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  // A sleeping tab runs no timers meanwhile: each due timer fires once.
  await page.clock.fastForward(30_000)
  await page.locator('[data-login-entry]').first().click()
  await dialog(page).getByRole('tab', { name: '验证码登录' }).click()
  await expect(form().getByRole('button', { name: /^(30|2\d) S后重新获取$/ })).toBeVisible()
  // While the countdown runs, no new code can be requested.
  await form().getByLabel('手机号').fill('13700002222')
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().endsWith('/code4sms'))))
  await form()
    .getByRole('button', { name: /S后重新获取/ })
    .click({ force: true })
  await page.clock.fastForward(31_000)
  await expect(form().getByRole('button', { name: '获取验证码' })).toBeVisible()
  expect(asked).toBe(0)
})

test('[L-02] [L-03] [L-04] the field of the first error gets the focus and is described by the error', async ({
  page,
}) => {
  await openLogin(page)
  const shows = async (form: Locator, button: string, label: string, message: string) => {
    await form.getByRole('button', { name: button, exact: true }).click()
    const field = form.getByLabel(label, { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await describedBy(field)).toContain(message)
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(1)
  }
  const password = page.getByRole('form', { name: '密码登录' })
  await shows(password, '登录', '用户名/手机号', '[用户名/手机号]不能为空')
  await password.getByLabel('用户名/手机号').fill('13700002222')
  await shows(password, '登录', '密码', '[密码]不能为空')
  await dialog(page).getByRole('button', { name: '注册账号' }).click()
  const register = page.getByRole('form', { name: '注册' })
  await expect(register.getByLabel('手机号')).toBeFocused()
  // The phone that was typed for signing in stands here too.
  await register.getByLabel('手机号').fill('')
  await shows(register, '注册', '手机号', '[手机号]不能为空')
  await register.getByLabel('手机号').fill('13700002222')
  await shows(register, '注册', '验证码', '[验证码]不能为空')
})

test('[L-14] [L-10] refusals of the server are shown as alerts in the dialog at sign-in, registration, reset and sending a code; a reset leads to sign-in', async ({
  page,
}) => {
  await openLogin(page)
  await page.route(/\/api\/open\/(login|loginForCode|sign|reset|code4sms)$/, (route) =>
    route.fulfill(refusal(`不行：${new URL(route.request().url()).pathname.split('/').at(-1)}`)),
  )
  const says = async (form: Locator, button: string, call: string) => {
    await form.getByRole('button', { name: button, exact: true }).click()
    await expect(form.getByRole('alert')).toHaveText(`不行：${call}`)
  }
  const password = page.getByRole('form', { name: '密码登录' })
  await password.getByLabel('用户名/手机号').fill('13700002222')
  await password.getByLabel('密码', { exact: true }).fill('anything')
  await says(password, '登录', 'login')
  await dialog(page).getByRole('tab', { name: '验证码登录' }).click()
  const sms = page.getByRole('form', { name: '验证码登录' })
  await sms.getByLabel('手机号').fill('13700002222')
  await says(sms, '获取验证码', 'code4sms')
  await sms.getByLabel('验证码').fill('123456')
  await says(sms, '登录', 'loginForCode')
  for (const [entry, button, call, passwordLabel] of [
    ['注册账号', '注册', 'sign', '密码'],
    ['忘记密码', '重置密码', 'reset', '新密码'],
  ] as const) {
    await dialog(page).getByRole('button', { name: entry }).click()
    const form = page.getByRole('form', { name: button })
    await form.getByLabel('手机号').fill('13700002222')
    await says(form, '获取验证码', 'code4sms')
    await form.getByLabel('验证码').fill('123456')
    await form.getByLabel(passwordLabel, { exact: true }).fill('long-enough-1')
    await form.getByLabel('确认密码').fill('long-enough-1')
    if (call === 'sign') await form.getByRole('checkbox').check()
    await says(form, button, call)
    await expectAccessible(page)
    await form.getByRole('button', { name: /登录$/ }).click()
  }
  // No message outside the dialog, because the page behind it is inert.
  await expect(page.locator('[role=alert]:not(dialog *)').filter({ hasText: '不行' })).toHaveCount(0)

  await page.route('**/api/open/reset', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code: 1, data: {}, msg: '' }) }),
  )
  await dialog(page).getByRole('button', { name: '忘记密码' }).click()
  const reset = page.getByRole('form', { name: '重置密码' })
  await reset.getByLabel('手机号').fill('13700002222')
  await reset.getByLabel('验证码').fill('123456')
  for (const label of ['新密码', '确认密码']) await reset.getByLabel(label, { exact: true }).fill('long-enough-1')
  await reset.getByRole('button', { name: '重置密码', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(page.getByText('密码已重置，请登录').first()).toBeVisible()
  await expect(password.getByLabel('用户名/手机号')).toHaveValue('13700002222')
})

test('fields of the dialog declare their purpose to password managers and keyboards, and take pasted values', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLogin(page)
  const purposes = (form: Locator) =>
    form
      .locator('input:not([type=checkbox])')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  const password = page.getByRole('form', { name: '密码登录' })
  expect(await purposes(password)).toEqual(['username', 'current-password'])
  const paste = async (field: Locator, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
  }
  const secret = password.getByLabel('密码', { exact: true })
  await paste(secret, 'pasted from a manager')
  await expect(secret).toHaveValue('pasted from a manager')
  const capsLock = (on: boolean) =>
    secret.evaluate(
      (input, modifierCapsLock) =>
        input.dispatchEvent(
          new KeyboardEvent('keyup', { key: 'a', bubbles: true, modifierCapsLock } as KeyboardEventInit),
        ),
      on,
    )
  await capsLock(true)
  await expect(password.getByText('大写锁定已打开')).toBeVisible()
  await capsLock(false)
  await expect(password.getByText('大写锁定已打开')).toHaveCount(0)
  await dialog(page).getByRole('tab', { name: '验证码登录' }).click()
  const sms = page.getByRole('form', { name: '验证码登录' })
  expect(await purposes(sms)).toEqual(['tel', 'one-time-code'])
  await paste(sms.getByLabel('验证码'), '123 456')
  await expect(sms.getByLabel('验证码')).toHaveValue('123 456')
  for (const [entry, button] of [
    ['注册账号', '注册'],
    ['忘记密码', '重置密码'],
  ] as const) {
    await dialog(page).getByRole('button', { name: entry }).click()
    const form = page.getByRole('form', { name: button })
    expect(await purposes(form)).toEqual(['username', 'one-time-code', 'new-password', 'new-password'])
    await form.getByRole('button', { name: /登录$/ }).click()
  }
})

test('[L-07] an expired QR code is masked and can be refreshed, a scan shows a mask, and failing polls show nothing', async ({
  page,
}) => {
  const answer = (data: object) => ({
    contentType: 'application/json',
    body: JSON.stringify({ code: 1, data, msg: '' }),
  })
  let given = 0
  await page.route('**/api/open/wx/ticket', (route) => {
    given += 1
    const qr_code_url = `https://w.example/${given}`
    return route.fulfill(answer({ ticket: `T${given}`, expire_seconds: given === 1 ? 2 : 60, qr_code_url }))
  })
  await page.route('**/api/open/wx/qrCodeLogin', (route) =>
    given === 1 ? route.abort() : route.fulfill(answer({ status: 'scanned' })),
  )
  await openLogin(page)
  const shown = dialog(page)
  await shown.getByRole('tab', { name: '微信扫码' }).click()
  const code = shown.getByRole('img', { name: /微信登录二维码/ })
  await expect(code).toBeVisible()
  const first = await code.innerHTML()
  await expect(shown.getByText('二维码已失效', { exact: true })).toBeVisible()
  const said = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(said).toHaveCount(0)
  await shown.getByRole('button', { name: '刷新二维码' }).click()
  await expect(shown.getByText('扫码成功', { exact: true })).toBeVisible()
  expect(await code.innerHTML()).not.toBe(first)
  await expect(shown.getByRole('status').getByText('扫码成功，正在登录')).toBeAttached()
  expect(given).toBe(2)

  await page.unroute('**/api/open/wx/ticket')
  await page.route('**/api/open/wx/ticket', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ code: 0, data: null, msg: '微信扫码登录尚未开通', error: 'wechatClosed' }),
    }),
  )
  await shown.getByRole('tab', { name: '密码登录' }).click()
  await shown.getByRole('tab', { name: '微信扫码' }).click()
  await expect(said).toHaveText('微信扫码登录尚未开通')
  await expect(shown.getByRole('button', { name: '重试' })).toHaveCount(0)
})

test('[L-12] [N-09] a second tab follows sign-in, change of person and sign-out of the first without a reload', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/member/information')
  await expect(other.getByRole('heading', { name: '请先登录' })).toBeAttached()
  await other.keyboard.press('Escape')
  await openLogin(page)
  await signIn(page, '13800000002')
  await expect(header(other).getByText('李晓雯')).toBeVisible()
  await expect(other.getByRole('heading', { name: '我的资料' })).toBeVisible()
  // Another person signs in in the same browser while the second tab is hidden.
  await page.bringToFront()
  await header(page).getByText('李晓雯').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.locator('[data-login-entry]').first().click()
  await signIn(page, '13800000001')
  await expect(header(other).getByText('王建国')).toBeVisible()
  await expect(other.getByText('李晓雯')).toHaveCount(0)
  await expect(other.getByText('13800000001')).toBeVisible()
  await page.getByText('王建国').first().click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(other.locator('[data-login-entry]').first()).toBeVisible()
  await expect(other.getByText('13800000001')).toHaveCount(0)
})

test('[N-09] a guarded page from the history asks for sign-in and then shows itself', async ({ page }) => {
  await openLogin(page)
  await signIn(page, '13800000003')
  await page.goto('/member/address?from=mail#second')
  await expect(page.getByRole('heading', { level: 1, name: '地址管理' })).toBeVisible()
  await page.goto('/guide')
  await page.evaluate(() => localStorage.removeItem('mingxi.session'))
  await page.goBack()
  await expect(dialog(page).getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '地址管理' })).toHaveCount(0)
  await signIn(page, '13800000003')
  await expect(page.getByRole('heading', { level: 1, name: '地址管理' })).toBeVisible()
  const { pathname, search, hash } = new URL(page.url())
  expect(pathname + search + hash).toBe('/member/address?from=mail#second')
})

test('[L-12] an expired token record is cleared with everything shown, and sign-in is asked for', async ({ page }) => {
  await openLogin(page)
  await signIn(page, '13800000002')
  await expect(header(page).getByText('李晓雯')).toBeVisible()
  await page.evaluate(() =>
    localStorage.setItem('mingxi.session', JSON.stringify({ access: 'c_gone', refresh: 'c_gone', expires: 1000 })),
  )
  await page.goto('/guide')
  await page.mouse.move(200, 300)
  await expect(dialog(page).getByRole('heading', { name: '登录' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('mingxi.session'))).toBeNull()
  await expect(header(page).getByText('李晓雯')).toHaveCount(0)
})

test('[L-12] a device signed out from another device is signed out at its next action', async ({
  page,
  browser,
  server,
}) => {
  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const second = await elsewhere.newPage()
  await openLogin(second)
  await signIn(second, '13800000004')
  await second.goto('/member/address')
  await expect(second.getByRole('heading', { level: 1, name: '地址管理' })).toBeVisible()
  await openLogin(page)
  await signIn(page, '13800000004')
  await page.goto('/member/information')
  const devices = page.getByRole('table', { name: '登录设备' })
  await expect(devices.getByText('当前设备')).toHaveCount(1)
  await devices.getByRole('button', { name: /^下线/ }).first().click()
  await expect(page.getByText('该设备已下线').first()).toBeVisible()
  const making = second.getByRole('button', { name: /^设为默认/ })
  if ((await making.count()) > 0) await making.first().click()
  else await second.reload()
  await expect(dialog(second).getByRole('heading', { name: '登录' })).toBeVisible()
  await elsewhere.close()
})

for (const width of [375, 1440]) {
  test(`[P-03] at ${width} px a pasted line fills in the address`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/member/address')
    await signIn(page, '13800000004', DEMO_PASSWORD)
    await page.getByRole('button', { name: '新增地址' }).first().click()
    const form = page.getByRole('form', { name: '地址' })
    await expect(form.getByLabel('区县')).toBeVisible()
    const line = '张三，１３８ 0013 8000，江苏省南京市鼓楼区汉口路22号'
    await page.evaluate((text) => navigator.clipboard.writeText(text), line)
    await form.getByLabel('粘贴整段地址').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(form.getByRole('status').getByText('已填入，请核对')).toBeVisible()
    await expect(form.getByLabel('姓名')).toHaveValue('张三')
    await expect(form.getByLabel('手机')).toHaveValue('13800138000')
    await expect(form.getByLabel('省', { exact: true })).toHaveValue('320000')
    await expect(form.getByLabel('区县')).toHaveValue('320106')
    await expect(form.getByLabel('详细地址')).toHaveValue('汉口路22号')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await form.getByLabel('粘贴整段地址').fill('李四 汉口路30号')
    await form.getByRole('button', { name: '识别' }).click()
    await expect(form.getByText('已填入，请补充手机、所在地区')).toBeVisible()
    await expect(form.getByLabel('手机')).toHaveValue('13800138000')
    await form.getByRole('button', { name: '保存地址' }).click()
    const added = page.getByRole('listitem').filter({ hasText: '汉口路30号' }).first()
    await expect(added).toContainText('江苏省南京市鼓楼区')
    await added.getByRole('button', { name: /删除/ }).click()
    await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText('地址已删除').first()).toBeVisible()
  })
}

test('[F-45] the agreement is asked before the profile, never at the same time', async ({ page, server }) => {
  const phone = '13700004545'
  const call = async (path: string, data: object) =>
    expect((await (await page.request.post(`/api/open/${path}`, { data })).json()).code).toBe(1)
  const since = new Date(Date.now() - 1000)
  await call('code4sms', { phone, useFor: 0 })
  // A client of the specification registers without sending a consent.
  await call('sign', { phone, code: await smsCode(server, phone, since), password: 'long-enough-1' })
  await page.goto('/')
  await openLogin(page)
  await signIn(page, phone, 'long-enough-1')
  await expect(page.getByRole('dialog', { name: '请阅读并同意' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await expect(page.getByRole('dialog', { name: '资料认证' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
