import {
  addToPlan,
  applyPrestore,
  findXrd,
  openLogin,
  orderFromPlan,
  payFromBalance,
  sheet,
  signIn,
} from '../customer-steps.ts'
import { expect, expectNothingCutOff, smsCode, test } from '../journey.ts'
import { powderPattern } from '../powder-pattern.ts'
import {
  fixAmount,
  logCall,
  matchTransfer,
  openStaffPage,
  quoteOrder,
  receiveSamples,
  testOrder,
  verifyOrder,
} from '../staff-steps.ts'

const samples = (own: string) => sheet([{ name: '合金粉', ownNo: own, composition: 'Al-Si', returned: '否' }])

test('[M-20] [X-03] [Q-34] an enterprise gets a quote, a contract and pays in full before testing', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(420_000)
  const phone = '13800000003'
  await openLogin(page)
  await signIn(page, phone)
  await findXrd(page, 'xrd')
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 1)
  const orderNo = await orderFromPlan(page, { paste: samples('E1'), submit: '提交报价申请', phone })

  const manager = await openStaffPage(browser, server.url, 'manager')
  await quoteOrder(manager, orderNo, ['320'])
  await page.goto(`/member/order/${orderNo}`)
  await expect(page.getByText('¥320.00').first()).toBeVisible()
  await page.getByRole('button', { name: '接受报价' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /接受/ }).last().click()
  await expect(page.getByText('待签合同').first()).toBeVisible()

  await test.step('the contract is issued as a PDF and signed by both', async () => {
    await manager.goto('/console/contracts')
    await manager.getByRole('button', { name: `拟定合同 ${orderNo}` }).click()
    await manager.getByRole('dialog').getByRole('button', { name: '拟定并发给客户' }).click()
    await expect(manager.getByText(/合同 HT\d+ 已发给客户/).first()).toBeVisible()
    await page.goto('/experiment/contract')
    await page
      .getByRole('button', { name: /查看并签署/ })
      .first()
      .click()
    const contract = page.getByRole('dialog', { name: /合同 HT/ })
    const since = new Date(Date.now() - 1000)
    await contract.getByRole('button', { name: '获取验证码' }).click({ timeout: 30_000 })
    await contract.getByLabel('签署人姓名').fill('王经理')
    await contract.getByLabel('短信验证码').fill(await smsCode(server, phone, since))
    await contract.getByRole('checkbox').check()
    await contract.getByRole('button', { name: '签署合同' }).click()
    await expect(page.getByText('已签署，等待我方盖章').first()).toBeVisible()
    await manager.goto('/console/contracts')
    await manager
      .getByRole('button', { name: /核对并盖章/ })
      .first()
      .click()
    await expectNothingCutOff(manager.getByRole('dialog', { name: /合同 HT/ }))
    await manager.getByRole('button', { name: '盖章生效' }).click()
    await manager.getByRole('dialog', { name: '盖章生效' }).getByRole('button', { name: '盖章' }).click()
    await expect(manager.getByText('合同已生效，等待客户预付').first()).toBeVisible()
  })

  await test.step('the enterprise prepays in full from prestored funds', async () => {
    const memo = await applyPrestore(page, '400', '某材料有限公司')
    const finance = await openStaffPage(browser, server.url, 'finance')
    await matchTransfer(finance, { serial: `BK-${orderNo}`, yuan: '400.00', payer: '某材料有限公司', memo })
    await finance.context().close()
    await payFromBalance(page, new RegExp(`支付订单 ${orderNo}`))
  })

  const logistics = await openStaffPage(browser, server.url, 'logistics')
  await receiveSamples(logistics, [`${orderNo}01`])
  await logCall(manager, orderNo)
  const lab = await openStaffPage(browser, server.url, 'lab')
  await testOrder(lab, orderNo, [{ name: `${orderNo}01.xy`, content: powderPattern() }])
  const reviewer = await openStaffPage(browser, server.url, 'reviewer')
  await verifyOrder(reviewer, orderNo)

  await test.step('the difference to a lower final amount returns to the prestored funds, and the order stays open for its stored sample', async () => {
    await page.goto(`/member/order/${orderNo}`)
    await page.getByRole('button', { name: '确认完成' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /确认/ }).last().click()
    await fixAmount(manager, orderNo, '280', '实际少做一个测试段')
    await page.goto('/member/prestore')
    await page.getByRole('tab', { name: '收支明细' }).click()
    await expect(page.getByText('+¥40.00').first()).toBeVisible()
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByText('样品留存，到期后处理').first()).toBeVisible()
    await expect(page.getByRole('main').getByText('已完成', { exact: true }).first()).toBeVisible()
  })
  for (const staff of [manager, logistics, lab, reviewer]) await staff.context().close()
})

test('[M-20] an individual prepays without a contract, and finance cannot start testing', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  const phone = '13800000004'
  await openLogin(page)
  await signIn(page, phone)
  await findXrd(page, 'ys')
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 1)
  const orderNo = await orderFromPlan(page, { paste: samples('I1'), submit: '提交订单', phone })
  await expect(page.getByText('待预付').first()).toBeVisible()
  const memo = await applyPrestore(page, '1000', '赵先生')
  const finance = await openStaffPage(browser, server.url, 'finance')
  await matchTransfer(finance, { serial: `BK-${orderNo}`, yuan: '1000.00', payer: '赵先生', memo })
  await payFromBalance(page, new RegExp(`支付订单 ${orderNo}`))
  await page.goto(`/member/order/${orderNo}`)
  await expect(page.getByText('待送样').first()).toBeVisible()
  // Only the permitted roles can continue: the console of finance does not have this page.
  await finance.goto(`/console/tasks/${orderNo}`)
  await expect(finance.getByRole('button', { name: '开始检测' })).toHaveCount(0)
  await finance.context().close()
})
