import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffPromiseRecord } from '../orders/promises/clock-contract.ts'
import { staffOrderLogCall } from '../orders/staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

const records = async () => (await app.call(staffPromiseRecord, {}, { as: await app.staff('manager') })).months

it('a promise counts in the month in which it was due: kept when done in time, broken when late, not yet when still open', async () => {
  const customer = await scene.buyer(0)
  expect(await records()).toEqual([])
  const open = await scene.testing(customer)
  const called = await scene.testing(customer)
  await app.call(staffOrderLogCall, { orderNo: called.orderNo, note: '已确认' }, { as: scene.staff.manager })
  const delivered = await scene.delivered(customer)
  // Nothing is due yet, although two calls' worth of promises are kept already.
  expect(await records()).toEqual([])
  app.clock.advance({ hours: 3 })
  const kept = { due: 1, kept: 1 }
  const nothing = { due: 0, kept: 0 }
  expect(await records()).toEqual([
    { month: '2026-03', call: { due: 3, kept: 1 }, data: kept, promisedDay: nothing, returned: nothing },
  ])

  // Paid, and nothing was sent back within 48 hours.
  const at = app.clock.now()
  await app.db.run(sql`
    update orders set paid_at = ${at}, return_due_at = ${at}::timestamptz + interval '48 hours' where id = ${delivered.id}`)
  await app.db.run(sql`update samples set stage = 'to_return' where order_id = ${delivered.id}`)
  app.clock.advance({ hours: 24 * 20 })
  const [month] = await records()
  expect(month).toEqual({
    month: '2026-03',
    call: { due: 3, kept: 1 },
    data: { due: 1, kept: 1 },
    promisedDay: { due: 3, kept: 1 },
    returned: { due: 1, kept: 0 },
  })
  expect(open.orderNo).not.toBe(called.orderNo)
})

it('[Q-94] what is due in a later month is not counted before, and there are never more than twelve months', async () => {
  const { id } = await scene.delivered(await scene.buyer(0))
  await app.db.run(sql`
    update orders set promised_at = ${app.clock.now()}::timestamptz + interval '40 days', promise_kept = true where id = ${id}`)
  const months = async () => (await records()).map(({ month }) => month)
  const before = await months()
  expect(before).not.toContain('2026-05')
  app.clock.advance({ hours: 24 * 41 })
  expect(await months()).toEqual(['2026-05', ...before])
  app.clock.advance({ hours: 24 * 320 })
  expect(await months()).toEqual(['2026-05'])
})
