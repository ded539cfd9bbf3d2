import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, openLogin, signIn } from '../customer-steps.ts'
import { planAnalysis } from '../data-steps.ts'
import { callAt, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'booking' })

const MB = 1024 * 1024

test('[F-33] [T-49] an upload of data loses the network, goes on, is continued after a reload, and the laboratory gets the same bytes', async ({
  page,
  browser,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-data-'))
  const path = join(folder, 'rietveld.raw')
  const bytes = randomBytes(22 * MB)
  await writeFile(path, bytes)
  const { token } = await callAt<Tokens>(server.url, 'open/login', {
    account: '13800000002',
    password: DEMO_PASSWORD,
  })
  await planAnalysis(server.url, token)
  await openLogin(page)
  await signIn(page, '13800000002')

  // The network is lost at the third part, and is back a moment later.
  let parts = 0
  await page.route('**/api/auth/upload/part', async (route) => {
    parts += 1
    if (parts === 3) {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    } else await route.continue()
  })
  await page.goto('/experiment/step1')
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '数据上传' })).toBeVisible()
  await page.getByLabel('选择数据文件').setInputFiles(path)
  const sending = page.getByRole('list', { name: '上传中的文件' })
  await expect(sending.getByText('网络中断，恢复后自动继续')).toBeVisible()
  await page.unroute('**/api/auth/upload/part')
  // The fifth part is held back, so that the pause comes in the middle of the file.
  let later = 0
  await page.route('**/api/auth/upload/part', async (route) => {
    later += 1
    if (later < 3) await route.continue()
  })
  await page.context().setOffline(false)
  await expect(sending.getByText(/^6\d%|^7\d%/)).toBeVisible()
  await page.getByRole('button', { name: '暂停上传 rietveld.raw' }).click()
  await expect(sending.getByText('已暂停')).toBeVisible()
  await expectAccessible(page)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/data-upload.png`, fullPage: true })

  // After a reload the server knows how far it came; the same file continues with the parts that are missing.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.unroute('**/api/auth/upload/part')
  await page.reload()
  await expect(sending.getByText('已传 66%，请再次选择这个文件接着传')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/data-upload-375.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  let continued = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/upload/part')) continued += 1
  })
  await page.getByLabel('选择数据文件').setInputFiles(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await expect(page.getByRole('row', { name: /rietveld\.raw/ })).toContainText(sha256.slice(0, 8))
  expect(continued).toBe(2)

  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '联系方式' })).toBeVisible()
  const orderNo = await placeOrder(page)

  const lab = await openStaffPage(browser, server.url, 'lab')
  await lab.goto(`/console/orders/${orderNo}`)
  const row = lab.getByRole('row', { name: /rietveld\.raw/ })
  await expect(row).toContainText('22.0 MB')
  await expect(row).toContainText(sha256.slice(0, 12))
  if (process.env.SCREENSHOTS) await lab.screenshot({ path: `${process.env.SCREENSHOTS}/data-lab.png`, fullPage: true })
  const download = lab.waitForEvent('download')
  await row.getByRole('button', { name: '下载 rietveld.raw' }).click()
  const got = await readFile((await (await download).path()) ?? '')
  expect(got.equals(bytes)).toBe(true)
  await rm(folder, { recursive: true })
})

type Page = Parameters<typeof openLogin>[0]

/** From the contact to the number of the order. */
async function placeOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '付款与发票' })).toBeVisible()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '核对与协议' })).toBeVisible()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: /^提交/ }).last().click()
  await expect(page).toHaveURL(/\/experiment\/step6\?orderNo=/)
  return new URL(page.url()).searchParams.get('orderNo') ?? ''
}
