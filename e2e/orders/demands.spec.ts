import type { Page } from '@playwright/test'
import { openLogin, signIn } from '../customer-steps.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Checks a screen at both widths; with SCREENSHOTS set the screenshots are kept. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${width}.png`, fullPage: true })
  }
}

test.use({ installation: 'demands' })

test('[X-02] [N-06] [F-92] a demand outside the catalogue gets an offer, becomes a plan line and can be ordered', async ({
  page,
  browser,
  server,
}) => {
  await openLogin(page)
  await signIn(page, '13800000004')
  await page.goto('/experiment/demand')
  await expect(page.getByText('还没有实验需求')).toBeVisible()
  await look(page, 'demand-empty')

  await page.getByRole('button', { name: '新建需求' }).first().click()
  const form = page.getByRole('form', { name: '实验需求' })
  await form.getByRole('button', { name: '提交需求' }).click()
  await expect(form.getByText('请填写需求名称')).toBeVisible()
  await form.getByLabel('需求名称').fill('单晶 XRD 结构解析')
  await form.getByLabel('需求说明').fill('无色块状晶体，约 0.2 mm，希望得到结构与 CIF。')
  await form.getByLabel('预算').fill('1500')
  await form.locator('input[type=file]').setInputFiles({
    name: '晶体照片.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
  })
  await expect(form.getByText('晶体照片.png')).toBeVisible()
  await look(page, 'demand-form')
  await form.getByRole('button', { name: '提交需求' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('待响应')).toBeVisible()

  const manager = await openStaffPage(browser, server.url, 'manager')
  await manager.goto('/console')
  const asked = manager.getByRole('main').getByRole('listitem').filter({ hasText: '待响应需求' })
  await expect(asked.getByText(/单晶 XRD 结构解析/).first()).toBeVisible()
  await expect(asked.getByText(/还剩|剩余|1 小时|分/).first()).toBeVisible()
  await look(manager, 'console-inbox-demands')
  await manager.goto('/console/demands')
  await expect(manager.getByRole('link', { name: '单晶 XRD 结构解析' })).toBeVisible()
  await look(manager, 'console-demands')
  await manager.getByRole('link', { name: '单晶 XRD 结构解析' }).click()
  await expect(manager.getByText('晶体照片.png')).toBeVisible()
  await look(manager, 'console-demand')
  await manager.getByRole('button', { name: '报价', exact: true }).click()
  const offer = manager.getByRole('form', { name: '报价' })
  await offer.getByLabel('方案说明').fill('低温 100 K 收集数据，交付 CIF 与 checkCIF 报告。')
  await offer.getByLabel('最短周期').fill('7')
  await offer.getByLabel('最长周期').fill('10')
  await offer.getByLabel('第 1 行金额').fill('800')
  await offer.getByRole('button', { name: '增加一行' }).click()
  await offer.getByLabel('第 2 行收费项目').fill('结构解析')
  await offer.getByLabel('第 2 行金额').fill('400')
  await offer.getByLabel('第 2 行金额').blur()
  await expect(offer.getByText('1,200.00')).toBeVisible()
  await look(manager, 'console-offer')
  await offer.getByRole('button', { name: '发出报价' }).click()
  await expect(dialog(manager)).toHaveCount(0)
  await expect(manager.getByText('已报价').first()).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByText('已报价')).toBeVisible()
  await look(page, 'demand-answered')
  await page.getByRole('button', { name: '接受报价并加入方案' }).click()
  await dialog(page).getByRole('button', { name: '加入方案' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('link', { name: '去实验方案下单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '实验方案' })).toBeVisible()
  await expect(page.getByText('单晶 XRD 结构解析').first()).toBeVisible()
  await expect(page.getByText('1,200.00').first()).toBeVisible()
  await look(page, 'plan-agreed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '去下单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '项目与参数' })).toBeVisible()
  await expect(page.getByText('单晶 XRD 结构解析').first()).toBeVisible()
  // An item that was agreed on through a demand cannot be edited here; it links to the demand.
  await expect(page.getByRole('link', { name: /^查看需求/ })).toHaveAttribute('href', '/experiment/demand')
  await expect(page.getByRole('button', { name: /^修改/ })).toHaveCount(0)
  await look(page, 'step1-agreed')
})
