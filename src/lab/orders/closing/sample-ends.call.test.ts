import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps, type SteppedOrder } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { addressAdd } from '../../../people/addresses/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sampleRecycle } from '../../samples/contract.ts'
import { staffSampleDispose } from '../../intake/contract.ts'
import { staffSampleReturn, sampleReturns, samplesDue } from '../../intake/return-contract.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { markPaid, orderForLab } from '../actions.ts'
import { orderCancel, orderDetail } from '../contract.ts'
import { inboxRead } from '../../../workspace/inbox/contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

async function later(days: number) {
  app.clock.advance({ days })
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
}

const logistics = () => ({ as: steps.staff.logistics, idempotencyKey: randomUUID() })
const first = (order: SteppedOrder) => order.sampleNos[0] ?? ''
const savedAddress = async ({ customer }: SteppedOrder) => {
  const address = { name: '李收件', phone: '13900001111', address_code: '320211', address: '滨湖大道 20 号' }
  return (await app.call(addressAdd, address, { as: customer })).address_rid
}
const send = (order: SteppedOrder) => ({ sampleNo: first(order), courier: '顺丰', waybill: 'SF123' })
const reminders = (order: SteppedOrder) =>
  app.db.rows<{ text: string; channel: string }>(
    sql`select text, channel from notice_deliveries where customer_id = ${order.customer.id} and template = 'sample.keepEnds' order by id`,
  )

it('[F-89] a sample can be sent back when its order is paid; list, inbox and the return itself agree', async () => {
  const order = await steps.done(1, true)
  const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  await app.call(sampleRecycle, { ids: samples.map(({ id }) => id) }, { as: order.customer })
  const listed = async () => {
    const { parcels, total, unpaid } = await app.call(sampleReturns, {}, logistics())
    const { queues } = await app.call(inboxRead, {}, logistics())
    return [parcels.length, total, unpaid, queues.find(({ key }) => key === 'return')?.total]
  }
  expect(await listed()).toEqual([0, 0, 1, 0])
  expect(await app.refusal(staffSampleReturn, send(order), logistics())).toMatchObject({
    status: 409,
    error: 'notPaidYet',
  })
  await markPaid(app.system, order.id)
  expect(await listed()).toEqual([1, 1, 0, 1])
  expect(await app.call(staffSampleReturn, send(order), logistics())).toMatchObject({ sample: { stage: 'returned' } })
  expect(await steps.stageOf(order)).toBe('closed')
})

it('[F-89] with the setting off, and for a cancelled order, samples are sent back without payment', async () => {
  const cancelled = await steps.received(1, true)
  await app.call(orderCancel, { orderNo: cancelled.orderNo, reason: '不做了' }, { as: cancelled.customer })
  expect(await app.call(staffSampleReturn, send(cancelled), logistics())).toMatchObject({
    sample: { stage: 'returned' },
  })
  await changeSetting(app.system, 'returnAfterPayment', false)
  const unpaid = await steps.done(1, true)
  const { samples } = await app.call(orderDetail, { orderNo: unpaid.orderNo }, { as: unpaid.customer })
  await app.call(sampleRecycle, { ids: samples.map(({ id }) => id) }, { as: unpaid.customer })
  expect(await app.call(sampleReturns, {}, logistics())).toMatchObject({ total: 1, unpaid: 0 })
  await app.call(staffSampleReturn, send(unpaid), logistics())
  expect(await steps.stageOf(unpaid)).toBe('done')
  await changeSetting(app.system, 'returnAfterPayment', true)
})

it('[F-86] samples are kept for the configured time, with a reminder a week before and a list at the end', async () => {
  await changeSetting(app.system, 'sampleKeepDays', 30)
  const [kept, askedBack] = [await steps.paid(), await steps.paid()]
  const { samples } = await app.call(orderDetail, { orderNo: kept.orderNo }, { as: kept.customer })
  expect(samples[0]?.keepUntil?.slice(0, 10)).toBe('2026-04-01')
  const own = await app.call(orderDetail, { orderNo: askedBack.orderNo }, { as: askedBack.customer })
  const addressId = await savedAddress(askedBack)
  await app.call(sampleRecycle, { ids: own.samples.map(({ id }) => id), addressId }, { as: askedBack.customer })

  await later(23)
  await app.drain()
  expect((await reminders(kept)).map(({ channel }) => channel).sort()).toEqual(['inbox', 'mail', 'sms'])
  expect((await reminders(kept))[0]?.text).toContain('2026-04-01')
  expect(await reminders(askedBack)).toEqual([])

  const dispose = () => app.call(staffSampleDispose, { sampleNo: first(kept), action: 'destroy' }, logistics())
  expect(
    await app.refusal(staffSampleDispose, { sampleNo: first(kept), action: 'destroy' }, logistics()),
  ).toMatchObject({ status: 409, error: 'stillKept' })
  expect(await app.call(samplesDue, {}, logistics())).toMatchObject({ total: 0, list: [] })
  await later(8)
  await app.drain()
  expect((await orderForLab(app.system, kept.orderNo)).samples[0]?.stage).toBe('kept')
  expect(await app.call(samplesDue, {}, logistics())).toMatchObject({ total: 1, list: [{ sampleNo: first(kept) }] })
  const { queues } = await app.call(inboxRead, {}, logistics())
  expect(queues.find(({ key }) => key === 'destroy')).toMatchObject({ total: 1, items: [{ orderNo: kept.orderNo }] })
  expect(await dispose()).toMatchObject({ sample: { stage: 'destroyed' } })
  expect(await app.call(samplesDue, {}, logistics())).toMatchObject({ total: 0 })
  expect(await steps.stageOf(kept)).toBe('closed')
})

it('samples that were not wanted back go to an address that is chosen when they are asked back, and are not asked back without one [Q-190]', async () => {
  const order = await steps.paid(1)
  const { samples, returnAddress } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  const ids = samples.map(({ id }) => id)
  await app.db.run(sql`update orders set return_address = null where id = ${order.id}`)
  const ask = (addressId?: number) => ({ ids, ...(addressId === undefined ? {} : { addressId }) })
  expect(await app.refusal(sampleRecycle, ask(), { as: order.customer })).toMatchObject({
    error: 'returnAddressNeeded',
    fields: { addressId: expect.any(String) },
  })
  expect(await app.refusal(sampleRecycle, ask(999_999), { as: order.customer })).toMatchObject({ status: 404 })
  expect((await orderForLab(app.system, order.orderNo)).samples[0]?.stage).toBe('kept')
  const addressId = await savedAddress(order)
  await app.call(sampleRecycle, ask(addressId), { as: order.customer })
  const { parcels } = await app.call(sampleReturns, {}, logistics())
  const to = parcels.find(({ orderNo }) => orderNo === order.orderNo)?.to
  expect(to?.name).toBe('李收件')
  expect(returnAddress?.name).not.toBe('李收件')
})

it('data is neither asked back nor listed for destruction, and nobody is told that it will be destroyed [Q-191]', async () => {
  const order = await steps.paid(1)
  const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  const ids = samples.map(({ id }) => id)
  await app.db.run(sql`update samples set form = 'data' where order_id = ${order.id}`)
  expect(await app.refusal(sampleRecycle, { ids }, { as: order.customer })).toMatchObject({ error: 'notReturnable' })
  await later(31)
  await app.drain()
  const { list } = await app.call(samplesDue, {}, logistics())
  expect(list.map(({ sampleNo }) => sampleNo)).not.toContain(first(order))
  expect(await reminders(order)).toEqual([])
})

it('[Q-323] the address of samples that wait to go back is changed by the customer, and a parcel packed for the old one is not registered', async () => {
  const order = await steps.paid(1, true)
  const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  const ids = samples.map(({ id }) => id)
  expect(samples.map(({ stage }) => stage)).toEqual(['to_return'])
  const parcel = async () =>
    (await app.call(sampleReturns, {}, logistics())).parcels.find(({ orderNo }) => orderNo === order.orderNo)
  const packed = await parcel()
  const stranger = await app.customer(0)
  const addressId = await savedAddress(order)
  expect(await app.refusal(sampleRecycle, { ids, addressId }, { as: stranger })).toMatchObject({ status: 404 })
  expect(await app.refusal(sampleRecycle, { ids }, { as: order.customer })).toMatchObject({ error: 'notReturnable' })
  await app.call(sampleRecycle, { ids, addressId }, { as: order.customer })
  const now = await parcel()
  expect(now?.to?.name).toBe('李收件')
  expect(await app.refusal(staffSampleReturn, { ...send(order), toMark: packed?.toMark }, logistics())).toMatchObject({
    status: 409,
    error: 'returnAddressChanged',
  })
  await app.call(staffSampleReturn, { ...send(order), toMark: now?.toMark }, logistics())
  expect(await app.refusal(sampleRecycle, { ids, addressId }, { as: order.customer })).toMatchObject({
    error: 'notReturnable',
  })
})

it('[Q-346] a mistyped number of a parcel that was sent back is corrected for all its samples, and the customer is told', async () => {
  const order = await steps.paid(2, true)
  const back = { courier: '顺丰速运', waybill: 'SF1400000001111' }
  const corrected = { sampleNo: first(order), courier: '顺丰速运', waybill: 'SF1400000002222', corrects: true }
  expect(await app.refusal(staffSampleReturn, corrected, logistics())).toMatchObject({ error: 'notReturned' })
  for (const sampleNo of order.sampleNos) await app.call(staffSampleReturn, { sampleNo, ...back }, logistics())
  await app.drain()
  await app.call(staffSampleReturn, corrected, logistics())
  await app.drain()
  const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
  expect(samples.map(({ stage, returnWaybill }) => [stage, returnWaybill])).toEqual([
    ['returned', 'SF1400000002222'],
    ['returned', 'SF1400000002222'],
  ])
  const told = await app.db.rows<{ text: string }>(sql`
    select text from notice_deliveries where customer_id = ${order.customer.id} and template = 'sample.return' and channel = 'inbox' order by id`)
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('SF1400000001111，请注意查收'),
    expect.stringContaining('更正为：顺丰速运 SF1400000002222（之前通知的 SF1400000001111 有误）'),
  ])
})
