import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { orderCancel } from '../../orders/contract.ts'
import { reservationAdd } from './add-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

const key = () => ({ idempotencyKey: randomUUID() })
const wanted = (date: string) => ({ date, from: '15:00', minutes: 60 })

/** An enterprise waits for its quote, so it may add any slot. */
async function booked(date: string, from: string) {
  const person = await scene.buyer(2)
  const parameters = { place: 'remote', slot: { date, from, minutes: 60 } }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  return { person, ...(await app.call(orderAdd, request, { as: person, ...key() })) }
}

/** Every cell counts the bookings over it and never more than its capacity. */
async function expectTrueCells() {
  const rows = await app.db.rows<{ booked: number; capacity: number; held: number }>(sql`
    select c.booked, c.capacity, (select count(*) from reservations r where r.pool = c.pool and r.starts_at <= c.starts_at
      and r.ends_at > c.starts_at and r.stage <> 'cancelled') as held from reservation_cells c`)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect([row.held, row.held <= row.capacity]).toEqual([row.booked, true])
}

describe('[G-16] slots added at the same time', () => {
  it('the last slot goes to one of many orders', async () => {
    const orders = []
    for (const date of ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'])
      for (const from of ['08:30', '09:30', '10:30']) orders.push(await booked(date, from))
    const answers = await Promise.all(
      orders.map(({ person, orderNo }) =>
        app.send(reservationAdd, { orderNo, ...wanted('2026-03-16') }, { as: person, ...key() }),
      ),
    )
    const errors = answers.flatMap(({ body }) => (body.code === 0 ? [body.error] : []))
    expect(errors).toEqual(Array.from({ length: orders.length - 1 }, () => 'slotTaken'))
    await expectTrueCells()
  })

  it('the same order books the slot once for two presses, and none remains when it is cancelled meanwhile', async () => {
    const { person, orderNo } = await booked('2026-03-17', '09:00')
    const press = () => app.send(reservationAdd, { orderNo, ...wanted('2026-03-17') }, { as: person, ...key() })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([0, 1])
    const other = await booked('2026-03-18', '09:00')
    await Promise.all([
      app.send(reservationAdd, { orderNo: other.orderNo, ...wanted('2026-03-18') }, { as: other.person, ...key() }),
      app.send(orderCancel, { orderNo: other.orderNo, reason: '不做了' }, { as: other.person, ...key() }),
    ])
    const { live } = await app.db.one<{ live: number }>(sql`
      select count(*) as live from reservations where order_no = ${other.orderNo} and stage <> 'cancelled'`)
    expect(live).toBe(0)
    await expectTrueCells()
  })
})
