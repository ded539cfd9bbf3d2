import { openLogin, signIn } from '../customer-steps.ts'
import { expect, expectAccessible, test } from '../journey.ts'
import { paidOrder } from '../paid-order.ts'
import { openStaffPage } from '../staff-steps.ts'

const PHONE = '13800000004'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** From a paid order to the invoice, its download and its red letter. */
test('[M-14] [M-15] a customer applies for an invoice, downloads it and has it reddened', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const { orderNo, yuan } = await paidOrder(server.url, PHONE)
  await openLogin(page)
  await signIn(page, PHONE)

  await test.step('the customer saves a title; a wrong check digit asks for a confirmation', async () => {
    await page.goto('/member/invoiceMg')
    await page.getByRole('button', { name: '新增抬头' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('单位全称').fill('苏州明析检测有限公司')
    await dialog.getByLabel('税号', { exact: false }).first().fill('91330100799655058C')
    await expect(dialog.getByText('税号已核对')).toBeVisible()
    await dialog.getByLabel('税号', { exact: false }).first().fill('91330100799655058B')
    await expect(dialog.getByText('税号已核对')).toBeHidden()
    await dialog.getByRole('button', { name: '保存抬头' }).click()
    await expect(page.getByText('苏州明析检测有限公司')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the customer applies for the paid order', async () => {
    await page.goto('/member/invoiceLs')
    await page.getByRole('button', { name: '申请开票' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: `选择 订单 ${orderNo}` }).check()
    const amount = dialog.getByRole('textbox', { name: `订单 ${orderNo} 本次开票金额` })
    await expect(amount).toHaveValue(yuan)
    await dialog.getByLabel('收票邮箱').fill('books@example.com')
    // What is typed stays, and its error stands beside it.
    for (const typed of ['1万', '-5']) {
      await amount.fill(typed)
      await amount.press('Enter')
      await expect(amount).toHaveValue(typed)
      await expect(amount).toHaveAccessibleDescription('请输入数字')
      await expect(dialog.getByRole('alert')).toHaveCount(0)
    }
    await amount.fill('99999999')
    await expect(amount).toHaveAccessibleDescription(/^最多可开 ¥/)
    await amount.fill(yuan)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByRole('article').getByText('待审核')).toBeVisible()
  })

  const finance = await openStaffPage(browser, server.url, 'finance')
  const applicationNo = /FP\d{11}/.exec((await page.getByRole('article').first().textContent()) ?? '')?.[0] ?? ''
  const open = async (stage: string) => {
    await finance.goto(`/console/invoices?tab=${stage}`)
    await finance.getByRole('button', { name: `办理 ${applicationNo}` }).click()
    return finance.getByRole('dialog')
  }
  await test.step('finance approves, issues by hand and uploads the file', async () => {
    const review = await open('pending')
    await review.getByRole('button', { name: '通过，人工开票' }).click()
    await expect(review).toBeHidden()
    const issuing = await open('issuing')
    await issuing.getByRole('button', { name: '登记发票' }).click()
    await issuing.getByLabel('发票号码').fill('26990000000000000001')
    await issuing
      .getByLabel('选择 PDF 文件')
      .setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: PDF })
    await expect(issuing.getByText('发票.pdf')).toBeVisible()
    await issuing.getByRole('button', { name: '登记发票' }).click()
    await expect(issuing).toBeHidden()
  })

  await test.step('the customer gets the mail and downloads the file', async () => {
    await expect
      .poll(() => server.outbox().some(({ to, text }) => to === 'books@example.com' && text.includes('发票.pdf')))
      .toBe(true)
    await page.goto('/member/invoiceLs?stage=sent')
    await expect(page.getByText('26990000000000000001')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF 发票.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('发票.pdf')
  })

  await test.step('the customer asks for a red letter, finance registers it, and the amount can be invoiced again', async () => {
    await page.getByRole('button', { name: `申请红冲 ${applicationNo}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '开票有误' }).check()
    await dialog.getByRole('button', { name: '申请红冲' }).click()
    await expect(dialog).toBeHidden()
    const red = await open('reddening')
    await red.getByRole('button', { name: '登记红字发票' }).click()
    await red.getByLabel('红字发票号码').fill('26990000000000000002')
    await red.getByLabel('输入红冲金额以确认').fill(yuan)
    await red.getByRole('button', { name: '登记红字发票' }).click()
    await expect(red).toBeHidden()
    await page.goto('/member/invoiceLs?stage=reddened')
    await expect(page.getByRole('article').getByText('已红冲', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '申请开票' })).toBeEnabled()
  })
})
