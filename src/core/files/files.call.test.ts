import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { sql } from '../../platform/db/sql.ts'
import { attachFile, releaseTo } from './actions.ts'
import { fileLink, fileUpload, staffFileLink, staffFileUpload } from './contract.ts'
import { contentDisposition, straySweepMinutes } from './rules.ts'
import { staffMayRead } from './reader-rules.ts'
import { periodicWork } from './jobs.ts'
import { sweepFiles, sweepStrays } from './sweep-actions.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const KEY = 'browser-key-0123456789'

let app: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await testApp()
  owner = await app.customer(0)
  other = await app.customer(0)
})
afterAll(() => app.close())

function upload(
  content: string | Buffer,
  name = 'sample.txt',
  as = owner,
  purpose: 'voucher' | 'attachment' | 'data' = 'attachment',
) {
  return app.call(fileUpload, { purpose }, { as, file: { name, content } })
}

function download(url: string, headers: Record<string, string> = {}) {
  return app.server.inject({ method: 'GET', url, headers })
}

async function objects(): Promise<string[]> {
  const names = await readdir(join(app.folder, 'files'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('/'))
}

describe('downloads', () => {
  it('[T-58] the file of a contract, which names both parties, can be read only by managers and finance', () => {
    const roles = ['manager', 'lab', 'reviewer', 'finance', 'logistics', 'editor', 'admin']
    for (const purpose of ['agreement', 'contract'] as const)
      expect(roles.filter((role) => staffMayRead({ role, actions: null }, purpose))).toEqual(['manager', 'finance'])
    expect(roles.filter((role) => staffMayRead({ role, actions: null }, 'personal'))).toEqual([])
  })

  it('[T-45] a link opens for its owner, as an attachment that is not cached, and leaves an audit row', async () => {
    const file = await upload('1 2\n3 4\n', '数据 "a".txt')
    const link = await app.call(fileLink, { id: file.id, browserKey: KEY }, { as: owner })
    expect(link.expiresInSeconds).toBeLessThanOrEqual(300)
    const answer = await download(link.url, { cookie: `a=b; mx_files=${KEY}` })
    expect([answer.statusCode, answer.body]).toEqual([200, '1 2\n3 4\n'])
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''%E6%95%B0/,
    )
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': '8',
    })
    const audit = await app.db.row(
      sql`select actor_kind, actor_id from audit_log where action = 'file.download' and subject = ${`file:${file.id}`}`,
    )
    expect(audit).toEqual({ actorKind: 'customer', actorId: owner.id })
  })

  it('[T-45] a shared link opens neither without the browser key nor with the token of another person', async () => {
    const file = await upload('secret')
    const link = await app.call(fileLink, { id: file.id, browserKey: KEY }, { as: owner })
    for (const headers of [
      {},
      { cookie: 'mx_files=another-key-0123456789' },
      { token: other.token },
      { token: 'nonsense' },
    ]) {
      const answer = await download(link.url, headers as Record<string, string>)
      expect([answer.statusCode, answer.body.includes('secret')]).toEqual([403, false])
    }
    expect((await download(link.url, { token: owner.token })).statusCode).toBe(200)
  })

  it('[T-45] a guessed token is 404; an expired one, and one whose session ended, are 403', async () => {
    expect((await download(`/files/${'A'.repeat(43)}`)).statusCode).toBe(404)
    const file = await upload('late')
    const link = await app.call(fileLink, { id: file.id }, { as: owner })
    app.clock.advance({ minutes: 5 })
    expect((await download(link.url, { token: owner.token })).statusCode).toBe(403)
    const leaving = await app.customer(0)
    const own = await upload('x', 'x.txt', leaving)
    const second = await app.call(fileLink, { id: own.id, browserKey: KEY }, { as: leaving })
    await app.db.run(
      sql`update sessions set revoked_at = ${app.clock.now()} where subject_id = ${leaving.id} and kind = 'customer'`,
    )
    expect((await download(second.url, { cookie: `mx_files=${KEY}` })).statusCode).toBe(403)
  })

  it('[T-40] a file of another customer has no link; a released one has, until it is taken back', async () => {
    const file = await upload('mine')
    expect(await app.refusal(fileLink, { id: file.id }, { as: other })).toMatchObject({
      status: 404,
      error: 'notFound',
    })
    await releaseTo(app.system, [file.id], other.id)
    const link = await app.call(fileLink, { id: file.id }, { as: other })
    await releaseTo(app.system, [file.id], owner.id)
    expect((await download(link.url, { token: other.token })).statusCode).toBe(404)
  })

  it('[T-45] staff open only files that their role needs', async () => {
    const voucher = await upload(PNG, 'a.png', owner, 'voucher')
    const finance = await app.staff('finance')
    const lab = await app.staff('lab')
    const link = await app.call(staffFileLink, { id: voucher.id }, { as: finance })
    expect((await download(link.url, { token: finance.token })).statusCode).toBe(200)
    expect((await download(link.url, { token: lab.token })).statusCode).toBe(403)
    expect(await app.refusal(staffFileLink, { id: voucher.id }, { as: lab })).toMatchObject({ status: 404 })
    await app.db.run(sql`update staff set disabled_at = ${app.clock.now()} where id = ${finance.id}`)
    expect((await download(link.url, { token: finance.token })).statusCode).toBe(403)
  })
})

/** An uncompressed grey TIFF of 16 bits a pixel, as electron microscopes write it (TIFF 6.0, bilevel and greyscale images). */
function tiff(width: number, height: number): Buffer {
  const strip = 8
  const pixels = Buffer.alloc(width * height * 2)
  for (let n = 0; n < width * height; n++) pixels.writeUInt16LE((n * 997) & 0xffff, n * 2)
  const directory = strip + pixels.length
  // Tag, type (3: short, 4: long), value.
  const entries = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 16],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, strip],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, pixels.length],
  ] as const
  const end = Buffer.alloc(2 + entries.length * 12 + 4)
  end.writeUInt16LE(entries.length, 0)
  for (const [n, [tag, type, value]] of entries.entries()) {
    end.writeUInt16LE(tag, 2 + n * 12)
    end.writeUInt16LE(type, 4 + n * 12)
    end.writeUInt32LE(1, 6 + n * 12)
    end.writeUInt32LE(value, 10 + n * 12)
  }
  const head = Buffer.alloc(8)
  head.write('II', 0, 'latin1')
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(directory, 4)
  return Buffer.concat([head, pixels, end])
}

describe('the preview of a picture that browsers do not show', () => {
  const preview = async (content: Buffer, name: string, query = '?preview') => {
    const file = await upload(content, name)
    const { url } = await app.call(fileLink, { id: file.id }, { as: owner })
    return download(url + query, { token: owner.token })
  }

  it('a TIFF of 16 bits is drawn as a JPEG of at most 1600 pixels, and downloads as it is', async () => {
    const picture = tiff(2000, 30)
    const drawn = await preview(picture, 'SEM-01.tif')
    expect(drawn.headers['content-type']).toBe('image/jpeg')
    expect(await new Transformer(drawn.rawPayload).metadata()).toMatchObject({ width: 1600, height: 24 })
    expect((await preview(picture, 'SEM-01.tif', '')).rawPayload.equals(picture)).toBe(true)
  })

  it('a broken one is refused in words, and other pictures are sent as they are', async () => {
    const broken = await preview(tiff(20, 20).subarray(0, 100), 'broken.tif')
    expect(broken.statusCode).toBe(415)
    expect(broken.body).toContain('请下载后查看')
    expect((await preview(PNG, 'a.png')).rawPayload.equals(PNG)).toBe(true)
  })
})

describe('uploads', () => {
  it('[T-46] a file name sent by the browser is never used as a path', async () => {
    const hostile = [
      '../../etc/passwd',
      'C:\\windows\\win.ini',
      'a\u202etxt.dat',
      '..',
      `${'长'.repeat(300)}.csv`,
      'x;y=z.txt',
    ]
    for (const name of hostile) {
      const file = await upload('x', name)
      expect(file.name).not.toMatch(/[/\\\u0000-\u001f\u202e]|^\.\.?$/)
      expect(file.name.length).toBeLessThanOrEqual(120)
      const row = await app.db.one<{ storageKey: string }>(sql`select storage_key from files where id = ${file.id}`)
      expect(row.storageKey).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}$/)
    }
    for (const name of [
      'a\r\nset-cookie: x=1',
      'a"; filename="b',
      '100%.txt',
      "o'clock*.txt",
      '\ud800.txt',
      '图谱.txt',
    ]) {
      expect(contentDisposition(name)).toMatch(
        /^attachment; filename="[^"\r\n\\]*"; filename\*=UTF-8''[\w.~!$&+^`|%#-]*$/,
      )
    }
  })

  it('[T-47] HTML, SVG and an executable under another name are recognised by their bytes and sent with harmless types', async () => {
    const html = await upload('<html><script>alert(1)</script></html>', 'photo.scan')
    const svg = await upload(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'a.svg',
    )
    const exe = await upload(Buffer.from(`MZ${'\0'.repeat(200)}`, 'latin1'), 'a.scan')
    const polyglot = await upload(Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]), 'a.scan')
    expect([html.mime, svg.mime, polyglot.mime]).toEqual(['text/plain', 'text/plain', 'image/png'])
    for (const file of [html, svg, exe, polyglot]) {
      const link = await app.call(fileLink, { id: file.id }, { as: owner })
      const { headers } = await download(link.url, { token: owner.token })
      expect(headers['content-type']).toMatch(/^(text\/plain|application\/octet-stream|image\/png)/)
      expect(headers['content-disposition']).toMatch(/^attachment/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': CLOSED_POLICY,
      })
    }
    expect(
      await app.refusal(fileUpload, { purpose: 'voucher' }, { as: owner, file: { name: 'a.png', content: '<svg/>' } }),
    ).toMatchObject({
      status: 415,
      error: 'wrongType',
    })
  })

  it('[V5.2.2] a file whose name tells another kind than its bytes is refused, and nothing of it stays; instruments name as they like', async () => {
    const before = await objects()
    const refused = await app.refusal(
      fileUpload,
      { purpose: 'data' },
      { as: owner, file: { name: '谱图.pdf', content: PNG } },
    )
    expect(refused).toMatchObject({ status: 415, error: 'misnamed' })
    expect(refused.msg).toContain('扩展名是 .pdf，内容却是 PNG 图片')
    expect(await objects()).toEqual(before)
    expect(await upload(PNG, '谱图.spm')).toMatchObject({ name: '谱图.spm', mime: 'image/png' })
  })

  it.each(['MZ,Intensity\n100.1,42\n', 'BMIM-PF6;1\n2;3\n', 'GIF8,1\n'])(
    '[V5.2.2] a table that begins with the letters of another type is a text: %j',
    async (content) => expect((await upload(content, '质谱.csv')).mime).toBe('text/plain'),
  )

  it('[T-49] refuses a file that is too large for its purpose, an empty file, and a call without a file', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)])
    expect(
      await app.refusal(fileUpload, { purpose: 'voucher' }, { as: owner, file: { name: 'a.png', content: large } }),
    ).toMatchObject({ status: 413 })
    expect(
      await app.refusal(fileUpload, { purpose: 'attachment' }, { as: owner, file: { name: 'a.txt', content: '' } }),
    ).toMatchObject({ error: 'invalid' })
    expect(await app.refusal(fileUpload, { purpose: 'attachment' }, { as: owner })).toMatchObject({ status: 415 })
    expect(
      await app.refusal(fileUpload, { purpose: 'result' }, { as: owner, file: { name: 'a.txt', content: 'x' } }),
    ).toMatchObject({ error: 'invalid' })
  })

  it('[T-49] limits the files that one person leaves unattached', async () => {
    const hoarder = await app.customer(0)
    await app.db.run(sql`
      insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, uploaded_by, created_at)
      select 'ff/' || lpad(to_hex(n), 32, '0'), 'x', 1, '', 'text/plain', 'data', 'customer', ${hoarder.id}, ${app.clock.now()} from generate_series(1, 200) n`)
    expect(
      await app.refusal(fileUpload, { purpose: 'data' }, { as: hoarder, file: { name: 'a.txt', content: 'x' } }),
    ).toMatchObject({ status: 429 })
  })

  it('[T-40] a file belongs to one thing only, and only its uploader can attach it', async () => {
    const file = await upload('x')
    await expect(attachFile(app.customerCtx(other.id), file.id, 'order:1', ['attachment'])).rejects.toMatchObject({
      kind: { error: 'notFound' },
    })
    await expect(attachFile(app.customerCtx(owner.id), file.id, 'order:1', ['voucher'])).rejects.toMatchObject({
      kind: { error: 'notFound' },
    })
    await attachFile(app.customerCtx(owner.id), file.id, 'order:1', ['attachment'])
    await expect(attachFile(app.customerCtx(owner.id), file.id, 'order:2', ['attachment'])).rejects.toMatchObject({
      kind: { error: 'fileAttached' },
    })
  })

  it('[T-41] staff upload photos by a call of their own, by role', async () => {
    const logistics = await app.staff('logistics')
    const photo = await app.call(
      staffFileUpload,
      { purpose: 'photo' },
      { as: logistics, file: { name: '样品.png', content: PNG } },
    )
    expect(photo).toMatchObject({ name: '样品.png', mime: 'image/png', size: PNG.length })
    const reviewer = await app.staff('reviewer')
    expect(
      await app.refusal(staffFileUpload, { purpose: 'photo' }, { as: reviewer, file: { name: 'a.png', content: PNG } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('the sweeper', () => {
  it('[T-49] an upload that was cut off leaves nothing after the sweep', async () => {
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const before = new Set(await objects())
    const session = await app.customer(0)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
        socket.write(
          `POST /api/auth/file/upload HTTP/1.1\r\nhost: x\r\ntoken: ${session.token}\r\nidempotency-key: broken-off\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999999\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(100_000)}`,
        )
        const wait = setInterval(async () => {
          if ((await objects()).length === before.size) return
          clearInterval(wait)
          socket.destroy()
          resolve()
        }, 20)
      })
      socket.on('error', () => {})
    })
    await expect.poll(async () => (await objects()).filter((name) => !before.has(name)), { timeout: 5000 }).toEqual([])
  })

  it('[F-70] removes bytes without a row within the hour, and leaves those of an upload in progress', async () => {
    const { id } = await upload('kept')
    const row = await app.db.one<{ storageKey: string }>(sql`select storage_key from files where id = ${id}`)
    const path = (digit: string) => join(app.folder, 'files', `${row.storageKey.slice(0, 3)}${digit.repeat(32)}`)
    const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000)
    for (const [digit, minutes] of [
      ['2', 21],
      ['3', 19],
    ] as const) {
      await writeFile(path(digit), 'left')
      await utimes(path(digit), minutesAgo(minutes), minutesAgo(minutes))
    }
    expect(await sweepStrays(app.system)).toBe(1)
    await expect(stat(path('2'))).rejects.toThrow()
    expect((await stat(path('3'))).size).toBe(4)
    const round = periodicWork.find(({ name }) => name === 'file.sweepStrays')
    expect(round?.schedule).toEqual({ everyHours: straySweepMinutes / 60 })
    expect(straySweepMinutes).toBeLessThanOrEqual(40)
    await rm(path('3'))
  })

  it('[T-50] removes unattached rows, bytes without a row and partial files, keeps the rest, and reports what is missing', async () => {
    const abandoned = await upload('abandoned')
    const kept = await upload('kept')
    await attachFile(app.customerCtx(owner.id), kept.id, 'order:9', ['attachment'])
    const gone = await upload('gone')
    await attachFile(app.customerCtx(owner.id), gone.id, 'order:9', ['attachment'])
    const keyOf = async (id: number) =>
      (await app.db.one<{ storageKey: string }>(sql`select storage_key from files where id = ${id}`)).storageKey
    const [abandonedKey, keptKey, goneKey] = [await keyOf(abandoned.id), await keyOf(kept.id), await keyOf(gone.id)]
    const path = (key: string) => join(app.folder, 'files', key)
    await rm(path(goneKey))
    const stray = `${keptKey.slice(0, 3)}${'0'.repeat(32)}`
    for (const key of [stray, `${stray}.part`]) {
      await writeFile(path(key), 'stray')
      await utimes(path(key), new Date('2026-01-01'), new Date('2026-01-01'))
    }
    const young = `${keptKey.slice(0, 3)}${'1'.repeat(32)}`
    await writeFile(path(young), 'being uploaded')
    await app.queueDue()
    app.clock.advance({ hours: 25 })
    await app.queueDue()
    await app.drain()
    // The row is gone; the bytes stay for a database that is restored to an earlier moment.
    expect(await app.db.rows(sql`select id from files where id = ${abandoned.id}`)).toEqual([])
    expect((await stat(path(abandonedKey))).size).toBe(9)
    await expect(stat(path(stray))).rejects.toThrow()
    await expect(stat(path(`${stray}.part`))).rejects.toThrow()
    expect((await stat(path(keptKey))).size).toBe(4)
    expect((await stat(path(young))).size).toBe(14)
    const missing = await app.db.rows<{ id: number }>(sql`select id from files where missing_at is not null`)
    expect(missing).toEqual([{ id: gone.id }])
    expect(await sweepFiles(app.system)).toEqual({ orphans: 0, expired: 0, strays: 0, missing: 0 })
    await utimes(path(young), app.clock.now(), new Date(app.clock.now().getTime() + 8 * 86_400_000))
    app.clock.advance({ hours: 24 * 7 })
    expect(await sweepFiles(app.system)).toMatchObject({ strays: 0 })
    await expect(stat(path(abandonedKey))).rejects.toThrow()
    expect(await app.db.rows(sql`select storage_key from removed_files`)).toEqual([])
  })
})
