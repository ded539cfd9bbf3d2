import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { reservationIcs, staffReservationIcs, staffReservationVideo } from '../bookings/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
})
afterAll(() => app.close())

async function booked(from: string, place: object) {
  const person = await scene.buyer(0)
  const slot = { date: '2026-03-10', from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { ...place, slot } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const id = (await app.call(orderDetail, { orderNo }, { as: person })).reservations[0]?.id ?? 0
  return { person, orderNo, id }
}

it('[F-21] a booking is downloaded as a calendar file by its customer and by staff, and by nobody else', async () => {
  const { person, orderNo, id } = await booked('10:00', { place: 'onsite', operation: 'operated', people: 1 })
  const { name, text } = await app.call(reservationIcs, { id }, { as: person })
  expect(name).toBe(`预约-${orderNo}.ics`)
  const lines = text.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines).toContain('DTSTART:20260310T020000Z')
  expect(lines).toContain('DTEND:20260310T030000Z')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toContain('SUMMARY:扫描电镜现场预约')
  expect(unfolded.match(/^(BEGIN|END):/gm)).toHaveLength(6)
  expect((await app.call(staffReservationIcs, { id }, { as: manager })).text).toContain('DTSTART:20260310T020000Z')
  expect(await app.refusal(reservationIcs, { id }, { as: await scene.buyer(0) })).toMatchObject({ status: 404 })
})

it('[F-21] the link of a video meeting is https and shown to the customer from the day before', async () => {
  const visit = await booked('12:00', { place: 'onsite', operation: 'operated', people: 1 })
  const { person, orderNo, id } = await booked('14:00', { place: 'remote' })
  const url = 'https://meeting.example.com/j/123'
  for (const wrong of ['http://meeting.example.com/j/1', 'javascript:alert(1)', 'https://x y'])
    expect(await app.refusal(staffReservationVideo, { id, url: wrong }, { as: manager })).toMatchObject({
      error: 'invalid',
    })
  expect(await app.refusal(staffReservationVideo, { id: visit.id, url }, { as: manager })).toMatchObject({
    error: 'notRemote',
  })
  await app.call(staffReservationVideo, { id, url }, { as: manager })
  const seen = async () => {
    const token = (await openSession(app.system, 'customer', person.id)).token
    const { reservations } = await app.call(orderDetail, { orderNo }, { as: { token } })
    const { text } = await app.call(reservationIcs, { id }, { as: { token } })
    return [reservations[0]?.videoUrl, text.includes(`URL:${url}`)]
  }
  expect(await seen()).toEqual(['', false])
  app.clock.advance({ hours: (Date.parse('2026-03-09T14:00:00+08:00') - app.clock.now().getTime()) / 3_600_000 })
  expect(await seen()).toEqual([url, true])
  app.clock.advance({ hours: 25 })
  expect(await seen()).toEqual(['', false])
})
