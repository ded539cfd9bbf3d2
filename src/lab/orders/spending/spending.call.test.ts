import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderSpending } from './spending-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

it('the spending of a year counts an order with its quote and retest, less what was reduced and what coupons take off', async () => {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.order(as)
  const total = async () => {
    const { totalFen, months } = await app.call(orderSpending, {}, { as })
    expect(months.reduce((sum, month) => sum + month.amountFen, 0)).toBe(totalFen)
    return totalFen
  }
  await app.db.run(sql`
    update orders set quote_fen = 90000, retest_fee_fen = 1000, reduction_fen = 300, discount_fen = 50 where order_no = ${orderNo}`)
  expect(await total()).toBe(90_650)
  // What was reduced to nothing gives nothing back.
  await app.db.run(sql`update orders set reduction_fen = 95000 where order_no = ${orderNo}`)
  expect(await total()).toBe(0)
})

it('[Q-164] the years of spending begin with that in which the account was opened', async () => {
  const as = await scene.buyer(0)
  await app.db.run(sql`update customers set created_at = '2024-12-31T16:30:00Z' where id = ${as.id}`)
  expect((await app.call(orderSpending, {}, { as })).firstYear).toBe(2025)
})
