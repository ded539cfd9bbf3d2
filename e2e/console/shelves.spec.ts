import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

const photo = {
  name: 'sample.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('a sample is photographed and moved to another shelf by scan; the customer sees the photo', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo } = demo.orders.testing
  const sampleNo = `${orderNo}01`
  const page = await (await contextOf(browser, server.url, demo, 'logistics')).newPage()

  await test.step('the photo is taken on the page of the sample', async () => {
    await page.goto(`/console/samples/${sampleNo}`)
    await page.getByLabel(`拍摄样品 ${sampleNo} 的照片`).setInputFiles(photo)
    await expect(page.getByRole('img', { name: `样品 ${sampleNo} 的照片 1` })).toBeVisible()
    await expect(page.getByText('印在报告上')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step('it moves to another shelf', async () => {
    await page.goto('/console/samples/shelves')
    const shelf = page.getByRole('listitem', { name: '架位 B-07' })
    await expect(shelf).toContainText('0/60')
    await shelf.getByRole('button', { name: '移入样品' }).click()
    await page.getByLabel('样品编号').fill(sampleNo)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '移入 1 个样品' }).click()
    await expect(page.getByText('1 个样品已移到 B-07').first()).toBeVisible()
    await expect(shelf).toContainText('1/60')
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('the customer sees the photo in the list of samples', async () => {
    const member = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
    await member.goto(`/member/sample?kw=${sampleNo}`)
    await member.getByRole('button', { name: `样品 ${sampleNo} 的照片` }).click()
    await expect(member.getByRole('img', { name: `样品 ${sampleNo} 的照片 1` })).toBeVisible()
  })
})
