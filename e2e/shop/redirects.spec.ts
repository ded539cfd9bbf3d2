import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test('[Q-129] an editor leads addresses of the earlier website to pages of this one', async ({
  browser,
  page: visitor,
  server,
}) => {
  const page = await openStaffPage(browser, server.url, 'editor')
  await page.goto('/console/redirects')

  await test.step('one address, with what is wrong said at its field', async () => {
    await page.getByRole('button', { name: '新增跳转' }).click()
    const dialog = page.getByRole('dialog', { name: '新增跳转' })
    await dialog.getByLabel(/旧地址/).fill('/product/xrd.html')
    await dialog.getByLabel(/新地址/).fill('https://evil.example/')
    await dialog.getByRole('button', { name: '新增', exact: true }).click()
    await expect(dialog.getByText('不能跳转到其他网站').first()).toBeVisible()
    await dialog.getByLabel(/旧地址/).fill('/list/news')
    await dialog.getByLabel(/新地址/).fill('/no-such-page')
    await dialog.getByRole('button', { name: '新增', exact: true }).click()
    await expect(dialog.getByText('旧地址现在是正常的页面，跳转不会生效。')).toBeVisible()
    await expect(dialog.getByText('新地址现在打不开（404），请核对。')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '仍然新增' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel(/旧地址/).fill('/product/xrd.html')
    await dialog.getByLabel(/新地址/).fill('/project/1')
    await dialog.getByRole('button', { name: '新增', exact: true }).click()
    await expect(page.getByRole('row', { name: /\/product\/xrd\.html/ })).toBeVisible()
  })

  await test.step('many by paste, whole or not at all', async () => {
    await page.getByRole('button', { name: '批量粘贴' }).click()
    const dialog = page.getByRole('dialog', { name: '批量粘贴' })
    await dialog.getByLabel('旧地址与新地址').fill('/news/1 /list/news\n/news/2 /product/xrd.html')
    await dialog.getByRole('button', { name: '检查并新增' }).click()
    await expect(dialog.getByRole('alert')).toContainText('第 2 行')
    await dialog.getByLabel('旧地址与新地址').fill('/news/1 /list/news\n/news/2 /list/news')
    await dialog.getByRole('button', { name: '检查并新增' }).click()
    await expect(page.getByRole('row', { name: /\/news\/2/ })).toBeVisible()
    await page.setViewportSize({ width: 375, height: 812 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('a visitor with the old address arrives, and it is counted', async () => {
    await visitor.goto('/product/xrd.html?from=search')
    await expect(visitor).toHaveURL(/\/project\/1$/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await expect(page.getByRole('row', { name: /\/product\/xrd\.html/ })).toContainText('1')
  })

  await test.step('removed, it is a page that does not exist', async () => {
    await page.getByRole('button', { name: '删除 /news/1' }).click()
    await page.getByRole('dialog', { name: '删除跳转' }).getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByRole('row', { name: /\/news\/1 / })).toHaveCount(0)
    expect((await visitor.request.get('/news/1', { maxRedirects: 0 })).status()).toBe(404)
  })
})
