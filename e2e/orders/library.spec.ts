import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

// The curves of a customer across orders: found, drawn together, kept as a collection and shown to somebody else.

test('a customer finds curves, takes one from another, keeps the figure and shows it by a link that ends', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await page.goto('/member/library')
  const rows = page.getByRole('table', { name: '曲线' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()

  await test.step('what is no formula is answered plainly, and an element finds its curves', async () => {
    await page.getByRole('textbox', { name: '成分', exact: true }).fill('PVC')
    await page.getByRole('button', { name: '查找' }).click()
    await expect(page.getByText('「PVC」不是元素或化学式')).toBeVisible()
    await page.goto('/member/library?method=XRD')
    await expect(rows.first()).toContainText('XRD')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('two curves are taken from each other only when their units are said to be the same', async () => {
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: '叠加' }).click()
    const dialog = page.getByRole('dialog', { name: '曲线叠加' })
    await expect(dialog.getByRole('application')).toBeVisible()
    await dialog.getByLabel('归一', { exact: true }).selectOption({ label: '最高为 1' })
    await dialog.getByLabel('两条相减').check()
    await dialog.getByLabel('我已核对，单位相同').click()
    await expect(dialog.getByRole('application')).toBeVisible()
    await dialog.getByLabel('谱图集名称').fill('两批的差')
    await dialog.getByRole('button', { name: '保存为谱图集' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '两批的差' })).toBeVisible()
  })

  await test.step('a note stands at a position', async () => {
    await page.getByLabel('备注内容').fill('整条偏低')
    await page.getByRole('button', { name: '添加备注' }).click()
    await expect(page.getByRole('region', { name: '备注' }).getByText('整条偏低')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('a visitor sees the figure by the link until it is stopped', async () => {
    await page.getByLabel('有效天数').fill('7')
    await page.getByRole('button', { name: '生成链接' }).click()
    const address = await page.getByRole('textbox', { name: '分享链接' }).inputValue()
    const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
    await visitor.goto(new URL(address).pathname)
    await expect(visitor.getByRole('heading', { level: 1, name: '两批的差' })).toBeVisible()
    await expect(visitor.getByRole('application')).toBeVisible()
    await expect(visitor.locator('main')).not.toContainText(/MX\d{11}/)
    expect(await accessibilityFaults(visitor)).toEqual([])
    await page.getByRole('button', { name: '停止分享' }).click()
    await expect(page.getByRole('textbox', { name: '分享链接' })).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByText('分享已结束')).toBeVisible()
  })
})
