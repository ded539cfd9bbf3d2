import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { s3Double } from '../src/platform/files/s3-double.ts'
import { DEMO_PASSWORD, openLogin, signIn } from './customer-steps.ts'
import { planAnalysis } from './data-steps.ts'
import { callAt, type Tokens } from './demo-orders.ts'
import { copyInstallation } from './installations.ts'
import { expect, serve, test as journey } from './journey.ts'

const MB = 1024 * 1024
/** For what takes as long as the machine needs for so many bytes. */
const SLOW = { timeout: 60_000 }
const origins: string[] = []
const store = s3Double('files', { accessKeyId: 'id', secretAccessKey: 'secret' }, { origins })

const test = journey.extend({
  server: [
    async ({ installation: _installation }, use, worker) => {
      await new Promise<void>((resolve) => store.server.listen(0, '127.0.0.1', resolve))
      const installation = await copyInstallation(worker.project.name)
      copyFiles(join(installation.settings.DATA_DIR as string, 'files'))
      const settings = {
        ...installation.settings,
        S3_ENDPOINT: `http://127.0.0.1:${(store.server.address() as AddressInfo).port}`,
        S3_BUCKET: 'files',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_DIRECT: 'on',
      }
      await serve(Promise.resolve({ ...installation, settings }), use)
      store.server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // The store is another site, which other journeys must never reach.
  quiet: async ({ context: _context }, use) => use(undefined),
})
test.use({ installation: 'direct' })

/** The files of the demo, as if they had been in the store from the beginning. */
function copyFiles(folder: string): void {
  if (!existsSync(folder)) return
  for (const part of readdirSync(folder))
    for (const name of readdirSync(join(folder, part)))
      store.objects.set(`${part}/${name}`, readFileSync(join(folder, part, name)))
}

test('a file goes to the store and back without passing through the server: network lost, paused, continued after a reload', async ({
  page,
  server,
}) => {
  origins.splice(0, origins.length, server.url)
  const { folder, path, bytes, sha256 } = await fileOf('rietveld.raw', 28 * MB)
  await atData(page, server.url)
  const before = bytesThrough(server.pid)
  const toServer = countParts(page)

  // The network is lost at the second part and back a moment later; then an address is refused once, as an expired one is.
  let puts = 0
  await page.route('**/files/**partNumber=**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    puts += 1
    if (puts === 2) return route.abort('internetdisconnected')
    if (puts === 4) return route.fulfill({ status: 403, headers: { 'access-control-allow-origin': server.url } })
    // The fifth is held back, so that the pause comes in the middle of the file.
    if (puts < 5) await route.continue()
  })
  await page.getByLabel('选择数据文件').setInputFiles(path)
  const sending = page.getByRole('list', { name: '上传中的文件' })
  await expect.poll(() => puts, SLOW).toBe(5)
  await expect(sending.getByText(/^[5-7]\d%/)).toBeVisible()
  await page.getByRole('button', { name: '暂停上传 rietveld.raw' }).click()
  await expect(sending.getByText('已暂停')).toBeVisible()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.unroute('**/files/**partNumber=**')
  await page.reload()
  await expect(sending.getByText(/^已传 50%，请再次选择这个文件接着传/)).toBeVisible()
  let continued = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') continued += 1
  })
  await page.getByLabel('选择数据文件').setInputFiles(path)
  const row = page.getByRole('row', { name: /rietveld\.raw/ })
  await expect(row).toContainText(sha256.slice(0, 8), SLOW)
  expect(continued).toBe(2)

  let fetched = 0
  store.server.on('request', ({ url = '' }) => {
    if (url.includes('response-content-disposition')) fetched += 1
  })
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: '下载 rietveld.raw' }).click()
  const got = await download
  expect(got.suggestedFilename()).toBe('rietveld.raw')
  expect((await readFile((await got.path()) ?? '')).equals(bytes)).toBe(true)

  // Of the file nothing went through the server, in either direction.
  expect(toServer()).toBe(0)
  expect(fetched).toBe(1)
  const after = bytesThrough(server.pid)
  if (before && after) {
    expect(after.read - before.read).toBeLessThan(bytes.length / 2)
    expect(after.written - before.written).toBeLessThan(bytes.length / 2)
  }
  expect(server.log()).not.toContain('X-Amz-Signature')
  await rm(folder, { recursive: true })
})

test('a browser that cannot reach the store sends through the server', async ({ page, server }) => {
  origins.splice(0)
  const { folder, path, sha256 } = await fileOf('near.raw', 5 * MB)
  await atData(page, server.url)
  const toServer = countParts(page)
  await page.getByLabel('选择数据文件').setInputFiles(path)
  await expect(page.getByRole('row', { name: /near\.raw/ })).toContainText(sha256.slice(0, 8), SLOW)
  expect(toServer()).toBe(2)
  await rm(folder, { recursive: true })
})

async function fileOf(name: string, size: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-direct-'))
  const path = join(folder, name)
  const bytes = randomBytes(size)
  await writeFile(path, bytes)
  return { folder, path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The step of the wizard that takes files. */
async function atData(page: Page, url: string): Promise<void> {
  const { token } = await callAt<Tokens>(url, 'open/login', { account: '13800000002', password: DEMO_PASSWORD })
  await planAnalysis(url, token)
  await openLogin(page)
  await signIn(page, '13800000002')
  await page.goto('/experiment/step1')
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '数据上传' })).toBeVisible()
}

/** Counts the parts that the page sends to the server. */
function countParts(page: Page): () => number {
  let parts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/upload/part')) parts += 1
  })
  return () => parts
}

/** What the process has read and written so far, sockets included; Linux only. */
function bytesThrough(pid: number): { read: number; written: number } | undefined {
  const path = `/proc/${pid}/io`
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(text)?.[1])
  return { read: of('rchar'), written: of('wchar') }
}
