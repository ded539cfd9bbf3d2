import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { demoProjects } from '../../../demo/catalogue/projects.ts'
import { addHours, shanghaiTime } from '../../platform/time.ts'
import { sql } from '../../platform/db/sql.ts'
import { readProject } from '../catalogue/edit-actions.ts'
import { completeFaults, type ProjectEdit } from '../catalogue/edit-rules.ts'
import { deviceSearch } from '../catalogue/contract.ts'
import { staffProjectList } from '../catalogue/project-list-contract.ts'
import {
  contentArchive,
  contentItem,
  contentPreview,
  contentPublish,
  contentSave,
  contentSchedule,
  contentUnarchive,
} from '../editing/revisions/revision-contract.ts'
import { asPreviewed } from '../editing/revisions/revision-view-actions.ts'
import { deviceDetail } from '../site/contract.ts'
import { randomUUID } from 'node:crypto'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import { projectCopy } from '../editing/copy-contract.ts'

const kind = 'project'
let app: TestApp
let editor: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  editor = await app.staff('editor')
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const ridOf = async (kw: string) => (await app.call(deviceSearch, { kw })).list[0]?.rid ?? 0
const opened = (id: number, as = editor) => app.call(contentItem, { kind, id }, { as })
const dataOf = async (id: number) => (await opened(id)).data as ProjectEdit
const versionsOf = (id: number) =>
  app.db.one<{ forms: number; rules: number }>(sql`
    select (select count(*) from form_versions where project_id = ${id}) as forms,
      (select count(*) from price_rules where project_id = ${id}) as rules`)

async function save(id: number, change: Partial<ProjectEdit>, as = editor) {
  const { version, data } = await opened(id, as)
  return app.call(contentSave, { kind, id, baseVersion: version, data: { ...data, ...change } }, { as })
}
async function refusedSave(id: number, change: Partial<ProjectEdit>, as = editor) {
  const { version, data } = await opened(id, as)
  return app.refusal(contentSave, { kind, id, baseVersion: version, data: { ...data, ...change } }, { as })
}
async function publish(id: number, change: Partial<ProjectEdit>, as = editor) {
  const { version } = await save(id, change, as)
  await app.call(contentPublish, { kind, id, version }, { as })
}

const fresh = async (change: Partial<ProjectEdit> = {}): Promise<ProjectEdit> => ({
  ...(await dataOf(await ridOf('xrd'))),
  name: '穆斯堡尔谱',
  slug: 'mossbauer',
  aliases: ['Mossbauer', 'MOSS'],
  rule: { kind: 'quote' },
  form: { fields: [{ key: 'f1', label: '曝光时间', kind: 'number', unit: 'min', min: 1, max: 120, initial: 10 }] },
  related: [],
  ...change,
})
const price = (institute: number): ProjectEdit['rule'] => ({
  kind: 'rated',
  rates: [
    {
      key: 'rate1',
      label: '谱图测试',
      basis: '样',
      unitFen: { institute, individual: institute * 2, enterprise: institute * 3 },
      perSample: true,
    },
  ],
  addOns: [],
})

describe('a project made in the console', () => {
  it('goes from a draft that nobody sees to a project that visitors find', async () => {
    const { id, version } = await app.call(contentSave, { kind, baseVersion: 0, data: await fresh() }, { as: editor })
    expect((await app.call(deviceSearch, { kw: 'mossbauer' })).total).toBe(0)
    expect(await app.refusal(deviceDetail, { rid: id })).toMatchObject({ error: 'notFound' })
    const { list } = await app.call(staffProjectList, { tab: 'draft', kw: '' }, { as: editor })
    expect(list).toMatchObject([{ rid: id, name: '穆斯堡尔谱', state: 'draft', openEdit: 'draft' }])

    const priced = await save(id, { rule: price(30_000) }, manager)
    expect(priced.version).toBe(version + 1)
    const link = await app.call(contentPreview, { kind, id, version: priced.version }, { as: editor })
    const token = new URL(link.path, 'http://shop.test').searchParams.get('preview') ?? ''
    const shown = await asPreviewed(app.system, token, (ctx) => readProject(ctx, id))
    expect(shown).toMatchObject({ slug: 'mossbauer', rule: price(30_000) })

    await app.call(contentPublish, { kind, id, version: priced.version }, { as: editor })
    const found = await app.call(deviceSearch, { kw: 'musibaoer' })
    expect(found.list).toMatchObject([{ rid: id, priceFromFen: 30_000 }])
    expect((await app.call(deviceDetail, { rid: id })).form.fields).toMatchObject([{ label: '曝光时间' }])
  })

  it('a change of text keeps form and price versions, a change of either makes one new version', async () => {
    const id = await ridOf('mossbauer')
    await publish(id, { intro: '穆斯堡尔谱给出铁的价态与配位。' })
    expect(await versionsOf(id)).toEqual({ forms: 1, rules: 1 })
    const { form } = await dataOf(id)
    await publish(id, { form: { fields: [...form.fields, { key: 'f2', label: '备注', kind: 'text' }] } })
    expect(await versionsOf(id)).toEqual({ forms: 2, rules: 1 })
    await publish(id, { rule: price(40_000) }, manager)
    expect(await versionsOf(id)).toEqual({ forms: 2, rules: 2 })
  })

  it('only a manager changes prices, and only an editor changes text and parameters', async () => {
    const id = await ridOf('mossbauer')
    expect(await refusedSave(id, { rule: price(1) })).toMatchObject({ error: 'fieldForbidden', msg: /价格/ })
    expect(await refusedSave(id, { sketch: '别的' }, manager)).toMatchObject({ error: 'fieldForbidden', msg: /简介/ })
    const data = await fresh({ slug: 'mossbauer-new', rule: price(1) })
    expect(await app.refusal(contentSave, { kind, baseVersion: 0, data }, { as: editor })).toMatchObject({
      error: 'fieldForbidden',
    })
  })

  it('is refused beside the field when its address is taken or its category is unknown', async () => {
    const id = await ridOf('mossbauer')
    expect(await refusedSave(id, { slug: 'xrd' })).toMatchObject({
      error: 'slugTaken',
      fields: { 'data.slug': /已被其他项目使用/ },
    })
    expect(await refusedSave(id, { categoryId: 999_999 })).toMatchObject({ fields: { 'data.categoryId': /分类/ } })
    expect(await refusedSave(id, { slug: 'Großes X' })).toMatchObject({ fields: { 'data.slug': /小写字母/ } })
  })

  it('an incomplete version can be kept and previewed, but neither published nor scheduled', async () => {
    const id = await ridOf('mossbauer')
    const fields = [
      {
        key: 'f1',
        label: '模式',
        kind: 'choice',
        initial: 'a',
        options: [{ value: 'a', label: '甲', price: [{ charge: 'gone' }] }],
      },
    ]
    const { version } = await save(id, { intro: '', form: { fields } as ProjectEdit['form'] })
    const refusal = await app.refusal(contentPublish, { kind, id, version }, { as: editor })
    expect(refusal).toMatchObject({
      error: 'incomplete',
      fields: { 'data.intro': /请填写项目介绍/, 'data.rule': /缺少附加收费/ },
    })
    const at = shanghaiTime(addHours(app.clock.now(), 1)).slice(0, 16)
    expect(await app.refusal(contentSchedule, { kind, id, version, at }, { as: editor })).toMatchObject({
      error: 'incomplete',
    })
    expect((await app.call(deviceDetail, { rid: id })).content.intro).not.toEqual([])
  })

  it('[Q-40] is taken off sale and put back by an editor only, however a manager may change its price', async () => {
    const id = await ridOf('raman')
    await opened(id)
    const forbidden = { error: 'forbidden', status: 403 }
    expect(await app.refusal(contentArchive, { kind, id }, { as: manager })).toMatchObject(forbidden)
    expect((await app.call(deviceDetail, { rid: id })).rid).toBe(id)
    await app.call(contentArchive, { kind, id }, { as: editor })
    expect(await app.refusal(contentUnarchive, { kind, id }, { as: manager })).toMatchObject(forbidden)
    await app.call(contentUnarchive, { kind, id }, { as: editor })
  })

  it('is taken off sale and put back as it was', async () => {
    const id = await ridOf('xps')
    await opened(id)
    await app.call(contentArchive, { kind, id }, { as: editor })
    expect(await app.refusal(deviceDetail, { rid: id })).toMatchObject({ error: 'notFound' })
    const { list } = await app.call(staffProjectList, { tab: 'retired' }, { as: manager })
    expect(list).toMatchObject([{ rid: id, state: 'retired' }])
    await app.call(contentUnarchive, { kind, id }, { as: editor })
    expect((await app.call(deviceDetail, { rid: id })).rid).toBe(id)
    expect((await app.call(deviceSearch, { kw: 'xps' })).list.map(({ rid }) => rid)).toContain(id)
  })

  it('is copied as a new draft with its prices', async () => {
    const rid = await ridOf('raman')
    const copy = await app.call(projectCopy, { rid }, { as: editor })
    const { data, state, published } = await opened(copy.rid)
    expect([state, published]).toEqual(['draft', false])
    const source = await dataOf(rid)
    expect(data).toEqual({ ...source, name: `${source.name}（副本）`, slug: `${source.slug}-2` })
    expect((await app.call(projectCopy, { rid }, { as: editor })).rid).not.toBe(copy.rid)
  })

  it('changes the rules that refuse unsuitable samples', async () => {
    const rid = await ridOf('afm')
    const rule = {
      effect: 'refuse',
      why: '含汞样品请先联系客服',
      forms: [],
      hazards: [],
      words: [],
      contains: ['Hg'],
      only: [],
    }
    await publish(rid, { suitability: [{ ...rule, instead: await ridOf('icp') }] } as Partial<ProjectEdit>)
    expect((await app.call(deviceDetail, { rid })).content.suitability).toEqual([
      { effect: 'refuse', why: '含汞样品请先联系客服', contains: ['Hg'], instead: 'icp' },
    ])
    expect(
      (await refusedSave(rid, { suitability: [{ ...rule, contains: [], instead: null }] } as Partial<ProjectEdit>))
        .fields,
    ).toEqual({
      'data.suitability.0.forms': '请至少选择或填写一个条件',
    })
    expect(
      (await refusedSave(rid, { suitability: [{ ...rule, contains: ['Xx'], instead: null }] } as Partial<ProjectEdit>))
        .fields,
    ).toEqual({ 'data.suitability.0.contains.0': '含有元素里有不存在的元素' })
  })

  it('keeps results, which are edited elsewhere, and a copy has the rules of suitability but no results', async () => {
    const kept = sql`select jsonb_build_object('results', content -> 'results', 'suitability', content -> 'suitability') as kept
      from projects where id = `
    const of = async (id: number) =>
      (await app.db.one<{ kept: { results: unknown[]; suitability: unknown[] } }>(sql`${kept} ${id}`)).kept
    const rid = await ridOf('afm')
    const before = await of(rid)
    expect(before.results.length).toBeGreaterThan(0)
    expect(before.suitability.length).toBeGreaterThan(0)
    await publish(rid, { notices: '另一条注意事项' })
    expect(await of(rid)).toEqual(before)
    const copy = await app.call(projectCopy, { rid }, { as: editor })
    expect(await of(copy.rid)).toEqual({ results: [], suitability: before.suitability })
  })

  it('is found in the console by alias, pinyin, initials and part of its name', async () => {
    for (const kw of ['PXRD', 'yanshe', 'sxys', '射线衍射']) {
      const { list } = await app.call(staffProjectList, { tab: 'all', kw }, { as: editor })
      expect([kw, list.map(({ slug }) => slug)]).toEqual([kw, expect.arrayContaining(['xrd'])])
    }
    expect((await app.call(staffProjectList, { tab: 'all', kw: '没有这种' }, { as: editor })).total).toBe(0)
  })
})

describe('all projects of the demo', () => {
  it('are complete by the rules of publishing and can be saved unchanged', async () => {
    const asked = { tab: 'onSale' as const, size: 50 }
    const first = await app.call(staffProjectList, asked, { as: editor })
    const second = await app.call(staffProjectList, { ...asked, after: first.next ?? '' }, { as: editor })
    const list = [...first.list, ...second.list]
    expect(list.length).toBeGreaterThanOrEqual(demoProjects.length)
    for (const { rid, name, typeName } of list.filter(({ slug }) => slug !== 'mossbauer')) {
      const data = await dataOf(rid)
      expect([name, completeFaults(data, { takesSamples: typeName !== '数据分析' })]).toEqual([name, {}])
      const { version } = await opened(rid)
      expect([
        name,
        (await app.send(contentSave, { kind, id: rid, baseVersion: version, data }, { as: editor })).status,
      ]).toEqual([name, 200])
    }
  })
})

describe('an order', () => {
  it('keeps the form it was filled in with when the editor changes the form', async () => {
    const own = await testApp()
    const scene = await orderScene(own)
    const customer = await scene.buyer()
    const planId = await scene.plan(customer, { rid: scene.rids.xrd })
    const { orderNo } = await own.call(orderAdd, scene.request([planId]), {
      as: customer,
      idempotencyKey: randomUUID(),
    })
    const shown = async () => (await own.call(orderDetail, { orderNo }, { as: customer })).lines
    const before = await shown()
    expect(JSON.stringify(before)).toContain('扫描速度')

    const as = await own.staff('editor')
    const of = { kind, id: scene.rids.xrd } as const
    const { version, data } = await own.call(contentItem, of, { as })
    const { fields } = (data as ProjectEdit).form
    const form = {
      fields: fields
        .filter(({ key }) => key !== 'incidence')
        .map((field) => (field.key === 'speed' ? { ...field, label: '测角速度' } : field)),
    }
    const saved = await own.call(contentSave, { ...of, baseVersion: version, data: { ...data, form } }, { as })
    await own.call(contentPublish, { ...of, version: saved.version }, { as })
    const now = await own.call(deviceDetail, { rid: scene.rids.xrd })
    expect(JSON.stringify(now.form)).toContain('测角速度')
    expect(await shown()).toEqual(before)
    await own.close()
  })
})
