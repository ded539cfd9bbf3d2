import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('[Q-126] a chart is made, limits are set, and a broken rule is shown where a test is recorded', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'lab')).newPage()
  const measure = async (value: string) => {
    await page.getByRole('button', { name: '登记测量' }).click()
    const form = page.getByRole('form', { name: '登记测量' })
    await form.getByLabel('测量值').fill(value)
    await form.getByRole('button', { name: '登记', exact: true }).click()
    await expect(form).toBeHidden()
  }

  await test.step('a chart of the diffractometer', async () => {
    await page.goto('/console/control-charts')
    await expect(page.getByRole('link', { name: 'Si 111 峰位' })).toBeVisible()
    await page.getByRole('button', { name: '建立质控图' }).click()
    const form = page.getByRole('form', { name: '建立质控图' })
    await form.getByLabel('查找仪器').fill('XRD-01')
    await form.getByRole('combobox', { name: /^仪器/ }).selectOption({ label: 'X 射线粉末衍射仪（XRD-01）' })
    await form.getByLabel('参考量').fill('Si 220 峰位')
    await form.getByLabel('单位').fill('°')
    await form.getByLabel('标准物质').fill('硅粉标样')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('heading', { name: 'Si 220 峰位' })).toBeVisible()
    await expect(page.getByText('界限未定').first()).toBeVisible()
  })

  await test.step('limits, a measurement in control and one out of control', async () => {
    await page.getByRole('button', { name: '设定界限' }).click()
    const form = page.getByRole('form', { name: '设定界限' })
    await form.getByRole('textbox', { name: /^目标值/ }).fill('47.303')
    await form.getByRole('textbox', { name: /^标准差/ }).fill('0.005')
    await form.getByRole('button', { name: '设定' }).click()
    await expect(form).toBeHidden()
    await measure('47.304')
    await expect(page.getByRole('img', { name: /Si 220 峰位：1 次测量，在控 1 次/ })).toBeVisible()
    await measure('47.35')
    await expect(page.getByText('失控：1-3s（1 次超出 ±3s）。排除原因后请重新测量。')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  const chart = page.url()

  await test.step('[Q-219] the page of the instrument leads to its charts and tells their state', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /XRD-01/ })
      .click()
    const charts = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Si 220 峰位' }) })
    await expect(charts).toContainText('失控')
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await widthFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('who records a test on this instrument is warned and may give a reason', async () => {
    await page.goto(`/console/tasks/${demo.orders.testing.orderNo}`)
    await expect(page.getByRole('list', { name: '质控失控的仪器' })).toContainText('Si 220 峰位 47.35°')
    const instrument = page.getByLabel('登记的仪器').first()
    // The only instrument of the project is chosen from the start.
    await expect(instrument.locator('option:checked')).toHaveText('X 射线粉末衍射仪（XRD-01）')
    await expect(page.getByRole('alert').filter({ hasText: '质控失控' }).first()).toBeVisible()
    await expect(page.getByLabel('失控仍检测的原因')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step('a measurement that was a mistake is taken back and stays in the table', async () => {
    await page.goto(chart)
    await page
      .getByRole('button', { name: /^撤销 .*的测量$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: '撤销测量' })
    await dialog.getByLabel('撤销原因').fill('样品装歪')
    await dialog.getByRole('button', { name: '撤销', exact: true }).click()
    await expect(page.getByText(/已撤销（.*）：样品装歪/)).toBeVisible()
    await expect(page.getByText('在控').first()).toBeVisible()
  })
})
