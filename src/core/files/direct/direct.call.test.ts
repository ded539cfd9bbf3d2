import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_START, type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderDataBegin, orderDataDel, orderDataList } from '../../../lab/orders/analysis-data/data-contract.ts'
import type { Clock } from '../../../platform/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { s3Double } from '../../../platform/files/s3-double.ts'
import { clamdDouble, eicarText } from '../../../platform/scan/clamd-double.ts'
import { sweepUploads } from '../parts/assemble-actions.ts'
import { apiKeyAdd } from '../../api-keys/contract.ts'
import { completeDirect } from './complete-actions.ts'
import { fileLink } from '../contract.ts'
import { sweepStoreUploads } from './direct-actions.ts'
import {
  uploadCancel,
  uploadDirect,
  uploadFinish,
  uploadPart,
  uploadPartAddress,
  uploadState,
} from '../parts/part-contract.ts'
import { checksumText, partLimits } from '../parts/part-rules.ts'
import { fileList } from '../store.ts'
import { sweepFiles } from '../sweep-actions.ts'

const { directPartBytes: partBytes } = partLimits
let clock: Clock = { now: () => TEST_START }
const store = s3Double('files', { accessKeyId: 'id', secretAccessKey: 'secret' }, { now: () => clock.now() })
const scanner = clamdDouble({ mostBytes: 3 * partBytes })
const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  for (const { server } of [store, scanner])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app = await testApp(
    {
      S3_ENDPOINT: `http://127.0.0.1:${(store.server.address() as AddressInfo).port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_DIRECT: 'on',
      REMOVED_FILES_DAYS: '0',
      LOG_LEVEL: 'debug',
    },
    { logTo: (line) => void lines.push(line) },
  )
  clock = app.clock
})
afterEach(() => {
  const { config } = app.services
  Object.assign(config, { S3_DIRECT: true, CLAMD_ADDRESS: undefined })
})
afterAll(async () => {
  await app.close()
  store.server.close()
  scanner.server.close()
})

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const piecesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  )
const endOf = (uploadNo: string, bytes: Buffer, sha256 = hash(bytes)) => ({
  uploadNo,
  checksum: hash(checksumText(piecesOf(bytes).map(hash))),
  sha256,
})

const begin = (as: TestPerson, bytes: { length: number }, name = 'scan.raw') =>
  app.call(orderDataBegin, { name, size: bytes.length, fingerprint: hash(name) }, { as })
async function beginDirect(as: TestPerson, bytes: { length: number }, name?: string): Promise<string> {
  const { uploadNo } = await begin(as, bytes, name)
  await app.call(uploadDirect, { uploadNo }, { as })
  return uploadNo
}
const address = (as: TestPerson, uploadNo: string, part: number, bytes: Buffer) =>
  app.call(uploadPartAddress, { uploadNo, part, sha256: hash(bytes) }, { as })
const putTo = async ({ url, headers }: { url: string; headers: Record<string, string> }, body: Buffer) =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status
const put = async (as: TestPerson, uploadNo: string, part: number, bytes: Buffer) =>
  putTo(await address(as, uploadNo, part, bytes), bytes)

async function sendAll(as: TestPerson, bytes: Buffer, { name = 'scan.raw', sha256 = hash(bytes) } = {}) {
  const uploadNo = await beginDirect(as, bytes, name)
  for (const [n, piece] of piecesOf(bytes).entries()) expect(await put(as, uploadNo, n + 1, piece)).toBe(200)
  await app.call(uploadFinish, endOf(uploadNo, bytes, sha256), { as })
  await app.drain()
  return uploadNo
}

const listed = (as: TestPerson) => app.call(orderDataList, {}, { as })
const isDeclared = async (sha256: string) =>
  (await app.db.one<{ declared: boolean }>(sql`select sha256_declared as declared from files where sha256 = ${sha256}`))
    .declared
const nothingAtStore = () => expect([store.uploads.size, store.objects.size]).toEqual([0, 0])
async function removeFile(as: TestPerson) {
  await app.call(orderDataDel, { fileId: (await listed(as)).files[0]?.id ?? 0 }, { as })
  app.clock.advance({ hours: 30 })
  await sweepFiles(app.system)
  nothingAtStore()
}

/** Opens a link like a browser, with its cookie, or like a program, with the token of the session. */
async function open(as: TestPerson, id: number, how: 'browser' | 'token', query = '') {
  const { url } = await app.call(fileLink, { id, browserKey: 'k'.repeat(30) }, { as })
  const headers = how === 'token' ? { token: as.token } : { cookie: `mx_files=${'k'.repeat(30)}` }
  return app.server.inject({ url: url + query, headers })
}

describe('an upload straight to the store', () => {
  it('sends parts in any order, one twice, continues, becomes one file, and downloads from the store with an audit row', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(partBytes + 1234)
    const [first, last] = piecesOf(bytes) as [Buffer, Buffer]
    const { uploadNo } = await begin(person, bytes)
    expect(await app.call(uploadState, { uploadNo }, { as: person })).toMatchObject({ direct: 'offered' })
    expect(await app.call(uploadDirect, { uploadNo }, { as: person })).toMatchObject({ direct: 'yes', partCount: 2 })
    for (let time = 0; time < 2; time++) expect(await put(person, uploadNo, 2, last)).toBe(200)
    // Choosing the file again continues; what was signed but not sent has not arrived.
    await address(person, uploadNo, 1, first)
    expect(await begin(person, bytes)).toMatchObject({ uploadNo })
    const state = await app.call(uploadState, { uploadNo }, { as: person })
    expect(state).toMatchObject({ received: 1, parts: [{ part: 2, sha256: hash(last) }], direct: 'yes' })
    const end = endOf(uploadNo, bytes)
    expect(await app.refusal(uploadFinish, end, { as: person })).toMatchObject({ error: 'partsMissing' })
    expect(await put(person, uploadNo, 1, first)).toBe(200)
    const { sha256: _, ...short } = end
    expect(await app.refusal(uploadFinish, short, { as: person })).toMatchObject({ error: 'wholeHashMissing' })
    const other = { ...end, checksum: hash('other') }
    expect(await app.refusal(uploadFinish, other, { as: person })).toMatchObject({ error: 'checksumDiffers' })
    for (let time = 0; time < 2; time++)
      expect(await app.call(uploadFinish, end, { as: person })).toMatchObject({ state: 'checking' })
    expect(
      await app.refusal(uploadPartAddress, { uploadNo, part: 1, sha256: hash(first) }, { as: person }),
    ).toMatchObject({ error: 'uploadFinished' })
    await app.drain()
    expect(await app.call(uploadFinish, end, { as: person })).toMatchObject({ state: 'ready' })
    const { files, uploads } = await listed(person)
    expect(uploads).toEqual([])
    expect(files).toMatchObject([{ name: 'scan.raw', size: bytes.length, sha256: hash(bytes) }])
    expect([...store.objects.values()].map(hash)).toEqual([hash(bytes)])
    expect(await isDeclared(hash(bytes))).toBe(true)
    // A backup does not compare the sender's word.
    const copied = await app.db.rows(sql`select sha256 from (${fileList()}) as list (key, sha256, needed)`)
    expect(copied).toEqual([{ sha256: '' }])

    const id = files[0]?.id ?? 0
    const answer = await open(person, id, 'browser')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const location = String(answer.headers.location)
    const whole = await fetch(location)
    expect(hash(Buffer.from(await whole.arrayBuffer()))).toBe(hash(bytes))
    expect(whole.headers.get('content-type')).toBe('application/octet-stream')
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="scan.raw"; filename*=UTF-8''scan.raw`)
    const rest = await fetch(location, { headers: { range: `bytes=${partBytes}-` } })
    expect([rest.status, hash(Buffer.from(await rest.arrayBuffer()))]).toEqual([206, hash(last)])
    const audit = await app.db.one<{ n: number }>(
      sql`select count(*) as n from audit_log where action = 'file.download' and subject = ${`file:${id}`}`,
    )
    expect(audit.n).toBe(1)
    // The address is valid for five minutes, and for nothing else.
    expect((await fetch(location.replace('scan.raw', 'scan.htm'))).status).toBe(403)
    expect((await fetch(location, { method: 'DELETE' })).status).toBe(403)
    app.clock.advance({ minutes: 6 })
    expect((await fetch(location)).status).toBe(403)
    expect(lines.filter((line) => /X-Amz-|Signature=/.test(line))).toEqual([])
    await removeFile(person)
  })

  it('[T-49] the store takes only the signed bytes, length and part, for fifteen minutes; then a new address works', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(partBytes + 50)
    const [first, last] = piecesOf(bytes) as [Buffer, Buffer]
    const uploadNo = await beginDirect(person, bytes)
    const signed = await address(person, uploadNo, 2, last)
    expect(await putTo(signed, randomBytes(50))).toBe(400)
    expect(await putTo(signed, randomBytes(51))).toBe(403)
    expect(await putTo({ ...signed, headers: {} }, last)).toBe(403)
    const own = { 'x-amz-checksum-sha256': createHash('sha256').update('x'.repeat(50)).digest('base64') }
    expect(await putTo({ ...signed, headers: own }, Buffer.from('x'.repeat(50)))).toBe(403)
    expect(await putTo({ ...signed, url: signed.url.replace('partNumber=2', 'partNumber=1') }, last)).toBe(403)
    expect((await app.call(uploadState, { uploadNo }, { as: person })).parts).toEqual([])
    app.clock.advance({ minutes: 16 })
    expect(await putTo(signed, last)).toBe(403)
    expect(await put(person, uploadNo, 2, last)).toBe(200)
    const ask = (part: number, sha256: string) =>
      app.refusal(uploadPartAddress, { uploadNo, part, sha256 }, { as: person })
    expect(await ask(3, hash(last))).toMatchObject({ error: 'noSuchPart' })
    expect(await ask(2, hash(first))).toMatchObject({ error: 'partDiffers' })
    await app.call(uploadCancel, { uploadNo }, { as: person })
    expect(await ask(1, hash(first))).toMatchObject({ status: 404 })
    expect(await putTo(signed, last)).toBe(403)
    nothingAtStore()
  })

  it('[T-40] an upload of somebody else is not found: no address, no state, no end, no removal', async () => {
    const person = await app.customer(0)
    const stranger = await app.customer(0)
    const bytes = randomBytes(100)
    const uploadNo = await beginDirect(person, bytes)
    const notFound = { status: 404, error: 'notFound' }
    const as = { as: stranger }
    expect(await app.refusal(uploadDirect, { uploadNo }, as)).toMatchObject(notFound)
    const ask = { uploadNo, part: 1, sha256: hash(bytes) }
    expect(await app.refusal(uploadPartAddress, ask, as)).toMatchObject(notFound)
    expect(await app.refusal(uploadState, { uploadNo }, as)).toMatchObject(notFound)
    expect(await app.refusal(uploadFinish, endOf(uploadNo, bytes), as)).toMatchObject(notFound)
    expect(await app.refusal(uploadCancel, { uploadNo }, as)).toMatchObject(notFound)
    await app.call(uploadCancel, { uploadNo }, { as: person })
    nothingAtStore()
  })

  it('two tabs send the same file at once: one upload at the store, one file', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(partBytes + 10)
    const uploadNo = await beginDirect(person, bytes)
    const tab = async () => {
      for (const [n, piece] of piecesOf(bytes).entries()) await put(person, uploadNo, n + 1, piece)
      return app.call(uploadFinish, endOf(uploadNo, bytes), { as: person }).catch(() => undefined)
    }
    const ends = await Promise.allSettled([tab(), tab()])
    expect(ends.some(({ status, ...end }) => status === 'fulfilled' && 'value' in end && end.value)).toBe(true)
    await app.drain()
    expect((await listed(person)).files).toMatchObject([{ sha256: hash(bytes) }])
    expect([store.uploads.size, store.objects.size]).toEqual([0, 1])
    await removeFile(person)
  })

  it('a crash after the store joined the parts loses nothing: the job finds the object and makes the file once', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(300)
    const uploadNo = await beginDirect(person, bytes)
    await put(person, uploadNo, 1, bytes)
    await app.call(uploadFinish, endOf(uploadNo, bytes), { as: person })
    const row = await app.db.one<{ id: number; key: string; at: string }>(
      sql`select id, storage_key as key, store_upload_id as at from uploads where upload_no = ${uploadNo}`,
    )
    const { direct } = app.services.files
    await direct?.complete(row.key, row.at, (await direct.parts(row.key, row.at)) ?? [])
    // The object has no row yet, and is no stray.
    app.clock.advance({ minutes: 30 })
    await sweepFiles(app.system)
    await app.drain()
    await completeDirect(app.system, row.id)
    expect((await listed(person)).files).toMatchObject([{ sha256: hash(bytes) }])
    await removeFile(person)
  })

  it('what the store lost begins anew before the end, and is refused as damaged after it', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(200)
    const uploadNo = await beginDirect(person, bytes)
    const signed = await address(person, uploadNo, 1, bytes)
    store.uploads.clear()
    expect(await putTo(signed, bytes)).toBe(404)
    expect(await app.call(uploadState, { uploadNo }, { as: person })).toMatchObject({ received: 0, state: 'open' })
    expect(await put(person, uploadNo, 1, bytes)).toBe(200)
    await app.call(uploadFinish, endOf(uploadNo, bytes), { as: person })
    store.uploads.clear()
    await app.drain()
    expect((await listed(person)).uploads).toMatchObject([{ state: 'refused', refusedAs: 'damaged' }])
    await app.call(uploadCancel, { uploadNo }, { as: person })
    nothingAtStore()
  })

  it('[T-50] sweeps what nobody continued for three days, and uploads at the store without a row', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(partBytes + 1)
    const uploadNo = await beginDirect(person, bytes)
    await put(person, uploadNo, 1, bytes.subarray(0, partBytes))
    await app.services.files.direct?.begin(`ab/${'a'.repeat(32)}`)
    expect(store.uploads.size).toBe(2)
    expect(await sweepStoreUploads(app.system)).toBe(1)
    expect(store.uploads.size).toBe(1)
    app.clock.advance({ hours: 73 })
    await sweepUploads(app.system)
    nothingAtStore()
    expect(await app.db.rows(sql`select 1 from upload_signed_parts`)).toEqual([])
  })
})

describe('the content of a direct upload', () => {
  it('[T-46] a program is refused by its first bytes, and the object is removed', async () => {
    const person = await app.customer(0)
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(100)])
    await sendAll(person, elf, { name: 'spectrum.dat' })
    expect((await listed(person)).uploads).toMatchObject([{ state: 'refused', refusedAs: 'program' }])
    nothingAtStore()
  })

  it('[V5.2.2] a file that is another than its name tells is refused by its first bytes, and the object is removed', async () => {
    const person = await app.customer(0)
    await sendAll(person, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100)]), { name: '数据.zip' })
    expect((await listed(person)).uploads).toMatchObject([{ state: 'refused', refusedAs: 'misnamed' }])
    nothingAtStore()
  })

  it('[T-48] a scanner reads it whole: a virus and a wrong hash of the sender are refused, a right hash is then our own', async () => {
    app.services.config.CLAMD_ADDRESS = { host: '127.0.0.1', port: (scanner.server.address() as AddressInfo).port }
    const person = await app.customer(0)
    await sendAll(person, Buffer.from(`data ${eicarText}`), { name: 'virus.dat' })
    expect((await listed(person)).uploads).toMatchObject([{ refusedAs: 'infected' }])
    await sendAll(person, randomBytes(300), { name: 'lie.raw', sha256: hash('another file') })
    expect((await listed(person)).uploads).toMatchObject([{ refusedAs: 'infected' }, { refusedAs: 'damaged' }])
    nothingAtStore()
    const bytes = randomBytes(partBytes + 5)
    await sendAll(person, bytes)
    expect(scanner.scanned.at(-1)).toBe(bytes.length)
    expect(await isDeclared(hash(bytes))).toBe(false)
    await removeFile(person)
  })
})

describe('beside bytes through the server', () => {
  it('a sender that does not know direct uploads works as before; the two ways never mix in one upload', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(100)
    const part = { part: 1, sha256: hash(bytes) }
    const file = { name: 'blob', content: bytes }
    const { uploadNo } = await begin(person, bytes)
    await app.call(uploadPart, { uploadNo, ...part }, { as: person, file })
    expect(await app.call(uploadState, { uploadNo }, { as: person })).toMatchObject({ direct: 'no' })
    expect(await app.refusal(uploadDirect, { uploadNo }, { as: person })).toMatchObject({ error: 'notDirect' })
    expect(await app.refusal(uploadPartAddress, { uploadNo, ...part }, { as: person })).toMatchObject({
      error: 'notDirect',
    })
    await app.call(uploadCancel, { uploadNo }, { as: person })
    const direct = await beginDirect(person, bytes)
    expect(await app.refusal(uploadPart, { uploadNo: direct, ...part }, { as: person, file })).toMatchObject({
      error: 'isDirect',
    })
    await app.call(uploadCancel, { uploadNo: direct }, { as: person })
    nothingAtStore()
  })

  it('with the setting off a direct upload is begun anew through the server, and downloads come from the server', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(500)
    await sendAll(person, bytes)
    const id = (await listed(person)).files[0]?.id ?? 0
    const { uploadNo } = await begin(person, { length: 700 }, 'b.raw')
    await app.call(uploadDirect, { uploadNo }, { as: person })
    // A client that follows redirects with the token would hand the session to the other host.
    expect((await open(person, id, 'token')).rawPayload.equals(bytes)).toBe(true)
    // A preview is shown inside of the page.
    expect((await open(person, id, 'browser', '?preview')).rawPayload.equals(bytes)).toBe(true)
    app.services.config.S3_DIRECT = false
    expect((await open(person, id, 'browser')).rawPayload.equals(bytes)).toBe(true)
    const again = await begin(person, { length: 700 }, 'b.raw')
    expect(again.uploadNo).not.toBe(uploadNo)
    const state = await app.call(uploadState, { uploadNo: again.uploadNo }, { as: person })
    expect(state).toMatchObject({ direct: 'no' })
    expect(await app.refusal(uploadDirect, { uploadNo: again.uploadNo }, { as: person })).toMatchObject({
      error: 'notDirect',
    })
    for (const { uploadNo: no } of (await listed(person)).uploads)
      await app.call(uploadCancel, { uploadNo: no }, { as: person })
    await removeFile(person)
  })

  it('a program with an API key is redirected as well', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(60)
    await sendAll(person, bytes)
    const { key } = await app.call(apiKeyAdd, { name: '程序', scopes: ['reports.read'], lastDay: null }, { as: person })
    const headers = { authorization: `Bearer ${key}` }
    const id = (await listed(person)).files[0]?.id ?? 0
    const { url } = await app.call(fileLink, { id }, { headers })
    const answer = await app.server.inject({ url, headers })
    expect(answer.statusCode).toBe(302)
    const got = await fetch(String(answer.headers.location))
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
    await removeFile(person)
  })

  it('a file that the store lost is named in words, not by the store', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(50)
    await sendAll(person, bytes)
    store.objects.clear()
    const answer = await open(person, (await listed(person)).files[0]?.id ?? 0, 'browser')
    expect([answer.statusCode, answer.body]).toEqual([404, '文件暂时无法读取，请联系客服'])
  })
})
