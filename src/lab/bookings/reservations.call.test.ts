import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { enterResults } from '../../app/testing/test-results.ts'
import { orderCancel, orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import {
  staffOrderApprove,
  staffOrderCheckIn,
  staffOrderHandIn,
  staffOrderStartTesting,
} from '../orders/staff/staff-contract.ts'
import { planAdd, planQuote } from '../plans/contract.ts'
import { orderForLab } from '../orders/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { deviceExtraTimes, reservationCancel, reservationList, staffReservationMove } from './contract.ts'
import { staffReservationList } from '../visits/list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
})
afterAll(() => app.close())

interface Slot {
  date: string
  from: string
  minutes: number
}

const filled = (slot: Slot) => ({
  rid: scene.rids.onsite,
  parameters: { place: 'remote', slot },
  sampleCount: 1,
  urgent: false,
})

async function request(person: TestPerson, slot: Slot) {
  const planId = await scene.plan(person, filled(slot))
  return { ...scene.request([planId]), delivery: { kind: 'visit' as const, people: 1 } }
}

async function book(person: TestPerson, slot: Slot) {
  return app.call(orderAdd, await request(person, slot), { as: person })
}

const day = async (date: string) => (await app.call(deviceExtraTimes, { rid: scene.rids.onsite, date })).slots

describe('slots', () => {
  it('[C-02] shows the free capacity of a day, the evening surcharge, and why a slot is closed', async () => {
    const slots = await day('2026-03-02')
    expect([slots[0]?.from, slots.at(-1)?.to, slots.length]).toEqual(['08:30', '22:00', 27])
    expect(slots.find((slot) => slot.from === '11:30')).toMatchObject({
      bookable: false,
      reason: '请至少提前 2 小时预约',
    })
    expect(slots.find((slot) => slot.from === '12:00')).toMatchObject({
      bookable: true,
      left: 1,
      capacity: 1,
      surchargeFen: 0,
    })
    expect(slots.find((slot) => slot.from === '18:30')).toMatchObject({ surchargeFen: 5_000 })
    expect((await day('2026-03-08'))[0]).toMatchObject({ surchargeFen: 5_000 })
    expect((await day('2026-04-20'))[0]).toMatchObject({ bookable: false, reason: '最多提前 30 天预约' })
    expect(await app.refusal(deviceExtraTimes, { rid: 1, date: '2026-02-30' })).toMatchObject({ error: 'invalid' })
  })

  it('prices the hours with the surcharge of evenings and Sundays', async () => {
    const person = await scene.buyer(0)
    const quote = (slot: Slot) => app.call(planQuote, filled(slot), { as: person })
    expect(await quote({ date: '2026-03-03', from: '17:30', minutes: 120 })).toMatchObject({
      totalFen: 80_000 + 10_000,
    })
    expect(await quote({ date: '2026-03-08', from: '20:00', minutes: 90 })).toMatchObject({
      totalFen: 60_000 + 15_000 + 15_000,
    })
  })

  it('[T-42] refuses past times, closed hours and partial cells', async () => {
    const person = await scene.buyer(0)
    for (const slot of [
      { date: '2026-03-01', from: '10:00', minutes: 60 },
      { date: '2026-03-03', from: '07:00', minutes: 60 },
      { date: '2026-03-03', from: '21:30', minutes: 60 },
      { date: '2026-06-03', from: '10:00', minutes: 60 },
    ]) {
      expect(await app.refusal(planAdd, filled(slot), { as: person })).toMatchObject({ error: 'slotUnavailable' })
    }
    expect(
      await app.refusal(planAdd, filled({ date: '2026-03-03', from: '10:10', minutes: 60 }), { as: person }),
    ).toMatchObject({ error: 'invalid' })
  })
})

describe('bookings', () => {
  it('[T-42] are created with the order, and overlapping ones are refused', async () => {
    const [first, second] = [await scene.buyer(0), await scene.buyer(0)]
    const { orderNo } = await book(first, { date: '2026-03-05', from: '10:00', minutes: 120 })
    expect(await app.call(orderDetail, { orderNo }, { as: first })).toMatchObject({
      reservations: [{ startsAt: '2026-03-05 10:00:00', stageName: '待确认' }],
    })
    expect((await day('2026-03-05')).find((slot) => slot.from === '11:30')).toMatchObject({
      left: 0,
      bookable: false,
      reason: '已约满',
    })
    const late = await request(second, { date: '2026-03-05', from: '11:30', minutes: 60 })
    expect(await app.refusal(orderAdd, late, { as: second })).toMatchObject({ status: 409, error: 'slotTaken' })
    await book(second, { date: '2026-03-05', from: '12:00', minutes: 60 })
  })

  it('are released when the order is cancelled', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await book(person, { date: '2026-03-06', from: '10:00', minutes: 60 })
    await app.call(orderCancel, { orderNo, reason: '改期' }, { as: person })
    expect((await day('2026-03-06')).find((slot) => slot.from === '10:00')).toMatchObject({ left: 1 })
    expect(await app.call(reservationList, {}, { as: person })).toMatchObject({
      list: [{ stage: 'cancelled', orderNo }],
    })
  })

  it('[T-40] can be cancelled by their owner until the day before', async () => {
    const person = await scene.buyer(0)
    await book(person, { date: '2026-03-03', from: '14:00', minutes: 60 })
    const id = (await app.call(reservationList, {}, { as: person })).list[0]?.id ?? 0
    expect(await app.refusal(reservationCancel, { id }, { as: await scene.buyer(0) })).toMatchObject({ status: 404 })
    expect(await app.call(reservationCancel, { id }, { as: person })).toEqual({ stage: 'cancelled' })
    expect(await app.refusal(reservationCancel, { id }, { as: person })).toMatchObject({ status: 409 })
    await book(person, { date: '2026-03-02', from: '14:00', minutes: 60 })
    const today = (await app.call(reservationList, { size: 1, page: 2 }, { as: person })).list[0]?.id ?? 0
    expect(await app.refusal(reservationCancel, { id: today }, { as: person })).toMatchObject({
      status: 409,
      error: 'tooLateToCancel',
    })
  })

  it('are confirmed by staff and move with their order', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await book(person, { date: '2026-03-09', from: '10:00', minutes: 60 })
    const { list } = await app.call(staffReservationList, { filters: { start: { from: '2026-03-09' } } }, { as: lab })
    const id = list.find((row) => row.orderNo === orderNo)?.id ?? 0
    expect(await app.call(staffReservationMove, { id, action: 'confirm' }, { as: lab })).toEqual({ stage: 'booked' })
    expect(await app.refusal(staffReservationMove, { id, action: 'drop' }, { as: lab })).toMatchObject({
      error: 'reasonRequired',
    })
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    expect(await app.refusal(staffOrderCheckIn, { orderNo }, { as: lab })).toMatchObject({ error: 'tooEarly' })
    app.clock.advance({ days: 7 })
    lab = await app.staff('lab')
    expect(await app.call(staffOrderCheckIn, { orderNo }, { as: lab })).toMatchObject({
      stage: 'received',
      stageName: '已到场',
    })
    await app.call(staffOrderStartTesting, { orderNo }, { as: lab })
    await enterResults(app, orderNo, lab)
    await app.call(staffOrderHandIn, { orderNo }, { as: lab })
    expect(await orderForLab(app.system, orderNo)).toMatchObject({ samples: [{ stage: 'tested' }] })
    expect((await app.db.one<{ stage: string }>(sql`select stage from reservations where id = ${id}`)).stage).toBe(
      'finished',
    )
  })

  it('[I-17] never exceed the capacity', async () => {
    const rows = await app.db.rows<{ booked: number; held: number }>(sql`
      select c.booked, (select count(*) from reservations r where r.pool = c.pool and r.starts_at <= c.starts_at and r.ends_at > c.starts_at
        and r.stage <> 'cancelled') as held from reservation_cells c`)
    for (const row of rows) expect(row.held).toBe(row.booked)
  })
})
