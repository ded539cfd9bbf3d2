import Fastify from 'fastify'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { addSitemap } from '../../web/sharing/sitemap.ts'
import { newsDetail } from '../articles/contract.ts'
import { typeGroup } from '../catalogue/contract.ts'
import { contentImageUpload } from '../media/image-contract.ts'
import { deviceDetail } from '../site/contract.ts'
import { contentImageUses } from './images/image-use-contract.ts'
import type { KindName } from './kinds/kind-rules.ts'
import { contentImageReplace } from './images/library-contract.ts'
import {
  contentItem,
  contentItemList,
  contentPublish,
  contentSave,
  contentVersion,
} from './revisions/revision-contract.ts'

let app: TestApp
let editor: TestPerson
const sitemap = Fastify()
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  editor = await app.staff('editor')
  addSitemap(sitemap, { ...app.services, config: { ...app.services.config, siteUrl: 'https://mingxi.example' } })
})
afterAll(async () => {
  await sitemap.close()
  await app.close()
})

const firstOf = async (kind: KindName) =>
  (await app.call(contentItemList, { kind, show: 'all' }, { as: editor })).list[0]?.id ?? 0
async function say(kind: KindName, id: number, seo: Record<string, unknown>) {
  const { version, data } = await app.call(contentItem, { kind, id }, { as: editor })
  const saved = await app.call(
    contentSave,
    { kind, id, baseVersion: version, data: { ...data, seo: { ...(data.seo as object), ...seo } } },
    { as: editor },
  )
  await app.call(contentPublish, { kind, id, version: saved.version }, { as: editor })
  return saved.version
}
async function upload(name: string, shade: number) {
  const content = await Transformer.fromRgbaPixels(new Uint8Array(64 * 32 * 4).fill(shade), 64, 32).png()
  return app.call(contentImageUpload, {}, { as: editor, file: { name, content } })
}
const listed = async (file: string, path: string) =>
  (await sitemap.inject({ url: `/sitemaps/${file}.xml` })).body.includes(`<loc>https://mingxi.example${path}</loc>`)

describe('[E-04] what editors say to search engines', () => {
  it('stands on the page of an article, a project and a category, and nothing is sent where nothing was said', async () => {
    const article = await firstOf('article')
    const project = await firstOf('project')
    const category = (await app.call(typeGroup, {}))[0]?.children[0]?.id ?? 0
    const seoOf = async () => [
      (await app.call(newsDetail, { id: article })).seo,
      (await app.call(deviceDetail, { rid: project })).content.seo,
      (await app.call(typeGroup, {}))[0]?.children[0]?.seo,
    ]
    expect(await seoOf()).toEqual([undefined, undefined, undefined])
    const said = { title: '另一个标题', description: '另一段描述' }
    await say('article', article, said)
    await say('project', project, said)
    await say('category', category, said)
    const whole = { ...said, img: '', indexed: 'yes' }
    expect(await seoOf()).toEqual([whole, whole, whole])
  })

  it('a page that is not to be found leaves the sitemap', async () => {
    const article = await firstOf('article')
    const project = await firstOf('project')
    const category = (await app.call(typeGroup, {}))[0]?.children[1]?.id ?? 0
    const all = async () => [
      await listed('articles-1', `/article/${article}`),
      await listed('projects-1', `/detail/${project}`),
      await listed('pages', `/project?typeId=${category}`),
    ]
    expect(await all()).toEqual([true, true, true])
    await say('article', article, { indexed: 'no' })
    await say('project', project, { indexed: 'no' })
    await say('category', category, { indexed: 'no' })
    expect(await all()).toEqual([false, false, false])
    await say('article', article, { indexed: 'yes' })
    expect(await all()).toEqual([true, false, false])
  })

  it('a picture for shared links counts as used, and follows when it is replaced', async () => {
    const [one, other] = [await upload('甲.png', 40), await upload('乙.png', 80)]
    const article = await firstOf('article')
    const project = await firstOf('project')
    const category = (await app.call(typeGroup, {}))[0]?.children[0]?.id ?? 0
    for (const [kind, id] of [
      ['article', article],
      ['project', project],
      ['category', category],
    ] as const)
      await say(kind, id, { img: one.img })
    const uses = async (img: string) =>
      (await app.call(contentImageUses, { img }, { as: editor })).uses.map(({ to }) => to)
    const places = [
      `/console/content/article/${article}`,
      `/console/content/category/${category}`,
      `/console/projects/${project}`,
    ]
    expect((await uses(one.img)).sort()).toEqual(places)
    await app.call(contentImageReplace, { img: one.img, by: other.img }, { as: editor })
    expect([await uses(one.img), (await uses(other.img)).sort()]).toEqual([[], places])
    expect((await app.call(newsDetail, { id: article })).seo?.img).toBe(other.img)
    expect((await app.call(deviceDetail, { rid: project })).content.seo?.img).toBe(other.img)
  })

  it('a version from before these fields shows no change of them', async () => {
    const id = await firstOf('serviceCase')
    const { version, data } = await app.call(contentItem, { kind: 'serviceCase', id }, { as: editor })
    expect(version).toBe(1)
    expect(data.title).toEqual(expect.any(String))
    const article = (await app.call(contentItemList, { kind: 'article' }, { as: editor })).list[1]?.id ?? 0
    const opened = await app.call(contentItem, { kind: 'article', id: article }, { as: editor })
    const { seo: _, ...old } = opened.data
    const saved = await app.call(
      contentSave,
      { kind: 'article', id: article, baseVersion: opened.version, data: { ...old, title: '只改标题' } },
      { as: editor },
    )
    const { changes } = await app.call(
      contentVersion,
      { kind: 'article', id: article, version: saved.version },
      { as: editor },
    )
    expect(changes.map(({ field }) => field)).toEqual(['title'])
  })

  it('too long a title, another site’s picture and an unknown choice are refused', async () => {
    const id = await firstOf('article')
    const { version, data } = await app.call(contentItem, { kind: 'article', id }, { as: editor })
    for (const wrong of [
      { title: '长'.repeat(61) },
      { img: 'https://evil.example/x.png' },
      { indexed: 'maybe' },
      { x: 1 },
    ])
      expect(
        await app.refusal(
          contentSave,
          { kind: 'article', id, baseVersion: version, data: { ...data, seo: { ...(data.seo as object), ...wrong } } },
          { as: editor },
        ),
      ).toMatchObject({ error: 'invalid' })
  })
})
