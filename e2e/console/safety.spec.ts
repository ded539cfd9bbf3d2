import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, smsCode, test } from '../journey.ts'

const PASSWORD = 'Mingxi-demo-2026'
const dialog = (page: Page) => page.getByRole('dialog')

// Uses its own installation: a new version of the agreement opens a dialog for everybody.
test.use({ installation: 'safety' })

test('[T-3] after wrong passwords the browser does a proof of work by itself, and the right password signs in', async ({
  page,
}) => {
  const solvers: string[] = []
  page.on('request', (request) => {
    if (/solve-proof/.test(request.url())) solvers.push(request.url())
  })
  // Held until its words are seen: a lucky proof takes a few milliseconds.
  let solve = () => {}
  const held = new Promise<void>((resolve) => {
    solve = resolve
  })
  await page.route(/solve-proof/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/member/information')
  const form = dialog(page).getByRole('form', { name: '密码登录' })
  await form.getByLabel('用户名/手机号').fill('13800000003')
  const attempt = async (password: string) => {
    await form.getByLabel('密码', { exact: true }).fill(password)
    const answered = page.waitForResponse('**/api/open/login')
    await form.getByRole('button', { name: '登录' }).click()
    return (await answered).status()
  }
  for (let i = 0; i < 3; i++) {
    expect(await attempt(`wrong-password-${i}`)).toBe(200)
    await expect(form.getByRole('alert')).toContainText('用户名或密码错误')
  }
  expect(solvers).toEqual([])
  expect(await attempt(PASSWORD)).toBe(428)
  await expect(form.getByRole('status').getByText('正在进行安全验证')).toBeVisible()
  solve()
  // Takes one or two seconds on an idle machine.
  await expect(page.getByRole('heading', { name: '我的资料' })).toBeVisible({ timeout: 45_000 })
  expect(solvers).toHaveLength(1)
})

test('[T-6] [T-58] administrators see alarms and set the limits; others do not find the page', async ({ page }) => {
  await signInStaff(page, 'admin@demo', '/console/safety')
  await expect(page.getByRole('heading', { name: '安全告警' })).toBeVisible()
  await expect(page.getByText('没有告警')).toBeVisible()
  const form = page.getByRole('form', { name: '限额' })
  await form.getByLabel('全站每天验证码短信').fill('3')
  await form.getByRole('button', { name: '保存限额' }).click()
  await expect(form.getByText('不能小于10')).toBeVisible()
  await form.getByLabel('全站每天验证码短信').fill('4000')
  await form.getByRole('button', { name: '保存限额' }).click()
  await expect(page.getByRole('status').getByText('限额已保存，立即生效')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('全站每天验证码短信')).toHaveValue('4000')
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

test('[T-16] after a long absence a refused action asks for proof of identity and then continues by itself; a copy of data also accepts the password', async ({
  page,
  server,
}) => {
  const start = new Date()
  await page.goto('/member/information')
  const signIn = dialog(page).getByRole('form', { name: '密码登录' })
  await signIn.getByLabel('用户名/手机号').fill('13800000002')
  await signIn.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: '登录' }).click()
  // Simulates the server's answer to a doubtful session, because a journey cannot wait ninety days.
  await page.route(
    '**/api/auth/user/export',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 0, data: null, msg: '您已较长时间没有登录，请先验证身份', error: 'stepUpRequired' },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: '导出个人信息' }).click()
  const proof = page.getByRole('form', { name: /导出个人信息/ })
  await proof.getByRole('button', { name: '收不到短信？改用登录密码' }).click()
  await proof.getByLabel('登录密码').fill(PASSWORD)
  await proof.getByRole('button', { name: '开始生成' }).click()
  const stepUp = page.getByRole('form', { name: '验证身份' })
  await expect(stepUp).toContainText('138****0002')
  await expectAccessible(page)
  await stepUp.getByRole('button', { name: '验证并继续' }).click()
  await expect(stepUp).toContainText('[验证码]不能为空')
  await stepUp.getByRole('button', { name: '获取验证码' }).click()
  await stepUp.getByLabel('短信验证码').fill(await smsCode(server, '13800000002', start))
  await stepUp.getByLabel('登录密码').fill(PASSWORD)
  await stepUp.getByRole('button', { name: '验证并继续' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /正在生成副本|下载副本/ })).toBeVisible()
})

test('consent to a new version is asked for once with an unticked box, and refusing signs out', async ({ page }) => {
  await signInStaff(page, 'editor@demo', '/console/content')
  await expect(page.getByRole('heading', { name: '内容管理' })).toBeVisible()
  const version = await page.evaluate(publishAgreement)
  const signIn = async () => {
    await page.goto('/member/information')
    const form = dialog(page).getByRole('form', { name: '密码登录' })
    await form.getByLabel('用户名/手机号').fill('13800000004')
    await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: '登录' }).click()
    await expect(dialog(page).getByRole('heading', { name: '请阅读并同意' })).toBeVisible()
  }
  await signIn()
  await expect(dialog(page).getByRole('checkbox')).not.toBeChecked()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '不同意，退出登录' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mingxi.session'))).toBeNull()
  await signIn()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: '同意并继续' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(version).first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('[V7.4.5] an administrator ends the sessions of all customers after typing whose, and the own one stays', async ({
  page,
  context,
}) => {
  const customer = await context.newPage()
  await customer.goto('/member/information')
  const form = dialog(customer).getByRole('form', { name: '密码登录' })
  await form.getByLabel('用户名/手机号').fill('13800000001')
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: '登录' }).click()
  await signInStaff(page, 'admin@demo', '/console/safety')
  await page.getByRole('button', { name: '结束全部客户的登录' }).click()
  await expect(dialog(page)).toContainText('所有客户在所有设备上须重新登录')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '结束全部登录' }).click()
  await expect(dialog(page)).toContainText('请填写原因')
  await dialog(page).getByLabel('原因').fill('登录凭证可能泄露')
  await dialog(page).getByLabel('输入“全部客户”以确认').fill('全部客户')
  await dialog(page).getByRole('button', { name: '结束全部登录' }).click()
  await expect(page.getByRole('status').getByText('已结束全部客户的登录')).toBeVisible()
  await customer.reload()
  await expect(customer.locator('h1', { hasText: '请先登录' })).toBeAttached()
  await page.reload()
  await expect(page.getByRole('heading', { name: '安全告警' })).toBeVisible()
})

/** Publishes a new user agreement with the calls of the editor's form, in the editor's browser. */
async function publishAgreement(): Promise<string> {
  const { access } = JSON.parse(localStorage.getItem('mingxi.staff') ?? '{}')
  const call = async (path: string, input: unknown) => {
    const headers = { 'content-type': 'application/json', token: access, 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(`/api/staff/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const { code, data, msg } = await answer.json()
    if (code !== 1) throw new Error(`${path}: ${msg}`)
    return data
  }
  const { version, data } = await call('content/item', { kind: 'page', id: 6 })
  const body = `${data.body}<p>本协议自发布之日起施行。</p>`
  const saved = await call('content/save', { kind: 'page', id: 6, baseVersion: version, data: { ...data, body } })
  await call('content/publish', { kind: 'page', id: 6, version: saved.version })
  const agreement = await fetch('/api/open/web/agreement?name=account')
  return (await agreement.json()).data.version
}

async function signInStaff(page: Page, account: string, to: string): Promise<void> {
  await page.goto(`/console/login?return=${to}`)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}
