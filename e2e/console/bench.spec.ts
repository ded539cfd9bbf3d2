import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { renderSVG } from 'uqr'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { contextOf, test } from '../demo.ts'
import { openStaffPage, signInStaff } from '../staff-steps.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test.use({ installation: 'bench' })

test('the camera reads the label of a sample', async ({ page, server, demo }) => {
  const sampleNo = `${demo.orders.testing.orderNo}01`
  await page.setViewportSize({ width: 640, height: 480 })
  await page.setContent(`<body style="background: #bba"><div style="width: 200px; margin: 80px; padding: 10px;
    background: #fff; rotate: 4deg">${renderSVG(sampleNo)}</div>`)
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-camera-'))
  const film = join(folder, 'label.mjpeg')
  // Chromium shows this film in place of a camera.
  const picture = await page.screenshot({ type: 'jpeg' })
  writeFileSync(film, Buffer.concat([picture, picture]))
  const withCamera = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const phone = await openStaffPage(withCamera, server.url, 'logistics')
  await phone.setViewportSize({ width: 375, height: 812 })
  await phone.goto('/console/bench')
  await phone.getByRole('button', { name: '相机扫码' }).click()
  await expect(phone.getByRole('heading', { name: sampleNo })).toBeVisible()
  await expect(phone.getByRole('dialog')).toHaveCount(0)
  await withCamera.close()
  rmSync(folder, { recursive: true })
})

test('work at the bench without network is sent later, and what a colleague did first is shown as a conflict', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.awaiting
  // Two of the three samples of this order have arrived.
  const [moved, awaited] = [`${orderNo}01`, `${orderNo}03`]
  const page = await openStaffPage(browser, server.url, 'logistics')
  const context = page.context()
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
    await colleague.getByLabel('送样单、样品编号或快递单号').fill(awaited)
    await colleague.keyboard.press('Enter')
    await colleague.getByLabel('存放位置').fill('A-01-01')
    await colleague.getByRole('button', { name: '收样', exact: true }).click()
    await expect(colleague.getByText(`${awaited} 已收样`).first()).toBeVisible()
  })

  await test.step('with network one is sent and the other is a conflict', async () => {
    await context.setOffline(false)
    await expect(page.getByRole('list', { name: '已登记' })).toContainText(`${moved} 移到 B-07`)
    const waiting = page.getByRole('list', { name: '待发送' })
    await expect(waiting).toContainText(awaited)
    await expect(waiting.getByRole('alert')).toContainText('没有登记')
  })

  await test.step('who signs in on the same phone neither sees nor sends it', async () => {
    await signInStaff(page, 'manager')
    await page.goto('/console/bench')
    await expect(page.getByText('客户经理')).toBeVisible()
    await expect(page.getByText('等待扫码')).toBeVisible()
    await expect(page.getByText('待发送')).toHaveCount(0)
  })

  await test.step('its own person gives it up', async () => {
    await signInStaff(page, 'logistics')
    await page.goto('/console/bench')
    const waiting = page.getByRole('list', { name: '待发送' })
    await expect(waiting).toContainText(awaited)
    await page.getByRole('button', { name: '放弃' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
    await expect(waiting).toHaveCount(0)
  })
})
