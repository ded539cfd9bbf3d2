import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

const frameTop = (page: Page) =>
  page
    .locator('iframe[title="页面预览"]')
    .evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.scrollY ?? -1)

test('[G-12] an editor sees the page beside the form of a project, what differs from the published version, and jumps to it', async ({
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/console/projects')
  await page.getByRole('rowheader').getByRole('link').first().click()
  const name = page.getByRole('textbox', { name: /^项目名称/ })
  const published = await name.inputValue()
  const shown = page.frameLocator('iframe[title="页面预览"]')
  const preview = page.getByRole('button', { name: '实时预览', exact: true })
  const differences = page.getByRole('button', { name: /^与已发布版本的差异/ })

  await test.step('the page stands beside the form without a click and follows what is typed, unsaved', async () => {
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(published)
    await expect(differences).toHaveText('与已发布版本的差异 0')
    await name.fill('改过名称的项目')
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('改过名称的项目')
    await expect(differences).toHaveText('与已发布版本的差异 1')
    await expect(page.locator('[data-changed]')).toHaveCount(1)
    await expect(page.locator('[data-changed]').getByText('已修改')).toBeVisible()
    await expect(page.getByRole('link', { name: /^基本信息.*有修改/ })).toBeVisible()
  })

  await test.step('the page scrolls to the section that is being edited', async () => {
    const before = await frameTop(page)
    await page.getByRole('link', { name: '参数表单' }).click()
    await expect.poll(() => frameTop(page)).toBeGreaterThan(before + 300)
    await page.getByRole('link', { name: '介绍与问答' }).click()
    const notices = page.getByRole('textbox', { name: /^注意事项/ })
    await notices.fill(`${await notices.inputValue()}\n新写的一条注意事项`)
    await expect(shown.getByText('新写的一条注意事项').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await test.step('all differences at a glance, by keyboard, and a jump to a field of another section', async () => {
    await differences.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '与已发布的第 1 版的差异' })
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('listitem').first()).toContainText(published)
    await expect(dialog.getByRole('listitem').first()).toContainText('改过名称的项目')
    await expect(dialog.getByRole('listitem').nth(1)).toContainText('新写的一条注意事项')
    await expect(dialog.getByRole('listitem').nth(1)).toContainText('行相同，没有列出')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '去修改：项目名称' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(name).toBeFocused()
  })

  await test.step('a folded preview stays folded; the draft still differs from what is published', async () => {
    await preview.click()
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText('草稿已保存').first()).toBeVisible()
    await page.reload()
    await expect(differences).toHaveText('与已发布版本的差异 2')
    await expect(preview).toHaveAttribute('aria-pressed', 'false')
    await expect(page.locator('iframe[title="页面预览"]')).toHaveCount(0)
    await preview.click()
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('改过名称的项目')
  })

  await test.step('below 1280 px it is opened by a button, and on a phone it takes the place of the form', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.locator('iframe[title="页面预览"]')).toHaveCount(0)
    await preview.click()
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('改过名称的项目')
    await expect(name).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(name).toBeHidden()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: '收起实时预览' }).click()
    await expect(name).toHaveValue('改过名称的项目')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
