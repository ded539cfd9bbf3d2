import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { deviceSearch, typeGroup } from '../catalogue/contract.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { sql } from '../../platform/db/sql.ts'
import { webIndex } from '../articles/contract.ts'
import {
  contentArchive,
  contentItem,
  contentItemList,
  contentMove,
  contentPublish,
  contentSave,
  contentUnarchive,
} from './revisions/revision-contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  editor = await app.staff('editor')
})
afterAll(() => app.close())

const kind = 'category' as const
const as = () => ({ as: editor })
const blank = { name: '新分类', parentId: 1, img: '', sketch: '', tags: [] as string[] }

const save = (data: object, on?: { id: number; version: number }) =>
  app.call(contentSave, { kind, ...(on && { id: on.id }), baseVersion: on?.version ?? 0, data: data as never }, as())
const publish = async (of: { id: number; version: number }) => {
  await app.call(contentPublish, { kind, ...of }, as())
  return of
}
const add = async (data: object) => publish(await save(data))
/** Edits some fields of an item and publishes it. */
const change = async (id: number, fields: object) => {
  const { version, data } = await app.call(contentItem, { kind, id }, as())
  return publish(await save({ ...data, ...fields }, { id, version }))
}
const refusedChange = async (id: number, fields: object) => {
  const { version, data } = await app.call(contentItem, { kind, id }, as())
  return app.refusal(contentSave, { kind, id, baseVersion: version, data: { ...data, ...fields } as never }, as())
}
const tree = async () => app.call(typeGroup, {})
const childrenOf = async (id: number) => {
  const all = (await tree()).flatMap((type) => [type, ...type.children])
  return (all.find((each) => each.id === id)?.children ?? []).map(({ name }) => name)
}
const search = async (typeId: number) =>
  (await app.call(deviceSearch, { typeId: String(typeId) as never, size: 50 })).list.map(({ rid }) => rid).toSorted()

describe('[H-03] categories of projects are added, moved and retired by editors', () => {
  it('a new category is a draft until it is published, is last among its siblings and has its own list', async () => {
    const before = await childrenOf(1)
    const draft = await save({ ...blank, name: '质谱成像', sketch: '说明', tags: ['成像'] })
    expect(await childrenOf(1)).toEqual(before)
    await publish(draft)
    expect(draft.id).toBeGreaterThan(10_000)
    expect(await childrenOf(1)).toEqual([...before, '质谱成像'])
    const child = await add({ ...blank, name: '解吸电喷雾', parentId: draft.id })
    expect(await childrenOf(draft.id)).toEqual(['解吸电喷雾'])
    expect((await app.call(webIndex, {})).typeArr.find(({ id }) => id === draft.id)).toMatchObject({
      name: '质谱成像',
      typeChildArr: [{ id: child.id, name: '解吸电喷雾' }],
    })
    expect(await search(draft.id)).toEqual([])
    const { list } = await app.call(contentItemList, { kind, kw: '解吸电喷雾' }, as())
    expect(list).toMatchObject([{ title: '送样检测 / 质谱成像 / 解吸电喷雾', published: true }])
    const { history, path } = await app.call(contentItem, { kind, id: child.id }, as())
    expect([history.length, path]).toEqual([1, `/project?typeId=${child.id}`])
  })

  it('a category with projects on sale or with children cannot be hidden; an empty one can be hidden and shown again', async () => {
    expect(await app.refusal(contentArchive, { kind, id: 31 }, as())).toMatchObject({
      status: 409,
      error: 'categoryInUse',
      msg: expect.stringMatching(/^分类里还有 [1-9]\d* 个在售项目，不能下线$/),
    })
    expect(await app.refusal(contentArchive, { kind, id: 3101 }, as())).toMatchObject({ error: 'categoryInUse' })
    const parent = await add({ ...blank, name: '空的' })
    const child = await add({ ...blank, name: '空的下级', parentId: parent.id })
    expect(await app.refusal(contentArchive, { kind, id: parent.id }, as())).toMatchObject({
      error: 'categoryHasChildren',
    })
    await app.call(contentArchive, { kind, id: child.id }, as())
    await app.call(contentArchive, { kind, id: parent.id }, as())
    expect(await childrenOf(1)).not.toContain('空的')
    expect((await app.call(contentItemList, { kind, show: 'archived' }, as())).list).toHaveLength(2)
    expect(await app.refusal(contentUnarchive, { kind, id: child.id }, as())).toMatchObject({
      error: 'categoryParentHidden',
    })
    expect(
      await app.refusal(contentSave, { kind, baseVersion: 0, data: { ...blank, parentId: parent.id } }, as()),
    ).toMatchObject({ error: 'categoryParentHidden' })
    await app.call(contentUnarchive, { kind, id: parent.id }, as())
    await app.call(contentUnarchive, { kind, id: child.id }, as())
    expect(await childrenOf(parent.id)).toEqual(['空的下级'])
  })

  it('a category that gets a project on sale just before it is hidden stays visible', async () => {
    const { id } = await add({ ...blank, name: '临时' })
    await app.db.run(sql`update projects set category_id = ${id}, child_id = null where slug = 'zeta'`)
    expect(await app.refusal(contentArchive, { kind, id }, as())).toMatchObject({ error: 'categoryInUse' })
    await app.db.run(sql`update projects set category_id = 18, child_id = 1802 where slug = 'zeta'`)
  })

  it('a sub-category moves with its projects, which are then in the lists of the new category and not of the old', async () => {
    const [from, to, moved] = [await search(14), await search(15), await search(1404)]
    expect(moved.length).toBeGreaterThan(0)
    await change(1404, { parentId: 15 })
    expect(await childrenOf(15)).toContain('荧光光谱')
    expect(await search(14)).toEqual(from.filter((rid) => !moved.includes(rid)))
    expect(await search(15)).toEqual([...to, ...moved].toSorted())
    expect(await search(1404)).toEqual(moved)
    const counts = (await tree()).flatMap((type) => type.children).map(({ id, count }) => [id, count] as const)
    expect(new Map(counts).get(14)).toBe(from.length - moved.length)
    expect(new Map(counts).get(15)).toBe(to.length + moved.length)
    await change(1404, { parentId: 14 })
    expect([await search(14), await search(15)]).toEqual([from, to])
    const documents = await app.db.rows<{ scopes: string[] }>(sql`
      select scopes from search_documents where project_id = any(${moved}::bigint[])`)
    for (const { scopes } of documents) expect(scopes).toEqual(scopes.toSorted())
  })

  it('[Q-153] refuses invalid moves at the parent: too deep, too high, under itself, without a parent, to another type with its projects', async () => {
    expect(
      await app.refusal(contentSave, { kind, baseVersion: 0, data: { ...blank, parentId: null } }, as()),
    ).toMatchObject({
      error: 'categoryParentMissing',
      fields: { 'data.parentId': '请选择上级分类' },
    })
    for (const [id, parentId, error] of [
      [3101, 1101, 'categoryTooDeep'],
      [3101, 1, 'categoryLevel'],
      [31, 11, 'categoryLevel'],
      [31, 31, 'categoryLevel'],
      [31, 2, 'categoryOtherType'],
      [3101, 21, 'categoryOtherType'],
      [31, 999_999, 'categoryParentMissing'],
      [1, 2, 'typeFixed'],
    ] as const)
      expect([id, parentId, (await refusedChange(id, { parentId })).error]).toEqual([id, parentId, error])
    const empty = await add({ ...blank, name: '可以换类型' })
    await change(empty.id, { parentId: 2 })
    expect(await childrenOf(2)).toContain('可以换类型')
  })

  it('the three types can be renamed and described, but neither hidden nor added', async () => {
    await change(2, { name: '现场与远程预约' })
    expect((await tree()).map(({ name }) => name)).toEqual(['送样检测', '现场与远程预约', '数据分析'])
    for (const id of [1, 2, 3])
      expect(await app.refusal(contentArchive, { kind, id }, as())).toMatchObject({ error: 'typeFixed' })
  })

  it('a category swaps places with its nearest visible sibling only', async () => {
    const before = await childrenOf(31)
    await app.call(contentMove, { kind, id: 3102, direction: 'up' }, as())
    expect(await childrenOf(31)).toEqual([before[1], before[0], ...before.slice(2)])
    expect(await app.refusal(contentMove, { kind, id: 3102, direction: 'up' }, as())).toMatchObject({
      error: 'cannotMove',
    })
    await app.call(contentMove, { kind, id: 3102, direction: 'down' }, as())
    expect(await childrenOf(31)).toEqual(before)
    const home = (await app.call(webIndex, {})).typeArr.map(({ id }) => id)
    await app.call(contentMove, { kind, id: 11, direction: 'up' }, as())
    expect((await app.call(webIndex, {})).typeArr.map(({ id }) => id).slice(0, 2)).toEqual([home[1], home[0]])
  })
})
