import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backfills } from '../../app/backfills.ts'
import { curvesScene } from '../../app/testing/scenes/curves-scene.ts'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { openCredit } from '../../money/credit/actions.ts'
import type { SentTo } from '../../platform/contract/call.ts'
import { sql } from '../../platform/db/sql.ts'
import { orderForLab } from '../orders/actions.ts'
import { shareOrder, unshareOrder } from '../orders/closing/share-actions.ts'
import { reportSeries, staffReportWithdraw } from '../reports/contract.ts'
import {
  libraryChoices,
  libraryCurves,
  libraryFile,
  libraryList,
  libraryNote,
  libraryNoteRemove,
  libraryTag,
} from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let staff: Awaited<ReturnType<typeof curvesScene>>['staff']
let delivered: Awaited<ReturnType<typeof curvesScene>>['delivered']
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  const curves = await curvesScene(app, scene)
  staff = curves.staff
  delivered = curves.delivered
})
afterAll(() => app.close())

const list = (input: SentTo<typeof libraryList>, as: TestPerson) => app.call(libraryList, input, { as })
const names = async (input: SentTo<typeof libraryList>, as: TestPerson) =>
  (await list({ sort: 'sample', ...input }, as)).list.map(({ sampleName }) => sampleName)

async function filled(name: string): Promise<void> {
  const backfill = backfills.find((each) => each.name === name)
  if (!backfill) throw new Error(name)
  let next: unknown = null
  do next = (await backfill.batch(app.system, next)).next
  while (next !== undefined)
}

describe('the library', () => {
  it('holds a curve with its sample, composition, method, measuring time and drawing once the results are delivered', async () => {
    const person = await scene.buyer(0)
    const orderNo = await delivered(person, [{ name: '铁矿', composition: 'Fe₂O₃' }])
    const { list: curves, total } = await list({}, person)
    expect(total).toBe(1)
    expect(curves).toMatchObject([
      {
        orderNo,
        sampleName: '铁矿',
        composition: 'Fe₂O₃',
        elements: ['Fe', 'O'],
        method: 'XRD',
        xLabel: '2θ (°)',
        points: 3,
        xFrom: 10,
        xTo: 30,
        measuredAt: '2026-03-02 09:00:00',
        line: '0,60 100,0 200,45',
        inDoubt: '',
      },
    ])
    expect(await app.call(libraryChoices, {}, { as: person })).toMatchObject({ methods: ['XRD'], tags: [] })
  })

  it('finds curves by elements, formula, share, text, method, date and what they do not contain', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [
      { name: 'a 铁氧', composition: 'Fe2O3' },
      { name: 'b 锰酸', composition: 'La1-xSrxMnO3' },
      { name: 'c 钢', composition: 'Fe-18Cr-8Ni' },
      { name: 'd 未知', composition: '某种聚合物' },
    ])
    expect(await names({ composition: 'Fe' }, person)).toEqual(['a 铁氧', 'c 钢'])
    expect(await names({ composition: 'Fe、O' }, person)).toEqual(['a 铁氧'])
    expect(await names({ composition: 'Fe Cr Ni', mode: 'exactly' }, person)).toEqual(['c 钢'])
    expect(await names({ composition: 'Fe', mode: 'exactly' }, person)).toEqual([])
    expect(await names({ composition: 'O3Fe2', mode: 'formula' }, person)).toEqual(['a 铁氧'])
    expect(await names({ composition: 'SrxLa1-xMnO3', mode: 'formula' }, person)).toEqual(['b 锰酸'])
    expect(await names({ without: 'O' }, person)).toEqual(['c 钢'])
    expect(await names({ shareOf: 'Sr', shareFrom: 5, shareTo: 10 }, person)).toEqual(['b 锰酸'])
    expect(await names({ shareOf: 'Fe', shareFrom: 50 }, person)).toEqual([])
    expect(await names({ kw: '未知' }, person)).toEqual(['d 未知'])
    expect(await names({ method: 'XRD', size: 2, page: 2 }, person)).toEqual(['c 钢', 'd 未知'])
    expect(await names({ method: 'XPS' }, person)).toEqual([])
    expect(await names({ from: '2026-03-02', to: '2026-03-02' }, person)).toHaveLength(4)
    expect(await names({ from: '2026-03-03' }, person)).toEqual([])
  })

  it('never guesses a composition: what is neither elements nor a formula is refused in plain words', async () => {
    const person = await scene.buyer(0)
    const refused = (input: SentTo<typeof libraryList>) => app.refusal(libraryList, input, { as: person })
    expect(await refused({ composition: 'PVC' })).toMatchObject({
      error: 'notElements',
      msg: '「PVC」不是元素或化学式，请填写如 Fe、O 或 Fe2O3',
    })
    expect(await refused({ composition: '钢', mode: 'formula' })).toMatchObject({ error: 'notFormula' })
    expect(await refused({ composition: 'TiO2/SiO2', mode: 'formula' })).toMatchObject({ error: 'notFormula' })
    expect(await refused({ shareOf: 'Xx' })).toMatchObject({ error: 'notElements', msg: '「Xx」不是元素符号' })
    expect(await refused({ from: '2026-02-31' })).toMatchObject({ error: 'invalid' })
  })

  it('leaves out points without a number, and says how many points a long curve has', async () => {
    const person = await scene.buyer(0)
    const long = Array.from({ length: 6000 }, (_, i) => `${i} ${i % 50}`).join('\n')
    await delivered(person, [
      { name: 'gaps', content: '10 1\n15 NaN\n20 5\n30 2\n' },
      { name: 'long', content: long },
    ])
    const { list: curves } = await list({ sort: 'sample' }, person)
    expect(curves.map(({ points }) => points)).toEqual([3, 6000])
    const { list: drawn } = await app.call(libraryCurves, { ids: curves.map(({ id }) => id) }, { as: person })
    expect(drawn.map(({ x, total }) => [x.length <= 4000, total])).toEqual([
      [true, undefined],
      [true, 6000],
    ])
  })

  it('loses curves of a withdrawn report, and those that newer data replaced', async () => {
    const person = await scene.buyer(0)
    const orderNo = await delivered(person, [{ name: '待更正' }])
    const [before] = (await list({}, person)).list
    await app.call(staffReportWithdraw, { orderNo, reason: '样品标错' }, { as: staff.reviewer })
    await app.drain()
    expect((await list({}, person)).total).toBe(0)
    expect(await app.refusal(libraryCurves, { ids: [before?.id ?? 0] }, { as: person })).toMatchObject({
      error: 'curveGone',
    })
  })

  it('follows a file whose reading takes too long at first', async () => {
    const person = await scene.buyer(0)
    const before = app.services.config.SERIES_SECONDS
    app.services.config.SERIES_SECONDS = 0.001
    await delivered(person, [{ name: '慢', content: '10 1\n20 5\n30 2.125\n' }])
    app.services.config.SERIES_SECONDS = before
    expect((await list({}, person)).total).toBe(0)
    app.clock.advance({ minutes: 2 })
    await app.drain()
    expect((await list({}, person)).total).toBe(1)
  })

  it('takes in what was delivered before there was a library', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [{ name: '旧' }])
    await app.db.run(sql`delete from library_curves where customer_id = ${person.id}`)
    expect((await list({}, person)).total).toBe(0)
    await filled('library.published-results')
    await app.drain()
    expect((await list({}, person)).total).toBe(1)
  })

  it('understands compositions that a former version did not', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [
      { name: '沸石', composition: 'SiO2、Al2O3' },
      { name: '未知', composition: '某种聚合物' },
    ])
    await app.db.run(sql`update library_curves set elements = '{}', formula = '' where customer_id = ${person.id}`)
    expect(await names({ composition: 'Al' }, person)).toEqual([])
    await filled('library.lists-of-formulas')
    expect(await names({ composition: 'Al' }, person)).toEqual(['沸石'])
  })
})

describe('rights', () => {
  it('are those of the order: nobody else finds a curve, reads, tags or notes it', async () => {
    const [owner, other] = [await scene.buyer(0), await scene.buyer(0)]
    await delivered(owner, [{ name: '自己的' }])
    const [curve] = (await list({}, owner)).list
    const id = curve?.id ?? 0
    expect((await list({}, other)).total).toBe(0)
    expect(await app.refusal(libraryCurves, { ids: [id] }, { as: other })).toMatchObject({ error: 'curveGone' })
    expect(await app.refusal(libraryTag, { ids: [id], tag: '看', on: true }, { as: other })).toMatchObject({
      error: 'curveGone',
    })
    expect(
      await app.refusal(libraryNote, { id, x: null, text: '看' }, { as: other, idempotencyKey: randomUUID() }),
    ).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(libraryList, {}, {})).toMatchObject({ status: 401 })
  })

  it('of a group belong to its owner and managers in its name, not to another member', async () => {
    const owner = await scene.buyer(3)
    const group = await groupOf(app, owner)
    await openCredit(app.system, group.accountId, 1_000_000)
    const [member, other] = [await scene.buyer(0), await scene.buyer(0)]
    for (const person of [member, other]) await joined(app, group, person)
    await delivered(member, [{ name: '组里的' }], { groupNo: group.groupNo })
    expect((await list({}, member)).total).toBe(1)
    expect((await app.call(libraryList, {}, inNameOf(owner, group))).list).toMatchObject([{ sampleName: '组里的' }])
    expect((await list({}, owner)).total).toBe(0)
    expect((await list({}, other)).total).toBe(0)
    expect((await app.refusal(libraryList, {}, inNameOf(other, group))).status).toBe(403)
  })

  it('are exactly those of report/series for somebody who pays and sees the results, and end with them', async () => {
    const [owner, payer] = [await scene.buyer(0), await scene.buyer(0)]
    const orderNo = await delivered(owner, [{ name: '代付的' }])
    const { id } = await orderForLab(app.system, orderNo)
    await shareOrder(app.system, id, payer.id)
    const [curve] = (await list({ kw: '代付' }, payer)).list
    expect(curve).toMatchObject({ sampleName: '代付的' })
    expect((await app.call(reportSeries, { fileId: curve?.fileId ?? 0 }, { as: payer })).series).toHaveLength(1)
    await unshareOrder(app.system, id, payer.id)
    expect((await list({}, payer)).total).toBe(0)
    expect(await app.refusal(reportSeries, { fileId: curve?.fileId ?? 0 }, { as: payer })).toMatchObject({
      error: 'notFound',
    })
  })

  it('tags and notes of a person are not those of the group', async () => {
    const owner = await scene.buyer(3)
    const group = await groupOf(app, owner)
    await openCredit(app.system, group.accountId, 1_000_000)
    const member = await scene.buyer(0)
    await joined(app, group, member)
    await delivered(member, [{ name: '两边' }], { groupNo: group.groupNo })
    const [curve] = (await list({}, member)).list
    await app.call(libraryTag, { ids: [curve?.id ?? 0], tag: '私人', on: true }, { as: member })
    expect((await list({ tag: '私人' }, member)).total).toBe(1)
    expect((await app.call(libraryList, {}, inNameOf(owner, group))).list).toMatchObject([{ tags: [], noteCount: 0 }])
  })
})

describe('a curve of one’s own', () => {
  it('with more than a thousand tags: the filter offers the first thousand and says that there are more', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [{ name: 'a' }])
    const [curve] = (await list({}, person)).list
    const choices = () => app.call(libraryChoices, {}, { as: person })
    const add = (from: number, to: number) =>
      app.db.run(sql`
        insert into library_tags (account_id, tag, curve_id)
        select ${person.id}, '标签' || lpad(n::text, 4, '0'), ${curve?.id} from generate_series(${from}::int, ${to}::int) as n`)
    await add(1, 1000)
    expect(await choices()).toMatchObject({ more: false, tags: { length: 1000, 999: '标签1000' } })
    await add(1001, 1001)
    expect(await choices()).toMatchObject({ more: true, tags: { length: 1000, 999: '标签1000' } })
  })

  it('takes tags, each once, and loses them', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [{ name: 'a' }, { name: 'b' }])
    const ids = (await list({ sort: 'sample' }, person)).list.map(({ id }) => id)
    for (const _ of [1, 2]) await app.call(libraryTag, { ids, tag: '论文', on: true }, { as: person })
    expect((await list({ tag: '论文' }, person)).list.map(({ tags }) => tags)).toEqual([['论文'], ['论文']])
    expect((await app.call(libraryChoices, {}, { as: person })).tags).toEqual(['论文'])
    await app.call(libraryTag, { ids: ids.slice(0, 1), tag: '论文', on: false }, { as: person })
    expect(await names({ tag: '论文' }, person)).toEqual(['b'])
    const many = Array.from({ length: 20 }, (_, i) => `t${i}`)
    for (const tag of many) await app.call(libraryTag, { ids: ids.slice(0, 1), tag, on: true }, { as: person })
    expect(await app.refusal(libraryTag, { ids, tag: '再一个', on: true }, { as: person })).toMatchObject({
      error: 'tooManyTags',
    })
  })

  it('takes notes about the whole and about a position on its axis, and no other', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [{ name: 'a' }])
    const [curve] = (await list({}, person)).list
    const id = curve?.id ?? 0
    const write = (x: number | null, text: string) => ({ id, x, text })
    const as = () => ({ as: person, idempotencyKey: randomUUID() })
    await app.call(libraryNote, write(null, '整体偏低'), as())
    const atPeak = await app.call(libraryNote, write(20, '（104）峰'), as())
    expect(await app.refusal(libraryNote, write(99, '外面'), as())).toMatchObject({
      error: 'outOfRange',
      msg: '位置须在 10 到 30 之间',
    })
    const { list: drawn } = await app.call(libraryCurves, { ids: [id] }, { as: person })
    expect(drawn[0]?.notes).toMatchObject([
      { x: null, text: '整体偏低' },
      { x: 20, text: '（104）峰' },
    ])
    expect(await app.refusal(libraryNoteRemove, { id: atPeak.id }, { as: await scene.buyer(0) })).toMatchObject({
      error: 'notFound',
    })
    await app.call(libraryNoteRemove, { id: atPeak.id }, { as: person })
    expect((await list({}, person)).list).toMatchObject([{ noteCount: 1 }])
  })

  it('is exported with what was searched, for this person only', async () => {
    const person = await scene.buyer(0)
    await delivered(person, [{ name: '=1+1', composition: 'Fe2O3' }, { name: 'b' }])
    const browserKey = 'a-browser-of-the-owner-0001'
    const { url } = await app.call(libraryFile, { composition: 'Fe', browserKey }, { as: person })
    const answer = await app.server.inject({ method: 'GET', url, headers: { cookie: `mx_files=${browserKey}` } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain("'=1+1")
    expect(answer.body.trim().split('\r\n')).toHaveLength(2)
    expect(await app.refusal(libraryFile, { kw: '没有这种样品', browserKey }, { as: person })).toMatchObject({
      error: 'nothingToExport',
    })
  })
})
