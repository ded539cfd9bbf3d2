import type { Page } from '@playwright/test'
import { contextOf, type Demo, type Person, test } from './demo.ts'
import { expect, expectNoSidewaysScroll, tableFaults } from './journey.ts'
import { openSettled } from './settled.ts'

// What lies between the phone and the desk, what a printer gets, and what Windows' high contrast leaves.

test.use({ trace: 'off', screenshot: 'off' })

type Works = (open: (who: Person) => Promise<Page>, demo: Demo) => Promise<void>

const looked = (title: string, works: Works) =>
  test(title, async ({ browser, server, demo }) => {
    await works(async (who) => (await contextOf(browser, server.url, demo, who)).newPage(), demo)
  })

looked('[Q-350] on a laptop of 1280 and 1024 px every column of a list of the console is in sight', async (open) => {
  const lists: [Person, string[]][] = [
    ['manager', ['orders', 'threads?tab=all', 'demands?tab=all', 'load']],
    ['lab', ['control-charts/measurements', 'reservations/calendar']],
    ['editor', ['projects', 'reviews']],
  ]
  for (const [who, paths] of lists) {
    const page = await open(who)
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await openSettled(page, `/console/${path}`)
      await expect.poll(() => tableFaults(page), path).toEqual([])
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect.poll(() => tableFaults(page), path).toEqual([])
    }
  }
})

looked(
  '[Q-384] a minute before closing the mark of the present stands within the day, and not after it',
  async (open) => {
    const lab = await open('lab')
    let time = '21:59'
    await lab.route(/reservation\/board/, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: { now: string } }
      answer.data.now = `${answer.data.now.slice(0, 10)} ${time}:00`
      await route.fulfill({ response, json: answer })
    })
    await lab.setViewportSize({ width: 1280, height: 800 })
    await openSettled(lab, '/console/reservations/calendar')
    const marks = lab.locator('td > span[aria-hidden]')
    await expect(marks.first()).toBeVisible()
    expect(await tableFaults(lab)).toEqual([])
    time = '22:00'
    await openSettled(lab, '/console/reservations/calendar')
    await expect(lab.getByRole('table')).toBeVisible()
    await expect(marks).toHaveCount(0)
  },
)

looked('[Q-392] a refund that waits for the second person ends with its buttons in sight on a laptop', async (open) => {
  const page = await open('finance')
  await page.route(/staff\/refund\/list/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { list: unknown[] } }
    answer.data.list = [waitingRefund]
    await route.fulfill({ response, json: answer })
  })
  for (const width of [1366, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await openSettled(page, '/console/refunds')
    await expect(page.getByRole('button', { name: /^复核退款/ })).toBeInViewport()
    await expect.poll(() => tableFaults(page), String(width)).toEqual([])
  }
})

const waitingRefund = {
  id: 1,
  version: 1,
  refundNo: 'TK2611300000024916',
  customerId: 1,
  customerName: '王建国',
  customerPhone: '138****0001',
  way: 'balance',
  wayLabel: '退至预存余额',
  channelLabel: '',
  subjectNo: 'MX26102800616',
  reason: '其中一个样品未测出，按实际完成的部分退款给客户',
  amountFen: 1_250_000,
  createdAt: '2026-03-01 23:43:00',
  stage: 'checking',
  stageLabel: '待复核',
  proposedByName: '林静',
  confirmedByName: '',
  declinedByName: '',
  doneAt: null,
  endReason: '',
  mayConfirm: true,
}

looked('[Q-351] on a tablet the tables of a customer end within the page, with their buttons', async (open, demo) => {
  const page = await open('teacher')
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const path of ['member/order', 'member/library', 'member/prestore', 'experiment/plan', 'experiment/contract']) {
    await openSettled(page, `/${path}`)
    await expectNoSidewaysScroll(page)
    await expect.poll(() => tableFaults(page), path).toEqual([])
  }
  await openSettled(page, `/experiment/packing/${demo.orders.awaiting.orderNo}`)
  const number = page.getByRole('rowheader').first()
  const lines = await number.evaluate(
    (cell) => cell.getClientRects()[0]!.height / parseFloat(getComputedStyle(cell).lineHeight),
  )
  expect(lines).toBeLessThan(5)
})

looked(
  '[Q-371] every field of a sample is in sight at 1024 px, and a pair of numbers on a card at 320 px',
  async (open) => {
    const page = await open('teacher')
    await page.setViewportSize({ width: 1024, height: 768 })
    await openSettled(page, '/experiment/plan')
    await page
      .getByRole('link', { name: '去下单' })
      .or(page.getByRole('button', { name: '去下单' }))
      .click()
    await openSettled(page, '/experiment/step2')
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect.poll(() => tableFaults(page)).toEqual([])
    const lab = await open('lab')
    await lab.setViewportSize({ width: 320, height: 640 })
    await openSettled(lab, '/console/control-charts/1')
    await expect(lab.getByRole('table').first()).toBeVisible()
    await expect.poll(() => tableFaults(lab)).toEqual([])
  },
)

looked(
  '[Q-372] with text of twice the size nothing of the head and of the cards is beyond the edge',
  async (open, demo) => {
    const page = await open('teacher')
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
    )
    for (const [width, paths] of [
      [1440, ['/', '/project', '/member/center', `/member/order/${demo.orders.delivered.orderNo}`]],
      [375, ['/project']],
    ] as const) {
      await page.setViewportSize({ width, height: 812 })
      for (const path of paths) {
        await openSettled(page, path)
        await expectNoSidewaysScroll(page)
        await expect(page.getByRole('link', { name: /实验方案/ }).first()).toBeInViewport()
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await openSettled(page, `/member/order/${demo.orders.delivered.orderNo}`)
    const main = await page
      .getByRole('heading', { name: '数据文件' })
      .evaluate((head) => head.closest('section')!.clientWidth)
    expect(main).toBeGreaterThan(400)
  },
)

looked('[Q-352] every tab of a list is in sight from a tablet on', async (open) => {
  const page = await open('finance')
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openSettled(page, '/console/settlements')
    const tabs = page.getByRole('navigation', { name: /分类$/ }).getByRole('list')
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  }
})

looked(
  '[Q-353] [Q-354] paper has every column of a list, curves that are dark on white, bars, and no buttons',
  async (open, demo) => {
    const page = await open('manager')
    // The width of A4 without its margins, and the bar of the window.
    await page.setViewportSize({ width: 704, height: 974 })
    await openSettled(page, '/console/orders')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => tableFaults(page)).toEqual([])
    await expect(page.getByRole('columnheader', { name: '金额' })).toBeInViewport()
    await expect(page.getByRole('button', { name: '列', exact: true })).toBeHidden()
    await openSettled(page, '/console/figures')
    const bar = page.getByRole('main').getByRole('list').locator('span[style*="inline-size"]').first()
    await expect(bar).toHaveCSS('print-color-adjust', 'exact')
    const customer = await open('teacher')
    await customer.emulateMedia({ media: 'print' })
    await openSettled(customer, `/member/order/${demo.orders.delivered.orderNo}`)
    const root = customer.locator('html')
    const token = (name: string) => root.evaluate((html, of) => getComputedStyle(html).getPropertyValue(of), name)
    expect(await token('--night')).toBe(await token('--sheet'))
    expect(await token('--trace-green')).toBe(await token('--ok'))
    await openSettled(customer, `/experiment/packing/${demo.orders.awaiting.orderNo}`)
    await customer.setViewportSize({ width: 688, height: 974 })
    const number = customer.getByRole('rowheader').first()
    expect(await number.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap')
  },
)

looked('[Q-355] with forced colours bars keep their ground, and what is chosen has an outline', async (open) => {
  const page = await open('manager')
  await page.emulateMedia({ forcedColors: 'active' })
  await openSettled(page, '/console/figures')
  const bar = page.getByRole('main').getByRole('list').locator('span[style*="inline-size"]').first()
  await expect(bar).toHaveCSS('forced-color-adjust', 'none')
  const tab = page.getByRole('main').locator('[aria-current]').first()
  await expect(tab).toHaveCSS('outline-style', 'solid')
})

looked(
  '[Q-357] what comes late does not push what is read: an order with data, and the last step',
  async (open, demo) => {
    const page = await open('teacher')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.addInitScript(() => {
      const seen = window as unknown as { shifted: number }
      seen.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.route('**/api/**', async (route) => {
      await new Promise((done) => setTimeout(done, 400))
      await route.continue()
    })
    for (const path of [`/member/order/${demo.orders.delivered.orderNo}`, '/experiment/step5']) {
      await openSettled(page, path)
      expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), path).toBeLessThan(0.05)
    }
  },
)
