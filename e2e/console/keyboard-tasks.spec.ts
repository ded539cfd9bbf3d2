import { callAt, makeOrder } from '../demo-orders.ts'
import { contextOf, type Person, test } from '../demo.ts'
import { expect } from '../journey.ts'
import { press, tabTo } from '../keyboard.ts'

// The daily tasks of a laboratory, each by keyboard only; board.spec.ts assigns, keyboard.spec.ts approves, palette.spec.ts finds.

test('parcels are received, a firm is quoted and invoices are passed by keyboard only', async ({
  browser,
  server,
  demo,
}) => {
  const open = async (who: Person) => (await contextOf(browser, server.url, demo, who)).newPage()

  await test.step('a parcel of three samples is received by one scan', async () => {
    const { orderNo } = await makeOrder(server.url, demo.customer.teacher.token, 3)
    await callAt(server.url, 'staff/order/approve', { orderNo }, demo.staff.manager.token)
    const page = await open('logistics')
    await page.goto('/console/intake')
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
    await page.keyboard.type(orderNo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `送样单 ${orderNo}` })).toBeVisible()
    await tabTo(page, page.getByLabel('存放位置').last())
    await page.keyboard.type('A-01-02')
    await press(page, page.getByRole('button', { name: '登记 3 个样品' }))
    await expect(page.getByRole('listitem').filter({ hasText: '已收样 3 个' })).toBeVisible()
  })

  await test.step('a firm gets a quote', async () => {
    const { orderNo } = await makeOrder(server.url, demo.customer.enterprise.token, 2)
    const page = await open('manager')
    await page.goto(`/console/orders/${orderNo}`)
    await press(page, page.getByRole('button', { name: '锁定方案并报价' }))
    const amount = page.getByRole('textbox', { name: /金额/ }).last()
    await tabTo(page, amount)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('360')
    await press(page, page.getByRole('button', { name: '发送报价' }))
    await expect(page.getByText('待确认报价').first()).toBeVisible()
  })

  await test.step('all applications for invoices are passed', async () => {
    const { token } = demo.customer.individual
    const { orderNo } = await makeOrder(server.url, token, 1)
    await callAt(server.url, 'auth/pay/create', { kind: 'order', no: orderNo, method: 'prestore' }, token)
    const title = { title: '张三', naturalPerson: true }
    const { id: titleId } = await callAt<{ id: number }>(server.url, 'auth/invoice/add', title, token)
    for (const amountFen of [100, 200]) {
      const asked = { type: 1, titleId, email: 'a@example.com', items: [{ orderNo, amountFen }] }
      await callAt(server.url, 'auth/invoiceApply/add', asked, token)
    }
    const page = await open('finance')
    await page.goto('/console/invoices?tab=pending')
    await press(page, page.getByRole('checkbox', { name: '选择本页全部' }), 'Space')
    await press(page, page.getByRole('button', { name: /^通过/ }).first())
    await press(page, page.getByRole('button', { name: /（\d+）$/ }).last())
    await expect(page.getByText(/成功 \d+ 项，未成功 0 项$/)).toBeVisible()
    await press(page, page.getByRole('button', { name: '完成' }))
  })
})
