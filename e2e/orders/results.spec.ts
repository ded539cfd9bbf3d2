import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contextOf, test } from '../demo.ts'
import { makeTested } from '../demo-orders.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'
import { verifyOrder } from '../staff-steps.ts'

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
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '关闭', exact: true }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })
})

test('the laboratory enters values by template or from a table, a second person verifies them, and anybody can check the report', async ({
  browser,
  server,
  demo,
}) => {
  const order = await makeTested(server.url, demo)
  const open = async (who: 'lab' | 'reviewer' | 'teacher') =>
    (await contextOf(browser, server.url, demo, who)).newPage()
  const lab = await open('lab')
  const task = `/console/tasks/${order.orderNo}`

  await test.step('values are corrected until hand-in', async () => {
    await lab.goto(task)
    await lab.getByRole('button', { name: /^修改检测记录/ }).click()
    await lab.getByRole('button', { name: '按模板添加 2 行' }).click()
    const phase = lab.getByRole('group', { name: '第 1 行' })
    const size = lab.getByRole('group', { name: '第 2 行' })
    await phase.getByLabel('结果', { exact: true }).fill('六方 ZnO')
    await lab.getByRole('button', { name: '保存检测记录' }).click()
    await expect(lab.getByText('请填写结果').first()).toBeVisible()
    const sampleNo = await size.getByLabel('样品').inputValue()
    await lab.getByRole('button', { name: '从表格导入' }).click()
    const dialog = lab.getByRole('dialog', { name: /^从表格导入结果/ })
    await dialog
      .getByLabel('表格内容')
      .fill(`样品编号\t结果项\t结果\t单位\t不确定度\n${sampleNo}\t晶粒尺寸\t24.6\tnm\t0.8（k=2）\nB-9\t晶粒尺寸\t1`)
    await expect(dialog.getByRole('alert')).toContainText('第 3 行：没有样品“B-9”')
    await dialog.getByRole('button', { name: '填入 1 个结果' }).scrollIntoViewIfNeeded()
    if (process.env.SCREENSHOTS) await lab.screenshot({ path: `${process.env.SCREENSHOTS}/values-sheet.png` })
    expect(await accessibilityFaults(lab)).toEqual([])
    await dialog.getByRole('button', { name: '填入 1 个结果' }).click()
    await expect(size.getByLabel('结果', { exact: true })).toHaveValue('24.6')
    await lab.getByRole('button', { name: '撤销导入' }).click()
    await expect(size.getByLabel('结果', { exact: true })).toHaveValue('')
    await size.getByLabel('结果', { exact: true }).fill('24.6')
    await size.getByLabel('不确定度').fill('0.8（k=2）')
    await lab.getByRole('button', { name: '保存检测记录' }).click()
    await expect(lab.getByRole('table', { name: /的结果数值$/ }).getByText('24.6 nm')).toBeVisible()
    expect(await accessibilityFaults(lab)).toEqual([])
    await lab.getByRole('button', { name: '提交审核' }).click()
    await lab.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
    await expect(lab.getByText('已提交审核').first()).toBeVisible()
  })

  await test.step('a second person reads them and delivers', async () => {
    const reviewer = await open('reviewer')
    await reviewer.goto(task)
    await expect(reviewer.getByText('0.8（k=2）')).toBeVisible()
    await verifyOrder(reviewer, order.orderNo)
  })

  await test.step('the customer reads them, and anybody can verify the report', async () => {
    const customer = await open('teacher')
    await customer.goto(`/member/order/${order.orderNo}`)
    await expect(customer.getByRole('table', { name: /的结果数值$/ }).getByText('24.6 nm')).toBeVisible()
    await customer.getByRole('link', { name: /^\w{4}-\w{4}-\w{4}$/ }).click()
    await expect(customer.getByText('报告有效').first()).toBeVisible()
  })
})

/** The bytes of an exported file. */
async function taken(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('group', { name: '导出' }).getByRole('button', { name, exact: true }).click()
  return readFileSync(await (await download).path())
}
