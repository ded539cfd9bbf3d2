import { freePort } from '../../scripts/postgres/postgres-cluster.mjs'
import { openStaffPage } from '../staff-steps.ts'
import { copyInstallation } from '../installations.ts'
import { expect, serve, test as base } from '../journey.ts'

/** The same machine by two names, which browsers keep apart like any two hosts. */
const test = base.extend({
  server: [
    async ({ installation: _installation }, use, worker) => {
      const installation = await copyInstallation(worker.project.name)
      const port = String(await freePort())
      const addresses = { PUBLIC_URL: `http://127.0.0.1:${port}`, CONSOLE_URL: `http://localhost:${port}` }
      const settings = { ...installation.settings, PORT: port, ...addresses }
      await serve(Promise.resolve({ ...installation, settings }), use)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'console-host' })

test('[V3.5.4] a console with a host of its own shares no session and no staff call with the site', async ({
  browser,
  server,
}) => {
  const site = server.url
  const own = site.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ locale: 'zh-CN' })
  const visitor = await context.newPage()

  await test.step('an address of the console is led to its host, and back', async () => {
    await visitor.goto(`${site}/console/orders`)
    await expect(visitor).toHaveURL(`${own}/console/login?return=%2Fconsole%2Forders`)
    await visitor.goto(own)
    await expect(visitor).toHaveURL(new RegExp(`^${own}/console`))
    await visitor.goto(`${own}/project`)
    await expect(visitor).toHaveURL(`${site}/project`)
  })

  await test.step('a draft is previewed within the console', async () => {
    const page = await openStaffPage(browser, own, 'editor')
    await page.goto('/console/content')
    await page.getByRole('link', { name: '轮播图' }).click()
    await page.getByRole('rowheader').getByRole('link').first().click()
    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: '预览', exact: true }).click(),
    ])
    await expect(preview.getByText('预览：第')).toBeVisible()
    expect(new URL(preview.url()).origin).toBe(own)
    await page.context().close()
  })

  await test.step('a link to the site leaves the console, whose session stays behind', async () => {
    const page = await openStaffPage(browser, own, 'manager')
    const { access: token } = await page.evaluate(() => JSON.parse(localStorage.getItem('mingxi.staff') ?? '{}'))
    expect(token).toBeTruthy()
    await page.goto('/console/instruments')
    await page.getByRole('rowheader').getByRole('link').first().click()
    await page.locator('a[href^="/detail/"]').first().click()
    await expect(page).toHaveURL(new RegExp(`^${site}/detail/\\d+$`))
    expect(await page.evaluate(() => localStorage.getItem('mingxi.staff'))).toBeNull()
    const refused = await page.request.post(`${site}/api/staff/me`, { headers: { token } })
    expect(await refused.json()).toMatchObject({ error: 'otherHost' })
  })
})
