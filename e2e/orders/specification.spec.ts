import type { Page } from '@playwright/test'
import { openLogin, signIn } from '../customer-steps.ts'
import { callAt } from '../demo-orders.ts'
import { expect, test } from '../journey.ts'

// Items of the checklist that no other journey covers.

const toasts = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const refusal = (msg: string) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ code: 0, data: null, msg, error: 'busy' }),
})

async function enter(page: Page, account: string): Promise<void> {
  await openLogin(page)
  await signIn(page, account)
}

/** Triggers hydration: pages hydrate at the first interaction, before which only native browser behaviour works. */
async function wake(page: Page): Promise<void> {
  await page.mouse.move(200, 300)
  await page.mouse.move(220, 320)
  // The speculation rules are removed when the page is hydrated.
  await expect(page.locator('#ahead')).toHaveCount(0)
}

/** The id of a project by a word of its name. */
async function ridOf(url: string, kw: string): Promise<number> {
  const { list } = await callAt<{ list: { rid: number }[] }>(url, `open/web/device/search?kw=${encodeURIComponent(kw)}`)
  return list[0]?.rid ?? 0
}

test('[N-06] [X-01] every page of the ordering area answers with its own title', async ({ page }) => {
  await enter(page, '13800000004')
  for (const [path, heading] of [
    ['plan', '实验方案'],
    ['demand', '实验需求'],
    ['contract', /合同/],
  ] as const) {
    expect((await page.goto(`/experiment/${path}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  const steps = ['项目与参数', '样品信息', '送样方式', '付款与发票', '核对与协议']
  const rid = await ridOf(new URL(page.url()).origin, 'XRD')
  await page.goto(`/detail/${rid}`)
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await expect(page.getByText(/已加入实验方案，共 \d+ 项/).first()).toBeVisible()
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.waitForURL('**/experiment/step1')
  for (const [i, heading] of steps.entries()) {
    expect((await page.goto(`/experiment/step${i + 1}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  expect((await page.goto('/experiment/step6'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test('[C-08] a refused action shows its message as an error toast, a broken connection another one', async ({
  page,
}) => {
  await enter(page, '13800000004')
  const rid = await ridOf(new URL(page.url()).origin, 'XRD')
  await page.goto(`/detail/${rid}`)
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await expect(page.getByText(/已加入实验方案，共 \d+ 项/).first()).toBeVisible()
  await page.goto('/experiment/plan')
  const copy = async () => {
    await page
      .getByLabel(/的更多操作$/)
      .first()
      .click()
    await page.getByRole('button', { name: '复制', exact: true }).first().click()
  }
  await page.route('**/api/auth/tempDevice/add', (route) => route.fulfill(refusal('实验方案已满，请先提交')))
  await copy()
  await expect(toasts(page, '实验方案已满，请先提交')).toBeVisible()
  await page.unroute('**/api/auth/tempDevice/add')
  await page.route('**/api/auth/tempDevice/add', (route) => route.abort())
  await copy()
  await expect(toasts(page, '网络连接失败，请检查网络后重试')).toBeVisible()
})

test('[H-12] a falsy code of the home call is shown as an error toast, with a button to try again', async ({
  page,
}) => {
  await page.goto('/guide')
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const sent = JSON.parse(text.split('\n')[0] ?? '[]') as unknown[]
    const name = sent.indexOf('home')
    if (name < 0) return route.fulfill({ response })
    // The loader's data after a refusal: `refused` with the message instead of `home` with the data.
    const data = sent.find((part) => typeof part === 'object' && part !== null && `_${name}` in part)
    sent[name] = 'refused'
    sent[(data as Record<string, number>)[`_${name}`] ?? 0] = '首页数据暂时无法读取'
    return route.fulfill({ response, body: `${JSON.stringify(sent)}\n` })
  })
  await wake(page)
  await page.locator('header a[href="/"]').first().click()
  await expect(toasts(page, /^首页数据暂时无法读取$/)).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await page.unroute(/\.data(\?|$)/)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '热门项目' })).toBeVisible()
})

test('[L-13] when the user information call fails, the former user is no longer shown', async ({ page }) => {
  await enter(page, '13800000001')
  const shown = page.locator('header').getByText('王建国')
  await expect(shown).toBeVisible()
  await page.route('**/api/auth/user/info', (route) => route.fulfill(refusal('系统繁忙')))
  await page.reload()
  await expect(page.locator('h1').first()).toBeAttached()
  await page.waitForResponse('**/api/auth/user/info')
  await expect(shown).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('王建国')
})

test('[M-01] [Q-207] the member centre shows real numbers, a loading state, an empty state and an error with a retry', async ({
  page,
}) => {
  await enter(page, '13800000002')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/auth/asset/init', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/api/auth/order/history', (route) => route.fulfill(refusal('订单暂时无法读取')))
  await page.goto('/member/center')
  await expect(page.getByText('李晓雯，您好')).toBeVisible()
  await expect(page.getByText('正在加载').first()).toBeAttached()
  // Neither what is to be done nor the latest orders are known.
  await expect(page.getByText('订单暂时无法读取')).toHaveCount(2)
  const answered = page.waitForResponse('**/api/auth/asset/init')
  release()
  const { data } = (await (await answered).json()) as {
    data: { balanceFen: number; credit: { availableFen: number; limitFen: number } }
  }
  const yuan = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
  const assets = page.getByRole('region', { name: '资产' })
  await expect(assets.getByText(yuan(data.balanceFen)).first()).toBeVisible()
  await expect(assets.getByText(yuan(data.credit.availableFen)).first()).toBeVisible()
  await expect(page.getByText('正在加载')).toHaveCount(0)
  await page.unroute('**/api/auth/order/history')
  await page.getByRole('button', { name: '重试' }).first().click()
  await expect(page.getByText('订单暂时无法读取')).toHaveCount(1)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('订单暂时无法读取')).toHaveCount(0)
  const latest = page.getByText('还没有订单').or(page.locator('main a.num[href^="/member/order/"]').first())
  await expect(latest.first()).toBeVisible()
})

test('[M-01] a person without orders is told what to do first', async ({ page }) => {
  await enter(page, '13800000002')
  const empty = { list: [], total: 0, page: 1, size: 5 }
  await page.route('**/api/auth/order/history', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...empty } } })
  })
  await page.goto('/member/center')
  await expect(page.getByText('还没有订单')).toBeVisible()
  await expect(page.getByRole('link', { name: '选择检测项目' }).first()).toBeVisible()
})

test('[Q-82] the project page shows the surcharge of a Sunday evening, in its prices too, and a refusal at its field', async ({
  page,
}) => {
  await enter(page, '13800000004')
  const rid = await ridOf(new URL(page.url()).origin, '现场')
  await page.goto(`/detail/${rid}`)
  await wake(page)
  const sunday = new Date()
  sunday.setDate(sunday.getDate() + 7 + ((7 - sunday.getDay()) % 7))
  const date = `${sunday.getFullYear()}-${String(sunday.getMonth() + 1).padStart(2, '0')}-${String(sunday.getDate()).padStart(2, '0')}`
  // Like a person, who presses a field before typing: then it is hydrated.
  await page.getByLabel('日期').click()
  await page.getByLabel('日期').fill(date)
  await page.getByLabel('开始时间').selectOption('18:30')
  await page.getByLabel('时长').selectOption({ index: 1 })
  await expect(page.getByText('夜间时段加收').first()).toBeVisible()
  await expect(page.getByText('周日加收').first()).toBeVisible()
  await expect(page.getByText('18:30 之后的时段每小时加收 ¥100.00，周日每小时加收 ¥100.00')).toBeVisible()

  const other = await ridOf(new URL(page.url()).origin, 'XRD')
  await page.goto(`/detail/${other}`)
  const key = await page.locator('[data-parameter]').first().getAttribute('data-parameter')
  await page.route('**/api/auth/tempDevice/add', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({
        code: 0,
        data: null,
        msg: '此参数暂不可选',
        error: 'invalid',
        fields: { [`parameters.${key}`]: '此参数暂不可选' },
      }),
    }),
  )
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await expect(page.locator(`[data-parameter="${key}"]`).getByText('此参数暂不可选')).toBeVisible()
})

test('input made before scripts arrive is kept and used', async ({ page }) => {
  await page.goto('/')
  const rid = await ridOf(new URL(page.url()).origin, 'XRD')
  const arrive = await holdScripts(page)
  await page.goto(`/detail/${rid}`, { waitUntil: 'commit' })
  const count = page.getByLabel(/样品数/)
  await count.fill('5')
  const urgent = page.getByRole('checkbox').first()
  await urgent.check()
  const hydrated = page.evaluate(() => new Promise((done) => addEventListener('hydrated', done, { once: true })))
  arrive()
  await hydrated
  await expect(page.getByText(/×\s*5/).first()).toBeVisible()
  await expect(count).toHaveValue('5')
  await expect(urgent).toBeChecked()
})

test('[Q-248] a visit that is chosen before scripts arrive keeps its day, time and length', async ({ page }) => {
  await page.goto('/')
  const rid = await ridOf(new URL(page.url()).origin, '现场')
  const arrive = await holdScripts(page)
  await page.goto(`/detail/${rid}`, { waitUntil: 'commit' })
  const day = new Date(Date.now() + 4 * 24 * 3600_000).toISOString().slice(0, 10)
  await page.getByLabel('日期').fill(day)
  await page.getByLabel('开始时间').selectOption('10:00')
  await page.getByLabel('时长').selectOption('60')
  arrive()
  await expect(page.getByText(/当日有 \d+ 个开始时间可约/)).toBeVisible()
  await expect(page.getByLabel('日期')).toHaveValue(day)
  await expect(page.getByLabel('开始时间')).toHaveValue('10:00')
  await expect(page.getByLabel('时长')).toHaveValue('60')
})

test('[Q-397] a day that is entered at the moment at which the page is hydrated is kept', async ({ page }) => {
  await page.goto('/')
  const rid = await ridOf(new URL(page.url()).origin, '现场')
  const day = new Date(Date.now() + 4 * 24 * 3600_000).toISOString().slice(0, 10)
  // As the browser enters it, without a key or a press that React would see first.
  await page.addInitScript((value) => {
    addEventListener('hydrated', () => {
      const field = document.querySelector<HTMLInputElement>('[data-parameter] input[type=date]')
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(field, value)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }, day)
  await page.goto(`/detail/${rid}`)
  await expect(page.getByText(/当日有 \d+ 个开始时间可约/)).toBeVisible()
  await page.getByLabel('时长').selectOption('60')
  await expect(page.getByLabel('日期')).toHaveValue(day)
})

test('[Q-248] what is typed into a table before scripts arrive is kept when the table, whose script comes last, is hydrated', async ({
  page,
}) => {
  await page.goto('/')
  const rid = await ridOf(new URL(page.url()).origin, '精修')
  const arrive = await holdScripts(page)
  await page.goto(`/detail/${rid}`, { waitUntil: 'commit' })
  const cell = page.getByLabel('第 1 行 化学式')
  await cell.fill('BaTiO3')
  arrive()
  // Another row is possible once the table is hydrated, and it draws all cells anew.
  const secondRow = page.getByLabel('第 2 行 化学式')
  await expect(async () => {
    await page.getByRole('button', { name: '增加一行' }).click()
    await expect(secondRow).toBeVisible({ timeout: 500 })
  }).toPass()
  await secondRow.fill('TiO2')
  await expect(cell).toHaveValue('BaTiO3')
})

test('hydration does not write into a field while an input method is composing in it', async ({ page }) => {
  const arrive = await holdScripts(page)
  // The page is not loaded before its scripts are.
  await page.goto('/require', { waitUntil: 'commit' })
  const field = page.getByRole('textbox').first()
  await field.focus()
  const keys = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('saomiao')
  await page.evaluate(() => {
    addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', ''))
    addEventListener('compositionend', () => document.documentElement.setAttribute('data-composed', ''), true)
  })
  arrive()
  await expect(page.locator('#ahead')).toHaveCount(0)
  await compose('saomiaodian')
  await expect(field).toHaveValue('saomiaodian')
  await expect(page.locator('html[data-composed], html[data-hydrated]')).toHaveCount(0)
  await keys.send('Input.insertText', { text: '扫描电镜' })
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(field).toHaveValue('扫描电镜')
})

/** Holds back the scripts of the following pages until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {}
  const scripts = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/**/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  return () => arrive()
}
