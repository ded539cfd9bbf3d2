import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps, type SteppedOrder } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sampleRecycle } from '../../samples/contract.ts'
import { staffSampleDispose, staffSampleReturn, sampleReturns, samplesDue } from '../../intake/contract.ts'
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
  await app.call(sampleRecycle, { ids: own.samples.map(({ id }) => id) }, { as: askedBack.customer })

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
