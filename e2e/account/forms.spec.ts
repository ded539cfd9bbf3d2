import { expect, test } from '../journey.ts'
import { signIn } from '../customer-steps.ts'

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
