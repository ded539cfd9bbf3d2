import type { Browser, Page } from '@playwright/test'
import { shanghaiDate } from '../../src/platform/time.ts'
import { addToPlan, findXrd, toPayment } from '../customer-steps.ts'
import { contextOf, test } from '../demo.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'points' })

const DOI = '10.1016/j.jpcs.2025.112233'
const PAPER = '氧化锌纳米粉末的晶相与煅烧温度'
/** The newest papers stand first in the table of acknowledgements. */
const YESTERDAY = shanghaiDate(new Date(Date.now() - 86_400_000))
/** At ¥60 each they reach the least amount of the coupon. */
const SAMPLES = 17
const PRIZE = '满 1000 减 100（积分）'

test('[M-13] [M-23] a paper that thanks the laboratory gives points, points give a coupon, and it takes money off an order', async ({
  browser,
  server,
  demo,
}) => {
  test.setTimeout(240_000)
  const page = await (await contextOf(browser, server.url, demo, 'student')).newPage()
  const editor = await openStaffPage(browser, server.url, 'editor')
  const before = await test.step('the customer claims the points', () => claim(page))

  await test.step('staff approve the claim and offer a coupon for points', async () => {
    await editor.goto('/console/points/claims')
    await editor.getByRole('button', { name: `审核 ${DOI}` }).click()
    const facts = editor.getByRole('dialog', { name: '致谢积分申请' })
    await expect(facts.getByText(PAPER)).toBeVisible()
    await facts.getByRole('button', { name: '通过', exact: true }).click()
    await editor.getByRole('dialog', { name: '通过申请' }).getByRole('button', { name: '通过并发放' }).click()
    await expect(editor.getByText('已发放 500 积分，并展示在文章致谢').first()).toBeVisible()
    await offerCoupon(editor)
  })

  await test.step('the points arrive and the paper stands in the table of acknowledgements', async () => {
    await page.goto('/member/integral?tab=ledger')
    const earned = page.getByRole('row').filter({ hasText: DOI })
    await expect(earned).toContainText('+500')
    expect(await balanceOn(page)).toBe(before + 500)
    await page.goto('/list/thanks')
    await expect(page.getByText(PAPER).first()).toBeVisible()
  })

  await test.step('the customer exchanges them for the coupon, which can be used', async () => {
    await page.goto('/member/integral')
    await page.getByRole('button', { name: `兑换 ${PRIZE}` }).click()
    const dialog = page.getByRole('dialog', { name: `兑换「${PRIZE}」` })
    await expect(dialog).toContainText('优惠券兑换后不能退回积分')
    await dialog.getByRole('button', { name: '确认兑换' }).click()
    await expect(page).toHaveURL(/\/member\/coupon/)
    const coupon = page.getByRole('article', { name: '满 1000 减 100' })
    await expect(coupon).toBeVisible()
    await expectAccessible(page)
    await page.goto('/member/integral?tab=exchanges')
    await expect(page.getByRole('row').filter({ hasText: PRIZE })).toContainText('已完成')
    expect(await balanceOn(page)).toBe(before + 100)
  })

  await test.step('an order costs ¥100 less with it, and the coupon names the order', async () => {
    await findXrd(page, 'xrd')
    await page
      .getByRole('link', { name: /X 射线衍射/ })
      .first()
      .click()
    await addToPlan(page, SAMPLES)
    await toPayment(page, { name: '陈同学', phone: '13800000002' }, SAMPLES)
    const chooser = page.getByRole('group', { name: '选择优惠券' })
    await chooser.getByRole('checkbox', { name: /满 1000 减 100/ }).check()
    await expect(page.getByText('预估费用，已优惠 ¥100.00')).toBeVisible()
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await page.getByRole('button', { name: '提交订单' }).click()
    await expect(page).toHaveURL(/\/experiment\/step6\?orderNo=/)
    const orderNo = new URL(page.url()).searchParams.get('orderNo') ?? ''
    await page.goto(`/member/order/${orderNo}`)
    await expect(page.getByText('「满 1000 减 100」')).toBeVisible()
    await expect(page.getByText('-¥100.00')).toBeVisible()
    await page.goto('/member/coupon?tab=used')
    const used = page.getByRole('article', { name: '满 1000 减 100' })
    await expect(used.getByRole('link', { name: orderNo })).toBeVisible()
  })
})

test('[M-13] [M-23] [Q-148] [Q-149] a delivered test is evaluated, and the project page shows it masked after review', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  const { orderNo } = demo.orders.delivered
  const words = '峰位准确，图谱可以直接用于论文。<b>很好</b>'

  await test.step('the customer evaluates the test on the page of the order', async () => {
    await page.goto(`/member/order/${orderNo}`)
    await page.getByRole('button', { name: /^评价 X 射线衍射/ }).click()
    const dialog = page.getByRole('dialog', { name: /^评价「X 射线衍射/ })
    // Nobody gives five stars by pressing the button alone.
    await dialog.getByRole('button', { name: '提交评价' }).click()
    await expect(dialog.getByText('请选择星级')).toBeVisible()
    await dialog.getByRole('radio', { name: '4 星 满意' }).check()
    await dialog.getByRole('checkbox', { name: '数据准确' }).check()
    await dialog.getByRole('textbox', { name: '评价' }).fill(words)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '提交评价' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('待审核', { exact: true })).toBeVisible()
  })

  const project = await test.step('staff reply and show it', () => publish(browser, server.url, orderNo))

  await test.step('visitors see it with a masked name, and the customer has the points', async () => {
    const visitor = await (await contextOf(browser, server.url, demo, undefined)).newPage()
    await visitor.goto(project)
    const reviews = visitor.getByRole('region', { name: '评价（1，平均 4 星）' })
    await expect(reviews.getByText(words)).toBeVisible()
    await expect(reviews).toContainText('王**')
    await expect(reviews).not.toContainText('王建国')
    await expect(reviews).toContainText('实验室回复：感谢您的认可')
    await expectAccessible(visitor)
    await visitor.setViewportSize({ width: 375, height: 812 })
    await expectNoSidewaysScroll(visitor)
    await page.goto('/member/integral?tab=ledger')
    const earned = page.getByRole('row').filter({ hasText: '评价' }).first()
    await expect(earned).toContainText('+50')
    await expect(earned.getByRole('link', { name: orderNo })).toBeVisible()
  })
})

/** Fills the claim and answers the balance before it. */
async function claim(page: Page): Promise<number> {
  await page.goto('/member/integral')
  const before = await balanceOn(page)
  await page.getByRole('button', { name: '论文致谢领积分' }).click()
  const dialog = page.getByRole('dialog', { name: '论文致谢领积分' })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText('请填写论文题目')).toBeVisible()
  await dialog.getByLabel('DOI').fill(`https://doi.org/${DOI}`)
  await dialog.getByLabel('发表日期').fill(YESTERDAY)
  await dialog.getByLabel('论文题目').fill(PAPER)
  await dialog.getByLabel('期刊').fill('Journal of Physics and Chemistry of Solids')
  await dialog.getByLabel('所用检测项目').fill('X 射线衍射（XRD）')
  await dialog.getByLabel('致谢原文').fill('感谢明析科测完成 XRD 测试。')
  await dialog.getByLabel('论文网址').fill(`https://doi.org/${DOI}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page).toHaveURL(/tab=claims/)
  await expect(page.getByRole('row').filter({ hasText: PAPER })).toContainText('待审核')
  return before
}

async function balanceOn(page: Page): Promise<number> {
  const shown = page.getByText('可用积分', { exact: true }).locator('xpath=..')
  return Number((await shown.innerText()).replaceAll(/[^\d]/g, ''))
}

/** 内容运营: goods that give a coupon of a campaign of the demo. */
async function offerCoupon(editor: Page): Promise<void> {
  await editor.goto('/console/points')
  await editor.getByRole('button', { name: '新增商品' }).click()
  const dialog = editor.getByRole('dialog', { name: '新增商品' })
  await dialog.getByRole('radio', { name: '优惠券' }).check()
  await dialog.getByLabel('名称').fill(PRIZE)
  await dialog.getByLabel('优惠券活动').selectOption({ label: '满 1000 减 100' })
  await dialog.getByLabel('所需积分').fill('400')
  await dialog.getByLabel('库存').fill('')
  await expectAccessible(editor)
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(editor.getByRole('row').filter({ hasText: PRIZE })).toContainText('不限量')
}

/** 内容运营: replies to the evaluation and shows it; answers the address of the project. */
async function publish(browser: Browser, url: string, orderNo: string): Promise<string> {
  const editor = await openStaffPage(browser, url, 'editor')
  await editor.goto('/console/reviews')
  const row = editor.getByRole('row').filter({ hasText: orderNo })
  const project = await row.getByRole('link').first().getAttribute('href')
  const menu = editor.getByRole('navigation').getByRole('link', { name: /^评价/ })
  const waiting = async () => Number((await menu.innerText()).replaceAll(/\D/g, ''))
  const before = await waiting()
  await row.getByRole('button', { name: /^办理/ }).click()
  const dialog = editor.getByRole('dialog', { name: '评价', exact: true })
  await dialog.getByRole('textbox', { name: '回复' }).fill('感谢您的认可，欢迎再来。')
  await test.step('[Q-302] Esc asks before a half-written reply is dropped', async () => {
    await editor.keyboard.press('Escape')
    const question = editor.getByRole('dialog', { name: '还有没保存的修改' })
    await question.getByRole('button', { name: '取消', exact: true }).click()
  })
  await dialog.getByRole('button', { name: '保存回复' }).click()
  await expect(editor.getByText('回复已保存').first()).toBeVisible()
  await dialog.getByRole('button', { name: '展示', exact: true }).click()
  await expect(editor.getByText('已展示在项目页').first()).toBeVisible()
  await test.step('[Q-244] the menu follows what this person did', () => expect.poll(waiting).toBe(before - 1))
  // The row has left the tab, and the dialog says so and offers what is possible now.
  await expect(dialog.getByText('已展示', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '展示', exact: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: '隐藏', exact: true })).toBeVisible()
  return project ?? ''
}

test('[Q-393] [Q-394] the focus stays on the page after an exchange, and the tabs of the console are no list of records', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await page.route(/auth\/integration\/(init|goods|applyExchange)$/, async (route) => {
    const name = route.request().url().split('/').at(-1)
    const made = { code: 1, msg: '成功', data: { exchangeNo: 'JF26030200001' } }
    if (name === 'applyExchange') return route.fulfill({ json: made })
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { list: unknown[]; balance: number } }
    if (name === 'init') answer.data.balance = 5000
    else answer.data.list = [sampleBox]
    return route.fulfill({ response, json: answer })
  })
  await page.goto('/member/integral')
  await page.getByRole('button', { name: `兑换 ${sampleBox.name}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '确认兑换' }).press('Enter')
  await expect(page).toHaveURL(/tab=exchanges/)
  await expect(page.getByRole('heading', { level: 1, name: '我的积分' })).toBeFocused()

  const editor = await openStaffPage(browser, server.url, 'editor')
  await editor.goto('/console/points')
  await editor.getByRole('main').getByRole('link', { name: '兑换', exact: true }).click()
  await expect(editor).toHaveURL(/points\/exchanges/)
  await expect(editor.getByRole('table', { name: '积分兑换' })).toBeVisible()
  await expect(editor.getByRole('navigation', { name: '列表中的前后条目' })).toHaveCount(0)
})

const sampleBox = {
  id: 1,
  kind: 'goods',
  name: '样品盒（10 格）',
  img: '',
  about: '',
  points: 200,
  stock: 60,
  perPerson: 2,
  obstacle: null,
}
