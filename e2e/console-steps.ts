import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

// What the staff does in a journey, through the pages they use. Each step leaves the page where its work ends.

/** The published password of the demo accounts. */
const PASSWORD = 'Mingxi-demo-2026'

export type StaffAccount = 'manager' | 'lab' | 'lab2' | 'reviewer' | 'reviewer2' | 'finance' | 'finance2' | 'logistics'

/** Signs in as a demo account, whoever was signed in before, and opens the inbox. */
export async function signInStaff(page: Page, who: StaffAccount): Promise<void> {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(`${who}@demo`)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
}

export async function openStaffOrder(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/console/orders/${orderNo}`)
  await expect(page.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
}

/** The stage as the order page shows it beside the number. */
export async function expectStage(page: Page, stageName: string): Promise<void> {
  await expect(page.getByRole('main').getByText(stageName, { exact: true }).first()).toBeVisible()
}

/** Presses a verb of the order page and confirms it, with a reason where it asks for one. */
export async function moveOrder(page: Page, orderNo: string, verb: string, reason?: string): Promise<void> {
  await openStaffOrder(page, orderNo)
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: verb })
  if (reason !== undefined) await dialog.getByRole('textbox').first().fill(reason)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** 客户经理: the order of an institute may be tested. */
export async function approveOrder(page: Page, orderNo: string): Promise<void> {
  await moveOrder(page, orderNo, '审核通过')
  await expectStage(page, '待送样')
}

/** 客户经理: an amount in yuan for every line, in the order of the lines. */
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

/** 收发样: scans and shelves every sample, the last of which completes the order. */
export async function receiveSamples(page: Page, sampleNos: readonly string[], shelf = 'A-03-02'): Promise<void> {
  await page.goto('/console/intake')
  const scanner = page.getByLabel('样品编号')
  for (const sampleNo of sampleNos) {
    await expect(scanner).toBeFocused()
    // As a scanner does it: keys and Enter, wherever the cursor is.
    await page.keyboard.type(`${sampleNo}\n`)
    await expect(page.getByRole('heading', { name: sampleNo })).toBeVisible()
    await page.getByLabel('重量').fill('25')
    await page.getByLabel('存放位置').fill(shelf)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: `${sampleNo} 已收样` })).toBeVisible()
  }
}

/** 客户经理: the call that is due within two hours of the samples' arrival. */
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

/** 实验员: too little, unsafe, or a parameter that cannot be; the customer is asked. */
export async function holdOrder(page: Page, orderNo: string, reason: string): Promise<void> {
  await moveOrder(page, orderNo, '上报异常', reason)
  await expectStage(page, '异常待确认')
}

/** 收发样: one parcel with everything of the order that goes back. */
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
