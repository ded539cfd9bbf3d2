import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { s3Double } from './s3-double.ts'
import { s3Store } from './s3-store.ts'

const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
const double = s3Double('reports', keys)
const spoolFolder = mkdtempSync(join(tmpdir(), 'mingxi-spool-'))
const folder = mkdtempSync(join(tmpdir(), 'mingxi-files-'))
const stores = new Map<string, FileStore>([['disk', diskStore(folder)]])
const s3At = (secretAccessKey: string) =>
  s3Store({
    endpoint: `http://127.0.0.1:${(double.server.address() as AddressInfo).port}`,
    bucket: 'reports',
    region: 'cn-test',
    accessKeyId: 'id',
    secretAccessKey,
    spoolFolder,
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => double.server.listen(0, '127.0.0.1', resolve))
  stores.set('s3', await s3At('secret'))
})
afterAll(() => {
  double.server.close()
  for (const each of [spoolFolder, folder]) rmSync(each, { recursive: true, force: true })
})

describe.each(['disk', 's3'])('the file store on %s', (kind) => {
  const store = () => stores.get(kind) as FileStore

  it('returns the stored bytes, with size and SHA-256', async () => {
    const bytes = randomBytes(300_000)
    const stored = await store().put(Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), 1_000_000)
    const { createHash } = await import('node:crypto')
    expect(stored).toMatchObject({ size: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect(await buffer(await store().open(stored.key))).toEqual(bytes)
    expect(await store().head(stored.key, 10)).toEqual(bytes.subarray(0, 10))
    const listed = []
    for await (const file of store().list()) listed.push(file.key)
    expect(listed).toContain(stored.key)
    await store().remove(stored.key)
    await expect(store().open(stored.key)).rejects.toThrow()
  })

  it('[T-49] stops at the size limit and keeps nothing', async () => {
    await expect(
      store().put(Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000)]), 1_000_000),
    ).rejects.toMatchObject({ kind: { error: 'tooLarge', status: 413 } })
    await expect(store().put(Readable.from(broken()), 1_000_000)).rejects.toThrow('cut off')
    const listed = []
    for await (const file of store().list()) listed.push(file.key)
    expect(listed).toEqual([])
    expect(readdirSync(spoolFolder)).toEqual([])
  })

  it('[T-46] refuses keys that it did not create', async () => {
    for (const key of ['../../etc/passwd', '/etc/passwd', 'ab/..%2f', 'aa\u0000/b'])
      await expect(async () => store().open(key)).rejects.toThrow('not a key')
  })
})

it('[F-03] a store without support for checksums and trailers receives exactly the given bytes, small and large', async () => {
  const store = stores.get('s3') as FileStore
  const refusedBefore = double.refused.length
  for (const size of [1, 70_000, 6_000_000]) {
    const bytes = randomBytes(size)
    const { key } = await store.put(Readable.from([bytes]), 10_000_000)
    expect(double.objects.get(key)?.equals(bytes)).toBe(true)
    expect((await buffer(await store.open(key))).equals(bytes)).toBe(true)
    await store.remove(key)
  }
  expect(double.refused.length).toBe(refusedBefore)
})

it('what a killed process left in the spool is removed with the next sweep, what is being sent is not', async () => {
  const [old, young] = ['old', 'young'].map((name) => join(spoolFolder, name)) as [string, string]
  for (const path of [old, young]) writeFileSync(path, 'x')
  const longAgo = new Date(Date.now() - 7 * 3_600_000)
  utimesSync(old, longAgo, longAgo)
  for await (const _ of (stores.get('s3') as FileStore).list());
  expect(readdirSync(spoolFolder)).toEqual(['young'])
  rmSync(young)
})

it.each(['disk', 's3'])('a range of an object on %s is exactly these bytes', async (kind) => {
  const store = stores.get(kind) as FileStore
  const bytes = randomBytes(10_000)
  const { key } = await store.put(Readable.from([bytes]), 20_000)
  expect(await buffer(await store.open(key, { start: 100, end: 4099 }))).toEqual(bytes.subarray(100, 4100))
  await store.remove(key)
})

it('the S3 double verifies signatures: it refuses a request signed with another secret', async () => {
  const wrong = await s3At('not the secret')
  await expect(wrong.put(Readable.from([Buffer.from('x')]), 100)).rejects.toThrow()
  expect(double.refused.length).toBeGreaterThan(0)
})

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1000)
  throw new Error('cut off')
}
