import { initialValues } from '../../src/shop/catalogue/forms/form-rules.ts'
import { contextOf, test } from '../demo.ts'
import { callAt, type DemoOrder, enterResults, orderInput, projectNumber, verifyWithChecks } from '../demo-orders.ts'
import { expect, expectAccessible } from '../journey.ts'

test('[Q-303] a customer asks from its row for a sample that was not wanted back, and chooses the address [Q-189]', async ({
  browser,
  server,
  demo,
}) => {
  const { customer, staff } = demo
  const { url } = server
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const line = { rid, parameters: initialValues(form), sampleCount: 1, urgent: false }
  const { id } = await callAt<{ id: number }>(url, 'auth/tempDevice/add', line, customer.teacher.token)
  const { samples, returnAddress: _, ...input } = orderInput(id, 1)
  const staying = { ...input, samples: samples.map((sample) => ({ ...sample, returnWanted: false })) }
  const made = await callAt<DemoOrder>(url, 'auth/order/add', staying, customer.teacher.token)
  const [sampleNo = ''] = made.sampleNos
  const { orderNo } = made
  await callAt(url, 'staff/order/approve', { orderNo }, staff.manager.token)
  const received = { sampleNo, weightMg: 120, condition: '完好', shelf: 'A-01-01' }
  await callAt(url, 'staff/sample/receive', received, staff.logistics.token)
  await callAt(url, 'staff/order/startTesting', { orderNo }, staff.lab.token)
  await enterResults(url, staff.lab.token, made)
  await callAt(url, 'staff/order/handIn', { orderNo }, staff.lab.token)
  await verifyWithChecks(url, staff.reviewer.token, orderNo)

  const page = await (await contextOf(browser, url, demo, 'teacher')).newPage()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/member/sample?kw=${sampleNo}`)
  await page.getByRole('button', { name: `申请寄回 ${sampleNo}` }).click()
  const dialog = page.getByRole('dialog', { name: '申请寄回样品' })
  await expectAccessible(page)
  // A saved address is chosen from the start; the order has none of its own.
  const address = dialog.getByLabel('寄回地址')
  await expect(address).toHaveValue(/^\d+$/)
  const saved = await address.inputValue()
  await address.selectOption('下单时填写的寄回地址（如填过）')
  await dialog.getByRole('button', { name: '申请寄回' }).click()
  await expect(dialog.getByText('订单没有寄回地址，请选择一个地址')).toBeVisible()
  await address.selectOption(saved)
  await dialog.getByRole('button', { name: '申请寄回' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('待寄回', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `申请寄回 ${sampleNo}` })).toHaveCount(0)
})
