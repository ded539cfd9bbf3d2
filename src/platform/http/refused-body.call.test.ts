import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { contentImageUpload } from '../../shop/media/image-contract.ts'
import { requirementSend } from '../../lab/demands/require-contract.ts'
import { fileUpload, staffFileUpload } from '../../core/files/contract.ts'
import { staffReportUpload } from '../../lab/reports/results/upload-contract.ts'
import { sql } from '../db/sql.ts'

let app: TestApp
let customer: TestPerson
let port: number
const staff: Record<string, TestPerson> = {}

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  for (const role of ['logistics', 'lab', 'editor'] as const) staff[role] = await app.staff(role)
  port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

async function filesOnDisk(): Promise<string[]> {
  const names = await readdir(join(app.folder, 'files'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('/')).sort()
}
const keysOfRows = async () =>
  (await app.db.rows<{ key: string }>(sql`select storage_key as key from files order by 1`)).map(({ key }) => key)

const PNG_1_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkY+D/DwACrwGBhq1N9QAAAABJRU5ErkJggg==',
  'base64',
)
const file = (content: string | Buffer, name = 'a.txt') => ({ file: { name, content } })

describe('a refused upload', () => {
  it('[F-70] leaves no file, whatever the reason for the refusal', async () => {
    const twelveMegabytes = Buffer.concat([PNG_1_PIXEL, Buffer.alloc(12 * 1024 * 1024)])
    const as = customer
    const refused = [
      await app.refusal(fileUpload, { purpose: 'nothing' }, { as, ...file('x') }),
      await app.refusal(fileUpload, { purpose: 'attachment', extra: 1 }, { as, ...file('x') }),
      await app.refusal(fileUpload, { purpose: 'voucher' }, { as, ...file('<svg/>') }),
      await app.refusal(fileUpload, { purpose: 'voucher' }, { as, ...file(twelveMegabytes) }),
      await app.refusal(fileUpload, { purpose: 'data' }, { as, idempotencyKey: 'short', ...file('x') }),
      await app.refusal(fileUpload, { purpose: 'data' }, { as, idempotencyKey: null, ...file('x') }),
      await app.refusal(staffFileUpload, { purpose: 'nothing' }, { as: staff.logistics, ...file('x') }),
      await app.refusal(staffReportUpload, { orderNo: 'MX00000000000' }, { as: staff.lab, ...file('1 2\n') }),
      await app.refusal(contentImageUpload, {}, { as: staff.editor, ...file(PNG_1_PIXEL) }),
      await app.refusal(requirementSend, { name: '' }, file('x')),
    ]
    expect(refused.map(({ status }) => status < 500)).not.toContain(false)
    expect(await filesOnDisk()).toEqual(await keysOfRows())
  })

  it('[F-70] leaves no second copy when it is repeated with the same key', async () => {
    const options = { as: customer, idempotencyKey: 'the-same-upload', ...file('once') }
    const first = await app.call(fileUpload, { purpose: 'data' }, options)
    expect(await app.call(fileUpload, { purpose: 'data' }, options)).toEqual(first)
    expect((await app.send(fileUpload, { purpose: 'data' }, { ...options, ...file('other') })).status).toBe(409)
    expect(await filesOnDisk()).toEqual(await keysOfRows())
  })

  it('[F-70] one person cannot exceed the limit of unattached files with parallel uploads', async () => {
    const hoarder = await app.customer(0)
    await app.db.run(sql`
      insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, uploaded_by, created_at)
      select 'ee/' || lpad(to_hex(n), 32, '0'), 'x', 1, '', 'text/plain', 'data', 'customer', ${hoarder.id}, ${app.clock.now()} from generate_series(1, 198) n`)
    const sent = Array.from({ length: 6 }, (_, i) =>
      app.send(fileUpload, { purpose: 'data' }, { as: hoarder, ...file(`${i}`) }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429])
    await app.db.run(sql`delete from files where storage_key like 'ee/0000%'`)
    expect(await filesOnDisk()).toEqual(await keysOfRows())
  })
})

/** Sends a request and a small second one on the same connection; returns the statuses of the answers. */
function twoAnswers(path: string, headers: Record<string, string>, body: Buffer): Promise<string[]> {
  const head = Object.entries({ host: 'shop.test', 'content-length': `${body.length}`, ...headers })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const second = 'POST /api/open/setting HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines}\r\n`)
      socket.write(body)
      socket.write(second)
    })
    socket.setTimeout(15_000, () => {
      socket.destroy()
      reject(new Error(`no second answer after ${answer.slice(0, 200)}`))
    })
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '')))
  })
}

function multipart(boundary: string, bytes: number): Buffer {
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  return Buffer.concat([Buffer.from(part), Buffer.alloc(bytes, 7), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

describe('a connection whose request was refused before its body was read', () => {
  const key = 'a-key-of-its-own'
  const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`
  const rows: [what: string, path: string, headers: () => Record<string, string>, body: Buffer, status: string][] = [
    ['not signed in', '/api/auth/file/upload', () => ({ 'content-type': type('b') }), multipart('b', 300_000), '401'],
    [
      'a body that does not match its content type',
      '/api/open/login',
      () => ({ 'content-type': type('b') }),
      Buffer.alloc(300_000),
      '400',
    ],
    [
      'a file for a call without upload',
      '/api/open/login',
      () => ({ 'content-type': type('b') }),
      multipart('b', 300_000),
      '413',
    ],
    ['an unknown path', '/api/open/nothing', () => ({ 'content-type': type('b') }), multipart('b', 300_000), '404'],
    [
      'a boundary of 300 characters',
      '/api/open/login',
      () => ({ 'content-type': type('b'.repeat(300)) }),
      multipart('b'.repeat(300), 300_000),
      '400',
    ],
    [
      'a boundary of 300 characters before a file',
      '/api/auth/file/upload',
      () => ({ 'content-type': type('b'.repeat(300)), token: customer.token, 'idempotency-key': key }),
      multipart('b'.repeat(300), 300_000),
      '400',
    ],
    [
      'no boundary',
      '/api/auth/file/upload',
      () => ({ 'content-type': 'multipart/form-data', token: customer.token, 'idempotency-key': key }),
      multipart('b', 300_000),
      '400',
    ],
    [
      'a picture of 25 MB',
      '/api/staff/content/image/upload',
      () => ({ 'content-type': type('b'), token: staff.editor?.token ?? '', 'idempotency-key': key }),
      multipart('b', 25 * 1024 * 1024),
      '413',
    ],
    ['no key', '/api/open/require', () => ({ 'content-type': type('b') }), multipart('b', 300_000), '400'],
  ]
  it.each(rows)('[F-71] answers the next request: %s', async (_what, path, headers, body, status) => {
    expect(await twoAnswers(path, headers(), body)).toEqual([status, '200'])
    expect(await filesOnDisk()).toEqual(await keysOfRows())
  })
})
