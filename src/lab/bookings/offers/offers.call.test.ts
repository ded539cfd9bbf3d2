import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { messageList } from '../../../workspace/notices/contract.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderCancel, orderDetail } from '../../orders/contract.ts'
import { staffOrderApprove, staffOrderCheckIn } from '../../orders/staff/staff-contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { staffReservationList } from '../../visits/list-contract.ts'
import {
  deviceExtraTimes,
  reservationAnswer,
  reservationCancel,
  reservationRebook,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../contract.ts'

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

async function booked(date: string, from: string, minutes = 60) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const id = (await detailOf(person, orderNo)).reservations[0]?.id ?? 0
  return { person, orderNo, id }
}

const detailOf = (person: TestPerson, orderNo: string) => app.call(orderDetail, { orderNo }, { as: person })
const left = async (date: string, from: string) => {
  const { slots } = await app.call(deviceExtraTimes, { rid: scene.rids.onsite, date })
  return slots.find((slot) => slot.from === from)?.left
}
const propose = (id: number, date: string, from: string) =>
  app.call(staffReservationOffer, { id, date, from }, { as: manager })
const messagesOf = async (person: TestPerson) => {
  await app.drain()
  return (await app.call(messageList, {}, { as: person })).list.map((message) => message.text).join('\n')
}

it('[F-21] a proposal holds both times until the customer agrees; then only the new one', async () => {
  const { person, orderNo, id } = await booked('2026-03-10', '10:00')
  const { offerId, until } = await propose(id, '2026-03-11', '19:00')
  expect(until).toBe('2026-03-04 10:00:00')
  expect([await left('2026-03-10', '10:00'), await left('2026-03-11', '19:00')]).toEqual([0, 0])
  expect(await detailOf(person, orderNo)).toMatchObject({
    next: { what: '请答复改期提议', who: 'customer' },
    reservations: [
      {
        startsAt: '2026-03-10 10:00:00',
        answerable: true,
        offer: { startsAt: '2026-03-11 19:00:00', extraFen: 10_000, stageName: '待客户答复' },
      },
    ],
  })
  expect(await messagesOf(person)).toContain(
    '的预约（2026-03-10 10:00–11:00）建议改到 2026-03-11 19:00–20:00，需加收¥100.00，请在 2026-03-04 10:00 前到订单页面答复',
  )
  const again = { id, date: '2026-03-12', from: '10:00' }
  expect(await app.refusal(staffReservationOffer, again, { as: manager })).toMatchObject({
    error: 'offerOpen',
  })
  const yes = { offerId, agree: true }
  expect(await app.refusal(reservationAnswer, yes, { as: await scene.buyer(0) })).toMatchObject({
    status: 404,
  })
  await app.call(reservationAnswer, yes, { as: person })
  expect([await left('2026-03-10', '10:00'), await left('2026-03-11', '19:00')]).toEqual([1, 0])
  expect((await detailOf(person, orderNo)).reservations).toMatchObject([
    { startsAt: '2026-03-11 19:00:00', stageName: '已预约', offer: null },
  ])
  expect(await app.refusal(reservationAnswer, yes, { as: person })).toMatchObject({ error: 'offerOver' })
  expect(await messagesOf(person)).toContain('的预约已改为 2026-03-11 19:00–20:00。')
})

it('[F-21] a customer who declines keeps the slot; staff read why and find it in a tab', async () => {
  const { person, orderNo, id } = await booked('2026-03-12', '10:00')
  const { offerId } = await propose(id, '2026-03-12', '14:00')
  const listed = async (tab: 'offered' | 'answered') =>
    (await app.call(staffReservationList, { tab }, { as: lab })).list.map((row) => row.id)
  expect(await listed('offered')).toContain(id)
  await app.call(reservationAnswer, { offerId, agree: false, reason: '那天有课' }, { as: person })
  expect([await left('2026-03-12', '10:00'), await left('2026-03-12', '14:00')]).toEqual([0, 1])
  expect((await detailOf(person, orderNo)).reservations).toMatchObject([
    { id, stageName: '待确认', answerable: false, offer: { stageName: '客户不同意', answer: '那天有课' } },
  ])
  expect(await listed('offered')).not.toContain(id)
  expect(await listed('answered')).toContain(id)
})

it('[F-21] a proposal that overlaps its booking takes only the half hours beside it', async () => {
  const { person, id } = await booked('2026-03-13', '10:00', 120)
  const around = async () => [
    await left('2026-03-13', '10:00'),
    await left('2026-03-13', '11:30'),
    await left('2026-03-13', '12:00'),
    await left('2026-03-13', '12:30'),
  ]
  const first = await propose(id, '2026-03-13', '11:00')
  expect(await around()).toEqual([0, 0, 0, 0])
  await app.call(staffReservationOfferWithdraw, { offerId: first.offerId }, { as: manager })
  expect(await around()).toEqual([0, 0, 1, 1])
  expect(await messagesOf(person)).toContain(
    '的改期提议（2026-03-13 11:00–13:00）已撤回，预约 2026-03-13 10:00–12:00 不变',
  )
  const second = await propose(id, '2026-03-13', '11:00')
  await app.call(reservationAnswer, { offerId: second.offerId, agree: true }, { as: person })
  expect(await around()).toEqual([1, 0, 0, 0])
})

it('[F-21] a taken slot cannot be proposed, and a proposed slot cannot be booked', async () => {
  const [first, second] = [await booked('2026-03-16', '10:00'), await booked('2026-03-16', '14:00')]
  const taken = { id: first.id, date: '2026-03-16', from: '13:30' }
  expect(await app.refusal(staffReservationOffer, taken, { as: manager })).toMatchObject({
    error: 'slotTaken',
  })
  await propose(first.id, '2026-03-16', '16:00')
  const own = { id: second.id, date: '2026-03-16', from: '16:30' }
  expect(await app.refusal(reservationRebook, own, { as: second.person })).toMatchObject({
    error: 'slotTaken',
  })
})

it('[F-21] cancelling or moving the booking, or ending the order, releases what the proposal holds', async () => {
  const visits = [
    await booked('2026-03-17', '08:30'),
    await booked('2026-03-17', '09:30'),
    await booked('2026-03-17', '10:30'),
    await booked('2026-03-17', '11:30'),
  ]
  for (const [index, { id }] of visits.entries()) await propose(id, '2026-03-18', `${10 + index}:00`)
  const [cancelled, moved, dropped, ended] = visits
  await app.call(reservationCancel, { id: cancelled?.id ?? 0 }, { as: cancelled?.person })
  const elsewhere = { id: moved?.id ?? 0, date: '2026-03-17', from: '15:00' }
  await app.call(reservationRebook, elsewhere, { as: moved?.person })
  await app.call(staffReservationMove, { id: dropped?.id ?? 0, action: 'drop', reason: '停电' }, { as: lab })
  await app.call(orderCancel, { orderNo: ended?.orderNo ?? '', reason: '不做了' }, { as: ended?.person })
  for (const from of ['10:00', '11:00', '12:00', '13:00']) expect(await left('2026-03-18', from)).toBe(1)
  for (const from of ['08:30', '09:30', '10:30', '11:30']) expect(await left('2026-03-17', from)).toBe(1)
  // A slot that was cancelled can still be proposed: the order is without one until then.
  const { offerId } = await propose(cancelled?.id ?? 0, '2026-03-18', '10:00')
  await app.call(reservationAnswer, { offerId, agree: true }, { as: cancelled?.person })
  expect((await detailOf(cancelled?.person as TestPerson, cancelled?.orderNo ?? '')).reservations).toMatchObject([
    { startsAt: '2026-03-18 10:00:00', stageName: '已预约' },
  ])
  expect(await messagesOf(dropped?.person as TestPerson)).not.toContain('改期提议（2026-03-18')
})

it('[F-21] an answer that does not come leaves the booking as it is', async () => {
  const { person, orderNo, id } = await booked('2026-03-19', '10:00')
  const { offerId } = await propose(id, '2026-03-20', '10:00')
  app.clock.advance({ hours: 49 })
  await app.drain()
  expect(await left('2026-03-20', '10:00')).toBe(1)
  const later = await again(person)
  expect((await detailOf(later, orderNo)).reservations).toMatchObject([
    { id, answerable: false, offer: { stageName: '逾期未答复' } },
  ])
  expect(await app.refusal(reservationAnswer, { offerId, agree: true }, { as: later })).toMatchObject({
    error: 'offerOver',
  })
  expect(await messagesOf(later)).toContain('的改期提议（2026-03-20 10:00–11:00）未在期限内答复，预约 2026-03-19')
})

it('[F-21] a later slot of an order begins by hand, once its visitors have arrived, and ends by hand', async () => {
  const person = await scene.buyer(0)
  const plans = []
  for (const date of ['2026-03-21', '2026-03-23']) {
    const slot = { date, from: '10:00', minutes: 60 }
    plans.push(await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } }))
  }
  const request = { ...scene.request(plans), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const stages = async () => (await detailOf(await again(person), orderNo)).reservations.map(({ stage }) => stage)
  const [first, second] = (await detailOf(await again(person), orderNo)).reservations.map(({ id }) => id)
  manager = await app.staff('manager')
  lab = await app.staff('lab')
  await app.call(staffOrderApprove, { orderNo }, { as: manager })
  const begin = (id = 0) => app.call(staffReservationMove, { id, action: 'begin' }, { as: lab })
  await expect(begin(first)).rejects.toThrow('请先在订单页面登记到场')
  app.clock.advance({
    days: Math.ceil((Date.parse('2026-03-21T00:00:00+08:00') - app.clock.now().getTime()) / 86_400_000),
  })
  lab = await app.staff('lab')
  await app.call(staffOrderCheckIn, { orderNo }, { as: lab })
  expect(await stages()).toEqual(['ongoing', 'requested'])
  await expect(begin(second)).rejects.toThrow('还没到预约日期')
  await app.call(staffReservationMove, { id: first ?? 0, action: 'finish' }, { as: lab })
  app.clock.advance({ days: 2 })
  lab = await app.staff('lab')
  await begin(second)
  expect(await stages()).toEqual(['finished', 'ongoing'])
})

const again = async (person: TestPerson) => ({
  ...person,
  token: (await openSession(app.system, 'customer', person.id)).token,
})

it('[I-17] the places of every half hour are those of bookings and open proposals', async () => {
  const rows = await app.db.rows<{ booked: number; held: number }>(sql`
    select c.booked, (select count(*) from reservations r where r.pool = c.pool and r.starts_at <= c.starts_at
        and r.ends_at > c.starts_at and r.stage <> 'cancelled')
      + (select count(*) from reservation_offers o join reservations r on r.id = o.reservation_id
        where o.stage = 'offered' and o.pool = c.pool and o.starts_at <= c.starts_at and o.ends_at > c.starts_at
        and not (r.stage <> 'cancelled' and r.starts_at <= c.starts_at and r.ends_at > c.starts_at)) as held
    from reservation_cells c`)
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row.held).toBe(row.booked)
})
