import type { Browser, Page } from '@playwright/test'
import { totpCodeAt } from '../src/platform/auth/totp.ts'
import { DEMO_PASSWORD } from './customer-steps.ts'
import { expect } from './journey.ts'

// Steps of the staff in a journey, through their pages. Each step ends on the page of its last action.

export type StaffAccount =
  | 'manager'
  | 'lab'
  | 'lab2'
  | 'reviewer'
  | 'reviewer2'
  | 'finance'
  | 'finance2'
  | 'logistics'
  | 'editor'
  | 'admin'

/** A page of a staff member, in a separate browser context. */
export async function openStaffPage(browser: Browser, baseURL: string, who: StaffAccount): Promise<Page> {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport })
  const page = await context.newPage()
  await signInStaff(page, who)
  return page
}

/** Signs in as a demo account, after signing out anybody else, and opens the inbox. */
export async function signInStaff(page: Page, who: StaffAccount): Promise<void> {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(`${who}@demo`)
  await page.getByLabel('密码').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
}

export interface Login {
  account: string
  password: string
}

/** The first sign-in of a member of staff: a password of his own, the authenticator app, the inbox. */
export async function signInStaffFirst(page: Page, given: Login, ownPassword: string): Promise<void> {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(given.account)
  await page.getByLabel('密码').fill(given.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const first = page.getByRole('form', { name: '设置新密码' })
  await expect(first.getByLabel('新密码')).toBeFocused()
  await first.getByLabel('新密码').fill(ownPassword)
  await first.getByLabel('确认密码').fill(ownPassword)
  await first.getByRole('button', { name: '保存并继续' }).click()
  const binding = page.getByRole('form', { name: '绑定动态验证码' })
  const secret = ((await binding.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await binding.getByLabel('应用显示的6位验证码').fill(totpCodeAt(secret, new Date()))
  await binding.getByRole('button', { name: '确认绑定' }).click()
  await page.getByRole('button', { name: '进入工作台' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
}

export async function openStaffOrder(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/console/orders/${orderNo}`)
  await expect(page.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
}

/** The stage badge beside the number on the order page. */
export async function expectStage(page: Page, stageName: string): Promise<void> {
  await expect(page.getByRole('main').getByText(stageName, { exact: true }).first()).toBeVisible()
}

/** Presses an action of the order page and confirms it, with a reason when it asks for one. */
export async function moveOrder(page: Page, orderNo: string, verb: string, reason?: string): Promise<void> {
  await openStaffOrder(page, orderNo)
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: verb })
  if (reason !== undefined) await dialog.getByRole('textbox').first().fill(reason)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** 客户经理: approves the order of an institute. */
export async function approveOrder(page: Page, orderNo: string): Promise<void> {
  await moveOrder(page, orderNo, '审核通过')
  await expectStage(page, '待送样')
}

/** 客户经理: quotes an amount in yuan for every line, in the order of the lines. */
export async function quoteOrder(page: Page, orderNo: string, yuan: readonly string[]): Promise<void> {
  await openStaffOrder(page, orderNo)
  await page.getByRole('button', { name: '锁定方案并报价' }).click()
  const dialog = page.getByRole('dialog', { name: '锁定方案并报价' })
  const amounts = dialog.getByRole('textbox', { name: /金额/ })
  await expect(amounts).toHaveCount(yuan.length)
  for (const [index, amount] of yuan.entries()) await amounts.nth(index).fill(amount)
  await dialog.getByRole('button', { name: '发送报价' }).click()
  await expect(dialog).toBeHidden()
  await expectStage(page, '待确认报价')
}

/** 收发样: scans and shelves every sample; the last one makes the order complete. */
export async function receiveSamples(page: Page, sampleNos: readonly string[], shelf = 'A-03-02'): Promise<void> {
  await page.goto('/console/intake')
  const scanner = page.getByLabel('样品编号')
  for (const sampleNo of sampleNos) {
    await expect(scanner).toBeFocused()
    // Like a scanner: types keys and Enter, wherever the focus is.
    await page.keyboard.type(`${sampleNo}\n`)
    await expect(page.getByRole('heading', { name: sampleNo })).toBeVisible()
    await page.getByLabel('重量').fill('25')
    await page.getByLabel('存放位置').fill(shelf)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: `${sampleNo} 已收样` })).toBeVisible()
  }
}

/** 客户经理: makes the call that is due within two hours of the samples' arrival. */
export async function logCall(page: Page, orderNo: string, note = '已与客户确认样品和参数'): Promise<void> {
  await openStaffOrder(page, orderNo)
  await page.getByRole('button', { name: '登记致电' }).click()
  const dialog = page.getByRole('dialog', { name: '登记致电' })
  await dialog.getByLabel('通话记录').fill(note)
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await expect(page.getByRole('region', { name: '待致电客户' })).toBeHidden()
}

/** 实验员 */
export async function startTesting(page: Page, orderNo: string): Promise<void> {
  await moveOrder(page, orderNo, '开始检测')
  await expectStage(page, '检测中')
}

/** 实验员: reports a problem (too little, unsafe, an impossible parameter) and asks the customer. */
export async function holdOrder(page: Page, orderNo: string, reason: string): Promise<void> {
  await moveOrder(page, orderNo, '上报异常', reason)
  await expectStage(page, '异常待确认')
}

/** All work of the tester: start, record, files, submit for review. */
export async function testOrder(
  page: Page,
  orderNo: string,
  files: { name: string; content: Buffer }[],
): Promise<void> {
  await page.goto(`/console/tasks/${orderNo}`)
  await page.getByRole('button', { name: '开始检测' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始' }).click()
  // While the dialog is open, the page behind it is inert.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const record = page.getByRole('region', { name: /填写检测记录/ }).first()
  // The only instrument of the project is chosen already.
  await expect(record.getByRole('textbox', { name: /^仪器/ })).toHaveValue(/XRD-01/)
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
  await page.getByRole('dialog').getByRole('button', { name: /提交/ }).click()
  await expect(page.getByText('数据审核').first()).toBeVisible()
}

export async function verifyOrder(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/console/verify/${orderNo}`)
  await page.getByRole('button', { name: '审核通过并交付' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // The check-list of the installation, when it has one.
  for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /交付|通过/ })
    .click()
  await expect(page.getByText('已交付').first()).toBeVisible()
}

/** Records a received transfer and matches it with its claim. */
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
  await page.getByRole('dialog').getByRole('button', { name: '核销', exact: true }).click()
  await expect(page.getByText(/已核销，(预存款已入账|款项已付清)/).first()).toBeVisible()
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

/** 收发样: returns all samples of the order in one parcel. */
export async function returnSamples(page: Page, orderNo: string, courier: string, waybill: string): Promise<void> {
  await page.goto('/console/returns')
  const parcel = page.getByRole('article').filter({ has: page.getByRole('link', { name: orderNo }) })
  await parcel.getByRole('button', { name: /登记寄出/ }).click()
  const dialog = page.getByRole('dialog', { name: /寄回/ })
  await dialog.getByLabel('快递公司').fill(courier)
  await dialog.getByLabel('快递单号').fill(waybill)
  await dialog.getByRole('button', { name: '确认寄出' }).click()
  await expect(dialog).toBeHidden()
  await expect(parcel).toBeHidden()
}

/** The time in the given number of hours as `YYYY-MM-DDTHH:mm` in Shanghai. */
function shanghaiMinute(hours: number): string {
  return new Date(Date.now() + (8 + hours) * 3600_000).toISOString().slice(0, 16)
}
