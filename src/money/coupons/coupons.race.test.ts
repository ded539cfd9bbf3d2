import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { creditOf } from '../credit/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { discountExchange } from './contract.ts'
import { staffCodeAdd } from './staff-contract.ts'

const ROUNDS = 3
const BUYERS = 20

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
const buyers: TestPerson[] = []
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
  for (let i = 0; i < BUYERS; i++) buyers.push(await scene.buyer(0))
})
afterAll(() => app.close())

const order = async (person: TestPerson, couponId: number) => {
  const planId = await scene.plan(person, { sampleCount: 1 })
  const input = { ...scene.request([planId], [1]), couponIds: [couponId] }
  return () => app.send(orderAdd, input, { as: person, idempotencyKey: randomUUID() })
}
const together = (sends: (() => ReturnType<TestApp['send']>)[]) => Promise.all(sends.map((send) => send()))
const succeeded = (answers: { body: { code: number } }[]) => answers.filter(({ body }) => body.code === 1)
const campaignOf = (id: number) =>
  app.db.one<{ uses: number; held: number; issued: number; coupons: number }>(sql`
    select uses, issued, (select count(*) from coupons where campaign_id = ${id} and stage in ('locked', 'used')) as held,
      (select count(*) from coupons where campaign_id = ${id}) as coupons
    from coupon_campaigns where id = ${id}`)

describe('coupons under races', () => {
  it('[T-28] [I-10] of twenty buyers on a campaign with one use one gets it, and the others write nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await coupons.campaign({ useLimit: 1, thresholdFen: 0 })
      const sends = []
      for (const person of buyers) sends.push(await order(person, await coupons.give(id, person)))
      const before = await Promise.all(buyers.map(async ({ id: buyer }) => (await creditOf(app.system, buyer)).heldFen))
      const answers = await together(sends)
      expect(succeeded(answers)).toHaveLength(1)
      const errors = answers.filter(({ body }) => body.code === 0).map(({ body }) => body.error)
      expect(new Set(errors)).toEqual(new Set(['campaignUsedUp']))
      expect(await campaignOf(id)).toMatchObject({ uses: 1, held: 1 })
      const after = await Promise.all(buyers.map(async ({ id: buyer }) => (await creditOf(app.system, buyer)).heldFen))
      expect(after.filter((fen, i) => fen !== before[i])).toHaveLength(1)
    }
  })

  it('[T-28] one coupon in ten orders at once is used by one of them', async () => {
    const [person] = buyers as [TestPerson]
    const id = await coupons.campaign({ thresholdFen: 0 })
    const couponId = await coupons.give(id, person)
    const sends = []
    for (let i = 0; i < 10; i++) sends.push(await order(person, couponId))
    const answers = await together(sends)
    expect(succeeded(answers)).toHaveLength(1)
    expect(new Set(answers.filter(({ body }) => body.code === 0).map(({ body }) => body.error))).toEqual(
      new Set(['couponTaken']),
    )
    const { count } = await app.db.one<{ count: number }>(
      sql`select count(*) as count from orders where coupons @> ${JSON.stringify([{ id: couponId }])}::jsonb`,
    )
    expect(count).toBe(1)
  })

  it('[T-29] an order that is cancelled ten times at once gives its coupon back once', async () => {
    const [, person] = buyers as [TestPerson, TestPerson]
    const id = await coupons.campaign({ useLimit: 5, thresholdFen: 0 })
    const couponId = await coupons.give(id, person)
    const { body } = await (await order(person, couponId))()
    const { orderNo } = body.data as { orderNo: string }
    const answers = await together(
      Array.from({ length: 10 }, () => () => app.send(orderCancel, { orderNo, reason: '样品没做好' }, { as: person })),
    )
    expect(succeeded(answers)).toHaveLength(1)
    expect(await campaignOf(id)).toMatchObject({ uses: 0, held: 0 })
    expect(await coupons.stateOf(person, couponId)).toMatchObject({ stage: 'issued' })
  })

  it('[T-28] a code with five uses gives twenty customers five coupons', async () => {
    const id = await coupons.campaign({ perPerson: 1 })
    await app.call(staffCodeAdd, { campaignId: id, code: 'FIVEONLY', useLimit: 5 }, { as: coupons.editor })
    const answers = await together(
      buyers.map((person) => () => app.send(discountExchange, { code: 'FIVEONLY' }, { as: person })),
    )
    expect(succeeded(answers)).toHaveLength(5)
    expect(await campaignOf(id)).toMatchObject({ issued: 5, coupons: 5 })
  })

  it('two first orders at once use one coupon for first orders', async () => {
    const person = await scene.buyer(0)
    const id = await coupons.campaign({ firstOrder: true, thresholdFen: 0 })
    const sends = []
    for (let i = 0; i < 2; i++) sends.push(await order(person, await coupons.give(id, person)))
    expect(succeeded(await together(sends))).toHaveLength(1)
    expect(await campaignOf(id)).toMatchObject({ uses: 1, held: 1 })
  })
})
