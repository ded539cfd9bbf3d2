import type { Page } from '@playwright/test'
import { addToPlan, DEMO_PASSWORD, signIn } from '../customer-steps.ts'
import { callAt, makeOrder, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, test } from '../journey.ts'

test.use({ installation: 'wizard' })

const PERSON = '13800000002'
const OTHER = '13800000003'
/** Has no lines in the plan before. */
const OWNER = '13800000001'

const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const sampleName = (page: Page) => page.getByRole('textbox', { name: '样品名称，第 1 个样品' })

async function open(page: Page, url: string, account: string): Promise<void> {
  const tokens = await callAt<Tokens>(url, 'open/login', { account, password: DEMO_PASSWORD })
  await page.goto('/contact')
  await page.evaluate(
    ({ token, refreshToken, expires }) =>
      localStorage.setItem('mingxi.session', JSON.stringify({ access: token, refresh: refreshToken, expires })),
    tokens,
  )
}

async function beginOrder(page: Page): Promise<void> {
  await page.goto('/search?kw=xrd')
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 1)
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await title(page, '项目与参数')
}

test('[F-81] input of the wizard survives an ended session, a closed page and a second tab, and nobody else sees it', async ({
  page,
  server,
}) => {
  await open(page, server.url, PERSON)
  await beginOrder(page)
  await page.getByRole('button', { name: '下一步' }).click()
  await title(page, '样品信息')

  await test.step('the page is left before the draft was sent', async () => {
    await sampleName(page).fill('离开前填写')
    await page.goto('/contact')
    await page.goto('/experiment/step2')
    await expect(sampleName(page)).toHaveValue('离开前填写')
  })

  await test.step('the session is revoked while the person types', async () => {
    const session = await page.evaluate(() => JSON.parse(localStorage.getItem('mingxi.session') ?? '{}'))
    await callAt(server.url, 'auth/user/logout', {}, session.access)
    await sampleName(page).fill('失效后填写')
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('form', { name: '密码登录' })).toBeVisible()
  })

  await test.step('somebody else signs in at this computer and sees nothing of it', async () => {
    await signIn(page, OTHER)
    await page.goto('/experiment/step2')
    await expect(page.getByText('还没有选择要下单的项目')).toBeVisible()
    await expect(page.getByText('失效后填写')).toHaveCount(0)
  })

  await test.step('the same person signs in and chooses what was typed', async () => {
    await open(page, server.url, PERSON)
    await page.goto('/experiment/step2')
    await title(page, '您填写的内容还没有保存')
    await expect(page.getByRole('radio', { name: /失效后填写/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /离开前填写/ })).not.toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: '保留我填写的内容' }).click()
    await expect(sampleName(page)).toHaveValue('失效后填写')
    await expect(page.getByText(/草稿已保存/)).toBeVisible()
  })

  await test.step('of two tabs, the second keeps its input beside what the first has saved', async () => {
    const second = await page.context().newPage()
    await second.goto('/experiment/step2')
    await expect(sampleName(second)).toHaveValue('失效后填写')
    await sampleName(page).fill('第一页')
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText(/草稿已保存，可在/).first()).toBeVisible()
    await sampleName(second).fill('第二页')
    await title(second, '您填写的内容还没有保存')
    await expect(second.getByRole('radio', { name: /第一页/ })).not.toBeChecked()
    await second.getByRole('button', { name: '保留我填写的内容' }).click()
    await expect(sampleName(second)).toHaveValue('第二页')
    await expect(second.getByText(/草稿已保存/)).toBeVisible()
    await second.close()
  })
})

test('[F-48] [F-61] [X-07] [X-08] the wizard shows which steps are done and where an input is wrong', async ({
  page,
  server,
}) => {
  await open(page, server.url, PERSON)
  await beginOrder(page)
  const steps = page.getByRole('navigation', { name: '下单步骤' })

  await test.step('an empty earlier step is not marked as done when a later step is opened by its address', async () => {
    await page.goto('/experiment/step4')
    await title(page, '付款与发票')
    await expect(steps.getByRole('listitem').filter({ hasText: '项目与参数' })).toContainText('已完成')
    await expect(steps.getByRole('listitem').filter({ hasText: '送样方式' })).not.toContainText('已完成')
    await page.goto('/experiment/step6')
    await expect(page.getByText('没有刚提交的订单').last()).toBeVisible()
    await expect(page.getByText('（已完成）')).toHaveCount(0)
  })

  await test.step('an unticked agreement shows its error at the box, in view and focused', async () => {
    await page.goto('/experiment/step5')
    await page.getByRole('button', { name: /^提交/ }).click()
    const box = page.getByRole('checkbox', { name: /我已阅读并同意/ })
    await expect(box).toBeFocused()
    await expect(box).toBeInViewport()
    await expect(page.getByText('请先阅读并勾选同意服务协议')).toBeInViewport()
  })

  await test.step('the return address defaults to the default address', async () => {
    await page.goto('/experiment/step2')
    // The plan may contain items of the previous journey.
    await page.getByRole('checkbox', { name: '退回，第 1 个样品' }).first().check()
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page.goto('/experiment/step3')
    await expect(page.getByRole('group', { name: '选择寄回地址' }).getByRole('radio').first()).toBeChecked()
  })
})

test('the wizard says before shipping that a sample does not suit its project, and what to test instead', async ({
  page,
  server,
}) => {
  await open(page, server.url, OTHER)
  await page.goto('/search?kw=ftir')
  await page.getByRole('main').getByRole('link', { name: /红外/ }).first().click()
  await expect(page.getByText('下单前请留意')).toBeVisible()
  await addToPlan(page, 1)
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await title(page, '样品信息')
  const composition = page.getByRole('textbox', { name: '主要成分，第 1 个样品' })
  const hints = page.getByRole('list', { name: /样品提示/ })

  await test.step('a sample that cannot be measured is refused, with another project', async () => {
    await sampleName(page).fill('铜片')
    await composition.fill('Cu')
    await expect(hints.getByText('不能测')).toBeVisible()
    await expect(hints.getByRole('link', { name: /X 射线衍射/ })).toBeVisible()
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByText(/处需要修改/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('too small an amount is confirmed before the order is sent', async () => {
    await composition.fill('SiO2')
    await page.getByRole('textbox', { name: '送样量，第 1 个样品' }).fill('1 mg')
    await expect(hints.getByText(/1 mg 可能不够/)).toBeVisible()
    await page.getByRole('button', { name: '下一步' }).click()
    await title(page, '送样方式')
    await page.goto('/experiment/step5')
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await page.getByRole('button', { name: /^提交/ }).click()
    await expect(page.getByText('请先阅读并确认以上提示，或修改样品与项目')).toBeInViewport()
    await expect(page.getByRole('checkbox', { name: /仍要送检/ })).toBeFocused()
    await expectAccessible(page)
  })
})

test('a customer downloads the plan, shows it by a link, and a colleague takes it over', async ({
  page,
  server,
  browser,
}) => {
  await open(page, server.url, OWNER)
  await page.goto('/search?kw=xrd')
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 2)
  await page.goto('/experiment/plan')

  await test.step('the PDF', async () => {
    await page.getByText('更多', { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^实验方案-\d{4}-\d{2}-\d{2}\.pdf$/)
  })

  const address = await test.step('the link', async () => {
    await page.getByRole('button', { name: '分享' }).click()
    await page.getByRole('dialog').getByLabel('留言').fill('请老师看看')
    await page.getByRole('button', { name: '生成链接' }).click()
    const link = page.getByRole('textbox', { name: /分享链接/ })
    await expect(link).toBeVisible()
    await expectAccessible(page)
    return link.inputValue()
  })

  const colleague = await (await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })).newPage()
  await test.step('a visitor reads it, and signed in takes it over', async () => {
    await colleague.setViewportSize({ width: 375, height: 812 })
    await colleague.goto(address)
    await expect(colleague.getByRole('heading', { level: 1, name: /分享的实验方案$/ })).toBeVisible()
    await expect(colleague.getByText('请老师看看')).toBeVisible()
    await expectAccessible(colleague)
    await expect(colleague.getByRole('button', { name: '登录后加入我的方案' })).toBeVisible()
    await open(colleague, server.url, OTHER)
    await colleague.goto(address)
    await colleague.getByRole('button', { name: '加入我的方案' }).click()
    await expect(colleague.getByRole('status').getByText('已加入 1 项')).toBeVisible()
  })

  await test.step('stopped, it opens no longer', async () => {
    await page.getByRole('button', { name: '停止分享' }).click()
    await expect(page.getByRole('button', { name: '停止分享' })).toHaveCount(0)
    await colleague.reload()
    await expect(colleague.getByText('分享已结束')).toBeVisible()
  })
})

test('[Q-348] an order that is ordered again fills in its samples, ticks only its projects, and the plan says what was taken over', async ({
  page,
  server,
}) => {
  await open(page, server.url, OTHER)
  const { token } = await callAt<Tokens>(server.url, 'open/login', { account: OTHER, password: DEMO_PASSWORD })
  const { orderNo } = await makeOrder(server.url, token, 2)
  await page.goto('/search?kw=拉曼')
  await page
    .getByRole('link', { name: /显微拉曼/ })
    .first()
    .click()
  await addToPlan(page, 1)
  await page.goto(`/member/order/${orderNo}`)
  await page.getByRole('button', { name: '再来一单' }).click()
  await title(page, '实验方案')
  await expect(page.getByRole('status').filter({ hasText: '已放回原订单的项目' })).toContainText(
    '参数已沿用；2 个样品的名称、成分、危险性、备注等已填入下单草稿',
  )
  await expect(page.getByText(/^已选 1 项/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '去下单' }).click()
  await title(page, '项目与参数')
  await page.getByRole('button', { name: '下一步' }).click()
  await title(page, '样品信息')
  await expect(sampleName(page)).toHaveValue('氧化锌纳米粉末')
  await expect(page.getByRole('textbox', { name: '自编号，第 2 个样品' })).toHaveValue('ZnO-2')
  await page.getByRole('button', { name: '下一步' }).click()
  await title(page, '送样方式')
})

test('[Q-396] an order that a server of before 0.7.0 orders again, during an upgrade, opens the plan without the list of what was taken over', async ({
  page,
  server,
}) => {
  await open(page, server.url, OTHER)
  const { token } = await callAt<Tokens>(server.url, 'open/login', { account: OTHER, password: DEMO_PASSWORD })
  const { orderNo } = await makeOrder(server.url, token, 1)
  await page.route('**/api/auth/order/again', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { lines?: unknown } }
    delete answer.data.lines
    await route.fulfill({ response, json: answer })
  })
  await page.goto(`/member/order/${orderNo}`)
  await page.getByRole('button', { name: '再来一单' }).click()
  await title(page, '实验方案')
  await expect(page.getByRole('status').filter({ hasText: '已放回原订单的项目' })).toBeVisible()
  await expect(page.getByRole('button', { name: '去下单' })).toBeEnabled()
})
