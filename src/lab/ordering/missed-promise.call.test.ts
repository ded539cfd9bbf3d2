import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { bookChecks } from '../../app/book-checks.ts'
import { discount4user } from '../../money/coupons/contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { addHours, addMinutes } from '../../platform/time.ts'
import { checkPromise, watchPromise } from '../orders/promises/missed-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  coupons = await couponScene(app)
})
afterAll(() => app.close())

const own = async (person: TestPerson) => (await app.call(discount4user, { tab: 'usable' }, { as: person })).list
const promisedAt = async (id: number) =>
  (await app.db.one<{ promisedAt: Date }>(sql`select promised_at from orders where id = ${id}`)).promisedAt
/** As if the promised day of the order had been an hour ago. */
async function pass({ id }: { id: number }) {
  const at = addHours(app.clock.now(), -1)
  await app.db.run(sql`update orders set promised_at = ${at} where id = ${id}`)
  await watchPromise(app.system, id, at)
  await app.drain()
}

describe('an order whose data did not come on the promised day', () => {
  it('brings nothing while no campaign says so', async () => {
    const customer = await scene.buyer(0)
    const order = await scene.testing(customer)
    const { runAt } = await app.db.one<{ runAt: Date }>(sql`
      select run_at from jobs where name = 'order.promise-due' and payload ->> 'orderId' = ${String(order.id)}`)
    expect(runAt).toEqual(addMinutes((await promisedAt(order.id)) ?? runAt, 1))
    await pass(order)
    expect(await own(customer)).toEqual([])
  })

  it('brings its payer one coupon of each campaign for that, told with the reason, also when the job comes twice', async () => {
    await coupons.campaign({ issuedOn: 'promise_missed', name: '延期致歉' })
    const customer = await scene.buyer(0)
    const order = await scene.testing(customer)
    await pass(order)
    await checkPromise(app.system, order.id, await promisedAt(order.id))
    await app.drain()
    expect((await own(customer)).map(({ name }) => name)).toEqual(['延期致歉'])
    const { told } = await app.db.one<{ told: string }>(
      sql`select string_agg(text, '') as told from messages where customer_id = ${customer.id} and text like '%延期致歉%'`,
    )
    expect(told).toContain(`订单 ${order.orderNo} 未按约定日期出数据`)

    // Another late order is another reason.
    await pass(await scene.testing(customer))
    expect(await own(customer)).toHaveLength(2)
    for (const check of bookChecks) {
      const { key, faults } = await runCheck(app.db, check, app.clock.now())
      expect([key, faults]).toEqual([key, []])
    }
  })

  it('brings nothing when the data came in time, when the order had an exception, or for a promise that was replaced', async () => {
    const customer = await scene.buyer(0)
    await pass(await scene.delivered(customer))
    const held = await scene.testing(customer)
    await app.db.run(sql`update orders set held_from = 'testing' where id = ${held.id}`)
    await pass(held)
    const moved = await scene.testing(customer)
    const first = await promisedAt(moved.id)
    await app.db.run(sql`update orders set promised_at = promised_at + interval '30 days' where id = ${moved.id}`)
    await checkPromise(app.system, moved.id, first)
    await app.drain()
    expect(await own(customer)).toEqual([])
  })
})
