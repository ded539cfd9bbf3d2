import { DEMO_PASSWORD } from '../customer-steps.ts'
import { callAt, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, test } from '../journey.ts'
import { paidOrder } from '../paid-order.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'lists' })

const PHONE = '13800000004'
const AMOUNTS = [110, 120, 130, 140, 500]

/** The list of invoice applications stands for every list of the console: they are one component. */
test('[T-59] [Q-73] finance filters, sorts and saves a list, acts on all of it with one refusal, and exports it; what cannot be done is not tried', async ({
  browser,
  server,
}) => {
  const applications = await apply(server.url)
  const finance = await openStaffPage(browser, server.url, 'finance')
  const rows = finance.getByRole('table').getByRole('rowheader')

  await test.step('a condition is a chip in the address, which Delete removes', async () => {
    await finance.goto('/console/invoices')
    await expect(rows).toHaveCount(5)
    await finance.getByText('添加筛选').click()
    await finance.getByRole('group', { name: '筛选条件' }).getByRole('button', { name: '金额' }).click()
    await finance.getByLabel('不高于').fill('1.4')
    await finance.getByRole('button', { name: '应用' }).click()
    await expect(rows).toHaveCount(4)
    await expect(finance.getByText('共 4 条')).toBeVisible()
    await expect(finance.getByText(/^金额合计/)).toContainText('5.00')
    await expect(finance).toHaveURL(/amount=\.\.140/)
    await finance.getByRole('button', { name: '金额：至 ¥1.40' }).press('Delete')
    await expect(rows).toHaveCount(5)
    await finance.goBack()
    await expect(rows).toHaveCount(4)
  })

  await test.step('a header sorts by keyboard, and the view is saved and found again', async () => {
    await finance.getByRole('button', { name: '金额', exact: true }).press('Enter')
    await expect(rows).toHaveText([applications[3], applications[2], applications[1], applications[0]] as string[])
    await expect(finance.getByRole('columnheader', { name: '金额' })).toHaveAttribute('aria-sort', 'descending')
    await finance.getByText('视图', { exact: true }).click()
    await finance.getByRole('button', { name: '保存当前视图' }).click()
    await finance.getByLabel('视图名称').fill('小额待审')
    await expectAccessible(finance)
    await finance.getByRole('button', { name: '保存', exact: true }).click()
    await expect(finance.getByText('已保存视图“小额待审”').first()).toBeVisible()
    await finance.goto('/console/invoices')
    await finance.getByText('视图', { exact: true }).click()
    await finance.getByRole('link', { name: '小额待审' }).click()
    await expect(rows).toHaveCount(4)
    await expect(finance).toHaveURL(/sort=-amount/)
  })

  await test.step('the export has the rows of the list', async () => {
    await finance.getByRole('button', { name: '导出', exact: true }).click()
    await finance.getByRole('button', { name: '开始导出' }).click()
    const download = finance.waitForEvent('download')
    await finance.getByRole('button', { name: /^下载 开票申请/ }).click({ timeout: 30_000 })
    expect((await download).suggestedFilename()).toMatch(/^开票申请-[\d-]+\.xlsx$/)
    await expect(finance.getByRole('dialog').getByText(/· 4 行/)).toBeVisible()
    await finance.keyboard.press('Escape')
  })

  await test.step('a verb for all rows says which were done and which was refused, and why', async () => {
    await finance.getByRole('checkbox', { name: '选择本页全部' }).check()
    await expectAccessible(finance)
    await approveBeside(server.url, applications[1] ?? '')
    await finance.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '通过申请（人工开票）' }).click()
    const dialog = finance.getByRole('dialog')
    await dialog.getByRole('button', { name: '通过申请（人工开票）（4）' }).click()
    await expect(dialog.getByText('成功 3 项，未成功 1 项')).toBeVisible()
    await expect(dialog.getByRole('list', { name: '未成功的项' })).toContainText(
      new RegExp(`${applications[1]}.*状态已变化`),
    )
    await dialog.getByRole('button', { name: '重试未成功的 1 项' }).click()
    await expect(dialog.getByText('成功 3 项，未成功 1 项')).toBeVisible()
    await expectAccessible(finance)
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(finance.getByText('没有符合条件的开票申请')).toBeVisible()
  })

  await test.step('a verb that fits no row says why, and asks the server for nothing', async () => {
    const manager = await openStaffPage(browser, server.url, 'manager')
    await manager.goto('/console/orders?tab=all')
    await manager.getByRole('checkbox', { name: '选择本页全部' }).check()
    await manager.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '审核通过' }).click()
    const dialog = manager.getByRole('dialog')
    const asked: string[] = []
    manager.on('request', (request) => asked.push(request.url()))
    await dialog.getByRole('button', { name: /^审核通过（/ }).click()
    await expect(dialog.getByText(/^成功 0 项/)).toBeVisible()
    await expect(dialog.getByRole('list', { name: '未成功的项' })).toContainText('只有待审核的订单可以审核')
    await expect(dialog.getByRole('button', { name: /重试/ })).toHaveCount(0)
    expect(asked.filter((url) => url.includes('order/approve'))).toEqual([])
    await manager.close()
  })

  await test.step('on a phone rows have two lines, and nothing scrolls sideways', async () => {
    await finance.setViewportSize({ width: 375, height: 812 })
    await finance.goto('/console/invoices?tab=issuing&amount=..140&title=%E8%8B%8F%E5%B7%9E')
    await expect(rows).toHaveCount(4)
    await finance.getByRole('checkbox', { name: `选择 ${applications[0]}` }).check()
    await expect(finance.getByRole('group', { name: '批量操作' })).toBeInViewport()
    expect(await finance.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expectAccessible(finance)
  })
})

/** Applications of one customer for parts of a paid order; answers their numbers. */
async function apply(url: string): Promise<string[]> {
  const { orderNo } = await paidOrder(url, PHONE)
  const { token } = await callAt<Tokens>(url, 'open/login', { account: PHONE, password: DEMO_PASSWORD })
  const title = { title: '苏州明析检测有限公司', taxNo: '91330100799655058B', naturalPerson: false }
  const { id } = await callAt<{ id: number }>(url, 'auth/invoice/add', title, token)
  const numbers = []
  for (const amountFen of AMOUNTS) {
    const input = { titleId: id, type: 1, email: 'books@example.com', items: [{ orderNo, amountFen }] }
    numbers.push((await callAt<{ applicationNo: string }>(url, 'auth/invoiceApply/add', input, token)).applicationNo)
  }
  return numbers
}

/** A colleague approves one of the applications meanwhile. */
async function approveBeside(url: string, no: string): Promise<void> {
  const account = { account: 'finance2@demo', password: DEMO_PASSWORD }
  const { token } = await callAt<Tokens>(url, 'open/staff/login', account)
  const { list } = await callAt<{ list: { id: number; version: number }[] }>(
    url,
    'staff/invoice/list',
    { filters: { no } },
    token,
  )
  const [{ id, version } = { id: 0, version: 0 }] = list
  await callAt(url, 'staff/invoice/approve', { id, version, way: 'manual' }, token)
}
