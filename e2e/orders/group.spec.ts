import type { Page } from '@playwright/test'
import { initialValues } from '../../src/shop/catalogue/forms/form-rules.ts'
import { bindApp, DEMO_PASSWORD, dialog, openLogin, payFromBalance, sheet, signIn } from '../customer-steps.ts'
import { callAt, projectNumber, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { deliverOrder, topUp } from '../settled-order.ts'

test.use({ installation: 'group' })

const STUDENT = '13800000004'
const OWNER = '13800000001'
/** Founded by the seed, with the owner's institute as its unit. */
const GROUP = '王建国课题组（演示）'

// First, because the owner signs in with a second step after the journey below.
test('[Q-156] on a phone the menu of a member that had to be scrolled to stays open, inside the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await openLogin(page)
  await signIn(page, OWNER)
  await page.goto('/member/communityMg')
  // The press comes while the page still tells of the scroll that led to the trigger.
  await page.getByLabel('更多操作：吴昊').click()
  const item = page.getByRole('button', { name: '设为管理员' })
  await expect(item).toBeVisible()
  expect((await item.boundingBox())?.x).toBeGreaterThanOrEqual(8)
  await item.click()
  await dialog(page, '设 吴昊 为管理员').getByRole('button', { name: '取消' }).click()
})

test('[M-16] [M-17] [M-23] a professor invites a student, agrees to the order and pays it from the funds of the group [Q-196]', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const tokenOf = (path: string, account: string) =>
    callAt<Tokens>(server.url, path, { account, password: DEMO_PASSWORD }).then(({ token }) => token)
  const ownerToken = await tokenOf('open/login', OWNER)
  const { list: groups } = await callAt<{ list: { groupNo: string }[] }>(
    server.url,
    'auth/cluster/acting',
    {},
    ownerToken,
  )
  const groupNo = groups[0]?.groupNo ?? ''
  const funds = { kind: 'prestore', method: 'wechatpay', amountFen: 100_000 }
  await topUp(server.url, await callAt(server.url, 'auth/pay/create', funds, ownerToken, groupNo))

  await test.step('the owner invites by phone, with approval of every order', async () => {
    await openLogin(page)
    await signIn(page, OWNER)
    await page.goto('/member/communityMg')
    await page.getByRole('button', { name: '邀请成员' }).click()
    const form = page.getByRole('form', { name: '按手机号邀请' })
    await form.getByLabel('手机号').fill(STUDENT)
    // An amount that cannot be read is refused; it would lift the limit.
    await form.getByLabel('每月额度').fill('1万')
    await form.getByLabel('超过此金额需审批').fill('0')
    await form.getByRole('button', { name: '发送邀请' }).click()
    await expect(form.getByText('请输入数字')).toBeVisible()
    await form.getByLabel('每月额度').fill('')
    await form.getByRole('button', { name: '发送邀请' }).click()
    await expect(page.getByText('邀请已发出').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/member/communityMg?group=${groupNo}&part=invited`)
    await expect(page.getByText('额度和角色在对方同意加入后可以修改；现在要改，请撤回邀请后重新邀请。')).toBeVisible()
    await expect(page.getByRole('button', { name: '撤回邀请' })).toBeVisible()
  })

  const student = await (
    await browser.newContext({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  ).newPage()
  const orderNo = await test.step('the student agrees and orders on the group', async () => {
    await openLogin(student)
    await signIn(student, STUDENT)
    await student.goto('/member/communityJn?part=invited')
    await student.getByRole('button', { name: '同意加入' }).click()
    await expect(student.getByText(`已加入「${GROUP}」`).first()).toBeVisible()
    await plan(server.url, await tokenOf('open/login', STUDENT))
    return orderOnGroup(student)
  })
  await test.step('the order waits for the group', async () => {
    await student.goto(`/member/order/${orderNo}`)
    await expect(student.getByText('待课题组审批').first()).toBeVisible()
    await expect(student.getByText(`由课题组「${GROUP}」付款`).first()).toBeVisible()
    await expect(student.getByRole('button', { name: '同意下单' })).toHaveCount(0)
  })

  await test.step('the owner works for the group and agrees', async () => {
    await page.goto('/member/center')
    await page.getByLabel('操作身份').selectOption(groupNo)
    await expect(page.getByText('正在以课题组')).toBeVisible()
    await expect(page.getByText(orderNo).first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/member/order/${orderNo}`)
    await page.getByRole('main').getByRole('button', { name: '同意下单' }).click()
    await dialog(page, '同意下单').getByRole('button', { name: '同意下单' }).click()
    await expect(page.getByText('已同意下单').first()).toBeVisible()
  })

  await test.step('the laboratory delivers and fixes the amount', async () => {
    const manager = await tokenOf('open/staff/login', 'manager@demo')
    await callAt(server.url, 'staff/order/approve', { orderNo }, manager)
    await deliverOrder(server.url, { orderNo, sampleNos: [`${orderNo}01`] }, 6_000)
  })
  await test.step('the owner groups the row and pays from the funds of the group', async () => {
    await page.goto('/member/unsettled')
    await page.getByRole('checkbox', { name: `订单 ${orderNo}` }).check()
    await page.getByRole('button', { name: '生成结算单' }).click()
    const form = page.getByRole('form', { name: '生成结算单' })
    await form.getByRole('button', { name: '生成结算单' }).click()
    await expect(page.getByText(/结算单 .+ 已生成/).first()).toBeVisible()
    await payFromBalance(page, /支付结算单/)
    await page.goto('/experiment/contract')
    await expect(page.getByText('正在以课题组')).toBeVisible()
    await expect(page.getByText('没有合同')).toBeVisible()
  })
  await test.step('the student owes nothing', async () => {
    await student.goto('/member/unsettled')
    await expect(student.getByText(/没有.*(费用|结算)/).first()).toBeVisible()
    await expect(student.getByText(orderNo)).toHaveCount(0)
    await student.goto(`/member/order/${orderNo}`)
    await expect(student.getByText(`由课题组「${GROUP}」付款`).first()).toBeVisible()
  })
  await test.step('the owner demands a second factor, and the student reads where to switch it on', async () => {
    await page.goto('/member/communityMg')
    await page.getByRole('button', { name: '返回个人' }).first().click()
    await page.getByRole('button', { name: '要求两步验证' }).click()
    const demand = dialog(page, '要求成员开启两步验证')
    await demand.getByRole('button', { name: '要求开启' }).click()
    await expect(demand).toContainText('请先在「我的资料」中为自己的账号开启两步验证')
    await page.goto('/member/information')
    await bindApp(page, DEMO_PASSWORD)
    await page.goto('/member/communityMg')
    await page.getByRole('button', { name: '要求两步验证' }).click()
    await demand.getByRole('button', { name: '要求开启' }).click()
    await expect(page.getByText('已要求开启两步验证，未开启的成员会收到通知').first()).toBeVisible()
    await expect(page.getByText('已要求成员开启两步验证')).toBeVisible()
    await expect(page.getByRole('row', { name: /刘一凡.*未开启两步验证/ })).toBeVisible()
    await expectAccessible(page)
    await student.goto('/member/communityJn')
    await expect(student.getByText('该课题组要求开启两步验证')).toBeVisible()
    await plan(server.url, await tokenOf('open/login', STUDENT))
    await student.goto('/experiment/plan')
    await student.getByRole('button', { name: '去下单' }).click()
    // The button keeps the chosen lines before it leads on.
    await expect(student).toHaveURL(/\/experiment\/step1/)
    await student.goto('/experiment/step4')
    await expect(student.getByRole('radio', { name: /需先在我的资料中开启两步验证/ })).toBeDisabled()
  })
})

async function plan(url: string, token: string): Promise<void> {
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const line = { rid, parameters: initialValues(form), sampleCount: 1, urgent: false }
  await callAt(url, 'auth/tempDevice/add', line, token)
}

async function orderOnGroup(page: Page): Promise<string> {
  const next = async (heading: string) => {
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '项目与参数' })).toBeVisible()
  await next('样品信息')
  await page.getByRole('button', { name: '从 Excel 粘贴' }).click()
  await page.getByLabel('粘贴内容').fill(sheet([{ name: '氯化钠', ownNo: 'A', composition: 'NaCl', returned: '否' }]))
  await dialog(page).getByRole('button', { name: /填入$/ }).last().click()
  await next('送样方式')
  const main = page.getByRole('main')
  for (const [label, value] of [
    ['姓名', '李同学'],
    ['手机', STUDENT],
  ] as const)
    for (const field of await main.getByLabel(label).all())
      if ((await field.inputValue()) === '') await field.fill(value)
  await next('付款与发票')
  await page.getByRole('radio', { name: new RegExp(GROUP.slice(0, 6)) }).check()
  await expect(page.getByText('本单超过您可自行下单的金额')).toBeVisible()
  await expectAccessible(page)
  await next('核对与协议')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: /提交/ }).click()
  await expect(page).toHaveURL(/\/experiment\/step6\?orderNo=/)
  return new URL(page.url()).searchParams.get('orderNo') ?? ''
}
