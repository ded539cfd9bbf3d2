import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { rowsRead } from '../../app/testing/rows-read.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { reservationAnswer, staffReservationOffer } from '../bookings/contract.ts'
import { instrumentAdd, instrumentBlock } from '../instruments/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { boardOf } from './board/board-actions.ts'
import { staffReservationBoard, staffReservationPlace } from './board/board-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
let rid: number
let [first, second, other]: [number, number, number] = [0, 0, 0]

const plate = (instrumentNo: string, projectIds: number[]) => ({
  ...{ instrumentNo, name: `电镜 ${instrumentNo}`, model: 'EM-7', location: 'B101', keeper: '李工', specification: '' },
  ...{ calibrationRule: 'warn' as const, projectIds, separateIds: [] },
})

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
  rid = scene.rids.onsite
  const tem = (await app.db.one<{ id: number }>(sql`select id from projects where slug = 'tem-onsite'`)).id
  const add = async (no: string, rids: number[]) => (await app.call(instrumentAdd, plate(no, rids), { as: lab })).id
  first = await add('EM-1', [rid])
  second = await add('EM-2', [rid])
  other = await add('EM-3', [tem])
})
afterAll(() => app.close())

async function booked(date: string, from: string) {
  const person = await scene.buyer(0)
  const planId = await scene.plan(person, { rid, parameters: { place: 'remote', slot: { date, from, minutes: 60 } } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const detail = await app.call(orderDetail, { orderNo }, { as: person })
  return { person, orderNo, id: detail.reservations[0]?.id ?? 0 }
}
const board = (date: string, span: 'day' | 'week' = 'day') =>
  app.call(staffReservationBoard, { date, span }, { as: manager })
const rowOf = async (date: string, id: number) => (await board(date)).bookings.find((row) => row.id === id)

it('[G-08] one call answers who is where on all instruments, with downtimes and utilisation', async () => {
  const { id, orderNo } = await booked('2026-03-10', '10:00')
  await booked('2026-03-10', '10:00')
  await booked('2026-03-12', '10:00')
  const down = { id: other, startsAt: '2026-03-10 08:30', endsAt: '2026-03-10 12:00', reason: '换灯丝' }
  await app.call(instrumentBlock, down, { as: lab })
  const day = await board('2026-03-10')
  expect(day.days).toEqual(['2026-03-10'])
  expect(day.instruments).toMatchObject([
    { id: first, instrumentNo: 'EM-1', keeper: '李工', bookedMinutes: 60, openMinutes: 810, obstacle: '' },
    { id: second, bookedMinutes: 60 },
    { id: other, bookedMinutes: 0, openMinutes: 600 },
  ])
  expect(day.bookings).toHaveLength(2)
  expect(day.bookings.find((row) => row.id === id)).toMatchObject({
    ...{ orderNo, instrumentId: first, stageName: '待确认', movable: true, places: [first, second] },
    ...{ customerName: expect.stringMatching(/./), projectName: expect.stringContaining('扫描电镜') },
  })
  expect(day.downtimes).toEqual([expect.objectContaining({ instrumentId: other, reason: '换灯丝' })])
  expect(day.projects.map((project) => project.rid)).toContain(rid)
  const week = await board('2026-03-10', 'week')
  expect([week.days[0], week.days.length, week.bookings.length]).toEqual(['2026-03-09', 7, 3])
})

it('[G-08] the board asks at most six statements, however much it shows', async () => {
  const ctx = { ...app.system, actor: { kind: 'staff' as const, id: manager.id, role: 'manager' as const } }
  const { statements } = await rowsRead(app.db, (db) =>
    boardOf({ ...ctx, db } as never, { date: '2026-03-10', span: 'week' }),
  )
  expect(statements).toBeLessThanOrEqual(6)
})

it('[G-08] customers and staff without the right read nothing and move nothing', async () => {
  const { person, id } = await booked('2026-03-11', '09:00')
  const date = '2026-03-11'
  expect(await app.refusal(staffReservationBoard, { date, span: 'day' }, { as: person })).toMatchObject({ status: 403 })
  const finance = await app.staff('finance')
  expect(await app.refusal(staffReservationPlace, { id, instrumentId: second }, { as: finance })).toMatchObject({
    status: 403,
  })
})

it('[G-08] the same time on another instrument is changed at once, where the project allows it and it is free', async () => {
  const { id } = await booked('2026-03-13', '10:00')
  expect((await rowOf('2026-03-13', id))?.instrumentId).toBe(first)
  await app.call(staffReservationPlace, { id, instrumentId: second }, { as: manager })
  expect(await rowOf('2026-03-13', id)).toMatchObject({ instrumentId: second, startsAt: '2026-03-13 10:00:00' })
  expect(await app.refusal(staffReservationPlace, { id, instrumentId: other }, { as: manager })).toMatchObject({
    error: 'instrumentUnfit',
  })
  const taken = await booked('2026-03-13', '10:30')
  expect((await rowOf('2026-03-13', taken.id))?.instrumentId).toBe(first)
  const busy = { id: taken.id, instrumentId: second }
  expect(await app.refusal(staffReservationPlace, busy, { as: manager })).toMatchObject({ error: 'slotTaken' })
  const down = { id: first, startsAt: '2026-03-13 08:30', endsAt: '2026-03-13 10:30', reason: '换灯丝' }
  await app.call(instrumentBlock, down, { as: lab })
  const blocked = await app.refusal(staffReservationPlace, { id, instrumentId: first }, { as: manager })
  expect(blocked).toMatchObject({ error: 'instrumentBlocked' })
})

it('[G-08] another time on another instrument is proposed, and stands there when the customer agrees', async () => {
  const { id, person } = await booked('2026-03-16', '10:00')
  const unfit = { id, date: '2026-03-17', from: '14:00', instrumentId: other }
  expect(await app.refusal(staffReservationOffer, unfit, { as: manager })).toMatchObject({ error: 'instrumentUnfit' })
  const { offerId } = await app.call(staffReservationOffer, { ...unfit, instrumentId: second }, { as: manager })
  const waiting = await board('2026-03-17')
  expect(waiting.offers).toMatchObject([{ id: offerId, instrumentId: second, startsAt: '2026-03-17 14:00:00' }])
  expect(waiting.bookings).toEqual([])
  const open = { id, instrumentId: second }
  expect(await app.refusal(staffReservationPlace, open, { as: manager })).toMatchObject({ error: 'offerOpen' })
  await app.call(reservationAnswer, { offerId, agree: true }, { as: person })
  const agreed = await board('2026-03-17')
  expect(agreed.bookings).toMatchObject([{ instrumentId: second, stageName: '已预约' }])
  expect((await board('2026-03-16')).bookings).toEqual([])
})
