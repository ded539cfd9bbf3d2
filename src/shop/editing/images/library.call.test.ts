import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { newsDetail } from '../../articles/contract.ts'
import { contentImageList, contentImageUpload } from '../../media/image-contract.ts'
import { contentImageDelete, contentImageUses } from './image-use-contract.ts'
import { contentImageEdit, contentImageIndex, contentImageReplace } from './library-contract.ts'
import { contentItem, contentPublish, contentSave, contentVersion } from '../revisions/revision-contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  editor = await app.staff('editor')
})
afterAll(() => app.close())

let shade = 0
async function upload(name: string, width = 60, height = 40) {
  const bytes = new Uint8Array(width * height * 4).fill((shade += 9))
  const content = await Transformer.fromRgbaPixels(bytes, width, height).png()
  return app.call(contentImageUpload, {}, { as: editor, file: { name, content } })
}

const article = (img: string, body: string) => ({
  ...{ type: 'news', title: '带图片的文章', sketch: '摘要', img, figure: null, tags: [], body, source: '' },
  ...{ projectIds: [], publishedAt: '2026-03-01 09:00' },
})
const save = (kind: 'article' | 'banner', data: Record<string, unknown>, on?: { id: number; version: number }) =>
  app.call(contentSave, { kind, ...(on && { id: on.id }), baseVersion: on?.version ?? 0, data }, { as: editor })
const find = (query: object) => app.call(contentImageIndex, query as never, { as: editor })
const names = async (query: object) => (await find(query)).list.map(({ name }) => name).sort()

describe('[E-01] the library of pictures', () => {
  it('finds pictures by name, text, size, kind and use', async () => {
    const used = await upload('光谱仪.png', 200, 100)
    await upload('旧横幅.png', 80, 40)
    await save('banner', { title: '横幅', description: '', img: used.img, figure: null, redirect: '' })
    expect(await names({ kw: '光谱' })).toEqual(['光谱仪.png'])
    expect(await names({ tab: 'unused' })).toEqual(['旧横幅.png'])
    expect(await names({ filters: { use: ['used'] } })).toEqual(['光谱仪.png'])
    expect(await names({ filters: { use: ['used', 'unused'], width: { from: 100 } } })).toEqual(['光谱仪.png'])
    const { list, counts } = await find({ tab: 'noAlt' })
    expect(list).toMatchObject([{ name: '光谱仪.png', use: 'used', format: 'png', createdByName: expect.any(String) }])
    expect(counts).toMatchObject({ all: 2, unused: 1, noAlt: 1 })
    expect((await app.call(contentImageList, { kw: '横幅' }, { as: editor })).list).toHaveLength(1)
    expect((await app.call(contentImageList, { kw: '%' }, { as: editor })).list).toHaveLength(0)
  })

  it('a new alternative text reaches every text that has none of its own', async () => {
    const { img } = await upload('曲线.png')
    const texts = `<p>文</p><img src="/${img}" alt="" /><img src="/${img}" alt="单独写的" />`
    const draft = await save('article', article('', texts))
    await app.call(contentPublish, { kind: 'article', ...draft }, { as: editor })
    const alt = '"XRD" & 曲线 \\1 $1 <b>'
    await app.call(contentImageEdit, { img, name: '新名.png', alt }, { as: editor })
    const shown = await bodyOf(draft.id)
    expect(shown).toContain('alt="&quot;XRD&quot; &amp; 曲线 \\1 $1 &lt;b&gt;"')
    expect(shown).toContain('alt="单独写的"')
    expect((await app.call(contentItem, { kind: 'article', id: draft.id }, { as: editor })).data.body).toBe(shown)
    await app.call(contentImageEdit, { img, name: '新名.png', alt: '另一句' }, { as: editor })
    expect(await bodyOf(draft.id)).toContain('alt="另一句"')
    expect(await names({ kw: '另一句' })).toEqual(['新名.png'])
  })

  it('a replaced picture is replaced in published texts and in drafts, and history keeps what it was', async () => {
    const [old, fresh] = [await upload('旧.png', 60, 40), await upload('新.png', 90, 30)]
    await app.call(contentImageEdit, { img: old.img, name: '旧.png', alt: '仪器' }, { as: editor })
    const first = await save('article', article(old.img, `<p>一</p><img src="/${old.img}" alt="仪器" />`))
    await app.call(contentPublish, { kind: 'article', ...first }, { as: editor })
    const second = await save('article', article(old.img, '<p>二</p>'), first)
    const third = await save('article', article(old.img, '<p>三</p>'), second)
    const { rows } = await app.call(contentImageReplace, { img: old.img, by: fresh.img }, { as: editor })
    expect(rows).toBe(1)
    expect(await bodyOf(first.id)).toBe(
      `<p>一</p><img src="/${fresh.img}" alt="仪器" loading="lazy" width="90" height="30" />`,
    )
    const version = async (of: { version: number }) =>
      (await app.call(contentVersion, { kind: 'article', id: first.id, version: of.version }, { as: editor })).data.img
    expect([await version(first), await version(second), await version(third)]).toEqual([fresh.img, old.img, fresh.img])
    const uses = await app.call(contentImageUses, { img: old.img }, { as: editor })
    expect(uses).toEqual({ uses: [], oldVersions: 1 })
    expect((await app.call(contentImageUses, { img: fresh.img }, { as: editor })).uses).toEqual([
      { label: '文章与课程「带图片的文章」', to: `/console/content/article/${first.id}` },
    ])
    const [entry] = await app.db.rows<{ before: unknown; after: unknown }>(
      sql`select before, after from audit_log where action = 'content.image.replace'`,
    )
    expect(entry).toMatchObject({ before: { name: '旧.png' }, after: { name: '新.png', rows: 1 } })
  })

  it('[Q-347] a draft that keeps a picture from being deleted is named, as a published text is', async () => {
    const { img } = await upload('草稿图.png', 80, 40)
    const { id } = await save('article', article(img, '<p>文</p>'))
    const where = '文章与课程「带图片的文章」'
    expect((await app.call(contentImageUses, { img }, { as: editor })).uses).toEqual([
      { label: where, to: `/console/content/article/${id}` },
    ])
    expect((await app.refusal(contentImageDelete, { img }, { as: editor })).msg).toContain(where)
  })

  it('[G-13] a photograph carries what it shows, its author and its licence to the page where it stands', async () => {
    const { img } = await upload('扫描电镜.png')
    const draft = await save('article', article(img, '<p>文</p>'))
    await app.call(contentPublish, { kind: 'article', ...draft }, { as: editor })
    const pictureShown = async () => (await app.call(newsDetail, { id: draft.id })).picture
    expect(await pictureShown()).toBeNull()
    const texts = { name: '扫描电镜.png', alt: '场发射扫描电镜与操作台' }
    const note = { kind: 'instrument' as const, credit: '明析科测 王工', licence: 'CC BY 4.0' }
    await app.call(contentImageEdit, { img, ...texts, ...note }, { as: editor })
    expect(await pictureShown()).toEqual({ alt: texts.alt, ...note })
    expect((await find({ filters: { kind: ['instrument'] } })).list).toMatchObject([{ img, ...note }])
    expect(await names({ kw: '王工' })).toEqual(['扫描电镜.png'])
    const wrong = { img, ...texts, ...note, kind: 'holiday' }
    expect(await app.refusal(contentImageEdit, wrong as never, { as: editor })).toMatchObject({ error: 'invalid' })
    // A replacement keeps its own author, and takes over only a missing text.
    const other = await upload('另一台.png')
    await app.call(contentImageReplace, { img, by: other.img }, { as: editor })
    expect(await pictureShown()).toEqual({ alt: texts.alt, kind: '', credit: '', licence: '' })
  })

  it('is for those who edit content, and unknown pictures are not found', async () => {
    const [one, other] = [await upload('甲.png'), await upload('乙.png')]
    const lab = await app.staff('lab')
    expect(await app.refusal(contentImageIndex, {}, { as: lab })).toMatchObject({ status: 403 })
    const pairs = [{ img: one.img, by: other.img }]
    for (const input of pairs)
      expect(await app.refusal(contentImageReplace, input, { as: lab })).toMatchObject({ status: 403 })
    const gone = 'img/0123456789abcdef-9x9.jpg'
    for (const input of [
      { img: gone, by: one.img },
      { img: one.img, by: gone },
      { img: '../../etc', by: one.img },
    ])
      expect(await app.refusal(contentImageReplace, input, { as: editor })).toMatchObject({ status: 404 })
    expect(await app.refusal(contentImageReplace, { img: one.img, by: one.img }, { as: editor })).toMatchObject({
      error: 'sameImage',
    })
    expect(await app.refusal(contentImageEdit, { img: gone, name: 'x', alt: '' }, { as: editor })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(contentImageEdit, { img: one.img, name: '', alt: '' }, { as: editor })).toMatchObject({
      error: 'invalid',
    })
  })
})

async function bodyOf(id: number): Promise<string> {
  const row = await app.db.one<{ bodyHtml: string }>(sql`select body_html from articles where id = ${id}`)
  return row.bodyHtml
}
