import type { Page } from '@playwright/test'
import { accessibilityFaults, expect, expectNoSidewaysScroll, test } from '../journey.ts'

async function looksRight(page: Page): Promise<void> {
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('[28.8] a visitor comes from what he wants to know to the methods, and sees what his budget pays for', async ({
  page,
}) => {
  await page.goto('/project')
  await page.getByRole('link', { name: '不知道选哪个？' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '您想知道样品的什么？' })).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: '样品里有哪些元素，各占多少' }).click()
  const methods = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(methods).toHaveCount(4)
  await looksRight(page)

  await page.getByLabel('样品形态').selectOption({ label: '液体' })
  const icp = methods.filter({ hasText: '消解' })
  const epma = methods.filter({ hasText: '抛光的平面' })
  await expect(epma.getByRole('checkbox')).toBeDisabled()
  await expect(epma).toContainText('不接收液体')

  await page.getByLabel('样品数').fill('10')
  const total = page.getByRole('status').filter({ hasText: '项方法' })
  const before = await total.textContent()
  await icp.getByRole('checkbox').uncheck()
  await expect(total).not.toHaveText(before ?? '')
  await icp.getByRole('checkbox').check()
  await page.getByRole('textbox', { name: '预算' }).fill('1')
  await expect(methods.first()).toContainText('超出预算')
  await icp.getByRole('link', { name: /^选择参数/ }).click()
  await expect(page).toHaveURL(/\/detail\/\d+#order$/)
})
