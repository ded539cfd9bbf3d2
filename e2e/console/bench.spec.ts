import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test.use({ installation: 'bench' })

test('work at the bench without network is sent later, and what a colleague did first is shown as a conflict', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.awaiting
  // Two of the three samples of this order have arrived.
  const [moved, awaited] = [`${orderNo}01`, `${orderNo}03`]
  const context = await contextOf(browser, server.url, demo, 'logistics')
  const page = await context.newPage()
  await page.setViewportSize({ width: 375, height: 812 })
  const scan = async (sampleNo: string) => {
    await page.getByLabel('样品编号').fill(sampleNo)
    await page.keyboard.press('Enter')
    await expect(page.getByText(sampleNo, { exact: true }).first()).toBeVisible()
  }

  await test.step('with network the sample is shown with what can be done', async () => {
    await page.goto('/console/bench')
    await scan(awaited)
    await expect(page.getByRole('form', { name: '登记收样' })).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('the page opens without network', async () => {
    // The worker has the page only when it has kept everything.
    await expect.poll(() => page.evaluate(async () => (await caches.match('/console/bench')) !== undefined)).toBe(true)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('没有网络，操作先存在这台手机里')).toBeVisible()
  })

  await test.step('one sample is received and another one moved without network', async () => {
    await scan(awaited)
    await page.getByRole('button', { name: '收样', exact: true }).click()
    await page.getByLabel('存放位置').fill('A-01-01')
    await page.getByRole('button', { name: '登记收样' }).click()
    await scan(moved)
    await page.getByRole('button', { name: '移架' }).click()
    await page.getByLabel('移到架位').fill('b-07')
    await page.getByRole('button', { name: '登记移架' }).click()
    await expect(page.getByText('待发送 2')).toBeVisible()
    await page.reload()
    await expect(page.getByText('待发送 2')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step('a colleague has received it meanwhile', async () => {
    const colleague = await (await contextOf(browser, server.url, demo, 'logistics')).newPage()
    await colleague.goto('/console/intake')
    await colleague.getByLabel('送样单或样品编号').fill(awaited)
    await colleague.keyboard.press('Enter')
    await colleague.getByLabel('存放位置').fill('A-01-01')
    await colleague.getByRole('button', { name: '收样', exact: true }).click()
    await expect(colleague.getByText(`${awaited} 已收样`).first()).toBeVisible()
  })

  await test.step('with network one is sent and the other is a conflict that is given up', async () => {
    await context.setOffline(false)
    await expect(page.getByRole('list', { name: '已登记' })).toContainText(`${moved} 移到 B-07`)
    const waiting = page.getByRole('list', { name: '待发送' })
    await expect(waiting).toContainText(awaited)
    await expect(waiting.getByRole('alert')).toContainText('没有登记')
    await page.getByRole('button', { name: '放弃' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
    await expect(waiting).toHaveCount(0)
  })
})
