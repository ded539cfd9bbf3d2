import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { messageList } from '../../../workspace/notices/contract.ts'
import { orderDataBegin, orderDataDel, orderDataList } from '../../../lab/orders/analysis-data/data-contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { clamdDouble, eicarText } from '../../../platform/scan/clamd-double.ts'
import { fileLink, fileUpload } from '../contract.ts'
import { uploadCancel, uploadFinish, uploadPart, uploadState } from './part-contract.ts'
import { checksumText, partLimits } from './part-rules.ts'
import { sendInParts } from './part-sender.ts'
import { sweepUploads } from './assemble-actions.ts'
import { sweepFiles } from '../sweep-actions.ts'

const { partBytes } = partLimits
const scanner = clamdDouble({ mostBytes: 3 * partBytes })
let app: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => scanner.server.listen(0, '127.0.0.1', resolve))
  const clamd = `127.0.0.1:${(scanner.server.address() as AddressInfo).port}`
  app = await testApp({ CLAMD_ADDRESS: clamd, REMOVED_FILES_DAYS: '0' })
})
afterAll(async () => {
  await app.close()
  scanner.server.close()
})

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const piecesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    bytes.subarray(n * partBytes, (n + 1) * partBytes),
  )
const checksumOf = (bytes: Buffer) => hash(checksumText(piecesOf(bytes).map(hash)))

const begin = (as: TestPerson, bytes: { length: number }, name = 'scan.raw') =>
  app.call(orderDataBegin, { name, size: bytes.length, fingerprint: hash(name) }, { as })
const part = (uploadNo: string, n: number, bytes: Buffer, sha256 = hash(bytes)) =>
  [
    { uploadNo, part: n, sha256 },
    { name: 'blob', content: bytes },
  ] as const
const send = (as: TestPerson, ...[input, file]: ReturnType<typeof part>) => app.call(uploadPart, input, { as, file })
const refused = (as: TestPerson, ...[input, file]: ReturnType<typeof part>) =>
  app.refusal(uploadPart, input, { as, file })

async function sendAll(as: TestPerson, bytes: Buffer, name?: string) {
  const { uploadNo } = await begin(as, bytes, name)
  for (const [n, piece] of piecesOf(bytes).entries()) await send(as, ...part(uploadNo, n + 1, piece))
  await app.call(uploadFinish, { uploadNo, checksum: checksumOf(bytes) }, { as })
  await app.drain()
  return uploadNo
}

const listed = (as: TestPerson) => app.call(orderDataList, {}, { as })
/** Names of all objects in the store, whole or in writing. */
const stored = () =>
  readdirSync(join(app.folder, 'files'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('/'))

async function download(as: TestPerson, id: number, range?: string) {
  const { url } = await app.call(fileLink, { id }, { as })
  return app.server.inject({ url, headers: { token: as.token, ...(range ? { range } : {}) } })
}

describe('a file in parts', () => {
  it('arrives in any order, one part twice, is put together, hashed and scanned, and its parts are removed', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(2 * partBytes + 1234)
    const pieces = piecesOf(bytes)
    const { uploadNo, partCount } = await begin(person, bytes)
    // Choosing the same file again continues.
    expect(await begin(person, bytes)).toMatchObject({ uploadNo, received: 0 })
    expect(partCount).toBe(3)
    for (const n of [3, 1, 1]) await send(person, ...part(uploadNo, n, pieces[n - 1] as Buffer))
    const state = await app.call(uploadState, { uploadNo }, { as: person })
    expect(state).toMatchObject({ state: 'open', received: 2 })
    expect(state.parts).toEqual([1, 3].map((n) => ({ part: n, sha256: hash(pieces[n - 1] as Buffer) })))
    const checksum = checksumOf(bytes)
    expect(await app.refusal(uploadFinish, { uploadNo, checksum }, { as: person })).toMatchObject({
      error: 'partsMissing',
    })
    await send(person, ...part(uploadNo, 2, pieces[1] as Buffer))
    expect(await app.refusal(uploadFinish, { uploadNo, checksum: hash('other') }, { as: person })).toMatchObject({
      error: 'checksumDiffers',
    })
    expect(await app.call(uploadFinish, { uploadNo, checksum }, { as: person })).toMatchObject({ state: 'checking' })
    expect((await listed(person)).files).toEqual([])
    await app.drain()
    const { files, uploads } = await listed(person)
    expect(uploads).toEqual([])
    expect(files).toMatchObject([{ name: 'scan.raw', size: bytes.length, sha256: hash(bytes) }])
    expect(scanner.scanned.at(-1)).toBe(bytes.length)
    expect((await download(person, files[0]?.id ?? 0)).rawPayload.equals(bytes)).toBe(true)
    expect(await app.db.rows(sql`select part from upload_parts`)).toEqual([])
    expect(stored()).toHaveLength(1)
    await app.call(orderDataDel, { fileId: files[0]?.id ?? 0 }, { as: person })
    app.clock.advance({ hours: 30 })
    await sweepFiles(app.system)
    expect(stored()).toEqual([])
  })

  it('[T-49] refuses parts beyond the file, of another size, damaged, different from before, and after the end; nothing is kept', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(partBytes + 10)
    const [first, last] = piecesOf(bytes) as [Buffer, Buffer]
    const { uploadNo } = await begin(person, bytes)
    await send(person, ...part(uploadNo, 1, first))
    const kept = stored()
    expect(await refused(person, ...part(uploadNo, 3, last))).toMatchObject({ error: 'noSuchPart' })
    expect(await refused(person, ...part(uploadNo, 2, first))).toMatchObject({ error: 'wrongPartSize' })
    expect(await refused(person, ...part(uploadNo, 1, last))).toMatchObject({ error: 'wrongPartSize' })
    expect(await refused(person, ...part(uploadNo, 2, randomBytes(partBytes + 1)))).toMatchObject({ status: 413 })
    expect(await refused(person, ...part(uploadNo, 2, last, hash('else')))).toMatchObject({ error: 'partDamaged' })
    expect(await refused(person, ...part(uploadNo, 1, randomBytes(partBytes)))).toMatchObject({ error: 'partDiffers' })
    expect(await refused(person, ...part(uploadNo, 0, last))).toMatchObject({ error: 'invalid' })
    await app.call(uploadCancel, { uploadNo }, { as: person })
    expect(await refused(person, ...part(uploadNo, 2, last))).toMatchObject({ status: 404 })
    expect(kept).toHaveLength(1)
    expect(stored()).toEqual([])
  })

  it('[T-40] an upload of somebody else is not found: no part, no state, no end, no removal', async () => {
    const person = await app.customer(0)
    const stranger = await app.customer(0)
    const bytes = randomBytes(100)
    const { uploadNo } = await begin(person, bytes)
    expect(await refused(stranger, ...part(uploadNo, 1, bytes))).toMatchObject({ status: 404 })
    const notFound = { status: 404, error: 'notFound' }
    expect(await app.refusal(uploadState, { uploadNo }, { as: stranger })).toMatchObject(notFound)
    expect(await app.refusal(uploadCancel, { uploadNo }, { as: stranger })).toMatchObject(notFound)
    const checksum = checksumOf(bytes)
    expect(await app.refusal(uploadFinish, { uploadNo, checksum }, { as: stranger })).toMatchObject(notFound)
    expect((await listed(stranger)).uploads).toEqual([])
    await app.call(uploadCancel, { uploadNo }, { as: person })
  })

  it('two tabs send the same file at once: every part is kept once, and it ends once', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(2 * partBytes)
    const { uploadNo } = await begin(person, bytes)
    const tab = async () => {
      for (const [n, piece] of piecesOf(bytes).entries()) await send(person, ...part(uploadNo, n + 1, piece))
      return app.call(uploadFinish, { uploadNo, checksum: checksumOf(bytes) }, { as: person }).catch(() => undefined)
    }
    const ends = await Promise.allSettled([tab(), tab()])
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    await app.drain()
    const { files } = await listed(person)
    expect(files).toMatchObject([{ sha256: hash(bytes) }])
    expect(stored()).toHaveLength(1)
    await app.call(orderDataDel, { fileId: files[0]?.id ?? 0 }, { as: person })
    app.clock.advance({ hours: 30 })
    await sweepFiles(app.system)
  })

  it('[V5.2.2] a file that is another than its name tells is refused with its first part, before gigabytes are sent', async () => {
    const person = await app.customer(0)
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100)])
    const { uploadNo } = await begin(person, bytes, '数据.zip')
    const answer = await refused(person, ...part(uploadNo, 1, bytes))
    expect(answer).toMatchObject({ status: 415, error: 'misnamed' })
    expect(answer.msg).toContain('文件「数据.zip」的扩展名是 .zip，内容却是 PDF 文档')
    expect((await app.call(uploadState, { uploadNo }, { as: person })).received).toBe(0)
    expect(stored()).toEqual([])
    await app.call(uploadCancel, { uploadNo }, { as: person })
  })

  it('[V5.2.2] a browser asks for no upload of a file that is another than its name tells', async () => {
    const begun = () => Promise.reject(new Error('an upload was begun'))
    const hooks = {
      signal: new AbortController().signal,
      onBegun: () => {},
      onProgress: () => {},
      onWaiting: () => {},
    }
    const file = new File(['%PDF-1.7'], '照片.png')
    await expect(sendInParts(file, {} as never, begun, hooks)).rejects.toThrow('扩展名是 .png，内容却是 PDF 文档')
    await expect(sendInParts(new File(['%PDF-1.7'], '说明.pdf'), {} as never, begun, hooks)).rejects.toThrow(
      'an upload was begun',
    )
  })

  it('[T-46] a name with a path loses it, and programs are refused by name and by content', async () => {
    const person = await app.customer(0)
    expect(await begin(person, { length: 5 }, '../../etc/passwd.dat')).toMatchObject({ name: 'passwd.dat' })
    const start = { name: 'setup.EXE ', size: 5, fingerprint: hash('') }
    expect(await app.refusal(orderDataBegin, start, { as: person })).toMatchObject({ error: 'noPrograms' })
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(100)])
    const other = await app.customer(0)
    await sendAll(other, elf, 'spectrum.dat')
    expect((await listed(other)).uploads).toMatchObject([{ state: 'refused', refusedAs: 'program' }])
    expect((await listed(other)).files).toEqual([])
    expect(stored()).toEqual([])
  })

  it('[T-48] an infected file never gets a row: refused with a message to its owner and an audit row; an unscannable one too', async () => {
    const person = await app.customer(0)
    const bytes = Buffer.concat([randomBytes(partBytes - 20), Buffer.from(eicarText), randomBytes(50)])
    const uploadNo = await sendAll(person, bytes, 'data.raw')
    const { files, uploads } = await listed(person)
    expect(files).toEqual([])
    expect(uploads).toMatchObject([{ state: 'refused', refusedAs: 'infected' }])
    expect(stored()).toEqual([])
    const audit = await app.db.one<{ after: object }>(
      sql`select after from audit_log where action = 'upload.refused' and subject = ${`upload:${uploadNo}`}`,
    )
    expect(audit.after).toMatchObject({ refusedAs: 'infected', detail: 'Eicar-Test-Signature', ownerId: person.id })
    await app.drain()
    expect((await app.call(messageList, {}, { as: person })).list[0]?.text).toContain('「data.raw」')
    await app.call(uploadCancel, { uploadNo }, { as: person })
    await sendAll(person, randomBytes(3 * partBytes + 1), 'large.raw')
    expect((await listed(person)).uploads).toMatchObject([{ refusedAs: 'unscannable' }])
    expect(stored()).toEqual([])
  })

  it('[T-49] limits one person’s unfinished uploads by size and number, and a file to 2 GB', async () => {
    const person = await app.customer(0)
    const start = { name: 'a.raw', fingerprint: hash('a') }
    const GB2 = partLimits.mostBytes
    const tooLarge = { ...start, size: GB2 + 1 }
    expect(await app.refusal(orderDataBegin, tooLarge, { as: person })).toMatchObject({ error: 'invalid' })
    for (let n = 0; n < 10; n++)
      await app.call(orderDataBegin, { ...start, size: GB2, fingerprint: hash(`${n}`) }, { as: person })
    expect(await app.refusal(orderDataBegin, { ...start, size: 20 }, { as: person })).toMatchObject({ status: 429 })
  })

  it('[T-50] sweeps uploads that nobody continued for three days, with their parts; younger ones stay', async () => {
    const old = await app.customer(0)
    const bytes = randomBytes(partBytes + 1)
    const { uploadNo } = await begin(old, bytes)
    await send(old, ...part(uploadNo, 1, bytes.subarray(0, partBytes)))
    app.clock.advance({ hours: 71 })
    const young = await begin(await app.customer(0), bytes)
    // A part of an unfinished upload is no stray, however old it is.
    await sweepFiles(app.system)
    expect(stored()).toHaveLength(1)
    app.clock.advance({ hours: 2 })
    await sweepUploads(app.system)
    expect(stored()).toEqual([])
    const left = await app.db.rows<{ uploadNo: string }>(sql`select upload_no from uploads`)
    expect(left).toEqual([{ uploadNo: young.uploadNo }])
  })
})

describe('a range of a download', () => {
  it('is answered with 206 and exactly these bytes; one outside of the file with 416', async () => {
    const person = await app.customer(0)
    const bytes = randomBytes(5000)
    await sendAll(person, bytes)
    const id = (await listed(person)).files[0]?.id ?? 0
    const whole = await download(person, id)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '5000' })
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=1000-1999', 1000, 1999],
      ['bytes=4000-', 4000, 4999],
      ['bytes=-10', 4990, 4999],
      ['bytes=4990-9999', 4990, 4999],
    ] as const) {
      const answer = await download(person, id, range)
      expect([range, answer.statusCode, answer.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${from}-${to}/5000`,
      ])
      expect(answer.rawPayload.equals(bytes.subarray(from, to + 1))).toBe(true)
    }
    expect(await download(person, id, 'bytes=5000-')).toMatchObject({ statusCode: 416 })
    for (const odd of ['bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2', 'bytes=-'])
      expect([odd, (await download(person, id, odd)).statusCode]).toEqual([odd, 200])
  })
})

describe('a file in one request', () => {
  const upload = (as: TestPerson, content: Buffer | string, name = '说明.txt') =>
    [{ purpose: 'attachment' as const }, { as, file: { name, content }, idempotencyKey: randomUUID() }] as const

  it('[T-49] is scanned too: an infected one is refused with the name of the virus, and nothing of it stays', async () => {
    const person = await app.customer(0)
    const before = stored().length
    const refusal = await app.refusal(fileUpload, ...upload(person, `附件 ${eicarText}`))
    expect(refusal).toMatchObject({ error: 'infected' })
    expect(refusal.msg).toContain('文件含有病毒')
    const tooLarge = await app.refusal(fileUpload, ...upload(person, randomBytes(3 * partBytes + 1), 'a.bin'))
    expect(tooLarge).toMatchObject({ error: 'unscannable' })
    expect(stored()).toHaveLength(before)
    await app.call(fileUpload, ...upload(person, '没有病毒'))
    expect(stored()).toHaveLength(before + 1)
  })
})
