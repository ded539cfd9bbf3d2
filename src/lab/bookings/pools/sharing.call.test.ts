import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { instrumentAdd, instrumentDetail, instrumentEdit } from '../../instruments/contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { staffReservationCalendar } from '../contract.ts'
import { inTx } from '../../../platform/http/ctx.ts'
import { fromShanghai } from '../../../platform/time.ts'
import { cellsBetween } from '../slot-rules.ts'
import { freePool } from './place-actions.ts'
import { slotsOfDay } from '../actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let sem: number
let tem: number
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  sem = scene.rids.onsite
  tem = (await app.db.one<{ id: number }>(sql`select id from projects where slug = 'tem-onsite'`)).id
})
afterAll(() => app.close())

const plate = (instrumentNo: string, projectIds: number[], separateIds: number[] = []) => ({
  ...{ instrumentNo, name: '电镜', model: 'EM-7', location: 'B101', keeper: '李工', specification: '' },
  ...{ calibrationRule: 'warn' as const, projectIds, separateIds },
})

const ofTem = { modes: ['morphology'], preparation: 'ready', nonMagnetic: true }

async function book(rid: number, date: string, from: string) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes: 60 }
  const parameters = { place: 'onsite', operation: 'operated', people: 1, slot, ...(rid === tem ? ofTem : {}) }
  const planId = await scene.plan(person, { rid, parameters })
  return app.send(orderAdd, { ...scene.request([planId]), delivery: { kind: 'visit' as const } }, { as: person })
}
const leftAt = async (rid: number, date: string, from: string) =>
  (await slotsOfDay(app.system, rid, date)).find((slot) => slot.from === from)?.left

async function separate(id: number, projectIds: number[], separateIds: number[]) {
  const { version } = await app.call(instrumentDetail, { id }, { as: lab })
  const { instrumentNo } = await app.call(instrumentDetail, { id }, { as: lab })
  await app.call(instrumentEdit, { id, version, ...plate(instrumentNo, projectIds, separateIds) }, { as: lab })
}

let instrument: number

it('[T-42] two projects on one instrument share its slots', async () => {
  instrument = (await app.call(instrumentAdd, plate('EM-1', [sem, tem]), { as: lab })).id
  expect((await book(sem, '2026-03-10', '10:00')).body.code).toBe(1)
  expect([await leftAt(sem, '2026-03-10', '10:00'), await leftAt(tem, '2026-03-10', '10:30')]).toEqual([0, 0])
  expect((await book(tem, '2026-03-10', '10:30')).body).toMatchObject({ code: 0, error: 'slotTaken' })
  expect((await book(tem, '2026-03-10', '11:00')).body.code).toBe(1)
  const { bookings } = await app.call(
    staffReservationCalendar,
    { instrumentId: instrument, date: '2026-03-10' },
    { as: lab },
  )
  expect(bookings.map((each) => each.rid)).toEqual([sem, tem])
})

it('[T-42] a project with slots of its own does not, also for bookings from before the change', async () => {
  await separate(instrument, [sem, tem], [tem])
  expect(await app.call(instrumentDetail, { id: instrument }, { as: lab })).toMatchObject({
    serves: expect.arrayContaining([expect.objectContaining({ rid: tem, shared: false })]),
  })
  // Its own booking from before still holds the instrument for it.
  expect((await book(tem, '2026-03-10', '11:00')).body).toMatchObject({ error: 'slotTaken' })
  expect((await book(tem, '2026-03-10', '10:00')).body.code).toBe(1)
  expect((await book(sem, '2026-03-11', '10:00')).body.code).toBe(1)
  expect((await book(tem, '2026-03-11', '10:00')).body.code).toBe(1)
  await separate(instrument, [sem, tem], [])
  // Booked apart from the instrument: the time is no longer free for either.
  expect([await leftAt(sem, '2026-03-10', '10:00'), await leftAt(tem, '2026-03-10', '10:00')]).toEqual([0, 0])
  expect((await book(tem, '2026-03-12', '09:00')).body.code).toBe(1)
})

it('[T-42] a project on two instruments has a slot on each', async () => {
  await app.call(instrumentAdd, plate('EM-2', [sem]), { as: lab })
  expect(await leftAt(sem, '2026-03-13', '10:00')).toBe(2)
  expect((await book(sem, '2026-03-13', '10:00')).body.code).toBe(1)
  expect([await leftAt(sem, '2026-03-13', '10:00'), await leftAt(tem, '2026-03-13', '10:00')]).toEqual([1, 0])
  expect((await book(sem, '2026-03-13', '10:00')).body.code).toBe(1)
  expect((await book(sem, '2026-03-13', '10:00')).body).toMatchObject({ error: 'slotTaken' })
  const pools = await app.db.rows<{ pool: string }>(
    sql`select distinct pool from reservations where starts_at = '2026-03-13 10:00+08' order by pool`,
  )
  expect(pools).toHaveLength(2)

  // Who has to leave another instrument gets one that is free for the whole time.
  const at = (time: string) => fromShanghai(`2026-03-13 ${time}`)
  const names = pools.map(({ pool }) => pool)
  const free = (from: string, to: string) =>
    inTx(app.system, (ctx) => freePool(ctx, names, cellsBetween(at(from), at(to))))
  expect([await free('10:30', '11:30'), await free('11:00', '12:00')]).toEqual([undefined, names[0]])
})
