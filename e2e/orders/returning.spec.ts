import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pastInstallation } from '../installations.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, serve } from '../journey.ts'

const PASSWORD = 'Mingxi-demo-2026'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
/** A folder for screenshots: SCREENSHOTS=folder. */
const pictures = process.env.SCREENSHOTS

/** An installation whose customers registered a hundred days ago and have not signed in since. */
const test = base.extend({
  server: [
    ({ installation: _installation }, use, worker) => serve(pastInstallation(worker.project.name, 100), use),
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'past' })

test('[T-16] of two sessions in doubt of one account, the manager clears one and ends the other', async ({
  page,
  server,
}) => {
  const owner = await signIn(server.url, '13800000002', CHROME)
  const stranger = await signIn(server.url, '13800000002', IPHONE)
  await signIn(server.url, '13800000003', CHROME)

  await page.goto('/console/login?return=/console/returning')
  await page.getByLabel('账号').fill('manager@demo')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  const account = page.getByRole('region', { name: '李晓雯', exact: true })
  await expect(account).toContainText('138****0002')
  await expect(account.getByRole('row')).toHaveCount(3)
  await look(page, 'rows')

  const vouch = account.getByRole('button', { name: '核实并放行 李晓雯 所选的登录' })
  await expect(vouch).toBeDisabled()
  await account.getByRole('checkbox', { name: /^选择 Chrome · Windows/ }).check()
  await vouch.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText(/^Chrome · Windows（127\.0\.0\.\*）/)
  await look(page, 'vouch')
  await dialog.getByLabel('核实方式').fill('致电课题组座机，本人接听')
  await dialog.getByRole('button', { name: '确认放行' }).click()
  await expect(account.getByRole('row')).toHaveCount(2)
  expect(await mayExport(server.url, owner)).toBe('wrongOldPassword')
  expect(await mayExport(server.url, stranger)).toBe('stepUpRequired')

  await account.getByRole('button', { name: /^下线：李晓雯，Safari · iPhone/ }).click()
  await dialog.getByLabel('下线原因').fill('本人确认不是其设备')
  await look(page, 'end')
  await dialog.getByRole('button', { name: '确认下线' }).click()
  await expect(account).toHaveCount(0)
  await expect(page.getByRole('region', { name: '赵敏华', exact: true })).toBeVisible()
  expect(await mayExport(server.url, stranger)).toBe('notSignedIn')
  expect(await mayExport(server.url, owner)).toBe('wrongOldPassword')
})

async function look(page: Page, name: string): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (!pictures) continue
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `returning-${name}.${width}.png`), fullPage: true })
  }
}

async function signIn(url: string, account: string, userAgent: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
  const body = JSON.stringify({ account, password: PASSWORD })
  const { code, data, msg } = await (await fetch(`${url}/api/open/login`, { method: 'POST', headers, body })).json()
  if (code !== 1) throw new Error(msg)
  return data.token
}

/** The server's refusal of a data export with a wrong password; which refusal shows whether it trusts the session. */
async function mayExport(url: string, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', token }
  const body = JSON.stringify({ password: 'not-the-password' })
  return (await (await fetch(`${url}/api/auth/user/export`, { method: 'POST', headers, body })).json()).error
}
