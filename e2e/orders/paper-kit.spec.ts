import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

// From delivered data to a paper: figure, methods and data package.

test('a customer exports a figure, copies the methods and downloads a data package whose checksums hold', async ({
  browser,
  server,
  demo,
}) => {
  const context = await contextOf(browser, server.url, demo, 'teacher')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const orderPage = `/member/order/${demo.orders.delivered.orderNo}`
  await page.goto(orderPage)

  await test.step('the figure has the width of a column, and is drawn again from its address', async () => {
    await page.getByRole('link', { name: '论文插图' }).click()
    const preview = page.getByRole('img', { name: /^插图预览/ })
    await expect(preview).toBeVisible()
    await page.getByLabel('栏宽预设').selectOption({ label: 'RSC 单栏 83 mm' })
    await page.getByLabel('横轴名称').fill('2θ (°)')
    await page.getByLabel('横轴从').fill('30')
    await page.getByLabel('横轴到').fill('48')
    await page.getByLabel('字号').fill('90')
    await expect(page.getByText('请填写 6–10 pt')).toBeVisible()
    await page.getByLabel('字号').fill('8')
    await expect(page).toHaveURL(/\?s=/)
    const svg = (await taken(page, 'SVG')).toString()
    expect(svg).toContain('width="83mm" height="65mm"')
    expect(svg).toContain('font-size="8"')
    await page.goto(page.url())
    await expect(preview).toHaveAttribute('src', `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
    const png = await taken(page, 'PNG 300 dpi')
    expect([png.readUInt32BE(16), png.subarray(37, 41).toString(), png.readUInt32BE(41)]).toEqual([980, 'pHYs', 11811])
    expect((await taken(page, 'PDF')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the methods say what the record says, and what it does not', async () => {
    await page.goto(orderPage)
    await page.getByRole('button', { name: '方法段落' }).click()
    const dialog = page.getByRole('dialog', { name: '方法段落与结果表' })
    await expect(dialog.getByText('测试条件：Cu 靶，40 kV / 40 mA')).toBeVisible()
    await expect(dialog.getByText('仪器制造商').first()).toBeVisible()
    await dialog.getByRole('button', { name: '复制方法段落' }).first().click()
    await expect(dialog.getByText('已复制')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('采用X 射线衍射仪 XRD-01测试')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('the package is made, and sha256sum accepts it', async () => {
    await page.getByRole('button', { name: '数据包' }).click()
    const dialog = page.getByRole('dialog', { name: '数据包' })
    await dialog.getByLabel('CC0 1.0').check()
    await dialog.getByRole('button', { name: '生成数据包' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^下载数据包 CC0 1.0/ }).click({ timeout: 60_000 })
    expect(await accessibilityFaults(page)).toEqual([])
    const folder = mkdtempSync(join(tmpdir(), 'package-'))
    expect(spawnSync('unzip', ['-q', await (await download).path(), '-d', folder]).status).toBe(0)
    const checked = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    expect(readFileSync(join(folder, 'ro-crate-metadata.json'), 'utf8')).toContain('publicdomain/zero/1.0')
    rmSync(folder, { recursive: true })
  })
})

/** The bytes of an exported figure. */
async function taken(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('group', { name: '导出插图' }).getByRole('button', { name, exact: true }).click()
  return readFileSync(await (await download).path())
}
