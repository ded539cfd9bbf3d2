import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderCancel, orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { staffOrderApprove, staffOrderCheckIn } from '../orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { reservationCancel, reservationRebook, staffReservationMove } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1)
const keyed = (person: TestPerson) => ({ as: person, idempotencyKey: randomUUID() })

async function wish(date: string, from: string) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
  return { person, input: { ...scene.request([planId]), delivery: { kind: 'visit' as const } } }
}

async function booked(date: string, from: string) {
  const { person, input } = await wish(date, from)
  const { orderNo } = await app.call(orderAdd, input, keyed(person))
  const id = (await app.call(orderDetail, { orderNo }, { as: person })).reservations[0]?.id ?? 0
  return { person, orderNo, id }
}

/** Invariant 17: the count of every cell equals the number of live bookings over it and never exceeds the capacity. */
async function cellsAreTrue() {
  const rows = await app.db.rows<{ booked: number; capacity: number; held: number }>(sql`
    select c.booked, c.capacity, (select count(*) from reservations r where r.pool = c.pool and r.starts_at <= c.starts_at
      and r.ends_at > c.starts_at and r.stage <> 'cancelled') as held from reservation_cells c`)
  for (const row of rows) expect(row.held).toBe(row.booked)
  for (const row of rows) expect(row.booked).toBeLessThanOrEqual(row.capacity)
}

describe('bookings under races', () => {
  it('[F-21] of fifty customers for the last slot, half of them moving a booking, exactly one gets it', async () => {
    const movers: Awaited<ReturnType<typeof booked>>[] = []
    const hours = ['08:30', '09:30', '10:30', '11:30', '12:30']
    for (const date of ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'])
      for (const from of hours) movers.push(await booked(date, from))
    // Some of them have no slot and book again.
    for (const { id, person } of movers.slice(0, 8)) await app.call(reservationCancel, { id }, keyed(person))
    const wishes = []
    for (let i = 0; i < 25; i++) wishes.push(await wish('2026-03-16', '10:00'))
    const answers = await Promise.all([
      ...wishes.map(({ person, input }) => app.send(orderAdd, input, keyed(person))),
      ...movers.map(({ person, id }) =>
        app.send(reservationRebook, { id, date: '2026-03-16', from: '10:00' }, keyed(person)),
      ),
    ])
    expect(succeeded(answers)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body }) => (body.code === 0 ? [body.error] : [])))).toEqual(
      new Set(['slotTaken']),
    )
    await cellsAreTrue()
  })

  it('[F-21] two customers who swap their slots each have one afterwards', async () => {
    const [first, second] = [await booked('2026-03-17', '09:00'), await booked('2026-03-17', '14:00')]
    for (let round = 0; round < 10; round++) {
      const ids = await app.db.rows<{ id: number; customerId: number; startsAt: Date }>(sql`
        select id, customer_id, starts_at from reservations
        where customer_id = any(${[first.person.id, second.person.id]}::bigint[]) and replaced_by is null`)
      const idOf = (person: TestPerson) => ids.find((row) => row.customerId === person.id)?.id ?? 0
      await Promise.all([
        app.send(reservationRebook, { id: idOf(first.person), date: '2026-03-17', from: '14:00' }, keyed(first.person)),
        app.send(
          reservationRebook,
          { id: idOf(second.person), date: '2026-03-17', from: '09:00' },
          keyed(second.person),
        ),
      ])
    }
    const { held } = await app.db.one<{ held: number }>(sql`
      select count(*) as held from reservations
      where customer_id = any(${[first.person.id, second.person.id]}::bigint[]) and stage = 'requested'`)
    expect(held).toBe(2)
    await cellsAreTrue()
  })

  it('[F-21] of cancelling a booking and checking in its order at the same time one succeeds', async () => {
    const [lab, manager] = [await app.staff('lab'), await app.staff('manager')]
    const visits = []
    for (const from of ['13:00', '14:00', '15:00', '16:00', '17:00']) visits.push(await booked('2026-03-02', from))
    for (const { id, orderNo } of visits) {
      await app.call(staffOrderApprove, { orderNo }, { as: manager })
      const [dropped, arrived] = await Promise.all([
        app.send(staffReservationMove, { id, action: 'drop', reason: '停机' }, { as: manager }),
        app.send(staffOrderCheckIn, { orderNo }, { as: lab }),
      ])
      expect(succeeded([dropped, arrived])).toHaveLength(1)
      const { stage, booking } = await app.db.one<{ stage: string; booking: string }>(sql`
        select o.stage, r.stage as booking from orders o join reservations r on r.order_id = o.id where o.order_no = ${orderNo}`)
      expect([stage, booking]).toEqual(
        dropped.body.code === 1 ? ['awaiting_sample', 'cancelled'] : ['received', 'ongoing'],
      )
    }
    await cellsAreTrue()
  })

  it('[F-21] an order cancelled while its booking is moved holds no slot', async () => {
    for (const [index, from] of ['09:00', '10:00', '11:00', '12:00', '13:00'].entries()) {
      const { person, orderNo, id } = await booked('2026-03-18', from)
      await Promise.all([
        app.send(orderCancel, { orderNo, reason: '不做了' }, keyed(person)),
        app.send(reservationRebook, { id, date: '2026-03-19', from: `1${index}:00` }, keyed(person)),
      ])
      const { live } = await app.db.one<{ live: number }>(sql`
        select count(*) as live from reservations where order_no = ${orderNo} and stage <> 'cancelled'`)
      expect(live).toBe(0)
    }
    await cellsAreTrue()
  })
})
