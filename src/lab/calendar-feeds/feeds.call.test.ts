import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { reservationCancel, staffReservationVideo } from '../bookings/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { orderDetail } from '../orders/contract.ts'
import {
  calendarFeedMake,
  calendarFeedShow,
  calendarFeedStop,
  staffCalendarFeedMake,
  staffCalendarFeedShow,
  staffCalendarFeedStop,
} from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let customer: TestPerson
let booked: { orderNo: string; id: number }

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  customer = await scene.buyer(0)
  booked = await book(customer, '10:00', { place: 'onsite', operation: 'operated', people: 1 })
})
afterAll(() => app.close())

async function book(person: TestPerson, from: string, place: object) {
  const slot = { date: '2026-03-10', from, minutes: 60 }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { ...place, slot } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person })
  const id = (await app.call(orderDetail, { orderNo }, { as: person })).reservations[0]?.id ?? 0
  return { orderNo, id }
}

const read = (path: string, headers: Record<string, string> = {}) => app.server.inject({ url: path, headers })
const unfolded = async (path: string) => (await read(path)).body.replaceAll('\r\n ', '')

describe('the address for calendar programs', () => {
  it('has the own bookings and no others, with changes, as RFC 5545 wants it', async () => {
    const { path } = await app.call(calendarFeedMake, {}, { as: customer })
    const other = await scene.buyer(0)
    await book(other, '14:00', { place: 'onsite', operation: 'operated', people: 1 })
    const answer = await read(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers['cache-control']).toContain('private')
    const lines = answer.body.split('\r\n')
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines).toContain(`UID:reservation-${booked.id}@reservation.invalid`)
    expect(lines).toContain('DTSTART:20260310T020000Z')
    expect(lines).toContain('STATUS:CONFIRMED')
    // The same answer is not sent twice; a change is.
    const etag = String(answer.headers.etag)
    expect((await read(path, { 'if-none-match': etag })).statusCode).toBe(304)
    await app.call(reservationCancel, { id: booked.id }, { as: customer })
    const changed = await read(path, { 'if-none-match': etag })
    expect([changed.statusCode, changed.body.includes('STATUS:CANCELLED')]).toEqual([200, true])
    const state = await app.call(calendarFeedShow, {}, { as: customer })
    expect(state.lastReadAt).not.toBeNull()
  })

  it('ends with a new address, with 停用 and with the account; a wrong key answers 404 and says no more', async () => {
    const first = await app.call(calendarFeedMake, {}, { as: customer })
    const second = await app.call(calendarFeedMake, {}, { as: customer })
    expect([(await read(first.path)).statusCode, (await read(second.path)).statusCode]).toEqual([404, 200])
    await app.call(calendarFeedStop, {}, { as: customer })
    expect((await read(second.path)).statusCode).toBe(404)
    for (const wrong of ['', '?key=', '?key=%27%20or%20true', `?key=${'a'.repeat(43)}`, '?key=a&key=b'])
      expect((await read(`/calendar.ics${wrong}`)).statusCode).toBe(404)
    const { path } = await app.call(calendarFeedMake, {}, { as: customer })
    await app.db.run(sql`update customers set disabled_at = now() where id = ${customer.id}`)
    expect((await read(path)).statusCode).toBe(404)
    await app.db.run(sql`update customers set disabled_at = null where id = ${customer.id}`)
    expect((await read(path)).statusCode).toBe(200)
  })

  it('of staff has the bookings of the laboratory without names, until the role may no longer read them', async () => {
    const person = await scene.buyer(0)
    const { id, orderNo } = await book(person, '16:00', { place: 'remote' })
    const url = 'https://meeting.example.com/j/1'
    await app.call(staffReservationVideo, { id, url }, { as: manager })
    const { path } = await app.call(staffCalendarFeedMake, { instrumentId: null }, { as: manager })
    const text = await unfolded(path)
    expect(text).toContain(`DESCRIPTION:订单 ${orderNo}`)
    expect(text).toContain(`URL:${url}`)
    const { name } = await app.db.one<{ name: string }>(sql`select name from customers where id = ${person.id}`)
    expect(text.includes(name)).toBe(false)
    // The customer gets the link from the day before.
    const own = await app.call(calendarFeedMake, {}, { as: person })
    expect(await unfolded(own.path)).not.toContain(url)
    expect(await app.refusal(staffCalendarFeedMake, { instrumentId: 999_999 }, { as: manager })).toMatchObject({
      status: 404,
    })
    const lab = await app.staff('lab')
    const theirs = await app.call(staffCalendarFeedMake, { instrumentId: null }, { as: lab })
    await app.call(staffCalendarFeedStop, {}, { as: lab })
    expect((await read(theirs.path)).statusCode).toBe(404)
    const editor = await app.staff('editor')
    expect((await app.refusal(staffCalendarFeedShow, {}, { as: editor })).status).toBe(403)
    await app.db.run(sql`update staff set role = 'editor' where id = ${manager.id}`)
    expect((await read(path)).statusCode).toBe(404)
  })
})
