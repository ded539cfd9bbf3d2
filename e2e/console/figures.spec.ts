import { readFileSync } from 'node:fs'
import { test } from '../demo.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'figures' })

/** The manager reads the figures of the year, opens the list behind a bar, looks at a card as a table and takes it along as files. */
test('figures open their lists and are saved as picture and table', async ({ browser, server, demo }) => {
  test.setTimeout(180_000)
  expect(demo.orders.delivered.orderNo).toMatch(/^MX/)
  const page = await openStaffPage(browser, server.url, 'manager')

  await test.step('the cards of the manager stand beside the range before', async () => {
    await page.goto('/console')
    await page.getByRole('link', { name: '经营看板' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '经营看板' })).toBeVisible()
    for (const title of ['从方案到付款', '检测周期', '当前逾期', '承诺兑现率', '收入 · 按月', '应收账龄', '复测率'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a bar opens the list with as many rows', async () => {
    await page.getByRole('link', { name: '近 30 天' }).click()
    const steps = page.getByRole('list', { name: '从方案到付款' })
    const placed = steps.getByRole('listitem').filter({ has: page.getByRole('link', { name: '下单' }) })
    const count = /([\d,]+) 单/.exec((await placed.textContent()) ?? '')?.[1] ?? ''
    expect(Number(count)).toBeGreaterThan(0)
    await placed.getByRole('link').click()
    await expect(page).toHaveURL(/\/console\/orders\?tab=all&created=/)
    await expect(page.getByText(new RegExp(`共 ${count} `)).first()).toBeVisible()
    await page.goBack()
  })

  await test.step('a card is a table, a picture and a CSV', async () => {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '检测周期' }) })
    await card.getByRole('button', { name: '看表格' }).click()
    await expect(card.getByRole('table', { name: '检测周期' })).toContainText('1–3 天')
    await expectAccessible(page)
    for (const [label, ending, first] of [
      ['PNG 图片', '.png', '\u0089PNG'],
      ['CSV 表格', '.csv', '\u00ef\u00bb\u00bf'],
    ] as const) {
      await card.getByLabel('下载检测周期').click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: label }).click(),
      ])
      expect(file.suggestedFilename()).toContain(ending)
      expect(readFileSync(await file.path(), 'latin1').slice(0, first.length)).toBe(first)
    }
  })

  await test.step('the whole page is a workbook', async () => {
    const [book] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 Excel' }).click(),
    ])
    expect(book.suggestedFilename()).toMatch(/\.xlsx$/)
  })

  await test.step('an own range is asked for, and refused with a reason when it is wrong', async () => {
    await page.getByRole('link', { name: '自选' }).click()
    await expect(page.getByText('请选择开始日期和结束日期')).toBeVisible()
    await page.getByLabel('开始日期').fill('2026-03-02')
    await page.getByLabel('结束日期').fill('2026-03-01')
    await page.getByRole('button', { name: '查看' }).click()
    await expect(page.getByText('开始日期不能晚于结束日期')).toBeVisible()
  })

  await test.step('on a phone it fits the width', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/console/figures?range=year')
    await expect(page.getByRole('heading', { name: '收入 · 按月' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
