import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { messageList } from '../../workspace/notices/contract.ts'
import {
  reservationAnswer,
  reservationRebook,
  staffReservationBlocked,
  staffReservationOffer,
} from '../bookings/contract.ts'
import { instrumentAdd, instrumentBlock } from '../instruments/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
let instrumentId: number
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
  instrumentId = (await app.call(instrumentAdd, plate('SEM-1'), { as: lab })).id
})
afterAll(() => app.close())

const plate = (instrumentNo: string) => ({
  instrumentNo,
  name: '扫描电镜',
  model: 'SEM-7',
  location: 'B101',
  keeper: '李工',
  specification: '',
  calibrationRule: 'warn' as const,
  projectIds: [scene.rids.onsite],
})

async function booked(date: string, from: string) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const id = (await app.call(orderDetail, { orderNo }, { as: person })).reservations[0]?.id ?? 0
  return { person, id }
}
const blocked = async (planned: object = {}) =>
  (await app.call(staffReservationBlocked, { instrumentId, ...planned }, { as: lab })).list.map(({ id }) => id)
const told = async (person: TestPerson) => {
  await app.drain()
  const { list } = await app.call(messageList, {}, { as: person })
  return list.filter(({ title }) => title === '仪器停机，请改期').map(({ text }) => text)
}

it('[T-42] bookings in a new downtime are listed before it is entered; their customers are told once and can move', async () => {
  const [inside, outside] = [await booked('2026-03-10', '10:00'), await booked('2026-03-10', '14:00')]
  const downtime = { startsAt: '2026-03-10 09:00', endsAt: '2026-03-10 12:00' }
  expect(await blocked(downtime)).toEqual([inside.id])
  expect(await blocked()).toEqual([])
  await app.call(instrumentBlock, { id: instrumentId, ...downtime, reason: '更换灯丝' }, { as: lab })
  expect(await told(inside.person)).toEqual([
    expect.stringContaining('预约的时段（2026-03-10 10:00–11:00）内仪器停机维护，请在订单页面改期'),
  ])
  expect(await told(inside.person)).toHaveLength(1)
  expect((await told(inside.person)).join()).not.toContain('更换灯丝')
  expect(await told(outside.person)).toEqual([])
  expect(await blocked()).toEqual([inside.id])
  await app.call(reservationRebook, { id: inside.id, date: '2026-03-11', from: '10:00' }, { as: inside.person })
  expect(await blocked()).toEqual([])
})

it('[T-42] a time in a downtime is neither proposed nor accepted', async () => {
  const { person, id } = await booked('2026-03-12', '10:00')
  const { offerId } = await app.call(staffReservationOffer, { id, date: '2026-03-13', from: '10:00' }, { as: manager })
  const down = { id: instrumentId, startsAt: '2026-03-13 08:00', endsAt: '2026-03-13 18:00', reason: '检修' }
  await app.call(instrumentBlock, down, { as: lab })
  expect(await app.refusal(reservationAnswer, { offerId, agree: true }, { as: person })).toMatchObject({
    error: 'instrumentBlocked',
  })
  const other = await booked('2026-03-12', '14:00')
  const inside = { id: other.id, date: '2026-03-13', from: '14:00' }
  expect(await app.refusal(staffReservationOffer, inside, { as: manager })).toMatchObject({
    error: 'instrumentBlocked',
  })
})

it('a booking gets another instrument of its project when that is free, and the customer hears nothing', async () => {
  await app.call(instrumentAdd, plate('SEM-2'), { as: lab })
  const { person, id } = await booked('2026-03-16', '10:00')
  const downtime = { startsAt: '2026-03-16 09:00', endsAt: '2026-03-16 12:00' }
  expect(await blocked(downtime)).toEqual([id])
  await app.call(instrumentBlock, { id: instrumentId, ...downtime, reason: '检修' }, { as: lab })
  expect(await told(person)).toEqual([])
  expect(await blocked()).not.toContain(id)
  const wrong = { instrumentId, startsAt: '2026-03-16 12:00', endsAt: '2026-03-16 09:00' }
  expect(await app.refusal(staffReservationBlocked, wrong, { as: lab })).toMatchObject({ error: 'invalid' })
})

it('a booking that gets another instrument loses the time that was proposed for it, which is free again', async () => {
  const { person, id } = await booked('2026-03-18', '10:00')
  const proposed = { date: '2026-03-19', from: '10:00' }
  const { offerId } = await app.call(staffReservationOffer, { id, ...proposed }, { as: manager })
  const downtime = { startsAt: '2026-03-18 09:00', endsAt: '2026-03-18 12:00' }
  await app.call(instrumentBlock, { id: instrumentId, ...downtime, reason: '检修' }, { as: lab })
  await app.drain()
  expect(await blocked()).not.toContain(id)
  expect(await app.refusal(reservationAnswer, { offerId, agree: true }, { as: person })).toMatchObject({ status: 409 })
  const [one, two] = [await booked(proposed.date, proposed.from), await booked(proposed.date, proposed.from)]
  expect([one.id, two.id]).not.toContain(0)
})
