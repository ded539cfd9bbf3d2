import { Transformer } from '@napi-rs/image'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

/** The home page is arranged anew here, which journeys of visitors would see. */
test.use({ installation: 'editing' })

async function picture(shade: number): Promise<Buffer> {
  return Transformer.fromRgbaPixels(new Uint8Array(160 * 80 * 4).fill(shade), 160, 80).png()
}

const publish = async (page: Page) => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即发布' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const wide = { width: 1440, height: 900 }
const phone = { width: 375, height: 812 }

/** Both widths: no sideways scrolling and no finding of axe. */
async function expectGood(page: Page): Promise<void> {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

test('[E-01] [E-03] [E-04] [E-05] [E-06] an editor keeps the pictures, arranges the home page, sees the text in the page while typing, and leads a missing address', async ({
  browser,
  page: visitor,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')

  await test.step('pictures: many at once, a text, a replacement everywhere', async () => {
    await page.goto('/console/media')
    await page.getByLabel('上传图片').setInputFiles([
      { name: '甲图.png', mimeType: 'image/png', buffer: await picture(40) },
      { name: '乙图.png', mimeType: 'image/png', buffer: await picture(90) },
    ])
    await expect(page.getByText('已上传 2 张图片').first()).toBeVisible({ timeout: 60_000 })
    await expectGood(page)
    await page.getByRole('button', { name: '详情 甲图.png' }).click()
    const dialog = page.getByRole('dialog', { name: '甲图.png' })
    await expect(dialog.getByText('没有内容用到它。')).toBeVisible()
    await dialog.getByRole('textbox', { name: '替代文字' }).fill('一张灰色的图')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('一张灰色的图')).toBeVisible()

    await page.goto('/console/content/partner')
    await page.getByRole('rowheader').getByRole('link').first().click()
    await page.getByRole('button', { name: /(选择|更换)标志/ }).click()
    await page.getByLabel('搜索图片').fill('灰色')
    await page.getByRole('list', { name: '已上传的图片' }).getByRole('button', { name: /甲图/ }).first().click()
    await publish(page)
    await page.goto('/console/media')
    await page.getByRole('button', { name: '详情 甲图.png' }).click()
    await expect(dialog.getByRole('link', { name: /合作单位/ })).toBeVisible()
    await dialog.getByRole('button', { name: '替换图片' }).click()
    await page.getByRole('list', { name: '已上传的图片' }).getByRole('button', { name: /乙图/ }).first().click()
    await page.getByRole('button', { name: '替换', exact: true }).click()
    await expect(page.getByText('已替换，1 处随之更新').first()).toBeVisible()
    await page.getByRole('button', { name: '详情 甲图.png' }).click()
    await dialog.getByRole('button', { name: '删除图片' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText('图片已删除').first()).toBeVisible()
    await expect(page.getByRole('button', { name: '详情 甲图.png' })).toHaveCount(0)
  })

  await test.step('the home page: order by keyboard and by drag, and what is hidden', async () => {
    await page.goto('/console/content/homeBlocks/1')
    const order = page.getByRole('list', { name: '版块的顺序' }).getByRole('listitem')
    await expect(order.first()).toContainText('轮播图')
    await page.getByRole('button', { name: '上移 合作单位' }).focus()
    await page.keyboard.press('Enter')
    await expect(order.nth(7)).toContainText('合作单位')
    await order.nth(6).dragTo(order.nth(1))
    await expect(order.nth(1)).toContainText('能力展示')
    await page.getByLabel('显示文章致谢').uncheck()
    await expectGood(page)
    await publish(page)
    await visitor.goto('/')
    const heads = await visitor.getByRole('heading', { level: 2 }).allTextContents()
    expect(heads).not.toContain('文章致谢')
    expect(heads.indexOf('能力展示')).toBeLessThan(heads.indexOf('热门项目'))
  })

  await test.step('what is typed stands in the page beside the form, and in the preview of the search result', async () => {
    await page.goto('/console/content/article')
    await page.getByRole('rowheader').getByRole('link').first().click()
    const shown = page.frameLocator('iframe[title="页面预览"]')
    await page.getByRole('textbox', { name: /^标题/ }).fill('正在输入的标题')
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('正在输入的标题')
    await page.getByRole('group', { name: '预览宽度' }).getByRole('button', { name: '电脑' }).click()
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('正在输入的标题')
    await page.getByLabel('搜索标题').fill('给搜索引擎的标题')
    await expect(page.getByRole('region', { name: '搜索结果预览' })).toContainText('给搜索引擎的标题')
    await expectGood(page)
    await publish(page)
    const path = /article\/(\d+)/.exec(page.url())?.[1]
    const html = await (await visitor.request.get(`/article/${path}`)).text()
    expect(html).toContain('<title>给搜索引擎的标题')
  })

  await test.step('an address without a page that visitors ask for leads to one', async () => {
    // The browser of the test says that it is one without a window, and such visits are not counted.
    const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
    for (let visits = 0; visits < 3; visits++)
      expect((await visitor.request.get('/product/old-xrd.html', { headers })).status()).toBe(404)
    await page.goto('/console/redirects')
    await page.getByRole('link', { name: '找不到的地址' }).click()
    await expectGood(page)
    await page.getByRole('button', { name: '设为跳转 /product/old-xrd.html' }).click()
    const dialog = page.getByRole('dialog', { name: '新增跳转' })
    await dialog.getByLabel(/新地址/).fill('/project/1')
    await dialog.getByRole('button', { name: '新增', exact: true }).click()
    await expect(page.getByRole('button', { name: '设为跳转 /product/old-xrd.html' })).toHaveCount(0)
    await visitor.goto('/product/old-xrd.html')
    await expect(visitor).toHaveURL(/\/project\/1$/)
  })
})
