import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, inNameOf } from '../../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { sql } from '../../../platform/db/sql.ts'
import { curvesScene } from '../../../app/testing/scenes/curves-scene.ts'
import {
  collectionAdd,
  collectionDetail,
  collectionEdit,
  collectionList,
  collectionRemove,
  collectionShare,
  collectionShared,
  collectionUnshare,
} from './collection-contract.ts'
import { plainOverlay } from './overlay-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivered: Awaited<ReturnType<typeof curvesScene>>['delivered']
let owner: TestPerson
let ids: number[]
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivered = (await curvesScene(app, scene)).delivered
  owner = await scene.buyer(0)
  await delivered(owner, [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  const rows = await app.db.rows<{ id: number }>(
    sql`select id from library_curves where customer_id = ${owner.id} order by sample_name`,
  )
  ids = rows.map(({ id }) => id)
})
afterAll(() => app.close())

type Sent = SentTo<typeof collectionAdd>
const labelled = (...chosen: number[]) => chosen.map((id, i) => ({ id, label: `曲线 ${i + 1}` }))
const named = (change: Partial<Sent> = {}): Sent => ({ name: '图 3', curves: labelled(...ids.slice(0, 2)), ...change })
const add = (change: Partial<Sent> = {}, as = owner) =>
  app.call(collectionAdd, named(change), { as, idempotencyKey: randomUUID() })
const refusedToAdd = (change: Partial<Sent>, as = owner) =>
  app.refusal(collectionAdd, named(change), { as, idempotencyKey: randomUUID() })
const share = (id: number, days = 7) =>
  app.call(collectionShare, { id, days }, { as: owner, idempotencyKey: randomUUID() })

describe('a collection', () => {
  it('keeps its curves in their order with their legends and how they are drawn', async () => {
    const view = { ...plainOverlay, normalise: 'max' as const, offset: 0.2 }
    const { id } = await add({ view, remark: '不同批次' })
    const detail = await app.call(collectionDetail, { id }, { as: owner })
    expect(detail).toMatchObject({ name: '图 3', remark: '不同批次', view, version: 1, share: null, gone: [] })
    expect(detail.curves.map(({ label, x }) => [label, x])).toEqual([
      ['曲线 1', [10, 20, 30]],
      ['曲线 2', [10, 20, 30]],
    ])
    expect((await app.call(collectionList, { kw: '批次' }, { as: owner })).list).toMatchObject([{ id, curveCount: 2 }])
  })

  it('is changed in the version that the person saw, and by nobody else', async () => {
    const { id } = await add()
    const edit = (version: number, change: Partial<Sent> = {}) => ({ id, version, ...named(change) })
    await app.call(collectionEdit, edit(1, { curves: labelled(...ids) }), { as: owner })
    expect(await app.refusal(collectionEdit, edit(1), { as: owner })).toMatchObject({ error: 'collectionChanged' })
    const other = await scene.buyer(0)
    expect(await app.refusal(collectionEdit, edit(2), { as: other })).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(collectionDetail, { id }, { as: other })).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(collectionRemove, { id }, { as: other })).toMatchObject({ error: 'notFound' })
    expect((await app.call(collectionDetail, { id }, { as: owner })).curves).toHaveLength(3)
    await app.call(collectionRemove, { id }, { as: owner })
    expect(await app.refusal(collectionDetail, { id }, { as: owner })).toMatchObject({ error: 'notFound' })
  })

  it('takes only curves of the account, at most eight, each once', async () => {
    expect(await refusedToAdd({}, await scene.buyer(0))).toMatchObject({ error: 'curveGone' })
    const [one = 0] = ids
    expect(await refusedToAdd({ curves: labelled(one, one) })).toMatchObject({ msg: '同一条曲线选择了两次' })
    expect(await refusedToAdd({ curves: [] })).toMatchObject({ error: 'invalid', msg: '请选择曲线' })
    const nine = Array.from({ length: 9 }, (_, i) => ({ id: i + 1, label: 'x' }))
    expect(await refusedToAdd({ curves: nine })).toMatchObject({ msg: '一个谱图集最多 8 条曲线' })
  })

  it('of a group is one of the group, not of the person', async () => {
    const head = await scene.buyer(3)
    const group = await groupOf(app, head)
    const { id } = await add()
    expect(await app.refusal(collectionDetail, { id }, inNameOf(head, group))).toMatchObject({ error: 'notFound' })
    expect((await app.call(collectionList, {}, inNameOf(head, group))).total).toBe(0)
  })
})

describe('a difference', () => {
  const difference = { of: 0, minus: 1 }

  it('is refused until the person says that the units are the same', async () => {
    expect(await refusedToAdd({ view: { ...plainOverlay, difference } })).toMatchObject({
      error: 'unitsDiffer',
      msg: '两条曲线的单位不同或未注明，请先确认单位相同',
    })
    const { id } = await add({ view: { ...plainOverlay, difference, sameUnits: true } })
    expect((await app.call(collectionDetail, { id }, { as: owner })).view.difference).toEqual(difference)
  })

  it('of axes that mean something else is refused, whatever the person says', async () => {
    const [one = 0] = ids
    await app.db.run(sql`update library_curves set x_label = '波数 (cm⁻¹)' where id = ${one}`)
    expect(await refusedToAdd({ view: { ...plainOverlay, difference, sameUnits: true } })).toMatchObject({
      error: 'axesDiffer',
    })
    await app.db.run(sql`update library_curves set x_label = '2θ (°)' where id = ${one}`)
  })
})

describe('a shared collection', () => {
  it('shows anybody the figure and its legends, and nothing about people, orders or samples', async () => {
    const { id } = await add({ remark: '投稿用' })
    const { token, expiresAt } = await share(id)
    const shown = await app.call(collectionShared, { token }, {})
    expect(shown).toMatchObject({ name: '图 3', remark: '投稿用', expiresAt, goneCount: 0 })
    expect(shown.curves[0]).toEqual({
      label: '曲线 1',
      xLabel: '2θ (°)',
      yLabel: '强度',
      reversed: false,
      x: [10, 20, 30],
      y: expect.any(Array),
    })
    const kept = await app.db.one<{ orderNo: string; sampleNo: string; name: string; phone: string }>(sql`
      select c.order_no, c.sample_no, p.name, p.phone from library_curves c join customers p on p.id = c.customer_id where c.id = ${ids[0] ?? 0}`)
    for (const personal of Object.values(kept).filter(Boolean)) expect(JSON.stringify(shown)).not.toContain(personal)
  })

  it('ends when it is stopped, when a new link is made and when the collection is removed', async () => {
    const { id } = await add()
    const ended = (token: string) => app.refusal(collectionShared, { token }, {})
    const first = await share(id, 90)
    const second = await share(id)
    expect(await ended(first.token)).toMatchObject({ error: 'shareEnded', status: 404 })
    await app.call(collectionUnshare, { id }, { as: owner })
    expect(await ended(second.token)).toMatchObject({ error: 'shareEnded' })
    expect((await app.call(collectionDetail, { id }, { as: owner })).share).toBeNull()
    const third = await share(id)
    await app.call(collectionRemove, { id }, { as: owner })
    expect(await ended(third.token)).toMatchObject({ error: 'shareEnded' })
    expect(await app.refusal(collectionShared, { token: 'x' }, {})).toMatchObject({
      error: 'invalid',
      msg: '链接不正确',
    })
  })

  it('is made for one to ninety days, by its owner only', async () => {
    const { id } = await add()
    const refused = (days: number, as = owner) =>
      app.refusal(collectionShare, { id, days }, { as, idempotencyKey: randomUUID() })
    expect(await refused(0)).toMatchObject({ msg: '至少 1 天' })
    expect(await refused(91)).toMatchObject({ msg: '最多 90 天' })
    expect(await refused(7, await scene.buyer(0))).toMatchObject({ error: 'notFound' })
  })

  it('leaves out a curve that newer data replaced, for the owner and for visitors', async () => {
    const [one = 0, other = 0] = ids
    const { id } = await add({ view: { ...plainOverlay, difference: { of: 0, minus: 1 }, sameUnits: true } })
    const { token } = await share(id)
    await app.db.run(sql`update library_curves set gone_at = now() where id = ${one}`)
    expect(await app.call(collectionDetail, { id }, { as: owner })).toMatchObject({
      gone: ['曲线 1'],
      view: { difference: null },
      curves: [{ curve: { id: other } }],
    })
    expect(await app.call(collectionShared, { token }, {})).toMatchObject({
      goneCount: 1,
      curves: [{ label: '曲线 2' }],
    })
    await app.db.run(sql`update library_curves set gone_at = null where id = ${one}`)
  })

  it('is shown no longer when its owner has closed the account', async () => {
    const { id } = await add()
    const { token } = await share(id)
    await app.db.run(sql`update customers set disabled_at = now() where id = ${owner.id}`)
    expect(await app.refusal(collectionShared, { token }, {})).toMatchObject({ error: 'shareEnded' })
    await app.db.run(sql`update customers set disabled_at = null where id = ${owner.id}`)
  })

  // Last, because the sessions of this file end with the day.
  it('ends on its day', async () => {
    const [short, long] = [await add(), await add()]
    const [one, other] = [await share(short.id, 1), await share(long.id, 2)]
    app.clock.advance({ days: 1, minutes: 1 })
    expect(await app.refusal(collectionShared, { token: one.token }, {})).toMatchObject({ error: 'shareEnded' })
    expect(await app.call(collectionShared, { token: other.token }, {})).toMatchObject({ name: '图 3' })
  })
})
