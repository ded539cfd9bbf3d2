import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { initialValues } from '../../src/shop/catalogue/forms/form-rules.ts'
import { firstAgreementVersion as agreementVersion } from '../../src/core/agreements/agreement-rules.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import {
  approveOrder,
  expectStage,
  holdOrder,
  logCall,
  openStaffOrder,
  openStaffPage,
  quoteOrder,
  receiveSamples,
  returnSamples,
  signInStaff,
  startTesting,
  signInStaffFirst,
} from '../staff-steps.ts'

/** Places an order of a demo customer through the calls; these journeys begin after it. */
async function placeOrder(url: string, account: string, sampleCount: number) {
  const send = async (path: string, input: object | undefined, token = '') => {
    const response = await fetch(`${url}/api/${path}`, {
      method: input ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(token ? { token } : {}) },
      ...(input ? { body: JSON.stringify(input) } : {}),
    })
    const { code, data, msg } = (await response.json()) as { code: number; data: never; msg: string }
    if (code !== 1) throw new Error(`${path}: ${msg}`)
    return data as never
  }
  const { token } = (await send('open/login', { account, password: 'Mingxi-demo-2026' })) as { token: string }
  const { list } = (await send('open/web/device/search?size=100', undefined)) as {
    list: { rid: number; name: string }[]
  }
  const rid = list.find(({ name }) => name.includes('XRD'))?.rid ?? 0
  const { form } = (await send(`open/web/device/detail?rid=${rid}`, undefined)) as {
    form: Parameters<typeof initialValues>[0]
  }
  const line = { rid, parameters: initialValues(form), sampleCount, urgent: false }
  const { id: planId } = (await send('auth/tempDevice/add', line, token)) as { id: number }
  const samples = Array.from({ length: sampleCount }, (_, index) => ({
    planId,
    ownNo: `A-${index + 1}`,
    name: '氧化锌粉末',
    form: 'powder',
    composition: 'ZnO',
    hazards: index === 0 ? ['flammable'] : [],
    storage: 'room',
    returnWanted: true,
    remark: '',
  }))
  const person = { name: '王同学', phone: '13800138000' }
  const order = {
    planIds: [planId],
    samples,
    contact: { ...person, email: '' },
    delivery: { kind: 'self_send' },
    returnAddress: { ...person, province: '江苏省', city: '无锡市', area: '滨湖区', address: '滨湖大道18号' },
    invoice: { type: 0 },
    remark: '',
    agreementVersion,
    agreed: true,
  }
  return (await send('auth/order/add', order, token)) as { orderNo: string; sampleNos: string[] }
}

const inboxRows = (page: Page, label: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: label })

test('each role does its step: an order is approved, received, called about, tested and put on hold', async ({
  page,
  server,
}) => {
  const { orderNo, sampleNos } = await placeOrder(server.url, '13800000002', 2)

  await signInStaff(page, 'manager')
  await inboxRows(page, '待审核订单').getByRole('link', { name: orderNo }).click()
  await expect(page.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
  await approveOrder(page, orderNo)

  await signInStaff(page, 'logistics')
  await receiveSamples(page, sampleNos.slice(0, 1))
  await expect(page.getByRole('listitem').filter({ hasText: '订单 1/2' })).toBeVisible()
  await receiveSamples(page, sampleNos.slice(1))
  await expect(page.getByRole('listitem').filter({ hasText: '已收齐（2/2）' })).toBeVisible()
  await openStaffOrder(page, orderNo)
  await expectStage(page, '已收样')
  await expect(page.getByRole('button', { name: '登记致电' })).toHaveCount(0)

  await signInStaff(page, 'manager')
  await expect(inboxRows(page, '待致电客户').filter({ hasText: orderNo })).toContainText('还剩')
  await logCall(page, orderNo)
  await page.goto('/console')
  await expect(inboxRows(page, '待致电客户').getByRole('link', { name: orderNo })).toHaveCount(0)

  await signInStaff(page, 'lab')
  await startTesting(page, orderNo)
  await holdOrder(page, orderNo, '样品量不足，无法制样')
  await expect(page.getByRole('region', { name: '已上报异常，等待客户答复' })).toContainText('样品量不足')
})

test('one scan of the packing slip receives a parcel, with a flawed, a refused and a missing sample', async ({
  page,
  server,
}) => {
  const { orderNo, sampleNos } = await placeOrder(server.url, '13800000001', 5)
  const [flawed = '', refused = '', missing = ''] = sampleNos
  await signInStaff(page, 'manager')
  await approveOrder(page, orderNo)
  await signInStaff(page, 'logistics')
  await page.goto('/console/intake')
  await expect(page.getByLabel('送样单、样品编号或快递单号')).toBeFocused()
  await page.keyboard.type('MX99999999999\n')
  await expect(page.getByRole('alert').filter({ hasText: '没有这张送样单' })).toBeVisible()
  await page.keyboard.type(`${orderNo}\n`)
  await expect(page.getByRole('heading', { name: `送样单 ${orderNo}` })).toBeVisible()
  await page.getByLabel(`收样 ${flawed}`).selectOption('有异常')
  await page.getByLabel(`收样 ${refused}`).selectOption('拒收')
  await page.getByLabel(`收样 ${missing}`).selectOption('未到')
  await page.getByLabel('存放位置').fill('A-01-02')
  const receive = page.getByRole('button', { name: '登记 4 个样品' })
  await receive.click()
  await expect(page.getByRole('alert').filter({ hasText: `请填写样品 ${flawed} 的异常说明` })).toBeVisible()
  // The cell is marked, and its fault is read with it.
  await expect(page.getByLabel(`异常说明 ${flawed}`)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(`异常说明 ${flawed}`)).toHaveAccessibleDescription(/请填写样品/)
  await page.getByLabel(`异常说明 ${flawed}`).fill('受潮')
  await page.getByLabel(`拒收原因 ${refused}`).fill('容器破裂')
  await receive.click()
  await page.getByRole('dialog').getByRole('button', { name: '登记' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '已收样 3 个，拒收 1，未到 1' })).toBeVisible()

  await page.keyboard.type(`${orderNo}\n`)
  await page.getByRole('button', { name: '逐个扫标签核对' }).click()
  await expect(page.getByRole('button', { name: '登记 0 个样品' })).toBeVisible()
  await page.getByLabel('送样单、样品编号或快递单号').focus()
  await page.keyboard.type(`${missing}\n`)
  await page.getByLabel('存放位置').fill('A-01-02')
  await page.getByRole('button', { name: '登记 1 个样品' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '订单样品已收齐' })).toBeVisible()
})

test('the scanner field keeps the focus, reports unknown, malformed and repeated numbers, and takes a scan made elsewhere on the page', async ({
  page,
  server,
}) => {
  const { orderNo, sampleNos } = await placeOrder(server.url, '13800000001', 2)
  const [first = '', second = ''] = sampleNos
  await signInStaff(page, 'logistics')
  await page.goto('/console/intake')
  const scanner = page.getByLabel('样品编号')
  await expect(scanner).toBeFocused()
  await page.keyboard.type('MX9999999999999\n')
  await expect(page.getByRole('alert').filter({ hasText: '没有这个样品编号' })).toBeVisible()
  await page.keyboard.type('6901234567892\n')
  await expect(page.getByRole('alert').filter({ hasText: '没有样品填写过这个快递单号' })).toBeVisible()
  await page.keyboard.type(`${first}\n`)
  await expect(page.getByRole('note').filter({ hasText: '待审核' })).toContainText('先登记暂存')

  await signInStaff(page, 'manager')
  await approveOrder(page, orderNo)
  await signInStaff(page, 'logistics')
  await receiveSamples(page, [first])
  await page.keyboard.type(`${first}\n`)
  await expect(page.getByRole('alert').filter({ hasText: '不能重复收样' })).toBeVisible()

  await page.keyboard.type(`${second}\n`)
  await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await page.getByLabel('存放位置').fill('')
  await page.keyboard.type(`${first}\n`)
  await expect(page.getByRole('heading', { name: first })).toBeVisible()

  await page.keyboard.type(`${second}\n`)
  await page.getByRole('button', { name: '拒收这个样品' }).click()
  const dialog = page.getByRole('dialog', { name: `拒收 ${second}` })
  await dialog.getByRole('button', { name: '拒收', exact: true }).click()
  await expect(dialog).toContainText('请填写拒收原因')
  await dialog.getByLabel('拒收原因').fill('包装破损，样品洒漏')
  await dialog.getByRole('button', { name: '拒收', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '已拒收：包装破损' })).toBeVisible()
  await expect(scanner).toBeFocused()

  await returnSamples(page, orderNo, '顺丰速运', 'SF1234567890')
  await openStaffOrder(page, orderNo)
  await expectStage(page, '已收样')
  await expect(page.getByRole('row').filter({ hasText: second })).toContainText('SF1234567890')
})

test('an enterprise order is quoted line by line, and a second manager who acts later gets a conflict message', async ({
  page,
  context,
  server,
}) => {
  const { orderNo } = await placeOrder(server.url, '13800000003', 1)
  await signInStaff(page, 'manager')
  const other = await context.newPage()
  await openStaffOrder(other, orderNo)
  await other.getByRole('button', { name: '驳回订单' }).click()
  await quoteOrder(page, orderNo, ['1280.50'])
  await expect(page.getByText('¥1,280.50').first()).toBeVisible()

  const late = other.getByRole('dialog', { name: '驳回订单' })
  await late.getByLabel('驳回原因').fill('方案不可行')
  await late.getByRole('button', { name: '驳回订单' }).click()
  await expect(late.getByRole('alert')).toBeVisible()
  await expectStage(other, '待确认报价')
  await late.getByRole('button', { name: '取消', exact: true }).click()
  await other.getByRole('button', { name: '取消订单' }).click()
  const cancel = other.getByRole('dialog', { name: '取消订单' })
  await cancel.getByRole('button', { name: '取消订单' }).click()
  await expect(cancel).toContainText('请填写取消原因')
  await cancel.getByLabel('取消原因').fill('客户来电取消')
  await cancel.getByRole('button', { name: '取消订单' }).click()
  await expectStage(other, '已取消')
  await other.close()
})

test('the console requires a session and returns after sign-in; a list keeps its state in the address', async ({
  page,
  server,
}) => {
  const { orderNo } = await placeOrder(server.url, '13800000002', 1)
  await page.goto('/console/orders?tab=confirming')
  await expect(page).toHaveURL(/\/console\/login\?return=/)
  await page.getByLabel('账号').fill('finance@demo')
  await page.getByLabel('密码').fill('Mingxi-demo-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/orders\?tab=confirming/)
  await expect(page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '扫码收样' })).toHaveCount(
    0,
  )
  await page.getByRole('combobox', { name: '搜索订单' }).fill(orderNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '共 1 条' })).toBeVisible()
  await page.getByRole('link', { name: orderNo }).click()
  await expect(page.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
  await expect(page.getByRole('button', { name: '审核通过' })).toHaveCount(0)
  await page.goto('/console/orders/MX00000000000')
  await expect(page.getByText('没有这个订单')).toBeVisible()
  await page.getByText('林静').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
})

test('[F-04] [F-93] [Q-369] a new member of staff gets a password, replaces it with the focus where he types, binds the authenticator app and reaches the inbox, whose menu follows a changed role', async ({
  page,
  browser,
  server,
}) => {
  const account = `new.${randomUUID().slice(0, 8)}`
  const admin = await openStaffPage(browser, server.url, 'admin')
  await admin.goto('/console/staff')
  await admin.getByRole('button', { name: '新增员工' }).click()
  const adding = admin.getByRole('form', { name: '新增员工' })
  await adding.getByLabel('账号').fill(account)
  await adding.getByLabel('姓名').fill('新同事')
  await adding.getByRole('button', { name: '新增', exact: true }).click()
  const given = admin.getByRole('dialog', { name: '初始密码' })
  const password = (await given.getByRole('code').textContent()) ?? ''
  await given.getByRole('button', { name: '已保存' }).click()

  await signInStaffFirst(page, { account, password }, 'three quiet lakes')

  const menu = page.getByRole('navigation', { name: '后台菜单' })
  await expect(menu.getByRole('link', { name: '银行流水' })).toHaveCount(0)
  const row = admin.getByRole('row').filter({ hasText: account })
  await row.getByLabel('操作：新同事').click()
  await row.getByRole('button', { name: '更改角色' }).click()
  const changing = admin.getByRole('form', { name: '更改角色' })
  await changing.getByLabel('角色').selectOption({ label: '财务' })
  await changing.getByLabel(/以确认/).fill(account)
  await changing.getByRole('button', { name: '更改', exact: true }).click()
  await expect(changing).toHaveCount(0)
  await menu.getByRole('link', { name: '登录安全' }).click()
  await expect(menu.getByRole('link', { name: '银行流水' })).toBeVisible()
})

test('[F-55] [F-64] a page of another role and an unknown address show a message inside the console', async ({
  page,
}) => {
  await signInStaff(page, 'lab')
  await page.goto('/console/staff')
  await expect(page.getByText('您的角色不能打开这个页面')).toBeVisible()
  await expect(page.getByRole('button', { name: /新增员工|重试/ })).toHaveCount(0)
  const answer = await page.goto('/console/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('没有找到这个页面')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '回到工作台' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
})

test('the form of a scanned sample is accessible and fits a phone', async ({ page, server }) => {
  const { orderNo, sampleNos } = await placeOrder(server.url, '13800000001', 2)
  await signInStaff(page, 'manager')
  await approveOrder(page, orderNo)
  await signInStaff(page, 'logistics')
  await page.goto('/console/intake')
  await expect(page.getByLabel('样品编号')).toBeFocused()
  await page.keyboard.type(`${sampleNos[0]}\n`)
  await expect(page.getByRole('button', { name: '收样', exact: true })).toBeVisible()
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})
