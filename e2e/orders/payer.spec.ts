import { contextOf, test } from '../demo.ts'
import { expect, expectAccessible } from '../journey.ts'

test('[M-04] another customer pays a settlement, and opens the statement as PDF', async ({ browser, server, demo }) => {
  const owner = await contextOf(browser, server.url, demo, 'teacher')
  const page = await owner.newPage()

  await test.step('the owner takes a settlement apart and asks another customer to pay', async () => {
    await page.goto('/member/unpaid')
    await page
      .getByRole('button', { name: /^撤销结算单/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: '撤销结算单' }).getByRole('button', { name: '撤销结算单' }).click()
    await expect(page.getByText('费用回到未结算').first()).toBeVisible()
    await page.goto('/member/unsettled')
    await page
      .getByRole('checkbox', { name: /订单 MX/ })
      .first()
      .check()
    await page.getByRole('button', { name: '生成结算单' }).click()
    const form = page.getByRole('form', { name: '生成结算单' })
    await form.getByLabel('由他人付款').fill('13800000002')
    await form.getByRole('checkbox', { name: /允许付款人查看/ }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: '请对方付款' }).click()
    await expect(page.getByRole('region', { name: '由他人付款' }).getByText('待付款人同意')).toBeVisible()
    await expectAccessible(page)
  })

  const payer = await contextOf(browser, server.url, demo, 'student')
  const mine = await payer.newPage()
  await test.step('the payer pays at once from the balance', async () => {
    await mine.goto('/member/unpaid')
    const asked = mine.getByRole('region', { name: '待我确认' })
    await expect(asked).toBeVisible()
    await expectAccessible(mine)
    await asked.getByRole('button', { name: /^直接付款/ }).click()
    const form = mine.getByRole('dialog', { name: '确认付款' })
    await form.getByRole('radio', { name: /微信支付/ }).check()
    const created = mine.waitForResponse((response) => response.url().endsWith('/api/auth/pay/create'))
    await form.getByRole('button', { name: '用微信支付' }).click()
    const { data } = (await (await created).json()) as { data: { codeUrl: string } }
    const phone = await payer.newPage()
    await phone.goto(data.codeUrl)
    await phone.getByRole('button', { name: '支付成功' }).click()
    await expect(phone.getByRole('heading', { name: '支付成功' })).toBeVisible()
    await phone.close()
    await expect(mine.getByText('付款成功').first()).toBeVisible()
  })

  await test.step('the statement of the payer names the settlement and is a PDF', async () => {
    await mine.goto('/member/prestore')
    await mine.getByRole('tab', { name: '对账单' }).click()
    await expect(mine.getByRole('cell', { name: '结算单付款' })).toBeVisible()
    await expectAccessible(mine)
    const download = mine.waitForEvent('download')
    await mine.getByRole('button', { name: '下载 PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^对账单-.*\.pdf$/)
  })
  await owner.close()
  await payer.close()
})
