import { DEMO_PASSWORD } from './customer-steps.ts'
import { contextOf, test } from './demo.ts'
import { expect } from './journey.ts'
import { press, tabTo } from './keyboard.ts'

test('a visitor reaches a filled plan from the home page by keyboard only', async ({ page }) => {
  await page.goto('/')
  await press(page, page.getByRole('combobox', { name: '站内搜索' }).first(), 'X')
  await page.keyboard.type('RD')
  await page.keyboard.press('Enter')
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /X 射线衍射/ })
      .first(),
  )
  await expect(page.getByRole('heading', { level: 1, name: /X 射线衍射/ })).toBeVisible()
  const add = page.getByRole('button', { name: '加入实验方案' }).first()
  await press(page, add)
  const form = page.getByRole('form', { name: '密码登录' })
  await tabTo(page, form.getByLabel('用户名/手机号'))
  await page.keyboard.type('13800000001')
  await tabTo(page, form.getByLabel('密码', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  const added = page.getByText(/已加入实验方案，共 \d+ 项/).first()
  // Signing in may have done this already; otherwise press the button again.
  if (!(await added.isVisible())) await press(page, add, 'Enter')
  await expect(added).toBeVisible()
  await press(page, page.getByRole('link', { name: /实验方案/ }).first(), 'Enter', 'Shift+Tab')
  await expect(page.getByRole('heading', { level: 1, name: '实验方案' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/X 射线衍射/)
      .first(),
  ).toBeVisible()
})

test('a customer completes the wizard by keyboard only', async ({ browser, server, demo }) => {
  const context = await contextOf(browser, server.url, demo, 'individual')
  const page = await context.newPage()
  await page.goto('/experiment/plan')
  await press(page, page.getByRole('button', { name: '去下单' }))
  for (const title of ['项目与参数', '样品信息', '送样方式', '付款与发票']) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    if (title === '样品信息') {
      // The draft of the demo has two samples; whether they are filled depends on the journeys before.
      for (const row of [0, 1])
        for (const [name, text] of [
          ['样品名称', '二氧化钛粉末'],
          ['主要成分', 'TiO2'],
        ] as const) {
          await tabTo(page, page.getByRole('textbox', { name }).nth(row))
          await page.keyboard.press('ControlOrMeta+A')
          await page.keyboard.type(text)
        }
    }
    await press(page, page.getByRole('button', { name: '下一步' }))
  }
  await expect(page.getByRole('heading', { level: 1, name: '核对与协议' })).toBeFocused()
  await expect(page.getByRole('main').getByText('二氧化钛粉末').first()).toBeVisible()
  await press(page, page.getByRole('checkbox', { name: /我已阅读并同意/ }), 'Space')
  await press(page, page.getByRole('button', { name: '提交订单' }))
  await expect(page.getByRole('heading', { level: 1, name: /已提交/ })).toBeFocused()
  await context.close()
})

test('a manager approves an order by keyboard only; Esc closes a dialog and returns the focus', async ({
  browser,
  server,
  demo,
}) => {
  const context = await contextOf(browser, server.url, demo, 'manager')
  const page = await context.newPage()
  // Other journeys of this installation order too, so the order may stand on the second page of the whole list.
  await page.goto(`/console/orders?kw=${demo.orders.toApprove.orderNo}`)
  await press(page, page.getByRole('link', { name: demo.orders.toApprove.orderNo }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const reject = page.getByRole('button', { name: '驳回订单' })
  await press(page, reject)
  await expect(page.getByRole('dialog').getByLabel('驳回原因')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(reject).toBeFocused()
  await press(page, page.getByRole('button', { name: '审核通过' }), 'Enter', 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: '审核通过' })
  await press(page, dialog.getByRole('button', { name: '审核通过' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main').getByText('待送样', { exact: true }).first()).toBeVisible()
  await context.close()
})

test('a dialog whose content comes late focuses its first field then, unless the person has moved on [Q-194]', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'finance')).newPage()
  let answer = () => {}
  const asked = new Promise<void>((done) => (answer = done))
  await page.route('**/api/staff/invoice/settings', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/console/invoices')
  await page.getByRole('button', { name: '开票设置' }).click()
  const dialog = page.getByRole('dialog', { name: '开票设置' })
  await expect(dialog.getByRole('button', { name: '关闭' })).toBeFocused()
  answer()
  await expect(dialog.getByLabel('开票方名称')).toBeFocused()
})
