import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { messageList } from '../../../workspace/notices/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { reservationCancel, reservationRebook } from '../../bookings/contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { orderDetail, orderRefuseQuote } from '../../orders/contract.ts'
import { staffOrderApprove, staffOrderCheckIn, staffOrderQuote } from '../../orders/staff/staff-contract.ts'
import { reservationAdd } from './add-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  // Three hours are charged at least, so that a customer of one hour has two more for the same price.
  await app.db.run(sql`
    update price_rules set rule = jsonb_set(rule, '{rates,0,leastQuantity}', '3')
    where project_id = ${scene.rids.onsite} and stage = 'in_use'`)
})
afterAll(() => app.close())

const key = () => ({ idempotencyKey: randomUUID() })
const slotAt = (date: string, from: string, minutes = 60) => ({ date, from, minutes })

async function booked(date: string, from: string, userType: 0 | 2 = 0) {
  const person = await scene.buyer(userType)
  const parameters = { place: 'remote', slot: slotAt(date, from) }
  const planId = await scene.plan(person, { rid: scene.rids.onsite, parameters })
  const request = { ...scene.request([planId]), delivery: { kind: 'visit' as const } }
  const { orderNo } = await app.call(orderAdd, request, { as: person, ...key() })
  return { person, orderNo }
}
type Booked = Awaited<ReturnType<typeof booked>>

const add = ({ person, orderNo }: Booked, slot: ReturnType<typeof slotAt>) =>
  app.call(reservationAdd, { orderNo, ...slot }, { as: person, ...key() })
const refused = ({ person, orderNo }: Booked, slot: ReturnType<typeof slotAt>, more: { lineId?: number } = {}) =>
  app.refusal(reservationAdd, { orderNo, ...slot, ...more }, { as: person, ...key() })
const detailOf = ({ person, orderNo }: Booked) => app.call(orderDetail, { orderNo }, { as: person })

describe('[G-16] a slot added to an order', () => {
  it('is booked as in the wizard when the price stays, also after the order was approved, and the customer is told', async () => {
    const order = await booked('2026-03-05', '10:00')
    const before = await detailOf(order)
    expect(before.slotLines).toMatchObject([
      { rid: scene.rids.onsite, leastMinutes: 60, mostMinutes: 480, stepMinutes: 30 },
    ])
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: manager })
    expect(await add(order, slotAt('2026-03-06', '14:00', 90))).toMatchObject({ extraFen: 0, stageName: '待确认' })
    const after = await detailOf(order)
    expect(after.estimateFen).toBe(before.estimateFen)
    expect(after.reservations).toMatchObject([
      { startsAt: '2026-03-05 10:00:00', addedText: '' },
      {
        ...{ startsAt: '2026-03-06 14:00:00', endsAt: '2026-03-06 15:30:00', remote: true },
        ...{ addedText: '加的时段，不另收费', cancellable: true },
      },
    ])
    await app.drain()
    const { list } = await app.call(messageList, { page: 1, size: 10 }, { as: order.person })
    expect(list.map(({ title }) => title)).toContain('已添加预约时段')
  })

  it('that was free does not hold up the order when it is cancelled, also after it was moved', async () => {
    const order = await booked('2026-03-02', '14:00')
    const { id } = await add(order, slotAt('2026-03-10', '10:00'))
    const moved = await app.call(
      reservationRebook,
      { id, date: '2026-03-10', from: '13:00' },
      { as: order.person, ...key() },
    )
    await app.call(reservationCancel, { id: moved.id }, { as: order.person, ...key() })
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: manager })
    await app.call(staffOrderCheckIn, { orderNo: order.orderNo }, { as: await app.staff('lab') })
    expect(await refused(order, slotAt('2026-03-11', '10:00'))).toMatchObject({ error: 'orderNotOpen' })
    expect((await detailOf(order)).slotLines).toEqual([])
  })

  it('is refused when it changes a price that is agreed, and says what it costs and what to do', async () => {
    const order = await booked('2026-03-12', '10:00')
    expect(await refused(order, slotAt('2026-03-13', '10:00', 180))).toMatchObject({
      ...{ status: 409, error: 'slotChangesPrice' },
      msg: '该时段需另收 ¥400.00，而订单价格已定。请选择不另收费的时段，或另下一单预约；也可联系客户经理',
    })
    // An hour of the evening is within the three hours, but has its surcharge.
    const evening = await refused(order, slotAt('2026-03-13', '19:00'))
    expect(evening.msg).toContain('¥100.00')
    expect((await detailOf(order)).reservations).toHaveLength(1)
  })

  it('may change the price before the quote, and after a quote only when the customer returned it', async () => {
    const order = await booked('2026-03-16', '10:00', 2)
    expect(await detailOf(order)).toMatchObject({ stage: 'quoting' })
    expect(await add(order, slotAt('2026-03-17', '10:00', 180))).toMatchObject({ extraFen: 64_000 })
    const detail = await detailOf(order)
    expect(detail.reservations[1]).toMatchObject({ addedText: '加的时段，计入报价' })
    const quote = {
      orderNo: order.orderNo,
      lines: [{ lineId: detail.lines[0]?.id ?? 0, amountFen: 250_000 }],
      note: '',
    }
    await app.call(staffOrderQuote, quote, { as: manager, ...key() })
    expect(await refused(order, slotAt('2026-03-18', '10:00'))).toMatchObject({
      msg: '该时段需另收 ¥640.00。请先退回报价并说明要加的时段，再添加，新报价会计入',
    })
    const returned = { orderNo: order.orderNo, reason: '要再加一个时段' }
    await app.call(orderRefuseQuote, returned, { as: order.person, ...key() })
    const { id } = await add(order, slotAt('2026-03-18', '10:00'))
    // It is part of the price, so the order waits for it like for the first one.
    await app.call(reservationCancel, { id }, { as: order.person, ...key() })
    expect(await refused(order, slotAt('2026-03-19', '10:00'))).toMatchObject({ error: 'slotGap' })
  })

  it('keeps to the rules of the wizard, and belongs to the customer of the order', async () => {
    const order = await booked('2026-03-23', '10:00')
    const other = await booked('2026-03-24', '10:00')
    expect(await refused(order, slotAt('2026-03-24', '10:30'))).toMatchObject({ status: 409, error: 'slotTaken' })
    for (const wrong of [
      slotAt('2026-03-01', '10:00'),
      slotAt('2026-03-23', '07:00'),
      slotAt('2026-03-25', '10:10'),
      slotAt('2026-03-25', '10:00', 30),
      slotAt('2026-06-25', '10:00'),
    ])
      expect(await refused(order, wrong)).toMatchObject({ error: 'slotUnavailable' })
    const foreign = { orderNo: order.orderNo, ...slotAt('2026-03-25', '10:00') }
    expect(await app.refusal(reservationAdd, foreign, { as: other.person, ...key() })).toMatchObject({ status: 404 })
    expect(await refused(order, slotAt('2026-03-25', '10:00'), { lineId: 999_999 })).toMatchObject({ status: 404 })
    const { orderNo } = await scene.order(order.person)
    expect(await refused({ ...order, orderNo }, slotAt('2026-03-25', '10:00'))).toMatchObject({ error: 'noSlots' })
  })

  it('is booked once when the call is repeated, and an order keeps at most ten', async () => {
    const order = await booked('2026-03-26', '08:30', 2)
    const idempotencyKey = randomUUID()
    const input = { orderNo: order.orderNo, ...slotAt('2026-03-26', '09:30') }
    const first = await app.call(reservationAdd, input, { as: order.person, idempotencyKey })
    expect(await app.call(reservationAdd, input, { as: order.person, idempotencyKey })).toEqual(first)
    for (const from of ['10:30', '11:30', '12:30', '13:30', '14:30', '15:30', '16:30', '17:30'])
      await add(order, slotAt('2026-03-26', from))
    expect((await detailOf(order)).reservations).toHaveLength(10)
    expect(await refused(order, slotAt('2026-03-27', '09:30'))).toMatchObject({ error: 'tooManySlots' })
  })
})
