import { contextOf, type Person, test } from '../demo.ts'
import { expect } from '../journey.ts'

test('[G-14] groups of the menu fold, the own entries stand at the top, and a small laptop keeps its width for the page', async ({
  browser,
  server,
  demo,
}) => {
  const open = async (who: Person) => (await contextOf(browser, server.url, demo, who)).newPage()
  const page = await open('finance')
  const menu = page.getByRole('navigation', { name: '后台菜单' })
  const group = (head: string) => menu.getByRole('group').filter({ has: page.getByRole('heading', { name: head }) })
  await page.goto('/console/invoices')

  await test.step('a folded group stays folded, unless it has the open page', async () => {
    await group('订单').getByRole('heading').click()
    await group('财务').getByRole('heading').click()
    await page.reload()
    await expect(menu.getByRole('link', { name: '发票' })).toBeVisible()
    await expect(menu.getByRole('link', { name: '全部订单' })).toBeHidden()
  })

  await test.step('an entry is kept by keyboard and leads from the top', async () => {
    // On a busy machine a key that is pressed while the page is still loading is lost.
    await expect(async () => {
      await menu.getByRole('link', { name: '退款' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('button', { name: '加入常用：退款' })).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    await group('常用').getByRole('link', { name: '退款' }).click()
    await expect(page.getByRole('heading', { name: '退款', level: 1 })).toBeVisible()
  })

  await test.step('below 1280 px the menu is a column of icons with names', async () => {
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect(menu.getByRole('link', { name: '发票' })).toBeVisible()
    await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(64)
  })
})

test('[G-07] [G-09] the day’s parcels come first, samples past their time have a tab; a line of the plan has one button and a menu', async ({
  browser,
  server,
  demo,
}) => {
  const staff = await (await contextOf(browser, server.url, demo, 'logistics')).newPage()
  await staff.goto('/console/returns')
  await staff.getByRole('link', { name: /留样期满/ }).click()
  await expect(staff).toHaveURL(/tab=keepOver/)
  await expect(staff.getByText('没有留样期满的样品')).toBeVisible()

  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await page.goto('/experiment/plan')
  const lines = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(lines.first()).toBeVisible()
  const before = await lines.count()
  await expect(lines.first().getByRole('button')).toHaveText([/^修改/])
  await page
    .getByLabel(/的更多操作$/)
    .first()
    .click()
  await page.getByRole('button', { name: '复制', exact: true }).click()
  await expect(lines).toHaveCount(before + 1)
})

test('[G-06] the list of orders starts with one line per row, and a person may choose more room', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
  await page.goto('/console/orders')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  const height = async () => (await row.boundingBox())?.height ?? 0
  await expect(row).toBeVisible()
  expect(await height()).toBeLessThanOrEqual(32)
  await page.getByLabel('周敏').or(page.getByText('周敏')).last().click()
  await page.getByRole('button', { name: '表格：舒适行距' }).click()
  await expect.poll(height).toBeGreaterThan(40)
})
