import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { homePage } from '../../articles/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { newsDetail } from '../../articles/contract.ts'
import { contentItem, contentItemList, contentPreviewTyped, contentPublish, contentSave } from './revision-contract.ts'
import { asPreviewed } from './revision-view-actions.ts'

let app: TestApp
let editor: TestPerson
let id: number
const article = {
  ...{
    type: 'news',
    title: '已发布的标题',
    sketch: '摘要',
    img: '',
    figure: null,
    tags: [],
    body: '<p>文</p>',
    source: '',
  },
  ...{ projectIds: [], publishedAt: '2026-03-01 09:00' },
}
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  editor = await app.staff('editor')
  const saved = await app.call(contentSave, { kind: 'article', baseVersion: 0, data: article }, { as: editor })
  await app.call(contentPublish, { kind: 'article', ...saved }, { as: editor })
  id = saved.id
})
afterAll(() => app.close())

const typed = (title: string, as = editor) =>
  app.call(contentPreviewTyped, { kind: 'article', id, data: { ...article, title } }, { as })
const tokenOf = ({ path }: { path: string }) => /preview=([\w-]+)$/.exec(path)?.[1] ?? ''
const shownBy = (token: string) =>
  asPreviewed(app.system, token, async (ctx, version) => {
    const row = await ctx.db.one<{ title: string }>(sql`select title from articles where id = ${id}`)
    return [row.title, version]
  })

describe('[E-05] the preview of what is typed', () => {
  it('shows the text in the page, saves nothing, and ends with the next one of the same person', async () => {
    const first = await typed('正在输入')
    expect(first.path).toMatch(new RegExp(`^/article/${id}\\?preview=[\\w-]{32}$`))
    expect(await shownBy(tokenOf(first))).toEqual(['正在输入', null])
    expect((await app.call(newsDetail, { id })).title).toBe('已发布的标题')
    const second = await typed('又改了')
    expect(await shownBy(tokenOf(first))).toBeUndefined()
    expect(await shownBy(tokenOf(second))).toEqual(['又改了', null])
    const colleague = await app.staff('editor')
    await typed('同事的', colleague)
    expect(await shownBy(tokenOf(second))).toEqual(['又改了', null])
    const rows = await app.db.one<{ n: number }>(sql`select count(*) as n from content_typed_previews`)
    expect(rows.n).toBe(2)
    expect((await app.call(contentItem, { kind: 'article', id }, { as: editor })).version).toBe(1)
  })

  it('[Q-144] shows the banner that is typed as the first one, and moves none', async () => {
    const titles = async (ctx: Ctx = app.system) => (await homePage(ctx)).bannerArr.map(({ title }) => title)
    const data = { title: '', description: '', img: '', figure: null, redirect: '' }
    let last = 0
    for (const title of ['第一张', '第二张']) {
      const saved = await app.call(
        contentSave,
        { kind: 'banner', baseVersion: 0, data: { ...data, title } },
        { as: editor },
      )
      await app.call(contentPublish, { kind: 'banner', ...saved }, { as: editor })
      last = saved.id
    }
    const before = await titles()
    const link = { kind: 'banner', id: last, data: { ...data, title: '正在改' } } as const
    const token = tokenOf(await app.call(contentPreviewTyped, link, { as: editor }))
    const shown = await asPreviewed(app.system, token, (ctx) => titles(ctx))
    expect([shown?.[0], shown?.toSorted()]).toEqual(['正在改', [...before.slice(0, -1), '正在改'].toSorted()])
    expect(await titles()).toEqual(before)
  })

  it('ends after a quarter of an hour', async () => {
    const token = tokenOf(await typed('过一会儿'))
    app.clock.advance({ minutes: 16 })
    expect(await shownBy(token)).toBeUndefined()
    await typed('现在')
    const rows = await app.db.one<{ n: number }>(sql`select count(*) as n from content_typed_previews`)
    expect(rows.n).toBe(1)
  })

  it('says at its field what could not be saved, and is refused for other roles and unknown items', async () => {
    const refused = (input: object, as = editor) => app.refusal(contentPreviewTyped, input as never, { as })
    expect(await refused({ kind: 'article', id, data: { ...article, title: '' } })).toMatchObject({
      error: 'invalid',
      fields: { 'data.title': expect.stringContaining('标题') },
    })
    const attack = { ...article, body: '<a href="javascript:alert(1)">x</a>' }
    expect(await refused({ kind: 'article', id, data: attack })).toMatchObject({ error: 'dangerousLink' })
    expect(await refused({ kind: 'article', id: 999_999, data: article })).toMatchObject({ status: 404 })
    expect(await refused({ kind: 'article', id, data: article }, await app.staff('finance'))).toMatchObject({
      status: 403,
    })
  })

  it('works for a project with another address, and refuses the address of another project', async () => {
    const { list } = await app.call(contentItemList, { kind: 'project' }, { as: editor })
    const [one, other] = [list[0]?.id ?? 0, list[1]?.id ?? 0]
    const { data } = await app.call(contentItem, { kind: 'project', id: one }, { as: editor })
    const preview = (change: object) => ({ kind: 'project' as const, id: one, data: { ...data, ...change } })
    const { path } = await app.call(contentPreviewTyped, preview({ name: '改过的名称' }), { as: editor })
    const name = await asPreviewed(app.system, tokenOf({ path }), async (ctx) => {
      return (await ctx.db.one<{ name: string }>(sql`select name from projects where id = ${one}`)).name
    })
    expect(name).toBe('改过的名称')
    const taken = (await app.call(contentItem, { kind: 'project', id: other }, { as: editor })).data.slug
    expect(await app.refusal(contentPreviewTyped, preview({ slug: taken }), { as: editor })).toMatchObject({
      error: 'slugTaken',
    })
  })
})
