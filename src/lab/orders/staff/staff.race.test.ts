import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { raceRounds } from '../../../app/testing/race-rounds.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffOrderApprove, staffOrderReject } from './staff-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('of two members of staff who decide about one order at once, one does and the other is told', async () => {
  const scene = await orderScene(app)
  const [one, two] = [await app.staff('manager'), await app.staff('manager')]
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.order(customer)
  const { id } = await app.db.one<{ id: number }>(sql`select id from orders where order_no = ${orderNo}`)
  const steps = async () =>
    (
      await app.db.one<{ count: number }>(
        sql`select count(*) as count from stage_history where entity = 'order' and entity_id = ${id} and actor_kind = 'staff'`,
      )
    ).count
  for (let round = 0; round < raceRounds(20); round++) {
    const before = await steps()
    // One approves while the other approves or rejects.
    const decided = await Promise.all([
      app.send(staffOrderApprove, { orderNo }, { as: one }),
      round % 2 === 0
        ? app.send(staffOrderApprove, { orderNo }, { as: two })
        : app.send(staffOrderReject, { orderNo, reason: '样品不适合' }, { as: two }),
    ])
    expect(decided.map(({ body }) => body.code).toSorted()).toEqual([0, 1])
    expect(decided.find(({ body }) => body.code === 0)?.status).toBe(409)
    expect(await steps()).toBe(before + 1)
    // The next round decides about the same order again; only the stage is put back.
    await app.db.run(sql`update orders set stage = 'review' where id = ${id}`)
  }
})
