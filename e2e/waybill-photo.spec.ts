import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { DEMO_PASSWORD, dialog, openLogin, signIn } from './customer-steps.ts'
import { callAt, makeOrder, type Tokens } from './demo-orders.ts'
import { expect, expectAccessible, test } from './journey.ts'

const drawer = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(drawer).buffer } })

/** A photo of a parcel, somewhat askew, with these bar codes. */
async function photoOf(page: Page, texts: string[]): Promise<Buffer> {
  const codes = await Promise.all(
    texts.map(async (text) => {
      const { image, error } = await writeBarcode(text, { format: 'Code128', scale: 3 })
      if (!image) throw new Error(error)
      return `<img src="data:image/png;base64,${Buffer.from(await image.arrayBuffer()).toString('base64')}">`
    }),
  )
  const parcel = await page.context().newPage()
  await parcel.setContent(`<body style="padding:80px;background:#a98">
    <div style="padding:40px;background:#fff;rotate:5deg">收件人${codes.join('<br><br><br>')}</div>`)
  const photo = await parcel.screenshot({ type: 'jpeg', quality: 70 })
  await parcel.close()
  return photo
}

test('a waybill is filled in from a photo, asked about when there are several, and saved only by the person', async ({
  page,
  server,
}) => {
  const teacher = { account: '13800000001', password: DEMO_PASSWORD }
  const { token } = await callAt<Tokens>(server.url, 'open/login', teacher)
  const { orderNo } = await makeOrder(server.url, token, 1)
  const manager = { account: 'manager@demo', password: DEMO_PASSWORD }
  const staff = await callAt<Tokens>(server.url, 'open/staff/login', manager)
  await callAt(server.url, 'staff/order/approve', { orderNo }, staff.token)

  await page.setViewportSize({ width: 375, height: 800 })
  await openLogin(page)
  await signIn(page, teacher.account)
  await page.goto(`/member/order/${orderNo}`)
  await page.getByRole('button', { name: '填写快递单号' }).click()
  const photo = dialog(page).locator('input[type="file"]')
  const give = async (texts: string[]) =>
    photo.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photoOf(page, texts) })

  await give(['SF1234567890123', 'YT1234567890123'])
  await dialog(page).getByRole('button', { name: '圆通速递 YT1234567890123' }).click()
  await expect(dialog(page).getByLabel('快递单号')).toHaveValue('YT1234567890123')
  await give(['SF1234567890123'])
  await expect(dialog(page).getByLabel('快递单号')).toHaveValue('SF1234567890123')
  await expect(dialog(page).getByLabel('快递公司')).toHaveValue('顺丰速运')
  await expectAccessible(page)
  await give([])
  await expect(dialog(page).getByText('没有找到快递单号')).toBeVisible()

  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('顺丰速运 SF1234567890123').first()).toBeVisible()
})
