import type { Page } from '@playwright/test'
import { addToPlan, completeProfile, dialog, findXrd, orderFromPlan, register, sheet } from './customer-steps.ts'
import { expect, expectAccessible, test } from './journey.ts'

const PHONE = '13611114444'
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

async function chooseTime(page: Page): Promise<string> {
  // The last open day: it stays open while the test runs.
  const day = form(page)
    .getByRole('group', { name: /取样日期/ })
    .locator('input:enabled')
    .last()
  await day.check()
  await form(page)
    .getByRole('group', { name: /取样时段/ })
    .locator('input:enabled')
    .last()
    .check()
  return (await day.inputValue()).slice(5)
}

/** A visitor is asked to sign in; the customer chooses pickup in the wizard, dates it, cancels it and sends the samples instead. */
test('[K-01] [K-04] [K-05] [K-06] [K-07] a customer has samples fetched', async ({ page, server, context }) => {
  test.setTimeout(300_000)

  await test.step('[K-01] the home page offers pickup, and a visitor is asked to sign in first', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '预约上门取样' }).click()
    await expect(dialog(page).getByRole('form', { name: '密码登录' })).toBeVisible()
  })

  await register(page, server, PHONE, 'long-enough-1')
  await completeProfile(page, { name: '赵老师', type: /老师/, company: '某大学化学学院' })

  const orderNo = await ordered(page, 'P1', true)

  await test.step('[K-04] the saved address is in a city without pickup: a new one is asked for', async () => {
    await expect(dialog(page, '送样方式').getByRole('radio', { name: /^上门取样/ })).toBeChecked()
    await expect(dialog(page).getByText(/现有地址所在城市（南京市）暂未开通上门取样/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('[K-05] what is missing is named', async () => {
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    for (const text of ['[姓名]不能为空', '[手机]不能为空', '[取样地址]不能为空', '[详细地址]不能为空'])
      await expect(form(page).getByText(text)).toBeVisible()
    await form(page).getByLabel('手机').pressSequentially('138001380001')
    await expect(form(page).getByLabel('手机')).toHaveValue('13800138000')
    await form(page).getByLabel('姓名').fill('赵老师')
    await form(page).getByLabel('省', { exact: true }).selectOption({ label: '上海市' })
    await form(page).getByLabel('区县').selectOption({ label: '徐汇区' })
    await form(page).getByLabel('详细地址').fill('漕溪路 1 号 2 楼')
  })

  await test.step('[K-02] [K-03] closed days say why and cannot be chosen', async () => {
    const days = form(page).getByRole('group', { name: /取样日期/ })
    await expect(days.getByRole('radio')).toHaveCount(15)
    await expect(days.getByRole('radio', { name: /周日.*每周日不取样/ }).first()).toBeDisabled()
    await form(page).getByRole('button', { name: '预约上门取样' }).click()
    await expect(form(page).getByRole('alert')).toHaveText('请选择取样时段')
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

  await test.step('[K-06] an exception on submit shows name, code and message', async () => {
    const second = await ordered(page, 'P2', false)
    await page.goto(`/member/order/${second}`)
    const other = await context.newPage()
    await other.goto(`/member/order/${second}`)
    for (const each of [page, other]) {
      await each.getByRole('button', { name: '预约上门取样' }).click()
      // Self-send is the default.
      await expect(dialog(each).getByRole('radio', { name: /^自行寄送/ })).toBeChecked()
      await dialog(each)
        .getByRole('radio', { name: /^上门取样/ })
        .check()
      await form(each).getByLabel('姓名').fill('赵老师')
      await form(each).getByLabel('手机').fill('13800138000')
      await form(each).getByLabel('省', { exact: true }).selectOption({ label: '上海市' })
      await form(each).getByLabel('区县').selectOption({ label: '徐汇区' })
      await form(each).getByLabel('详细地址').fill('漕溪路 1 号 2 楼')
      await chooseTime(each)
    }
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
})
