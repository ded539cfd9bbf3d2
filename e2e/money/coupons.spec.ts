import { addToPlan, completeProfile, findXrd, register, toPayment } from '../customer-steps.ts'
import { expect, expectAccessible, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

/** A new customer redeems a code, orders with the coupon and finds gross, discount and net wherever the order is shown. */
test('[M-05] [T-28] a customer redeems a code and orders with the discount', async ({ page, server }) => {
  test.setTimeout(240_000)
  const phone = '13611113333'
  await register(page, server, phone, 'long-enough-1')
  await completeProfile(page, { name: '赵老师', type: /老师/, company: '某大学化学学院' })

  await test.step('a wrong code is refused in the form; the right one gives a coupon', async () => {
    await page.goto('/member/coupon')
    const form = page.getByRole('form', { name: '兑换优惠券' })
    await form.getByLabel('兑换码').fill('NOTACODE')
    await form.getByRole('button', { name: '兑换' }).click()
    await expect(form.getByText('兑换码不存在或已失效')).toBeVisible()
    await form.getByLabel('兑换码').fill('mingxi20')
    await form.getByRole('button', { name: '兑换' }).click()
    await expect(form.getByRole('status')).toHaveText('已领取「公众号福利」（减 ¥20）')
    await expect(page.getByRole('article', { name: '公众号福利' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('step 4 says what the coupon takes off, and why another cannot be used', async () => {
    await findXrd(page, 'xrd')
    await page
      .getByRole('link', { name: /X 射线衍射/ })
      .first()
      .click()
    await addToPlan(page, 3)
    await toPayment(page, { name: '赵老师', phone }, 3)
    const chooser = page.getByRole('group', { name: '选择优惠券' })
    await expect(chooser.getByText('-¥20.00')).toBeVisible()
    await expect(chooser.getByText(/不可用：适用项目满 ¥200.00 可用，还差/)).toBeVisible()
    await chooser.getByRole('checkbox', { name: /公众号福利/ }).check()
    await expect(page.getByText('预估费用，已优惠 ¥20.00')).toBeVisible()
    await expectAccessible(page)
    await chooser.getByRole('checkbox', { name: /公众号福利/ }).uncheck()
    await page.getByRole('button', { name: '下一步' }).click()
  })

  const orderNo =
    await test.step('step 5 offers a coupon that was left out, and shows gross, discount and net', async () => {
      await expect(page.getByRole('heading', { level: 1, name: '核对与协议' })).toBeVisible()
      await expect(page.getByText('未使用优惠券。「公众号福利」可减 ¥20.00。')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: '使用', exact: true }).click()
      await expect(page.getByText('优惠前')).toBeVisible()
      await expect(page.getByText('公众号福利（减 ¥20）')).toBeVisible()
      await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
      await page.getByRole('button', { name: '提交订单' }).click()
      await expect(page).toHaveURL(/\/experiment\/step6\?orderNo=/)
      return new URL(page.url()).searchParams.get('orderNo') ?? ''
    })

  await test.step('the order and the page of coupons show it', async () => {
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByText('「公众号福利」')).toBeVisible()
    await expect(page.getByText('-¥20.00')).toBeVisible()
    await page.goto('/member/coupon?tab=used')
    const used = page.getByRole('article', { name: '公众号福利' })
    await expect(used.getByText('已占用')).toBeVisible()
    await expect(used.getByRole('link', { name: orderNo })).toBeVisible()
  })
})

test('[Q-145] the form of a campaign marks all faults of what it shows', async ({ browser, server }) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.goto('/console/coupons')
  await page.getByRole('button', { name: '新建活动' }).click()
  const form = page.getByRole('form', { name: '优惠券活动' })
  await form.getByLabel('活动名称').fill('冬季回馈')
  await form.getByLabel('有效天数').fill('')
  await form.getByRole('button', { name: '建立活动' }).click()
  await expect(form.getByText('请填写减免金额')).toBeVisible()
  await expect(form.getByText('请填写有效天数')).toBeVisible()
  await form.getByRole('radio', { name: '固定日期' }).check()
  await form.getByLabel('减免金额').fill('50')
  await form.getByRole('button', { name: '建立活动' }).click()
  await expect(form.getByText('请填写结束日期')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await page.close()
})

test('[Q-83] an editor sees how many customers an issue to a segment looks at, and can go back, before it begins', async ({
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.goto('/console/coupons')
  await page.getByRole('link', { name: '公众号福利' }).click()
  await page.getByRole('button', { name: '发放', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发放「公众号福利」' }).first()
  await dialog.getByRole('radio', { name: '符合条件的客户' }).check()
  const form = dialog.getByRole('form', { name: '发放给符合条件的客户' })
  await form.getByLabel('注册时间不早于').fill('2020-01-01')
  await form.getByRole('button', { name: '下一步' }).click()
  const question = page.getByText(/^向 \d+ 位客户各发放一张/)
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '取消' }).last().click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('注册时间不早于')).toHaveValue('2020-01-01')
  await form.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '开始发放' }).click()
  await expect(page.getByText(/开始发放，逐一核对 \d+ 位客户/).first()).toBeVisible()
})
