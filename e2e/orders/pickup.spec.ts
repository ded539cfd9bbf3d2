import type { Page } from '@playwright/test'
import {
  addToPlan,
  completeProfile,
  dialog,
  findXrd,
  orderFromPlan,
  register,
  sheet,
  signIn,
} from '../customer-steps.ts'
import { copyInstallation } from '../installations.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, serve, test as base } from '../journey.ts'
import { approveOrder, openStaffPage, receiveSamples } from '../staff-steps.ts'

// A driver sets out on the day of the pickup, so the clock of the server is moved.
const test = base.extend({
  server: [
    ({ installation: _installation }, use, worker) =>
      serve(copyInstallation(worker.project.name), use, { movableClock: true }),
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'pickup' })

const PHONE = '13611114444'
const PASSWORD = 'long-enough-1'
const form = (page: Page) => page.getByRole('form', { name: '上门取样' })

async function ordered(page: Page, ownNo: string, pickup: boolean): Promise<string> {
  await findXrd(page, 'xrd')
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 1)
  const paste = sheet([{ name: '氯化钠', ownNo, composition: 'NaCl', returned: '否' }])
  return orderFromPlan(page, { paste, submit: '提交订单', phone: PHONE, pickup })
}

/** The last open day stays open while the test runs. Answers the day. */
async function chooseTime(page: Page, which: 'first' | 'last' = 'last'): Promise<string> {
  const days = form(page)
    .getByRole('group', { name: /取样日期/ })
    .locator('input:enabled')
  const day = which === 'first' ? days.first() : days.last()
  await day.check()
  await form(page)
    .getByRole('group', { name: /取样时段/ })
    .locator('input:enabled')
    .last()
    .check()
  return day.inputValue()
}

/** A visitor is asked to sign in; the customer chooses pickup in the wizard, dates it, cancels it and sends the samples instead. */
test('[K-01] [K-04] [K-05] [K-06] [K-07] a customer has samples fetched [Q-192] [Q-232] [Q-233]', async ({
  page,
  server,
  context,
  browser,
}) => {
  test.setTimeout(300_000)

  await test.step('[K-01] the home page offers pickup, and a visitor is asked to sign in first', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '预约上门取样' }).click()
    await expect(dialog(page).getByRole('form', { name: '密码登录' })).toBeVisible()
  })

  await register(page, server, PHONE, PASSWORD)
  await completeProfile(page, { name: '赵老师', type: /老师/, company: '某大学化学学院' })

  const orderNo = await ordered(page, 'P1', true)

  await test.step('[K-04] the saved address is in a city without pickup: a new one is asked for', async () => {
    await expect(dialog(page, '送样方式').getByRole('radio', { name: /^上门取样/ })).toBeChecked()
    await expect(dialog(page).getByText(/现有地址所在城市（南京市）暂未开通上门取样/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('[K-05] [Q-293] what is missing is named at once, the slot too', async () => {
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    for (const text of [
      '[姓名]不能为空',
      '[手机]不能为空',
      '[取样地址]不能为空',
      '[详细地址]不能为空',
      '请选择取样时段',
    ])
      await expect(form(page).getByText(text)).toBeVisible()
    await form(page).getByLabel('手机').pressSequentially('138001380001')
    await expect(form(page).getByLabel('手机')).toHaveValue('13800138000')
    await form(page).getByLabel('姓名').fill('赵老师')
    const province = form(page).getByLabel('省', { exact: true })
    expect(await province.getByRole('option').allInnerTexts()).toEqual(['省', '北京市', '上海市'])
    await province.selectOption({ label: '上海市' })
    await form(page).getByLabel('区县').selectOption({ label: '徐汇区' })
    await form(page).getByLabel('详细地址').fill('漕溪路 1 号 2 楼')
  })

  await test.step('what was typed is kept beside the other way to send, and asked about before it is lost', async () => {
    await dialog(page)
      .getByRole('radio', { name: /^自行寄送/ })
      .check()
    await expect(form(page)).toBeHidden()
    await dialog(page)
      .getByRole('radio', { name: /^上门取样/ })
      .check()
    await expect(form(page).getByLabel('详细地址')).toHaveValue('漕溪路 1 号 2 楼')
    await page.keyboard.press('Escape')
    await dialog(page, '还有没保存的修改').getByRole('button', { name: '取消', exact: true }).click()
    await expect(form(page).getByLabel('详细地址')).toHaveValue('漕溪路 1 号 2 楼')
  })

  await test.step('[K-02] [K-03] closed days say why and cannot be chosen', async () => {
    const days = form(page).getByRole('group', { name: /取样日期/ })
    await expect(days.getByRole('radio')).toHaveCount(15)
    await expect(days.getByRole('radio', { name: /周日.*每周日不取样/ }).first()).toBeDisabled()
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    await expect(form(page).getByRole('group', { name: /取样时段/ })).toContainText('请选择取样时段')
  })

  await test.step('[K-07] it is requested and shown with its order', async () => {
    await chooseTime(page)
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    await expect(page.getByText(/已预约上门取样：/).first()).toBeVisible()
    await page.goto(`/member/order/${orderNo}`)
    const table = page.getByRole('table', { name: '上门取样' })
    await expect(table.getByText('待确认')).toBeVisible()
    await expect(table.getByText(/上海市徐汇区漕溪路/)).toBeVisible()
    await expect(page.getByRole('table', { name: '本单样品' }).getByText('取样中')).toBeVisible()
    await expect(page.getByRole('button', { name: '填写快递单号' })).toHaveCount(0)
    await expectAccessible(page)
  })

  const fetched = { orderNo: '', day: '' }
  await test.step('[K-06] an exception on submit shows name, code and message', async () => {
    const second = await ordered(page, 'P2', false)
    await page.goto(`/member/order/${second}`)
    const other = await context.newPage()
    await other.goto(`/member/order/${second}`)
    for (const each of [page, other]) {
      await expect(each.getByText('默认自行寄送；也可以预约取样员上门，免费。')).toBeVisible()
      await each.getByRole('button', { name: '预约上门取样' }).click()
      // Whoever presses this button has chosen pickup.
      await expect(dialog(each).getByRole('radio', { name: /^上门取样/ })).toBeChecked()
      await form(each).getByLabel('姓名').fill('赵老师')
      await form(each).getByLabel('手机').fill('13800138000')
      await form(each).getByLabel('省', { exact: true }).selectOption({ label: '上海市' })
      await form(each).getByLabel('区县').selectOption({ label: '徐汇区' })
      await form(each).getByLabel('详细地址').fill('漕溪路 1 号 2 楼')
      fetched.day = await chooseTime(each, 'first')
    }
    fetched.orderNo = second
    await form(other).getByRole('button', { name: '预约上门取样' }).click()
    await expect(dialog(other)).toHaveCount(0)
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    await expect(form(page).getByRole('alert')).toHaveText(
      '提交失败（alreadyRequested，409）：该订单已预约上门取样，请勿重复预约',
    )
    await other.close()
  })

  await test.step('[K-07] it is cancelled from the list of samples, and the samples wait to be sent again', async () => {
    await page.goto('/member/sample')
    const row = page.getByRole('table', { name: '上门取样' }).getByRole('row').filter({ hasText: orderNo })
    await row.getByRole('button', { name: /^取消取样/ }).click()
    await dialog(page, '取消上门取样').getByRole('button', { name: '取消取样' }).click()
    await expect(row.getByText('已取消')).toBeVisible()
    await page.goto('/member/sample?pickup=1')
    await expect(dialog(page).getByLabel('订单')).toContainText(orderNo)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/member\/sample$/)
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByRole('table', { name: '本单样品' }).getByText('待寄送')).toBeVisible()
  })
  await test.step('[K-07] the office gives it to a driver', async () => {
    const office = await openStaffPage(browser, server.url, 'manager')
    await approveOrder(office, fetched.orderNo)
    await office.goto('/console/pickups')
    const row = office.getByRole('row').filter({ hasText: fetched.orderNo })
    await expectAccessible(office)
    await row.getByRole('button', { name: /^派单/ }).click()
    await dialog(office, '上门取样').getByRole('button', { name: '派给取样员' }).click()
    const assign = office.getByRole('form', { name: '派单' })
    await assign.getByLabel('取样员').selectOption({ label: '郭强（当天 0 站）' })
    await assign.getByRole('button', { name: '派单' }).click()
    await expect(dialog(office, '上门取样').getByText('已派单').first()).toBeVisible()
    await office.context().close()
  })

  await test.step('[K-07] the driver collects on a phone; what was typed outlives a lost connection', async () => {
    const day = new Date(`${fetched.day}T08:00:00+08:00`)
    const ahead = Math.max(0, day.getTime() - Date.now())
    await server.advance(ahead)
    const phone = await openStaffPage(browser, server.url, 'logistics')
    await phone.setViewportSize({ width: 375, height: 812 })
    await phone.clock.setSystemTime(Date.now() + ahead)
    await phone.goto('/console/pickups/route')
    const stop = phone.getByRole('listitem').filter({ hasText: fetched.orderNo })
    await expect(stop.getByRole('link', { name: '拨打 赵老师 13800138000' })).toHaveAttribute('href', 'tel:13800138000')
    await expect(stop.getByRole('link', { name: /在地图中查看 上海市徐汇区漕溪路/ })).toBeVisible()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    await stop.getByRole('button', { name: '出发' }).click()
    await stop.getByRole('button', { name: '已取样' }).click()
    const proof = dialog(phone, '已取样：赵老师')
    await proof.getByRole('button', { name: '登记已取样' }).click()
    await expect(proof.getByRole('alert')).toHaveText('请拍摄样品照片')
    await proof.getByLabel('取到件数').fill('3')
    await proof.getByLabel('拍摄样品照片').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: onePixel })
    await phone.context().setOffline(true)
    await proof.getByRole('button', { name: '登记已取样' }).click()
    await expect(proof.getByRole('alert')).toContainText('填写的内容已保留')
    await phone.context().setOffline(false)
    await expect(proof.getByLabel('取到件数')).toHaveValue('3')
    await proof.getByRole('button', { name: '登记已取样' }).click()
    await expect(proof).toBeHidden()
    await expect(stop.getByText('已取 3 件')).toBeVisible()

    await phone.setViewportSize({ width: 1440, height: 900 })
    await phone.goto('/console/intake')
    const incoming = phone.getByRole('table', { name: '在途的上门取样' })
    await expect(incoming.getByRole('row').filter({ hasText: fetched.orderNo })).toContainText('已取样')
    await receiveSamples(phone, [`${fetched.orderNo}01`])
    await phone.context().close()
    // From Saturday afternoon the first open day is Monday, and until then the customer's session has ended.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/member/order/${fetched.orderNo}`)
    await signIn(page, PHONE, PASSWORD)
    await expect(page.getByRole('table', { name: '上门取样' }).getByText('已入库')).toBeVisible()
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
