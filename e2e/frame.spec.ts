import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

for (const width of [375, 1440]) {
  test(`the home page at ${width} px is accessible, has one h1 and does not scroll sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.locator('h1')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

test('the home page is complete without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await context.close()
})

test('an unknown address answers 404 with a way on', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('link', { name: /首页/ }).first()).toBeVisible()
})

test('health, readiness and metrics answer', async ({ request }) => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
})
