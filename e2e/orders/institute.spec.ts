import {
  addToPlan,
  applyPrestore,
  completeProfile,
  findXrd,
  orderFromPlan,
  payFromBalance,
  register,
  sheet,
} from '../customer-steps.ts'
import { expect, expectAccessible, test } from '../journey.ts'
import { uploadedPattern } from '../powder-pattern.ts'
import {
  approveOrder,
  fixAmount,
  logCall,
  matchTransfer,
  openStaffPage,
  receiveSamples,
  returnSamples,
  testOrder,
  verifyOrder,
} from '../staff-steps.ts'

/** From registration to a completed order: a teacher has samples tested first and pays afterwards. */
test('[M-03] [M-04] [M-09] [M-20] [M-21] [M-22] [X-04] [X-05] [X-09] [Q-78] an institute customer orders, sends, receives data and settles', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(420_000)
  const phone = '13611112222'
  await register(page, server, phone, 'long-enough-1')
  await completeProfile(page, { name: '李老师', type: /老师/, company: '某大学材料学院' })

  await test.step('the customer finds XRD by its abbreviation, in Chinese and in pinyin', async () => {
    for (const word of ['衍射', 'yanshe', 'xrd']) await findXrd(page, word)
    await page
      .getByRole('link', { name: /X 射线衍射/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('X 射线衍射')
    await expect(page.getByText(/50 mg/).first()).toBeVisible()
  })
  await test.step('the customer adds it to the plan at the shown price, and the badge counts it', async () => {
    await addToPlan(page, 2)
    await expect(page.getByRole('banner').getByText('1', { exact: true }).first()).toBeVisible()
  })
  const orderNo =
    await test.step('the customer completes the wizard with three samples pasted from a spreadsheet', async () => {
      const samples = ['A', 'B', 'C'].map((own) => ({
        name: `氯化钠 ${own}`,
        ownNo: own,
        composition: 'NaCl',
        returned: '是',
      }))
      return orderFromPlan(page, { paste: sheet(samples), submit: '提交订单', phone })
    })
  expect(orderNo).toMatch(/^MX\d{11,}$/)
  const sampleNos = ['01', '02', '03'].map((n) => orderNo + n)
  for (const sampleNo of sampleNos)
    await expect(page.getByRole('img', { name: `样品编号 ${sampleNo} 的二维码` })).toBeVisible()
  await page.goto(`/experiment/labels/${orderNo}`)
  for (const sampleNo of sampleNos) await expect(page.getByText(sampleNo).first()).toBeVisible()

  const manager = await openStaffPage(browser, server.url, 'manager')
  await approveOrder(manager, orderNo)

  await test.step('logistics scans the samples; the order shows 2/3 until all have arrived', async () => {
    const logistics = await openStaffPage(browser, server.url, 'logistics')
    await receiveSamples(logistics, sampleNos.slice(0, 2))
    await expect(logistics.getByRole('listitem').filter({ hasText: '订单 2/3' })).toBeVisible()
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByText('2/3').first()).toBeVisible()
    await receiveSamples(logistics, sampleNos.slice(2))
    await expect(logistics.getByRole('listitem').filter({ hasText: '已收齐（3/3）' })).toBeVisible()
    await logistics.context().close()
  })
  await logCall(manager, orderNo)

  await test.step('the lab tests and hands in; a second person verifies', async () => {
    const lab = await openStaffPage(browser, server.url, 'lab')
    await testOrder(
      lab,
      orderNo,
      sampleNos.map((sampleNo) => ({ name: `${sampleNo}.dat`, content: uploadedPattern() })),
    )
    await lab.context().close()
    const reviewer = await openStaffPage(browser, server.url, 'reviewer')
    await verifyOrder(reviewer, orderNo)
    await reviewer.context().close()
  })

  await test.step('the customer is notified, sees the pattern, downloads the file with its checksum and confirms', async () => {
    await expect
      .poll(() =>
        server
          .outbox()
          .some(
            (line) =>
              line.to === phone && line.channel === 'sms' && line.text.includes(orderNo) && line.text.includes('交付'),
          ),
      )
      .toBe(true)
    await page.goto(`/member/order/${orderNo}`)
    // The first curve is visible without a click.
    await expect(page.getByRole('application', { name: /\.dat/ })).toBeVisible()
    await expect(
      page.getByText(process.env.XRD_FILE ? /\d{3,} 个数据点/ : /1001 个数据点.*位于 31\.\d/).first(),
    ).toBeAttached()
    await expect(page.getByText(/SHA-256/i).first()).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /下载/ }).first().click()
    expect((await download).suggestedFilename()).toContain(orderNo)
    await page.getByRole('button', { name: '确认完成' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /确认/ }).last().click()
    await expect(page.getByText('已完成').first()).toBeVisible()
  })

  await fixAmount(manager, orderNo, '180')
  await test.step('the customer makes a settlement, prestores by transfer and pays from the balance', async () => {
    await page.goto('/member/unsettled')
    await page.getByRole('checkbox', { name: new RegExp(orderNo) }).check()
    await page.getByRole('button', { name: '生成结算单' }).click()
    const form = page.getByRole('form', { name: '生成结算单' })
    await form.getByRole('textbox', { name: /付款备注/ }).fill('某大学材料学院')
    await form.getByRole('button', { name: '生成结算单' }).click()
    await expect(page.getByText(/结算单 .+ 已生成/).first()).toBeVisible()
    const memo = await applyPrestore(page, '500', '某大学')
    const finance = await openStaffPage(browser, server.url, 'finance')
    await matchTransfer(finance, { serial: `BK-${orderNo}`, yuan: '500.00', payer: '某大学', memo })
    await payFromBalance(page, /支付结算单/)
    await finance.goto(`/console/orders/${orderNo}`)
    await finance.getByRole('link', { name: '办理退款' }).click()
    const refund = finance.getByRole('form', { name: '退至预存余额' })
    await expect(refund.getByRole('textbox', { name: '订单号' })).toHaveValue(orderNo)
    await finance.context().close()
  })

  await test.step('the samples are returned within 48 hours and the order closes', async () => {
    const logistics = await openStaffPage(browser, server.url, 'logistics')
    await returnSamples(logistics, orderNo, '顺丰速运', 'SF1234567890')
    await logistics.context().close()
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByText('已关闭').first()).toBeVisible()
  })
  await manager.context().close()
})
