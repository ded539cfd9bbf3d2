import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD } from './customer-steps.ts'
import { expect } from './journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** A page of somebody of the house, in a browser context of their own. */
export async function signInStaff(browser: Browser, url: string, account: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/console$/)
  return page
}

/** A deed of the order page: its button, and in the dialog the same words unless others are given. */
export async function moveOrder(
  page: Page,
  orderNo: string,
  button: string,
  reason?: [label: string, text: string],
  confirm = button,
): Promise<void> {
  await page.goto(`/console/orders/${orderNo}`)
  await page.getByRole('button', { name: button, exact: true }).click()
  if (reason) await dialog(page).getByLabel(reason[0]).fill(reason[1])
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

export async function quote(page: Page, orderNo: string, yuan: string): Promise<void> {
  await page.goto(`/console/orders/${orderNo}`)
  await page.getByRole('button', { name: /报价/ }).first().click()
  await dialog(page).getByLabel(/金额/).first().fill(yuan)
  await dialog(page).getByRole('button', { name: /报价/ }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Scans one label in; `progress` is what the page says afterwards, `2/3`. */
export async function receiveSample(page: Page, sampleNo: string, progress: string): Promise<void> {
  if (!page.url().endsWith('/console/intake')) await page.goto('/console/intake')
  await page.getByLabel('样品编号').fill(sampleNo)
  await page.getByLabel('样品编号').press('Enter')
  const form = page.getByRole('form', { name: '登记收样' })
  await form.getByLabel('重量').fill('120')
  await form.getByLabel('样品状况').fill('完好')
  await form.getByLabel('存放位置').fill('A-01-01')
  await form.getByRole('button', { name: '收样' }).click()
  await expect(page.getByText(new RegExp(`${sampleNo} 已收样.*${progress}`)).first()).toBeAttached()
}

/** The lab's whole part: start, record, files, hand in. */
export async function testOrder(
  page: Page,
  orderNo: string,
  files: { name: string; content: Buffer }[],
): Promise<void> {
  await page.goto(`/console/tasks/${orderNo}`)
  await page.getByRole('button', { name: '开始检测' }).click()
  await dialog(page).getByRole('button', { name: '开始' }).click()
  // While the dialog stands, the page behind it takes no typing.
  await expect(dialog(page)).toHaveCount(0)
  const record = page.getByRole('region', { name: /填写检测记录/ }).first()
  await record.getByLabel('仪器').fill('X 射线衍射仪 XRD-01')
  await record.getByLabel('测试条件').fill('Cu 靶，40 kV / 40 mA，5 °/min，5–90°')
  await record.getByLabel('实验开始时间').fill(shanghaiMinute(-1))
  await record.getByRole('button', { name: '实验现在结束' }).click()
  await record.getByRole('button', { name: '保存检测记录' }).click()
  await expect(page.getByText(/已保存/).first()).toBeVisible()
  await page
    .getByLabel('选择数据文件')
    .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: 'text/plain', buffer: content })))
  for (const { name } of files) await expect(page.getByText(name).first()).toBeVisible()
  await page.getByRole('button', { name: '提交审核' }).click()
  await dialog(page).getByRole('button', { name: /提交/ }).click()
  await expect(page.getByText('数据审核').first()).toBeVisible()
}

export async function verifyOrder(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/console/verify/${orderNo}`)
  await page.getByRole('button', { name: '审核通过并交付' }).click()
  await dialog(page)
    .getByRole('button', { name: /交付|通过/ })
    .click()
  await expect(page.getByText('已交付').first()).toBeVisible()
}

/** The money that came in, and the application it belongs to. */
export async function matchTransfer(
  page: Page,
  transfer: { serial: string; yuan: string; payer: string; memo: string },
): Promise<void> {
  await page.goto('/console/bank')
  await page.getByRole('button', { name: '导入流水' }).first().click()
  const at = new Date(Date.now() + 8 * 3600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ')
  await page
    .getByLabel('流水内容')
    .fill([transfer.serial, at, transfer.yuan, transfer.payer, '6222000011112222', transfer.memo].join('\t'))
  await page.getByRole('form', { name: '导入银行流水' }).getByRole('button', { name: '导入', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(transfer.serial) }).click()
  await page
    .getByRole('button', { name: `核销 ${transfer.payer} 的申请` })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: '核销', exact: true }).click()
  await expect(page.getByText(/预存款已入账/).first()).toBeVisible()
}

export async function fixAmount(page: Page, orderNo: string, yuan: string, reason?: string): Promise<void> {
  await page.goto('/console/settlements')
  await page.getByRole('button', { name: `核定 ${orderNo} 的金额` }).click()
  const form = page.getByRole('form', { name: '核定最终金额' })
  await form.getByLabel('最终金额').fill(yuan)
  if (reason) await form.getByLabel('差异原因').fill(reason)
  await form.getByRole('button', { name: '核定金额' }).click()
  await expect(page.getByText(/金额已核定/).first()).toBeVisible()
}

export async function returnSamples(page: Page, orderNo: string): Promise<void> {
  await page.goto('/console/returns')
  const parcel = page.getByRole('article').filter({ hasText: orderNo })
  await expect(parcel).toBeVisible()
  await parcel.getByRole('button', { name: /登记寄出/ }).click()
  await dialog(page).getByLabel('快递公司').fill('顺丰速运')
  await dialog(page).getByLabel('快递单号').fill('SF1234567890')
  await dialog(page).getByRole('button', { name: '确认寄出' }).click()
  await expect(page.getByText(/已登记寄出/).first()).toBeVisible()
}

/** `YYYY-MM-DDTHH:mm` in Shanghai, hours from now. */
function shanghaiMinute(hours: number): string {
  return new Date(Date.now() + (8 + hours) * 3600_000).toISOString().slice(0, 16)
}
