import { Transformer } from '@napi-rs/image'
import { CLOSED_POLICY } from '../../platform/http/security-headers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { sweepFiles } from '../../core/files/sweep-actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { contentImageDelete, contentImageUses } from '../editing/images/image-use-contract.ts'
import { contentImageList, contentImageUpload } from './image-contract.ts'
import { encodeImage } from './encode-actions.ts'
import { imageHead } from './image-rules.ts'
import { contentPublish, contentRestore, contentSave, contentVersion } from '../editing/revisions/revision-contract.ts'
import { withPictures } from './rich-text-rules.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp({ REMOVED_FILES_DAYS: '0' })
  editor = await app.staff('editor')
})
afterAll(() => app.close())

/** A smooth JPEG, on request with a comment and an EXIF orientation. */
async function jpeg(width: number, height: number, exif?: Buffer): Promise<Buffer> {
  const plain = await pixels(width, height).jpeg(80)
  return exif ? Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]) : plain
}

function pixels(width: number, height: number, alpha = 255): Transformer {
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++)
    data.set([(i % width) & 255, Math.floor(i / width) & 255, 128, i % 7 ? 255 : alpha], i * 4)
  return Transformer.fromRgbaPixels(data, width, height)
}

/** An APP1 segment with orientation 6 (a quarter turn) and a maker's text. */
function exifTurned(): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GEHEIME-KAMERA-NUMMER')])
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1)
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

const upload = (name: string, content: Buffer) =>
  app.call(contentImageUpload, {}, { as: editor, file: { name, content } })
const refused = (name: string, content: Buffer) =>
  app.refusal(contentImageUpload, {}, { as: editor, file: { name, content } })
const get = (path: string) => app.server.inject({ method: 'GET', url: path })

describe('pictures of editors', () => {
  it('are kept upright, without metadata, in our widths as AVIF and WebP, and served for a year', async () => {
    const { known, ...image } = await upload('相机.jpg', await jpeg(600, 1200, exifTurned()))
    expect(known).toBe(false)
    expect(image).toMatchObject({ width: 1200, height: 600, name: '相机.jpg' })
    expect(image.img).toMatch(/^img\/[0-9a-f]{16}-1200x600\.jpg$/)
    const stem = `/${image.img.replace('.jpg', '')}`
    for (const [path, type] of [
      [`${stem}.jpg`, 'image/jpeg'],
      ...[480, 960, 1200].flatMap((width) => [
        [`${stem}.${width}.avif`, 'image/avif'],
        [`${stem}.${width}.webp`, 'image/webp'],
      ]),
    ] as [string, string][]) {
      const response = await get(path)
      expect([path, response.statusCode, response.headers['content-type']]).toEqual([path, 200, type])
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': CLOSED_POLICY,
      })
      expect(response.rawPayload.includes('GEHEIME')).toBe(false)
    }
    expect((await app.call(contentImageList, {}, { as: editor })).list[0]).toEqual(image)
  })

  it('keep their transparency, and a small one is not made larger', async () => {
    const image = await upload('logo.png', await pixels(120, 40, 0).png())
    expect(image.img).toMatch(/-120x40\.png$/)
    const { rawPayload } = await get(`/${image.img}`)
    expect(imageHead(rawPayload)).toEqual({ format: 'png', width: 120, height: 40 })
  })

  it('[Q-317] uploading the same picture twice keeps one, and says under which name it is known', async () => {
    const content = await jpeg(64, 64)
    const first = await upload('a.jpg', content)
    expect(await upload('b.jpg', content)).toEqual({ ...first, name: 'a.jpg', known: true })
  })

  it('are not removed by the sweep of unused files', async () => {
    const { img } = await upload('bleibt.jpg', await jpeg(50, 50))
    app.clock.advance({ hours: 49 })
    await sweepFiles(app.system)
    expect((await get(`/${img}`)).statusCode).toBe(200)
    editor = await app.staff('editor')
  })

  it('[T-47] SVG, HTML, scripts and broken files are refused; what hides behind a picture is gone', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(400))
    const gif = Buffer.from(`GIF89a/*${'x'.repeat(40)}*/=1;alert(1)`)
    const torn = (await jpeg(300, 300)).subarray(0, 400)
    const lying = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex'), html])
    for (const [name, content] of Object.entries({
      svg,
      html,
      gif,
      torn,
      lying,
      pdf: Buffer.from(`%PDF-1.7\n${' '.repeat(99)}`),
    }))
      expect([name, await refused(`${name}.png`, content)]).toMatchObject([
        name,
        { status: 200, error: 'imageUnreadable' },
      ])
    const polyglot = Buffer.concat([await jpeg(80, 80), html])
    const image = await upload('x.jpg', polyglot)
    expect((await get(`/${image.img}`)).rawPayload.includes('script')).toBe(false)
  })

  it('[T-48] a picture that would be too large is refused before it is decoded, and encoding ends in time', async () => {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const size = Buffer.alloc(8)
    size.writeUInt32BE(60_000)
    size.writeUInt32BE(60_000, 4)
    const bomb = Buffer.concat([head, size, Buffer.from('0806000000', 'hex'), Buffer.alloc(200)])
    expect(await refused('bomb.png', bomb)).toMatchObject({ error: 'imageTooLarge' })
    expect(await refused('dot.png', await pixels(4, 4).png())).toMatchObject({ error: 'imageTooSmall' })
    expect(await encodeImage(await jpeg(1600, 1200), 0.05)).toBeUndefined()
  })

  it('names that were never issued are not found, also with path tricks', async () => {
    for (const name of [
      'x.jpg',
      '0123456789abcdef-1x1.jpg',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      `${'a'.repeat(150)}.jpg`,
    ]) {
      const { statusCode } = await get(`/img/${name}`)
      expect([name, statusCode]).toEqual([name, 404])
    }
  })

  it('in rich text come with their sizes and formats under the image base', () => {
    const html =
      '<p>a</p><img src="/img/0123456789abcdef-800x400.jpg" alt="图" loading="lazy" width="800" height="400" />'
    expect(withPictures(html, 'https://cdn.example/')).toContain(
      '<source type="image/avif" srcset="https://cdn.example/img/0123456789abcdef-800x400.480.avif 480w, https://cdn.example/img/0123456789abcdef-800x400.800.avif 800w"',
    )
    expect(withPictures(html, '')).toContain('<img src="/img/0123456789abcdef-800x400.jpg" alt="图"')
  })
})

describe('deleting pictures', () => {
  const article = (img: string, body = '<p>正文</p>') => ({
    type: 'news',
    title: '带图片的文章',
    sketch: '摘要',
    img,
    figure: null,
    tags: [],
    body,
    source: '',
    projectIds: [],
    publishedAt: '2026-03-01 09:00',
  })
  const save = async (data: object, on?: { id: number; version: number }) =>
    app.call(
      contentSave,
      { kind: 'article', ...(on && { id: on.id }), baseVersion: on?.version ?? 0, data: data as never, note: '' },
      { as: editor },
    )
  const publish = (of: { id: number; version: number }) =>
    app.call(contentPublish, { kind: 'article', ...of }, { as: editor })

  it('a picture in use stays, and the refusal lists where it is used: in a draft, on a page, in a text', async () => {
    const { img } = await upload('用到.jpg', await jpeg(90, 60))
    const first = await save(article(img))
    const used = [{ label: '文章与课程「带图片的文章」', to: `/console/content/article/${first.id}` }]
    expect(await app.call(contentImageUses, { img }, { as: editor })).toEqual({ uses: used, oldVersions: 0 })
    expect(await app.refusal(contentImageDelete, { img }, { as: editor })).toMatchObject({ error: 'imageInUse' })
    await publish(first)
    const second = await save(article('', `<p>正文</p><img src="/${img}" alt="图" />`), first)
    await publish(second)
    expect(await app.refusal(contentImageDelete, { img }, { as: editor })).toMatchObject({
      status: 409,
      error: 'imageInUse',
      msg: expect.stringContaining('文章与课程「带图片的文章」'),
    })
    expect((await get(`/${img}`)).statusCode).toBe(200)
  })

  it('[Q-365] an unused picture is deleted with all its sizes; an old version is restored without it, and says so', async () => {
    const { img } = await upload('旧图.jpg', await jpeg(1000, 500))
    const stem = `/${img.replace('.jpg', '')}`
    const first = await save(article(img, `<p>旧文</p><img src="/${img}" alt="图" />`))
    await publish(first)
    const second = await save(article('', '<p>新文</p>'), first)
    await publish(second)
    expect(await app.call(contentImageUses, { img }, { as: editor })).toEqual({ uses: [], oldVersions: 1 })
    expect(await app.call(contentImageDelete, { img }, { as: editor })).toEqual({})
    for (const path of [`${stem}.jpg`, `${stem}.480.avif`, `${stem}.960.webp`])
      expect((await get(path)).statusCode).toBe(404)
    expect((await app.call(contentImageList, {}, { as: editor })).list.map((each) => each.img)).not.toContain(img)
    const kept = await keysOf(img)
    expect(kept.length).toBeGreaterThanOrEqual(7)
    await app.queueDue()
    app.clock.advance({ hours: 26 })
    editor = await app.staff('editor')
    await app.queueDue()
    await app.drain()
    expect(await keysOf(img)).toEqual([])
    for (const key of kept) await expect(app.system.files.open(key)).rejects.toThrow()

    expect(await app.refusal(contentImageDelete, { img }, { as: editor })).toMatchObject({ status: 404 })
    const saved = { kind: 'article', id: second.id, baseVersion: second.version, data: article(img), note: '' } as const
    expect(await app.refusal(contentSave, saved, { as: editor })).toMatchObject({ status: 409, error: 'imageGone' })
    const { version, deletedImages } = await app.call(
      contentRestore,
      { kind: 'article', id: second.id, version: first.version, baseVersion: second.version },
      { as: editor },
    )
    const { data } = await app.call(contentVersion, { kind: 'article', id: second.id, version }, { as: editor })
    expect(data).toMatchObject({ img: '', body: '<p>旧文</p>' })
    expect(deletedImages).toBe(1)
  })

  it('two uploads of one picture at once keep one set of sizes', async () => {
    const content = await jpeg(70, 70)
    const [left, right] = await Promise.all([upload('左.jpg', content), upload('右.jpg', content)])
    expect(left.img).toBe(right.img)
    await app.queueDue()
    app.clock.advance({ hours: 26 })
    editor = await app.staff('editor')
    await app.queueDue()
    await app.drain()
    expect(await keysOf(left.img)).toHaveLength(3)
    expect((await get(`/${left.img}`)).statusCode).toBe(200)
  })

  it('an unknown picture is not found, and only roles that edit content may ask', async () => {
    for (const img of ['', 'img/0123456789abcdef-9x9.jpg', '/demo/partners.svg', '../../etc/passwd', 'x'.repeat(60)])
      expect(await app.refusal(contentImageDelete, { img }, { as: editor })).toMatchObject({ status: 404 })
    const lab = await app.staff('lab')
    const { img } = await upload('x.png', await pixels(40, 40).png())
    expect(await app.refusal(contentImageDelete, { img }, { as: lab })).toMatchObject({ status: 403 })
  })

  /** Storage keys of all sizes, including those that wait to be swept. */
  async function keysOf(img: string): Promise<string[]> {
    const name = `${/[0-9a-f]{16}/.exec(img)?.[0]}-%`
    const rows = await app.system.db.rows<{ storageKey: string }>(
      sql`select storage_key from files where name like ${name}`,
    )
    return rows.map(({ storageKey }) => storageKey)
  }
})
