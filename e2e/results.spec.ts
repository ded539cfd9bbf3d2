import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contextOf, test } from './demo.ts'
import { expect } from './journey.ts'

// The data of a delivered order, as the customer works with it.

test('a customer measures a peak, compares two orders and takes figure and numbers away', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await page.goto(`/member/order/${demo.orders.delivered.orderNo}`)
  const plot = page.getByRole('application')
  await expect(plot).toBeVisible()

  await test.step('peaks are named, and stand in a table with their widths', async () => {
    await page.getByLabel('标注峰位').check()
    await expect(
      plot
        .locator('text')
        .filter({ hasText: /^3[0-9]\./ })
        .first(),
    ).toBeVisible()
    await page.getByText(/^峰表（\d+）$/).click()
    await expect(page.getByRole('columnheader', { name: '半高宽' })).toBeVisible()
  })

  await test.step('a range is integrated by keyboard alone', async () => {
    await page.getByLabel('积分').check()
    await page.getByLabel('起点').fill('35')
    await page.getByLabel('终点').fill('38')
    await page.getByRole('button', { name: '添加区间' }).click()
    await expect(page.getByRole('table', { name: '积分结果' }).getByRole('row')).toHaveCount(2)
    await plot.focus()
    await page.keyboard.press('p')
    await page.keyboard.press('[')
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('[')
    await expect(page.getByRole('table', { name: '积分结果' }).getByRole('row')).toHaveCount(3)
  })

  await test.step('a logarithmic scale, and the figure as SVG, PNG and CSV', async () => {
    await page.getByLabel('纵轴').selectOption({ label: '对数' })
    const svg = await taken(page, 'SVG')
    expect(svg.toString()).toContain('<svg xmlns')
    expect((await taken(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG')
    const csv = (await taken(page, '曲线 CSV')).toString()
    expect(csv.split('\r\n').length).toBeGreaterThan(100)
    expect((await taken(page, '峰表 CSV')).toString()).toContain('面积')
  })

  await test.step('the curve of another order is drawn over it', async () => {
    await page.getByRole('button', { name: '叠加对比' }).click()
    const dialog = page.getByRole('dialog', { name: '叠加对比' })
    await dialog.getByRole('textbox', { name: '加入其他订单' }).fill(demo.orders.unsettled.orderNo)
    await dialog.getByRole('button', { name: new RegExp(demo.orders.unsettled.orderNo) }).click()
    await dialog
      .getByRole('group', { name: `订单 ${demo.orders.unsettled.orderNo}` })
      .getByRole('checkbox')
      .first()
      .check()
    await expect(dialog.getByRole('application').locator('g[clip-path] > path')).toHaveCount(2)
    await dialog.getByLabel('错开').fill('50')
    await dialog.getByLabel('归一化').check()
    await expect(dialog.getByText('相对强度 (%)，已错开').first()).toBeVisible()
  })
})

/** The bytes of an exported file. */
async function taken(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('group', { name: '导出' }).getByRole('button', { name, exact: true }).click()
  return readFileSync(await (await download).path())
}
