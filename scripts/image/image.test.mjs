// The image as it is run: read-only, as its own user, without capabilities. bench/releases/image.ts tries more of it, also on PostgreSQL.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { USER } from './base.mjs'
import { buildImage } from './build.mjs'
import { execInside, runContainer, unpackImage, whyNotHere } from './container.mjs'

const MAX_MEGABYTES = 350
const reason = whyNotHere()
if (reason) console.log(`the image is not run: ${reason}`)

test('can be run here, when nothing may be skipped', () => {
  if (process.env.CI) expect(reason).toBeUndefined()
})

const folder = mkdtempSync(join(tmpdir(), 'mingxi-image-test-'))
const root = join(folder, 'root')
const data = join(folder, 'data')
let image
let inside
let container

beforeAll(async () => {
  if (reason) return
  // Little compression, because only the time of this test depends on it.
  image = await buildImage(folder, { level: 1, archive: false })
  const config = unpackImage(image.layout, root)
  mkdirSync(data)
  chownSync(data, USER, USER)
  const env = {
    PORT: String(await freePort()),
    HEALTH_PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DEMO: 'off',
    DRAIN_DELAY_SECONDS: '0',
  }
  inside = { root, config, data, env }
  container = runContainer(inside)
  await vi.waitFor(() => expect(container.log()).toMatch(/http:\/\/|启动失败/), { timeout: 120_000, interval: 100 })
}, 300_000)
afterAll(async () => {
  await container?.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test.skipIf(reason)(`takes at most ${MAX_MEGABYTES} MB unpacked`, () => {
  const bytes = image.layers.reduce((sum, layer) => sum + layer.bytes, 0)
  expect(bytes / 2 ** 20).toBeLessThan(MAX_MEGABYTES)
})

test.skipIf(reason)('has no package manager and one shell, and names its packages for scanners', () => {
  const programs = ['bin', 'sbin', 'usr/bin', 'usr/sbin'].flatMap((name) => list(join(root, name)))
  expect(programs.sort()).toEqual(['dash', 'sh'])
  expect(list(join(root, 'var/lib/dpkg/status.d'))).toContain('libc6')
  const certificates = readFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), 'utf8')
  expect(certificates.match(/BEGIN CERTIFICATE/g).length).toBeGreaterThan(50)
})

test.skipIf(reason)('holds no tests, no sources of pages, no maps and no file that another user may write', () => {
  const files = readdirSync(join(root, 'app'), { recursive: true })
  expect(files.filter((file) => /\.(test\.\w+|tsx|map)$/.test(file))).toEqual([])
  const found = spawnSync('find', [
    join(root, 'app'),
    '(',
    '-perm',
    '/022',
    '-o',
    '!',
    '-uid',
    '0',
    ')',
    '!',
    '-type',
    'l',
  ])
  expect(found.stdout.toString()).toBe('')
})

test.skipIf(reason)('answers as its own user without any capability, and the root is read-only', async () => {
  const page = await fetch(`http://127.0.0.1:${inside.env.PORT}/`)
  expect(page.status).toBe(200)
  const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8')
  expect(status).toMatch(new RegExp(`^Uid:\\t${USER}\\t${USER}`, 'm'))
  expect(status).toMatch(/^CapEff:\t0+$/m)
  const write = (path) => execInside({ ...inside, container }, ['/bin/sh', '-c', `: > ${path}`]).status
  expect(['/app/x', '/x', '/etc/x'].map(write)).not.toContain(0)
  expect(['/tmp/x', '/data/x'].map(write)).toEqual([0, 0])
})

test.skipIf(reason)('its healthcheck and its command line work inside', () => {
  const healthy = execInside({ ...inside, container }, inside.config.Healthcheck.Test.slice(1))
  expect(healthy).toMatchObject({ status: 0, stdout: expect.stringContaining('ready') })
  const unhealthy = execInside({ ...inside, container, env: { HEALTH_PORT: '9' } }, ['./healthcheck'])
  expect(unhealthy).toMatchObject({ status: 1, stderr: expect.stringContaining('没有回答') })
  expect(execInside({ ...inside, container }, ['./mingxi']).stdout).toContain('books')
})

test.skipIf(reason)('stops with 0 at the signal that it names', async () => {
  container.signal(inside.config.StopSignal)
  expect(await container.exited).toBe(0)
})

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
