import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderSteps, type SteppedOrder } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sampleRecycle } from '../../samples/contract.ts'
import { staffSampleDispose, staffSampleFind, staffSampleReceive, staffSampleRefuse } from '../../intake/contract.ts'
import { staffSampleReturn } from '../../intake/return-contract.ts'
import { markPaid, orderForLab } from '../actions.ts'
import { orderDispute, orderRetest } from './after-delivery-contract.ts'
import { orderCancel, orderDetail } from '../contract.ts'
import { autoConfirm } from '../move-actions.ts'
import { mayClose } from '../rules.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderDeclineRetest,
  staffOrderReject,
  staffOrderSettleDispute,
  staffOrderStartTesting,
} from '../staff/staff-contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

async function later(by: { days?: number; hours?: number }) {
  app.clock.advance(by)
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
}

const dispose = (sampleNo: string, action: 'keep' | 'destroy' | 'consume' | 'lose' | 'reportAbnormal') =>
  app.call(staffSampleDispose, { sampleNo, action, reason: '测试' }, { as: steps.staff.logistics })
const samplesOf = async ({ orderNo }: SteppedOrder) =>
  (await orderForLab(app.system, orderNo)).samples.map(({ stage }) => stage)
const first = (order: SteppedOrder) => order.sampleNos[0] ?? ''

describe('closing', () => {
  it('[F-37] [S-06] waits for kept samples, for every customer group, wanted back or not', async () => {
    const paidAt = new Date()
    const form = 'powder'
    for (const stage of ['kept', 'tested', 'to_return', 'refused', 'dropped'] as const)
      expect(
        mayClose({ stage: 'done', paidAt }, [
          { stage, form },
          { stage: 'returned', form },
        ]),
        stage,
      ).toBe(false)
    for (const stage of ['returned', 'destroyed', 'consumed', 'lost', 'withdrawn'] as const)
      expect(mayClose({ stage: 'done', paidAt }, [{ stage, form }]), stage).toBe(true)
    expect(mayClose({ stage: 'done', paidAt }, [{ stage: 'kept', form: 'data' }])).toBe(true)

    const order = await steps.paid(2)
    expect([await steps.stageOf(order), await samplesOf(order)]).toEqual(['done', ['kept', 'kept']])
    await app.db.run(sql`update samples set keep_until = ${app.clock.now()} where order_id = ${order.id}`)
    await dispose(first(order), 'destroy')
    expect(await steps.stageOf(order)).toBe('done')
    await dispose(order.sampleNos[1] ?? '', 'destroy')
    expect(await steps.stageOf(order)).toBe('closed')
  })

  it('[S-05] an unpaid order does not close when all its samples are used up; the payment closes it', async () => {
    const order = await steps.done()
    await dispose(first(order), 'consume')
    expect(await steps.stageOf(order)).toBe('done')
    await markPaid(app.system, order.id)
    expect(await steps.stageOf(order)).toBe('closed')
  })

  it('[S-07] an earlier auto-confirm job does nothing after a retest was declined or a dispute settled', async () => {
    const [declined, settled] = [await steps.delivered(), await steps.delivered()]
    await later({ days: 6 })
    const question = { reason: '有疑问' }
    await app.call(orderRetest, { orderNo: declined.orderNo, ...question }, { as: declined.customer })
    await app.call(orderDispute, { orderNo: settled.orderNo, ...question }, { as: settled.customer })
    await app.call(staffOrderDeclineRetest, { orderNo: declined.orderNo, ...question }, { as: steps.staff.manager })
    await app.call(
      staffOrderSettleDispute,
      { orderNo: settled.orderNo, outcome: 'dismissal', ...question },
      { as: steps.staff.manager },
    )
    // A window that ends later than the earlier job.
    await app.db.run(
      sql`update orders set confirm_due_at = ${app.clock.now()}::timestamptz + interval '3 days' where id = any(${[declined.id, settled.id]}::bigint[])`,
    )
    await later({ days: 1, hours: 1 })
    for (const order of [declined, settled]) {
      await autoConfirm(app.system, order.id)
      expect(await steps.stageOf(order)).toBe('delivered')
    }
  })
})

describe('samples that a step needs', () => {
  it('[S-10] a customer cannot cancel once testing has begun', async () => {
    const order = await steps.testing()
    expect(
      await app.refusal(orderCancel, { orderNo: order.orderNo, reason: '不做了' }, { as: order.customer }),
    ).toMatchObject({ status: 409, error: 'stageConflict' })
    expect(await steps.stageOf(order)).toBe('testing')
  })

  it('[F-84] testing does not begin with the only sample lost, asked back or abnormal', async () => {
    const ends: ((order: SteppedOrder) => Promise<unknown>)[] = [
      (order) => dispose(first(order), 'lose'),
      (order) => dispose(first(order), 'reportAbnormal'),
      async (order) => {
        const { samples } = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
        await app.call(sampleRecycle, { ids: samples.map(({ id }) => id) }, { as: order.customer })
      },
    ]
    for (const end of ends) {
      const order = await steps.received(1, true)
      await end(order)
      expect(
        await app.refusal(staffOrderStartTesting, { orderNo: order.orderNo }, { as: steps.staff.lab }),
      ).toMatchObject({ status: 409, error: 'noSampleOnHand' })
      expect(await steps.stageOf(order)).toBe('received')
    }
  })

  it('[F-84] a retest is not accepted after the sample was sent back', async () => {
    const order = await steps.delivered(1, true)
    await markPaid(app.system, order.id)
    await app.call(
      staffSampleReturn,
      { sampleNo: first(order), courier: '顺丰', waybill: 'SF9' },
      { as: steps.staff.logistics },
    )
    await app.call(orderRetest, { orderNo: order.orderNo, reason: '峰位异常' }, { as: order.customer })
    const { lines } = await orderForLab(app.system, order.orderNo)
    for (const lineIds of [undefined, lines.map((line) => line.id)])
      expect(
        await app.refusal(staffOrderAcceptRetest, { orderNo: order.orderNo, lineIds }, { as: steps.staff.manager }),
      ).toMatchObject({ status: 409, error: 'noSampleOnHand' })
    expect(await steps.stageOf(order)).toBe('retest')
  })

  it('[S-09] an order is not received when all its samples were refused', async () => {
    const order = await steps.approved(2)
    for (const sampleNo of order.sampleNos)
      await app.call(staffSampleRefuse, { sampleNo, reason: '包装破损' }, { as: steps.staff.logistics })
    expect(await steps.stageOf(order)).toBe('awaiting_sample')
    const part = await steps.approved(2)
    await steps.receive(first(part))
    await app.call(
      staffSampleRefuse,
      { sampleNo: part.sampleNos[1] ?? '', reason: '量不足' },
      { as: steps.staff.logistics },
    )
    expect(await steps.stageOf(part)).toBe('received')
  })
})

describe('messages to the customer about samples', () => {
  it('[F-85] refused and lost samples show their reason and are not counted; “全部” is used only when true', async () => {
    const order = await steps.approved(3)
    await steps.receive(first(order))
    await steps.receive(order.sampleNos[1] ?? '')
    await app.call(
      staffSampleRefuse,
      { sampleNo: order.sampleNos[2] ?? '', reason: '标签脱落' },
      { as: steps.staff.logistics },
    )
    await app.call(
      staffSampleDispose,
      { sampleNo: first(order), action: 'lose', reason: '转运途中丢失' },
      { as: steps.staff.logistics },
    )
    await app.drain()
    const detail = await app.call(orderDetail, { orderNo: order.orderNo }, { as: order.customer })
    expect(detail).toMatchObject({ stage: 'received', received: 2 })
    expect(detail.samples.map(({ stageName, stageReason }) => [stageName, stageReason])).toEqual([
      ['已遗失', '转运途中丢失'],
      ['已收样', ''],
      ['已拒收', '标签脱落'],
    ])
    const told = await app.db.rows<{ template: string; text: string }>(
      sql`select template, text from notice_deliveries where customer_id = ${order.customer.id} and channel = 'inbox' order by id`,
    )
    const textOf = (template: string) => told.find((row) => row.template === template)?.text
    expect(textOf('order.receive')).toContain('已收到2个样品（共3个')
    expect(textOf('sample.lose')).toContain('转运途中丢失')
    expect(textOf('sample.refuse')).toContain('标签脱落')

    const whole = await steps.received(2)
    await app.drain()
    const { text } = await app.db.one<{ text: string }>(
      sql`select text from notice_deliveries where customer_id = ${whole.customer.id} and template = 'order.receive' and channel = 'inbox'`,
    )
    expect(text).toContain('样品已全部收到')
  })

  it('[F-46] a message about an order links to its page', async () => {
    const order = await steps.approved()
    await app.drain()
    const { link } = await app.db.one<{ link: string }>(
      sql`select link from notice_deliveries where customer_id = ${order.customer.id} and template = 'order.approve' and channel = 'inbox'`,
    )
    expect(link).toBe(`/member/order/${order.orderNo}`)
  })
})

describe('a parcel that arrives before the approval', () => {
  it('[F-50] is parked and counts as received with the approval', async () => {
    const order = await steps.placed(2)
    expect(await app.call(staffSampleFind, { sampleNo: first(order) }, { as: steps.staff.logistics })).toMatchObject({
      intake: 'park',
      orderStage: 'review',
    })
    expect(await steps.receive(first(order))).toMatchObject({
      sample: { stage: 'parked', shelf: 'A-01' },
      received: 0,
      orderStage: 'review',
    })
    expect(
      await app.refusal(staffSampleReceive, { sampleNo: first(order), ...steps.intake }, { as: steps.staff.logistics }),
    ).toMatchObject({ error: 'alreadyReceived' })
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: steps.staff.manager })
    expect([await steps.stageOf(order), await samplesOf(order)]).toEqual(['awaiting_sample', ['received', 'pending']])
    await steps.receive(order.sampleNos[1] ?? '')
    expect(await steps.stageOf(order)).toBe('received')
  })

  it('[F-50] completes the order at the approval when all samples arrived early, and is sent back when the order is rejected', async () => {
    const [taken, rejected] = [await steps.placed(), await steps.placed(1, true)]
    for (const order of [taken, rejected]) await steps.receive(first(order))
    await app.call(staffOrderApprove, { orderNo: taken.orderNo }, { as: steps.staff.manager })
    expect([await steps.stageOf(taken), await samplesOf(taken)]).toEqual(['received', ['received']])
    await app.call(staffOrderReject, { orderNo: rejected.orderNo, reason: '不做' }, { as: steps.staff.manager })
    expect(await samplesOf(rejected)).toEqual(['to_return'])
    expect(
      await app.call(
        staffSampleReturn,
        { sampleNo: first(rejected), courier: '顺丰', waybill: 'SF9' },
        { as: steps.staff.logistics },
      ),
    ).toMatchObject({ sample: { stage: 'returned' } })
  })
})
