import { Transformer } from '@napi-rs/image'
import type { Page } from '@playwright/test'
import { copyInstallation } from '../installations.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, serve } from '../journey.ts'
import { openSettled } from '../settled.ts'
import { openStaffPage } from '../staff-steps.ts'
import { minuteText } from '../../src/ui/text/day-text.ts'

const test = base.extend({
  server: [
    ({ installation: _installation }, use, worker) =>
      serve(copyInstallation(worker.project.name), use, { movableClock: true }),
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'scheduled' })

/** A picture of 1600 × 800 that no other test uploads. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [1600, 800]
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    data.set([40 + (x / width) * 120, 90 + (y / height) * 100, 140 + 60 * Math.sin(x / 90), 255], i * 4)
  }
  return Transformer.fromRgbaPixels(data, width, height).jpeg(85)
}

const publish = async (page: Page) => {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即发布' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
}
/** The HTML of a page for the next visitor. */
const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text()

test('[H-01] [H-11] [Q-271] an editor changes a banner with a picture, previews it, schedules it and archives it', async ({
  page: visitor,
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '内容管理' }).click()
  await page.getByRole('link', { name: '轮播图' }).click()
  await page.getByRole('rowheader').getByRole('link').first().click()
  const title = page.getByRole('textbox', { name: /^标题/ })
  const before = await title.inputValue()
  const next = `换了图的轮播 ${Date.now()}`
  await title.fill(next)
  await page.getByRole('button', { name: '选择图片' }).click()
  await page
    .getByLabel('上传图片')
    .setInputFiles({ name: '实验室.jpg', mimeType: 'image/jpeg', buffer: await photograph() })
  await expect(page.getByRole('img', { name: '当前图片' })).toBeVisible({ timeout: 60_000 })

  // A wrong click asks for confirmation and loses nothing.
  await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '内容管理' }).click()
  const guard = page.getByRole('dialog', { name: '还有没保存的修改' })
  await guard.getByRole('button', { name: '取消' }).click()
  await page.getByLabel('修改说明').fill('换一张照片')
  await save(page)
  await expect(page.getByText('草稿', { exact: true }).first()).toBeVisible()
  // The next version has a note of its own.
  await expect(page.getByLabel('修改说明')).toHaveValue('')
  expect(await htmlOf(visitor, '/')).not.toContain(next)

  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: '预览', exact: true }).click(),
  ])
  await expect(preview.getByText('预览：第')).toBeVisible()
  await expect(preview.getByText(next).first()).toBeVisible()
  const picture = preview.getByRole('region', { name: '推荐内容' }).locator('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/img\/[\w-]+\.\d+\.avif$/)
  const answer = await preview.request.get(preview.url())
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  expect(await htmlOf(visitor, '/')).not.toContain(next)
  await preview.close()

  // The next minute; the server's clock is moved to it.
  const at = new Date(Math.ceil((Date.now() + 60_000) / 60_000) * 60_000)
  const local = new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 16)
  await page.getByRole('button', { name: '定时发布' }).click()
  await page.getByLabel('发布时间').fill(local)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(`定于 ${minuteText(local.replace('T', ' '))} 发布`).first()).toBeVisible()
  expect(await htmlOf(visitor, '/')).not.toContain(next)
  await server.advance(at.getTime() - Date.now() - 20_000)
  expect(await htmlOf(visitor, '/')).not.toContain(next)
  await server.advance(20_000)
  await expect.poll(() => htmlOf(visitor, '/'), { timeout: 5000, intervals: [100] }).toContain(next)
  await visitor.goto('/')
  await expect(visitor.getByText(next).first()).toBeVisible()

  // Restore the first version.
  await page.reload()
  await page.getByRole('button', { name: '查看修改：第 2 版' }).click()
  await expect(page.getByText('换一张照片')).toBeVisible()
  await page.getByRole('button', { name: '恢复为草稿：第 1 版' }).click()
  await expect(title).toHaveValue(before)
  await publish(page)
  await expect.poll(() => htmlOf(visitor, '/'), { timeout: 2000 }).not.toContain(next)
})

test('[F-07] two editors change one banner: the second keeps the input, sees the first change, and decides', async ({
  browser,
  server,
}) => {
  const [first, second] = [
    await openStaffPage(browser, server.url, 'editor'),
    await openStaffPage(browser, server.url, 'editor'),
  ]
  const stamp = Date.now()
  await first.goto('/console/content/banner')
  await first.getByRole('rowheader').getByRole('link').first().click()
  await expect(first.getByLabel('说明', { exact: true })).toBeVisible()
  await expect(first.getByText(/^(编辑前的内容|还没有编辑过)$/)).toBeVisible()
  await expect(first.getByRole('complementary', { name: '版本历史' }).getByText(/保存$/)).toHaveCount(0)
  await second.goto(first.url())
  await second.getByRole('textbox', { name: /^标题/ }).fill(`第二人的标题 ${stamp}`)
  await first.getByRole('textbox', { name: /^标题/ }).fill(`第一人的标题 ${stamp}`)
  await first.getByLabel('说明', { exact: true }).fill(`第一人的说明 ${stamp}`)
  await save(first)
  // Typed before the second one saves: a form without unsaved text would continue with the newer version when the window gets the focus.
  await first.getByRole('textbox', { name: /^标题/ }).fill('被放弃的标题')

  await second.getByRole('button', { name: '保存草稿' }).click()
  const panel = second.getByRole('alert', { name: '内容已被他人修改' })
  await expect(panel).toContainText(`对方：第一人的标题 ${stamp}`)
  await expect(panel).toContainText(`我的：第二人的标题 ${stamp}`)
  await expect(second.getByRole('textbox', { name: /^标题/ })).toHaveValue(`第二人的标题 ${stamp}`)
  // Field by field: one's own title, the other person's description; the choice can be changed before merging.
  await panel.getByRole('radio', { name: /标题 对方/ }).check()
  await panel.getByRole('radio', { name: /标题 我的/ }).check()
  await expect(panel.getByRole('radio', { name: /说明 对方/ })).toBeChecked()
  await expectAccessible(second)
  await panel.getByRole('button', { name: '按所选合并' }).click()
  await expect(panel).toHaveCount(0)
  await expect(second.getByLabel('说明', { exact: true })).toHaveValue(`第一人的说明 ${stamp}`)
  await save(second)
  await second.reload()
  await expect(second.getByRole('textbox', { name: /^标题/ })).toHaveValue(`第二人的标题 ${stamp}`)

  await first.getByRole('button', { name: '保存草稿' }).click()
  await first.getByRole('button', { name: '采用对方的' }).click()
  await expect(first.getByRole('textbox', { name: /^标题/ })).toHaveValue(`第二人的标题 ${stamp}`)

  // What is typed while a save is under way stays, and the next save is no conflict with oneself.
  await first.getByLabel('说明', { exact: true }).fill('正在保存')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await first.route('**/api/staff/content/save', (route) => held.then(() => route.continue()), { times: 1 })
  await first.getByRole('button', { name: '保存草稿' }).click()
  await first.getByLabel('说明', { exact: true }).fill('保存时又写的')
  answer()
  await expect(first.getByText('草稿已保存').last()).toBeVisible()
  await expect(first.getByLabel('说明', { exact: true })).toHaveValue('保存时又写的')
  await save(first)
  await expect(first.getByRole('alert', { name: '内容已被他人修改' })).toHaveCount(0)
  await first.reload()
  await expect(first.getByLabel('说明', { exact: true })).toHaveValue('保存时又写的')
})

test('[T-51] [T-52] an editor writes an article with headings, a table, a link and a picture by keyboard', async ({
  page: visitor,
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.goto('/console/content/article/new')
  const title = `键盘写成的文章 ${Date.now()}`
  await page.getByRole('textbox', { name: /^标题/ }).fill(title)
  await page.getByLabel('摘要').fill('摘要一句')
  await page.getByLabel('显示的日期').fill('2026-03-01T09:00')
  const body = page.getByRole('textbox', { name: '正文' })
  await body.click()
  const tools = page.getByRole('toolbar', { name: '文字格式' })
  await tools.getByRole('button', { name: '二级标题' }).click()
  await expect(body).toBeFocused()
  await page.keyboard.type('样品准备')
  await expect(body.getByRole('heading', { level: 2, name: '样品准备' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('先看')
  await tools.getByRole('button', { name: '链接' }).click()
  const link = page.getByRole('dialog', { name: '链接' })
  await link.getByLabel('地址').fill('javascript:alert(1)')
  await link.getByRole('button', { name: '确定' }).click()
  await expect(link.getByText('链接只能是')).toBeVisible()
  await link.getByLabel('地址').fill('/guide')
  await link.getByRole('button', { name: '确定' }).click()
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: '插入表格' }).click()
  await page.keyboard.type('方法')
  await save(page)
  await expect(page).toHaveURL(/\/console\/content\/article\/\d+$/)
  const id = page.url().split('/').at(-1) ?? ''
  expect((await visitor.request.get(`/article/${id}`)).status()).toBe(404)
  await publish(page)
  await visitor.goto(`/article/${id}`)
  await expect(visitor.getByRole('heading', { level: 2, name: '样品准备' })).toBeVisible()
  await expect(visitor.getByRole('article').getByRole('link', { name: '/guide' })).toHaveAttribute('href', '/guide')
  await expect(
    visitor.getByRole('cell', { name: '方法' }).or(visitor.getByRole('columnheader', { name: '方法' })),
  ).toBeVisible()
})

test('[N-12] a changed telephone number is on every page within two seconds without a restart', async ({
  page: visitor,
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'admin')
  await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '网站设置' }).click()
  await page.getByRole('link', { name: '联系方式' }).click()
  const old = await page.getByLabel('服务热线').inputValue()
  for (const phone of ['400-000-4321', old]) {
    await page.getByLabel('服务热线').fill(phone)
    await save(page)
    await publish(page)
    await expect.poll(() => htmlOf(visitor, '/contact'), { timeout: 2000 }).toContain(phone)
    expect(await htmlOf(visitor, '/policy')).toContain(phone)
  }
  await page.goto('/console/content/banner')
  await expect(page.getByText('您的角色不能打开这个页面')).toBeVisible()
})

test('[C-02] an editor replaces the example data of a project: a wrong line is named, the plot is previewed, and the page changes at once', async ({
  page: visitor,
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.goto('/console/content/projectResult')
  await page.getByLabel('搜索条目').fill('拉曼')
  await page.getByLabel('搜索条目').press('Enter')
  await page.getByRole('rowheader').getByRole('link', { name: /拉曼/ }).click()
  const table = page.getByLabel(/^数据表/)
  await expect(page.getByRole('img', { name: /^预览/ })).toBeVisible()
  await expect(table).toHaveValue(/^拉曼位移/)
  const before = await table.inputValue()
  const axis = page.getByLabel(/^横轴名称与单位/)

  await page
    .getByLabel('上传数据文件')
    .setInputFiles({ name: '硅片.csv', mimeType: 'text/csv', buffer: Buffer.from('位移,强度\n100,5\n520,O\n900,4\n') })
  await expect(page.getByText('还不能画图：第 3 行第 2 列「O」不是数字')).toBeVisible()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(table).toBeFocused()
  await expect(table).toHaveAttribute('aria-invalid', 'true')
  // Marks of the old numbers may be outside the new ones, so remove them.
  await table.fill('位移,强度\n100,5\n520,87\n3500,4\n')
  await expect(page.getByRole('img', { name: /^预览/ })).toBeVisible()
  await axis.fill('硅片的位移 / cm⁻¹')
  await page.getByLabel(/^测试条件/).fill('硅片，532 nm，实测')
  await save(page)
  const link = new URL(await page.evaluate(() => location.href)).pathname.replace(/.*\//, '/detail/')
  expect(await htmlOf(visitor, link)).not.toContain('硅片的位移')
  await publish(page)
  await expect.poll(() => htmlOf(visitor, link), { timeout: 2000, intervals: [100] }).toContain('硅片的位移')
  await visitor.goto(`${link}#result`)
  await expect(visitor.getByRole('img', { name: /随 硅片的位移/ })).toBeVisible()
  // Only the editor's text about the measurement, without additions of the page.
  await expect(visitor.getByText('硅片，532 nm，实测', { exact: true })).toBeVisible()
  expect(await htmlOf(visitor, link.replace('/detail/', '/files/example/').concat('-0.csv'))).toContain('520,87')

  await page.getByRole('button', { name: '恢复为草稿：第 1 版' }).click()
  await expect(table).toHaveValue(before)
  await publish(page)
  await expect.poll(() => htmlOf(visitor, link), { timeout: 2000, intervals: [100] }).not.toContain('硅片的位移')
})

test('[Q-359] the content pages of the console say what was never edited, show the specimen of a report, fit a phone and pass the automatic accessibility checks', async ({
  browser,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  const paths = [
    '/console/content',
    '/console/settings',
    '/console/content/banner',
    '/console/content/banner/new',
    '/console/content/article/new',
    '/console/content/page/4',
    '/console/content/projectResult',
    '/console/content/projectResult/35',
    '/console/content/hotProjects/1',
    '/console/content/settingHours/1',
    '/console/content/settingPickup/1',
    '/console/content/settingRegions/1',
  ]
  for (const path of paths) {
    await openSettled(page, path)
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/${width}${path.replaceAll('/', '_')}.png`,
          fullPage: true,
        })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  }
  const history = page.getByRole('complementary', { name: '版本历史' })
  await expect(history.getByText('初始内容，使用中')).toBeVisible()
  await expect(page.getByText('已发布', { exact: true })).toHaveCount(0)

  await test.step('the specimen of a report is drawn from what is typed', async () => {
    await page.goto('/console/content/settingReport/1')
    await page.getByRole('button', { name: '报告样张' }).click()
    const specimen = page.getByRole('dialog', { name: '报告样张' })
    await expect(specimen.getByLabel('模板')).toBeVisible()
    // A browser without a reader for PDF offers the file.
    const drawn = specimen.getByTitle(/^报告样张：/).or(specimen.getByRole('button', { name: '在新窗口打开' }))
    await expect(drawn).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
  })
})
