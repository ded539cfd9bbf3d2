import type { Page } from '@playwright/test'
import { contextOf, type Demo, type Person, test } from '../demo.ts'
import { shanghaiDate } from '../../src/platform/time.ts'
import { callAt, makeOrder, makeTested } from '../demo-orders.ts'
import { expect } from '../journey.ts'

// What somebody does thirty times a day, with as few movements as the work allows.

/** Opens a page of this person, at the width of a desk. */
type Open = (who: Person) => Promise<Page>
type Works = (open: Open, server: { url: string }, demo: Demo) => Promise<void>

const day = (title: string, works: Works) =>
  test(title, ({ browser, server, demo }) =>
    works(
      async (who) => {
        const page = await (await contextOf(browser, server.url, demo, who)).newPage()
        await page.setViewportSize({ width: 1440, height: 900 })
        return page
      },
      server,
      demo,
    ),
  )

/** An order of the teacher that waits for its samples. */
async function awaited(url: string, { customer, staff }: Demo, samples: number) {
  const made = await makeOrder(url, customer.teacher.token, samples)
  await callAt(url, 'staff/order/approve', { orderNo: made.orderNo }, staff.manager.token)
  return made
}

/** Samples of the teacher that travel under this number. */
async function sent(url: string, token: string, sampleNos: string[], waybill: string): Promise<void> {
  type Page = { list: { id: number; sampleNo: string }[] }
  const { list } = await callAt<Page>(url, 'auth/sample/list', { size: 100 }, token)
  const ids = list.flatMap(({ id, sampleNo }) => (sampleNos.includes(sampleNo) ? [id] : []))
  await callAt(url, 'auth/sample/waybill', { ids, courier: '顺丰速运', waybill }, token)
}

day(
  '[Q-361] the slips of a parcel are all named, though its samples fill more than one page of their list',
  async (open, { url }, demo) => {
    const { token } = demo.customer.teacher
    const [first, many] = [await awaited(url, demo, 1), await awaited(url, demo, 99)]
    const waybill = 'SF1400000008888'
    await sent(url, token, many.sampleNos, waybill)
    await sent(url, token, first.sampleNos, waybill)
    const other = await awaited(url, demo, 20)
    await sent(url, token, other.sampleNos, waybill)
    const page = await open('logistics')
    await page.goto('/console/intake')
    await expect(page.getByLabel('送样单、样品编号或快递单号')).toBeFocused()
    await page.keyboard.type(`${waybill}\n`)
    await expect(page.getByRole('heading', { name: `送样单 ${other.orderNo}` })).toBeVisible()
    await expect(page.getByText(`这个包裹里还有送样单 ${many.orderNo}、${first.orderNo}`)).toBeVisible()
  },
)

day(
  '[Q-287] [Q-332] [Q-333] [Q-334] a parcel is taken in by its courier’s number, the label of a shelf and Enter, and neither another code nor a lost network drops anything',
  async (open, { url }, demo) => {
    const { token } = demo.customer.teacher
    const { orderNo, sampleNos } = await awaited(url, demo, 2)
    await sent(url, token, sampleNos, 'SF1400000007777')
    const page = await open('logistics')
    const scan = page.getByLabel('送样单、样品编号或快递单号')
    const scanned = async (text: string) => {
      await expect(scan).toBeFocused()
      await page.keyboard.type(`${text}\n`)
    }
    await page.goto('/console/intake')
    await scanned('sf1400000007777')
    await expect(page.getByRole('heading', { name: `送样单 ${orderNo}` })).toBeVisible()
    await page.getByLabel(`重量 ${sampleNos[0]}`).fill('25')
    await scan.focus()
    await scanned('6901234567892')
    await expect(page.getByText('没有样品填写过这个快递单号')).toBeVisible()
    await expect(page.getByLabel(`重量 ${sampleNos[0]}`)).toHaveValue('25')
    await page.route('**/api/staff/**', (route) => route.abort())
    await scanned('A-02')
    await expect(page.getByText('网络连接失败')).toBeVisible()
    await expect(page.getByLabel(`重量 ${sampleNos[0]}`)).toHaveValue('25')
    await page.unroute('**/api/staff/**')
    const shelf = page.getByLabel('存放位置').last()
    await scanned('A-02')
    await expect(shelf).toHaveValue('A-02')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: `${orderNo} 已收样 2 个` })).toBeVisible()
    await expect(scan).toBeFocused()
  },
)

day(
  '[Q-288] [Q-330] [Q-341] from one order of a list to the next by key and by link, and what a list says is not cut',
  async (open, { url }, demo) => {
    for (let orders = 0; orders < 3; orders++) await awaited(url, demo, 2)
    const page = await open('manager')
    await page.goto('/console/orders')
    const links = page.locator('th[scope="row"] a')
    await expect(links.first()).toBeVisible()
    const [first = '', second = '', third = ''] = await links.allTextContents()
    const count = page.getByText('2 个样品').first()
    const cut = await count.evaluate(
      (of) => of.getBoundingClientRect().right - (of.parentElement?.getBoundingClientRect().right ?? 0),
    )
    expect(cut).toBeLessThanOrEqual(0)
    const shows = (orderNo: string) => expect(page.getByRole('heading', { level: 1, name: orderNo })).toBeVisible()
    await links.first().click()
    await shows(first)
    await page.keyboard.press('j')
    await shows(second)
    await page.getByRole('navigation', { name: '列表中的前后条目' }).getByRole('link', { name: '下一条' }).click()
    await shows(third)
    await page.keyboard.press('k')
    await shows(second)
    const pager = page.getByRole('navigation', { name: '列表中的前后条目' })
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(pager).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(pager).toBeVisible()
    // A page that is opened by its address belongs to no list.
    await page.goto(`/console/orders/${first}`)
    await shows(first)
    await expect(page.getByRole('navigation', { name: '列表中的前后条目' })).toHaveCount(0)
  },
)

day('[Q-331] threads are answered one after the other without leaving the keyboard', async (open, { url }, demo) => {
  for (let threads = 0; threads < 2; threads++) {
    const { orderNo } = await awaited(url, demo, 1)
    await callAt(url, 'auth/thread/write', { orderNo, text: '请问样品收到了吗？' }, demo.customer.teacher.token)
  }
  const page = await open('manager')
  await page.goto('/console/threads')
  const links = page.locator('th[scope="row"] a')
  await expect(links.nth(1)).toBeVisible()
  const [first = '', second = ''] = await links.allTextContents()
  await links.first().click()
  const thread = (orderNo: string) => page.getByRole('dialog', { name: `订单沟通 ${orderNo}` })
  const words = (orderNo: string) => thread(orderNo).getByLabel('给客户留言')
  await expect(words(first)).toBeFocused()
  await page.keyboard.type('已收到，明天安排检测。')
  await page.keyboard.press('Control+Enter')
  await expect(thread(first).getByText('已收到，明天安排检测。')).toBeVisible()
  await expect(words(first)).toHaveValue('')
  await thread(first).getByRole('link', { name: '下一条沟通' }).click()
  await expect(words(second)).toBeFocused()
  await expect(words(second)).toHaveValue('')
})

day(
  '[Q-335] [Q-336] [Q-337] [Q-338] a task says what its time is for, takes the moment of its start, and tells of its files once',
  async (open, { url }, demo) => {
    const { orderNo, sampleNos } = await makeTested(url, demo, { sampleCount: 2 })
    const waiting = await awaited(url, demo, 1)
    const [sampleNo = ''] = waiting.sampleNos
    const received = { sampleNo, condition: '完好', shelf: 'A-01-01' }
    await callAt(url, 'staff/sample/receive', received, demo.staff.logistics.token)
    const page = await open('lab')
    await page.goto('/console/tasks')
    const card = page.getByRole('listitem').filter({ hasText: waiting.orderNo })
    await expect(card).toContainText('客户经理致电确认')
    await card.getByRole('link').first().click()
    await expect(page.getByText('客户经理致电确认').first()).toBeVisible()
    await page.getByRole('button', { name: '开始检测' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始' }).click()
    await expect(page.getByLabel('实验开始时间')).toHaveValue('')
    await page.getByRole('button', { name: /^实验开始于 / }).click()
    await expect(page.getByLabel('实验开始时间')).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await expect(page.getByLabel('无数据的原因')).toBeHidden()
    await page.getByText('注明没有数据的样品…').click()
    await expect(page.getByLabel('无数据的原因')).toBeVisible()
    await page.goto(`/console/tasks/${orderNo}`)
    const files = sampleNos.map((name, index) => ({
      name: `${name}-b.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`1,${index}\n2,3\n`),
    }))
    await page.getByLabel('选择数据文件').setInputFiles(files)
    await expect(page.getByRole('status').getByText('已上传 2 个文件')).toBeVisible()
    await expect(page.getByText(`${sampleNos[0]}-b.csv → `)).toHaveCount(0)
  },
)

day(
  '[Q-339] [Q-340] [Q-344] [Q-349] finance reaches what is owed from the settlements, reads the bank’s file, and no notice lies on the bar of chosen rows',
  async (open) => {
    const page = await open('finance')
    await page.goto('/console/settlements')
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    const bar = page.getByRole('group', { name: '批量操作' })
    await expect(bar).toBeVisible()
    const room = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--sticky-bottom'))
    const { height = 0 } = (await bar.boundingBox()) ?? {}
    await expect.poll(room).toBe(`${height}px`)
    await page.getByRole('link', { name: '应收明细' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '应收明细' })).toBeVisible()
    await page.goto('/console/bank')
    await page.getByRole('button', { name: '导入流水' }).first().click()
    const booked = shanghaiDate(new Date(Date.now() - 3 * 86_400_000)).replaceAll('-', '')
    const rows = [
      '账户明细查询,,,,,',
      '交易时间,借方发生额（支取）,贷方发生额（收入）,对方户名,摘要,交易流水号',
      `${booked} 10:00:00,0.00,"1,120.00",滨湖大学,测试费,B-7701`,
      `${booked} 11:00:00,30.00,0.00,某供应商,货款,B-7702`,
    ].join('\n')
    const file = { name: '流水.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.getByLabel('选择表格文件').setInputFiles(file)
    await expect(page.getByText('识别到 1 条，新的 1 条，合计 ¥1,120.00')).toBeVisible()
    await expect(page.getByText('未计入：1 条支出')).toBeVisible()
  },
)

day('[Q-342] the number of a parcel names its courier', async (open, { url }, demo) => {
  const { orderNo } = await awaited(url, demo, 1)
  const page = await open('teacher')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/member/order/${orderNo}`)
  await page.getByRole('button', { name: '填写快递单号' }).click()
  await page.getByRole('textbox', { name: '快递单号' }).fill('YT1234567890123')
  await expect(page.getByLabel('快递公司')).toHaveValue('圆通速递')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('样品已寄出，等待收样').first()).toBeVisible()
})
