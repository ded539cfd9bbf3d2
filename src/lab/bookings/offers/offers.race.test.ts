import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderDetail } from '../../orders/contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import {
  deviceExtraTimes,
  reservationAnswer,
  reservationRebook,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let managers: TestPerson[]
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  managers = [await app.staff('manager'), await app.staff('manager')]
})
afterAll(() => app.close())

async function booked(date: string, from: string) {
  const person = await scene.buyer(0)
  const slot = { date, from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { place: 'remote', slot } })
  const { orderNo } = await app.call(
    orderAdd,
    { ...scene.request([planId]), delivery: { kind: 'visit' } },
    { as: person },
  )
  const { reservations } = await app.call(orderDetail, { orderNo }, { as: person })
  return { person, orderNo, id: reservations[0]?.id ?? 0 }
}
const left = async (date: string, from: string) =>
  (await app.call(deviceExtraTimes, { rid: scene.rids.onsite, date })).slots.find((slot) => slot.from === from)?.left
const errors = (answers: { body: { error?: string } }[]) => answers.map(({ body }) => body.error).toSorted()

it('[F-21] of two who propose another time at once, one does; the other time stays free', async () => {
  for (const date of ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']) {
    const { id, person, orderNo } = await booked(date, '10:00')
    const answers = await Promise.all(
      managers.map((as, n) => app.send(staffReservationOffer, { id, date, from: n === 0 ? '14:00' : '16:00' }, { as })),
    )
    expect(errors(answers)).toEqual(['offerOpen', undefined])
    expect([await left(date, '14:00'), await left(date, '16:00')].toSorted()).toEqual([0, 1])
    const { reservations } = await app.call(orderDetail, { orderNo }, { as: person })
    const offerId = reservations[0]?.offer?.id ?? 0
    // The customer's yes and the withdrawal: one of them counts, and the booking holds one time only.
    const [yes, back] = await Promise.all([
      app.send(reservationAnswer, { offerId, agree: true }, { as: person }),
      app.send(staffReservationOfferWithdraw, { offerId }, { as: managers[0] as TestPerson }),
    ])
    expect([yes.body.code, back.body.code].toSorted()).toEqual([0, 1])
    const taken = [await left(date, '10:00'), await left(date, '14:00'), await left(date, '16:00')]
    expect(taken.filter((places) => places === 0)).toHaveLength(1)
    expect(taken[0]).toBe(yes.body.code === 1 ? 1 : 0)
  }
})

it('[F-21] a proposal and another customer who want the last place of a slot: one gets it', async () => {
  for (const date of ['2026-03-16', '2026-03-17', '2026-03-18']) {
    const [first, second] = [await booked(date, '08:30'), await booked(date, '10:30')]
    const answers = await Promise.all([
      app.send(staffReservationOffer, { id: first.id, date, from: '14:00' }, { as: managers[0] as TestPerson }),
      app.send(reservationRebook, { id: second.id, date, from: '14:00' }, { as: second.person }),
    ])
    expect(errors(answers)).toEqual(['slotTaken', undefined])
    expect(await left(date, '14:00')).toBe(0)
  }
})
