import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentDisposition } from '../../core/files/rules.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { s3Double } from './s3-double.ts'
import { signatureFault } from './s3-double-signature.ts'
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

it('the S3 double reads signed addresses as AWS documents them', () => {
  // The example of "Authenticating Requests: Using Query Parameters" in the reference of S3.
  const url = new URL(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
  const request = { method: 'GET', headers: { host: url.host } } as IncomingMessage
  const example = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
  const faultAt = (at: string) => signatureFault(request, url, example, () => new Date(at))
  expect(faultAt('2013-05-24T23:59:00Z')).toBeUndefined()
  expect(faultAt('2013-05-25T00:01:00Z')).toBe('AccessDenied')
  url.searchParams.set('X-Amz-Expires', '86401')
  expect(faultAt('2013-05-24T23:59:00Z')).toBe('SignatureDoesNotMatch')
})

it('an upload in parts has its id, parts and end at the store; names with spaces and Chinese stand in the signed download', async () => {
  const { direct } = stores.get('s3') as FileStore
  if (!direct) throw new Error('the S3 store has no direct uploads')
  const key = `ab/${'b'.repeat(32)}`
  const bytes = randomBytes(70_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const uploadId = await direct.begin(key)
  const unfinished = []
  for await (const upload of direct.unfinished()) unfinished.push(upload)
  expect(unfinished).toMatchObject([{ key, uploadId }])
  const { url, headers } = await direct.partAddress(key, uploadId, { part: 1, size: bytes.length, sha256 }, new Date())
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  const parts = (await direct.parts(key, uploadId)) ?? []
  expect(parts).toMatchObject([{ part: 1, size: bytes.length, sha256 }])
  expect(await direct.size(key)).toBeUndefined()
  await expect(
    direct.complete(
      key,
      uploadId,
      parts.map((part) => ({ ...part, etag: '"other"' })),
    ),
  ).rejects.toThrow('InvalidPart')
  await direct.complete(key, uploadId, parts)
  expect([await direct.size(key), await direct.parts(key, uploadId)]).toEqual([bytes.length, undefined])
  await direct.abort(key, uploadId)
  const disposition = contentDisposition(`样品 (1)+'2'*&.raw`)
  const got = await fetch(
    await direct.downloadAddress(key, { disposition, type: 'text/plain; charset=utf-8' }, new Date()),
  )
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  expect(got.headers.get('content-disposition')).toBe(disposition)
  await (stores.get('s3') as FileStore).remove(key)
})

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1000)
  throw new Error('cut off')
}
