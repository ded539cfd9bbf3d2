import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { messageList } from '../../workspace/notices/contract.ts'
import { orderCancel, orderDetail } from '../orders/contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import { staffOrderApprove, staffOrderCheckIn } from '../orders/staff/staff-contract.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sampleWaybill } from '../samples/contract.ts'
import { writeSettings } from '../../core/settings/actions.ts'
import {
  deviceExtraTimes,
  reservationCancel,
  reservationAnswer,
  reservationList,
  reservationRebook,
  staffReservationMove,
  staffReservationOffer,
} from './contract.ts'
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
  const labAddress = { receiver: '收样组', phone: '', address: '科研路 88 号', postcode: '' }
  await writeSettings(app.system, { labAddress })
})
afterAll(() => app.close())

interface Slot {
  date: string
  from: string
  minutes: number
}

async function booked(slot: Slot, parameters: Record<string, unknown> = { place: 'remote' }) {
  const person = await scene.buyer(0)
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { ...parameters, slot } })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person, idempotencyKey: randomUUID() })
  return { person, orderNo, id: await bookingOf(person, orderNo) }
}

const detailOf = (person: TestPerson, orderNo: string) => app.call(orderDetail, { orderNo }, { as: person })
const bookingOf = async (person: TestPerson, orderNo: string) =>
  (await detailOf(person, orderNo)).reservations[0]?.id ?? 0
const left = async (date: string, from: string) => {
  const { slots } = await app.call(deviceExtraTimes, { rid: scene.rids.onsite, date })
  return slots.find((slot) => slot.from === from)?.left
}
const onSite = { place: 'onsite', operation: 'operated', people: 2 }
const key = () => ({ idempotencyKey: randomUUID() })

describe('a booking and its order', () => {
  it('[F-21] a cancelled booking can be booked again, and until then the order is not approved', async () => {
    const { person, orderNo, id } = await booked({ date: '2026-03-05', from: '10:00', minutes: 60 })
    await app.call(reservationCancel, { id }, { as: person, ...key() })
    expect(await left('2026-03-05', '10:00')).toBe(1)
    expect(await detailOf(person, orderNo)).toMatchObject({
      stage: 'review',
      next: { what: '预约已取消，请重新预约', who: 'customer' },
      reservations: [{ id, stageName: '已取消', rebookable: true, cancellable: false }],
    })
    expect(await app.refusal(staffOrderApprove, { orderNo }, { as: manager })).toMatchObject({ error: 'slotMissing' })
    const again = { id, date: '2026-03-06', from: '14:00' }
    expect(await app.refusal(reservationRebook, again, { as: await scene.buyer(0) })).toMatchObject({ status: 404 })
    await app.call(reservationRebook, again, { as: person, ...key() })
    expect(await app.refusal(reservationRebook, again, { as: person, ...key() })).toMatchObject({
      error: 'slotTaken',
    })
    const { lines } = await detailOf(person, orderNo)
    expect(lines[0]?.described.map(({ label }) => label)).not.toContain('预约时段')
    expect((await detailOf(person, orderNo)).reservations).toMatchObject([
      { startsAt: '2026-03-06 14:00:00', endsAt: '2026-03-06 15:00:00', stageName: '待确认', cancellable: true },
    ])
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
  })

  it('[F-21] moving a booking releases the old slot and keeps length and price', async () => {
    const { person, orderNo, id } = await booked({ date: '2026-03-10', from: '16:30', minutes: 120 })
    // Overlaps the old slot, so the old places must be released before the new ones are taken.
    await app.call(reservationRebook, { id, date: '2026-03-10', from: '15:30' }, { as: person, ...key() })
    expect([
      await left('2026-03-10', '15:30'),
      await left('2026-03-10', '17:00'),
      await left('2026-03-10', '17:30'),
    ]).toEqual([0, 0, 1])
    const now = await bookingOf(person, orderNo)
    expect(
      await app.refusal(reservationRebook, { id: now, date: '2026-03-10', from: '18:30' }, { as: person, ...key() }),
    ).toMatchObject({ error: 'slotDearer', msg: '该时段需加收 ¥200.00，请联系客户经理改约' })
    expect(
      await app.refusal(reservationRebook, { id: now, date: '2026-03-10', from: '21:00' }, { as: person, ...key() }),
    ).toMatchObject({ error: 'slotUnavailable' })
    expect((await detailOf(person, orderNo)).reservations).toMatchObject([{ id: now, stageName: '待确认' }])
    expect(await left('2026-03-10', '15:30')).toBe(0)
  })

  it('[F-21] staff confirm, move with the customer’s yes, and cancel bookings; the customer is notified', async () => {
    const { person, orderNo, id } = await booked({ date: '2026-03-11', from: '10:00', minutes: 60 })
    await app.call(staffReservationMove, { id, action: 'confirm' }, { as: lab })
    const proposal = { id, date: '2026-03-11', from: '19:00' }
    const { offerId } = await app.call(staffReservationOffer, proposal, { as: manager, ...key() })
    await app.call(reservationAnswer, { offerId, agree: true }, { as: person, ...key() })
    const moved = await bookingOf(person, orderNo)
    expect((await detailOf(person, orderNo)).reservations).toMatchObject([{ id: moved, stageName: '已预约' }])
    const { list } = await app.call(staffReservationList, { filters: { start: { from: '2026-03-11' } } }, { as: lab })
    expect(list.find((row) => row.id === moved)).toMatchObject({ orderNo, stageName: '已预约' })
    expect(await app.refusal(staffReservationMove, { id: moved, action: 'miss' }, { as: lab })).toMatchObject({
      error: 'tooEarly',
    })
    await app.call(staffReservationMove, { id: moved, action: 'drop', reason: '仪器检修' }, { as: lab })
    await app.drain()
    const { list: told } = await app.call(messageList, {}, { as: person })
    const texts = told.map((message) => message.text).join('\n')
    expect(texts).toContain('已确认：2026-03-11 10:00–11:00')
    expect(texts).toContain('已改为 2026-03-11 19:00–20:00')
    expect(texts).toContain('已取消，如仍需检测请在订单页面重新预约。原因：仪器检修')
  })

  it('[S-20] a booking cancelled by staff releases its slot', async () => {
    const { id } = await booked({ date: '2026-03-12', from: '10:00', minutes: 60 })
    expect(await left('2026-03-12', '10:30')).toBe(0)
    await app.call(staffReservationMove, { id, action: 'drop', reason: '仪器检修' }, { as: lab })
    expect(await left('2026-03-12', '10:30')).toBe(1)
    await booked({ date: '2026-03-12', from: '10:00', minutes: 60 })
  })

  it('[F-21] the message of an approved visit says when and where to come; for a video visit it does not', async () => {
    const visit = await booked({ date: '2026-03-12', from: '14:00', minutes: 60 }, onSite)
    const remote = await booked({ date: '2026-03-12', from: '16:00', minutes: 60 })
    for (const { orderNo } of [visit, remote]) await app.call(staffOrderApprove, { orderNo }, { as: manager })
    await app.drain()
    const textOf = async (person: TestPerson) =>
      (await app.call(messageList, {}, { as: person })).list.find((message) => message.title === '订单已通过审核')?.text
    expect(await textOf(visit.person)).toBe(
      `您的订单${visit.orderNo}已通过审核，费用¥400.00。请于 2026-03-12 14:00–15:00 到 科研路 88 号，凭订单号登记。`,
    )
    expect(await textOf(remote.person)).toBe(
      `您的订单${remote.orderNo}已通过审核，费用¥400.00。请于 2026-03-12 16:00–17:00 接入云视频，会议链接自前一天起显示在订单页面。`,
    )
    expect((await detailOf(visit.person, visit.orderNo)).delivery).toEqual({ kind: 'visit', people: 2 })
    expect((await detailOf(remote.person, remote.orderNo)).delivery).toEqual({ kind: 'visit', people: 0 })
  })

  it('[F-61] the number of visitors is asked once: the parameter form decides, otherwise at most four', async () => {
    const person = await scene.buyer(0)
    const slot = { date: '2026-03-13', from: '16:00', minutes: 60 }
    const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters: { ...onSite, slot } })
    const request = (people: number) => ({
      ...scene.request([planId]),
      delivery: { kind: 'visit' as const, people },
    })
    expect(await app.refusal(orderAdd, request(5), { as: person, ...key() })).toMatchObject({
      error: 'invalid',
      msg: '到场人数最多 4',
    })
    const { orderNo } = await app.call(orderAdd, request(1), { as: person, ...key() })
    expect((await detailOf(person, orderNo)).delivery).toEqual({ kind: 'visit', people: 2 })
  })

  it('[F-21] no slot can be booked for an order that has ended', async () => {
    const { person, orderNo, id } = await booked({ date: '2026-03-13', from: '10:00', minutes: 60 })
    await app.call(orderCancel, { orderNo, reason: '不做了' }, { as: person, ...key() })
    const again = { id, date: '2026-03-13', from: '14:00' }
    expect(await app.refusal(reservationRebook, again, { as: person, ...key() })).toMatchObject({
      error: 'orderNotOpen',
    })
    expect((await detailOf(person, orderNo)).reservations).toMatchObject([{ rebookable: false, cancellable: false }])
    await app.drain()
    const texts = (await app.call(messageList, {}, { as: person })).list.map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('已随订单取消'))
    expect(texts.join()).not.toContain('重新预约')
    expect(await app.call(reservationList, {}, { as: person })).toMatchObject({ list: [{ id }], total: 1 })
    const other = await scene.buyer(0)
    expect(await app.call(reservationList, {}, { as: other })).toMatchObject({ list: [], total: 0 })
  })

  it('[F-21] visitors are checked in only with a booking and not before its day; their samples count as received', async () => {
    const { person, orderNo, id } = await booked({ date: '2026-03-04', from: '15:00', minutes: 60 })
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    const { samples } = await detailOf(person, orderNo)
    expect(samples).toMatchObject([{ stageName: '待到场' }])
    expect(
      await app.refusal(
        sampleWaybill,
        { ids: samples.map((sample) => sample.id), courier: '顺丰', waybill: 'SF1234567890' },
        { as: person },
      ),
    ).toMatchObject({ error: 'notSendable' })
    expect(await app.refusal(staffOrderCheckIn, { orderNo }, { as: lab })).toMatchObject({ error: 'tooEarly' })
    app.clock.advance({ days: 2 })
    const today = { ...person, token: (await openSession(app.system, 'customer', person.id)).token }
    expect(await app.refusal(reservationCancel, { id }, { as: today, ...key() })).toMatchObject({
      error: 'tooLateToCancel',
    })
    expect(
      await app.refusal(reservationRebook, { id, date: '2026-03-09', from: '15:00' }, { as: today, ...key() }),
    ).toMatchObject({ error: 'tooLateToMove' })
    const [labToday] = [await app.staff('lab')]
    await app.call(staffReservationMove, { id, action: 'drop', reason: '停电' }, { as: labToday })
    expect(await app.refusal(staffOrderCheckIn, { orderNo }, { as: labToday })).toMatchObject({ error: 'slotMissing' })
    const proposal = { id, date: '2026-03-04', from: '16:30' }
    const { offerId } = await app.call(staffReservationOffer, proposal, { as: labToday, ...key() })
    await app.call(reservationAnswer, { offerId, agree: true }, { as: today, ...key() })
    await app.call(staffOrderCheckIn, { orderNo }, { as: labToday })
    expect(await detailOf(today, orderNo)).toMatchObject({
      stageName: '已到场',
      received: 1,
      samples: [{ stageName: '已到场' }],
      reservations: [{ stageName: '进行中' }],
    })
  })
})
