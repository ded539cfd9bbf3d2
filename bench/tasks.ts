import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../scripts/run-server.mjs'
import { shanghaiDate } from '../src/platform/time.ts'
import { initialValues } from '../src/shop/catalogue/forms/form-rules.ts'
import { callAt, type DemoOrder, orderInput, projectNumber, type Tokens } from '../e2e/demo-orders.ts'

/**
 * What five tasks of the console cost a person: clicks, keys and seconds, each one by one and with the means for many. A key is one key
 * press; a number that a scanner or the clipboard enters counts as one. The pages must have been built. Run: node bench/tasks.ts
 */
const PASSWORD = 'Mingxi-demo-2026'
const tokens: Record<string, Tokens> = {}
let rid: number | undefined
const server = await startServer({ DEMO: 'on', LOG_LEVEL: 'silent' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
/** Counts what a person does with mouse and keyboard on a page. */
class Hand {
  clicks = 0
  keys = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async click(name: RegExp | string, role: Parameters<Page['getByRole']>[0] = 'button'): Promise<void> {
    this.clicks += 1
    const wanted = typeof name === 'string' ? { name, exact: true } : { name }
    await this.page.getByRole(role, wanted).filter({ visible: true }).last().click()
  }
  /** Marks every row that the list finds, also those on other pages. */
  async all(): Promise<void> {
    await this.page.getByRole('checkbox', { name: '选择本页全部' }).waitFor()
    await this.click('选择本页全部', 'checkbox')
    await this.click(/^选择全部 \d+ 条/)
  }
  async press(key: string): Promise<void> {
    this.keys += 1
    await this.page.keyboard.press(key)
  }
  async type(text: string): Promise<void> {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }
  /** By scanner or from the clipboard. */
  async insert(text: string): Promise<void> {
    this.keys += 1
    await this.page.keyboard.insertText(text)
  }
  async fill(label: RegExp | string, text: string): Promise<void> {
    this.clicks += 1
    this.keys += text.length
    await this.page.getByLabel(label).first().fill(text)
  }
}

async function task(name: string, who: string, path: string, work: (hand: Hand) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/console/login?return=${path}`)
  await page.getByLabel('账号').fill(`${who}@demo`)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL((url) => url.pathname !== '/console/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A page with a scanner field is ready when the field has the focus.
  if (path === '/console/intake') await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  const hand = new Hand(page)
  const began = performance.now()
  await work(hand)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${name}: ${hand.clicks} clicks, ${hand.keys} keys, ${seconds} s`)
  await context.close()
}

async function receive(): Promise<void> {
  const [many, single] = [await placed('13800000001', 20), await placed('13800000001', 3)]
  for (const { orderNo } of [many, single]) await asStaff('manager', 'order/approve', { orderNo })
  await task('receive 20 samples by one slip', 'logistics', '/console/intake', async (hand) => {
    await hand.insert(many.orderNo)
    await hand.press('Enter')
    await hand.page.getByRole('heading', { name: `送样单 ${many.orderNo}` }).waitFor()
    await hand.fill('存放位置', 'A-01-02')
    await hand.click('登记 20 个样品')
    await hand.page.getByRole('listitem').filter({ hasText: '已收样 20 个' }).waitFor()
  })
  await task('receive 3 samples one by one', 'logistics', '/console/intake', async (hand) => {
    for (const sampleNo of single.sampleNos) {
      await hand.insert(sampleNo)
      await hand.press('Enter')
      await hand.page.getByRole('heading', { name: sampleNo }).waitFor()
      await hand.fill('重量', '25')
      await hand.fill('存放位置', 'A-01-02')
      await hand.press('Enter')
      await hand.page
        .getByRole('listitem')
        .filter({ hasText: `${sampleNo} 已收样` })
        .waitFor()
    }
  })
}

async function approveAndAssign(): Promise<void> {
  const orders: DemoOrder[] = []
  for (let n = 0; n < 51; n++) orders.push(await placed('13800000001', 1))
  const [first] = orders
  await task('approve 1 order', 'manager', `/console/orders/${first?.orderNo}`, async (hand) => {
    await hand.click('审核通过')
    await hand.click('审核通过')
    await hand.page.getByText('待送样').first().waitFor()
  })
  await task('approve 50 orders', 'manager', '/console/orders?tab=review', async (hand) => {
    await hand.all()
    await hand.click('审核通过')
    await hand.click(/^审核通过（/)
    await hand.page.getByText(/成功 \d+ 项，未成功 \d+ 项$/).waitFor()
    await hand.click('完成')
  })
  for (const { orderNo, sampleNos } of orders) {
    // The page of 50 rows also shows orders of the demo, so the last ones are left.
    await asStaff('manager', 'order/approve', { orderNo }).catch(() => undefined)
    for (const sampleNo of sampleNos)
      await asStaff('logistics', 'sample/receive', { sampleNo, weightMg: 120, condition: '完好', shelf: 'A-01-01' })
    await asStaff('lab', 'order/startTesting', { orderNo })
  }
  await task('assign 50 orders', 'manager', '/console/orders?tab=testing', async (hand) => {
    await hand.all()
    await hand.click('分派')
    const choice = hand.page.getByRole('combobox', { name: '负责人' }).last()
    hand.clicks += 1
    await choice.selectOption({ index: 1 })
    await hand.click(/^分派（/)
    await hand.page.getByText(/成功 \d+ 项，未成功 \d+ 项$/).waitFor()
    await hand.click('完成')
  })
}

async function quote(): Promise<void> {
  const { orderNo } = await placed('13800000003', 2)
  await task('quote a firm’s order with one line', 'manager', `/console/orders/${orderNo}`, async (hand) => {
    await hand.click('锁定方案并报价')
    await hand.fill(/金额/, '360')
    await hand.click('发送报价')
    await hand.page.getByText('待确认报价').first().waitFor()
  })
}

async function find(): Promise<void> {
  await task('find a sample by the customer’s own number', 'manager', '/console', async (hand) => {
    // The keys work once the tools of the top bar are there.
    await hand.page.getByRole('button', { name: /^搜索/ }).waitFor()
    await hand.press('Control+K')
    await hand.page.getByRole('combobox', { name: '搜索记录和页面' }).waitFor()
    await hand.type('ZnO-17')
    const found = hand.page.getByRole('option', { name: /ZnO-17/ }).first()
    await found.waitFor()
    // Orders that contain the number stand above the sample itself.
    for (let n = 0; n < 8 && (await found.getAttribute('aria-selected')) !== 'true'; n++) await hand.press('ArrowDown')
    await hand.press('Enter')
    await hand.page.waitForURL(/\/console\/(samples|orders)\//)
  })
}

async function invoices(): Promise<void> {
  const customer = await signIn('open/login', '13800000004')
  const order = await placed('13800000004', 1)
  const pay = { kind: 'order', no: order.orderNo, method: 'prestore' }
  await callAt(server.url, 'auth/pay/create', pay, customer.token)
  const title = { title: '张三', naturalPerson: true }
  const { id: titleId } = await callAt<{ id: number }>(server.url, 'auth/invoice/add', title, customer.token)
  const numbers: string[] = []
  for (let n = 0; n < 31; n++) {
    const asked = { type: 1, titleId, email: 'a@example.com', items: [{ orderNo: order.orderNo, amountFen: 100 }] }
    const made = await callAt<{ applicationNo: string }>(server.url, 'auth/invoiceApply/add', asked, customer.token)
    numbers.push(made.applicationNo)
  }
  await task('approve 31 invoice applications', 'finance', '/console/invoices?tab=pending', async (hand) => {
    await hand.all()
    await hand.click(/^通过/)
    await hand.click(/（\d+）$/)
    await hand.page.getByText(/成功 \d+ 项，未成功 \d+ 项$/).waitFor()
    await hand.click('完成')
  })
  await task('register 30 invoices from the tax bureau’s table', 'finance', '/console/invoices', async (hand) => {
    const today = shanghaiDate(new Date())
    const rows = numbers.slice(0, 30).map((no, at) => `${no}\t${26_990_000_000_000_000_000n + BigInt(at)}\t${today}`)
    await hand.click('导入结果')
    hand.clicks += 1
    await hand.page.getByLabel('开票结果').last().focus()
    await hand.insert(['申请单号\t发票号码\t开票日期', ...rows].join('\n'))
    await hand.click('导入')
    await hand.page.getByText('已登记 30 张发票').waitFor()
    await hand.click('完成')
  })
}

async function signIn(path: string, account: string): Promise<Tokens> {
  return callAt<Tokens>(server.url, path, { account, password: PASSWORD })
}

async function asStaff(who: string, path: string, input: object): Promise<void> {
  const { token } = (tokens[who] ??= await signIn('open/staff/login', `${who}@demo`))
  await callAt(server.url, `staff/${path}`, input, token)
}

async function placed(phone: string, sampleCount: number): Promise<DemoOrder> {
  const { token } = (tokens[phone] ??= await signIn('open/login', phone))
  rid ??= await projectNumber(server.url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(
    server.url,
    `open/web/device/detail?rid=${rid}`,
  )
  const line = { rid, parameters: initialValues(form), sampleCount, urgent: false }
  const { id } = await callAt<{ id: number }>(server.url, 'auth/tempDevice/add', line, token)
  return callAt<DemoOrder>(server.url, 'auth/order/add', orderInput(id, sampleCount), token)
}

try {
  await receive()
  await approveAndAssign()
  await quote()
  await find()
  await invoices()
} finally {
  await browser.close()
  await server.stop()
}
