import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessibilityFaults, expect, test, widthFaults } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'imports' })

const stage = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).first()

async function pick(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByRole('dialog').getByLabel('选择要导入的表格').setInputFiles(file)
}

async function expectFits(page: Page): Promise<void> {
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}

/** The manager fills the template in, imports the correct rows, corrects the faulty one, and takes the first import back. */
test('customers are imported from a file, corrected and taken back', async ({ browser, server }) => {
  test.setTimeout(180_000)
  const page = await openStaffPage(browser, server.url, 'manager')

  await test.step('the template says what the columns are', async () => {
    await page.getByRole('link', { name: '数据导入' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '数据导入' })).toBeVisible()
    await expect(page.getByRole('link', { name: '项目价格' })).toBeVisible()
    await expectFits(page)
    await page.getByRole('button', { name: '新建导入' }).first().click()
    await page.getByLabel('导入什么').selectOption({ label: '客户' })
    await expectFits(page)
    expect(await download(page, '模板 CSV')).toContain('手机号*,姓名*,用户类型')
  })

  await test.step('[Q-204] a file with a faulty row is checked and nothing is written; all reasons of the row can be read', async () => {
    await pick(
      page,
      '新客户.csv',
      '手机号,姓名,单位,用户类型\n13900001001,王一,示例大学,\n13900001002,李二,,\n139,赵三,示例公司,教授\n',
    )
    await expect(page.getByRole('heading', { level: 1, name: '导入客户' })).toBeVisible()
    await expect(stage(page, '待导入')).toBeVisible()
    const reasons = page.getByRole('cell', { name: /手机号格式不正确；用户类型应为.*之一/ })
    await expect(reasons).toBeVisible()
    expect(await reasons.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
    await expectFits(page)
  })

  await test.step('only the correct rows are imported', async () => {
    await page.getByRole('button', { name: '只导入正确的 2 行' }).click()
    await expect(page.getByRole('dialog')).toContainText('有误的 1 行不导入')
    await page.getByRole('button', { name: '确认导入' }).click()
    await expect(stage(page, '已导入')).toBeVisible()
    await page.getByRole('navigation', { name: '行的状态' }).getByRole('link', { name: '已导入' }).click()
    await expect(page.getByRole('cell', { name: '13900001001' })).toBeVisible()
  })

  await test.step('the faulty row is downloaded, corrected and imported', async () => {
    const first = page.url().split('?')[0] ?? ''
    await page.getByRole('navigation', { name: '行的状态' }).getByRole('link', { name: '有误' }).click()
    const rows = await download(page, '下载这些行 CSV')
    expect(rows).toContain('手机号格式不正确')
    await page.goto('/console/imports')
    await page.getByRole('button', { name: '新建导入' }).first().click()
    await pick(page, '改正.csv', rows.replace('139,', '13900001003,').replaceAll('教授', ''))
    await page.getByRole('button', { name: '导入 1 行' }).click()
    await page.getByRole('button', { name: '确认导入' }).click()
    await expect(stage(page, '已导入')).toBeVisible()
    await page.goto(first)
  })

  await test.step('the first import is taken back', async () => {
    await page.getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('button', { name: '确认撤销' }).click()
    await expect(stage(page, '已撤销')).toBeVisible()
    await expectFits(page)
    await page.goto('/console/customers?kw=13900001003')
    await expect(page.getByText('赵三').first()).toBeVisible()
    await page.goto('/console/customers?kw=13900001001')
    await expect(page.getByText('王一')).toHaveCount(0)
  })
})
