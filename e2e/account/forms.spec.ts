import { expect, test } from '../journey.ts'
import { addToPlan, dialog, openLogin, signIn } from '../customer-steps.ts'
import { openStaffPage } from '../staff-steps.ts'

test('[Q-105] a press on the button of a form counts also when the field that is left for it is wrong', async ({
  page,
}) => {
  await page.goto('/member/address')
  await signIn(page, '13800000004')
  await page.getByRole('button', { name: '新增地址' }).first().click()
  const form = page.getByRole('form', { name: '地址' })
  await form.getByLabel('手机').fill('12345')
  const save = form.getByRole('button', { name: '保存地址' })
  const before = await save.boundingBox()
  await save.hover()
  await page.mouse.down()
  // The message waits for the release, so that the button stays under the pointer.
  await expect(form.getByLabel('手机')).not.toBeFocused()
  expect(await save.boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect(form.getByText('[手机]格式不正确')).toBeVisible()
  await expect(form.getByText('[姓名]不能为空')).toBeVisible()
})

test('[Q-157] [Q-286] what was typed into a long form of a dialog is lost neither by Esc nor by the cross without a question', async ({
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'lab')
  await page.goto('/console/instruments')
  await page.getByRole('button', { name: '登记仪器' }).first().click()
  const dialog = page.getByRole('dialog', { name: '登记仪器' })
  const question = page.getByRole('dialog', { name: '还有没保存的修改' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '登记仪器' }).first().click()
  const name = dialog.getByRole('textbox', { name: /^名称/ })
  await name.fill('粉末衍射仪')
  // Browsers let a page refuse one Esc only, unless the dialog says that it is not closed by them.
  for (const answer of ['取消', '取消', 'Escape']) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    if (answer === 'Escape') await page.keyboard.press('Escape')
    else await question.getByRole('button', { name: answer, exact: true }).click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('粉末衍射仪')
  }
  await dialog.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '放弃填写' }).click()
  await expect(dialog).toBeHidden()
})

test('[Q-234] a phone that was typed in one view of the dialog stands in the others', async ({ page }) => {
  await openLogin(page)
  const phone = dialog(page).getByLabel('手机号', { exact: true }).filter({ visible: true })
  await dialog(page).getByLabel('用户名/手机号').fill('137 0000 1111')
  await dialog(page).getByRole('button', { name: '忘记密码' }).click()
  await expect(phone).toHaveValue('13700001111')
  await phone.fill('13700002222')
  await dialog(page).getByRole('button', { name: '返回登录' }).click()
  await expect(dialog(page).getByLabel('用户名/手机号')).toHaveValue('13700002222')
  await dialog(page).getByRole('button', { name: '注册账号' }).click()
  await expect(phone).toHaveValue('13700002222')
})

test('[Q-237] the focus stays on the page when a line is left out of an order', async ({ page }) => {
  await page.goto('/experiment/plan')
  await signIn(page, '13800000004')
  for (const samples of [1, 2]) {
    await page.goto('/detail/51')
    await addToPlan(page, samples)
  }
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).last().click()
  const leaveOut = page.getByRole('button', { name: /^移出本单/ })
  await expect(leaveOut).toHaveCount(2)
  await leaveOut.first().press('Enter')
  // The last line stays.
  await expect(leaveOut).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: '项目与参数' })).toBeFocused()
})

test('[Q-238] the page of an order that does not exist has a heading', async ({ page }) => {
  await page.goto('/member/order/MX00000000000')
  await signIn(page, '13800000004')
  await expect(page.getByText('没有这个订单')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '订单 MX00000000000' })).toHaveCount(1)
})

test('[Q-391] the switch of pushes keeps the focus when the browser refuses, and says where to allow them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => {
      permission = 'denied'
      return Promise.resolve('denied')
    }
  })
  await page.goto('/member/information')
  await signIn(page, '13800000004')
  const pushes = page.getByRole('switch', { name: /手机推送/ })
  for (const press of [1, 2]) {
    await pushes.press('Space')
    await expect(page.getByText('请在浏览器的网站设置中允许后再开启').last(), String(press)).toBeVisible()
    await expect(pushes).toBeFocused()
    await expect(pushes).not.toBeChecked()
  }
})
