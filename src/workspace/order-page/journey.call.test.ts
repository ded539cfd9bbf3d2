import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { enterResults } from '../../app/testing/test-results.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import { prepayFromBalance } from '../../money/prestore/advance-actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { sampleList, sampleWaybill } from '../../lab/samples/contract.ts'
import { staffSampleDispose, staffSampleFind, staffSampleReceive } from '../../lab/intake/contract.ts'
import { staffSampleReturn } from '../../lab/intake/return-contract.ts'
import type { Role } from '../../core/staff/rules.ts'
import {
  contractSigned,
  markPaid,
  markPrepaid,
  orderForLab,
  orderForMoney,
  setFinalAmount,
} from '../../lab/orders/actions.ts'
import { orderAnswer } from '../../lab/orders/holds/hold-contract.ts'
import { orderDispute, orderRetest } from '../../lab/orders/closing/after-delivery-contract.ts'
import { orderAcceptQuote, orderConfirm, orderDetail, orderRefuseQuote } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderCancel,
  staffOrderDeclineRetest,
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderHold,
  staffOrderLogCall,
  staffOrderQuote,
  staffOrderReturnToTesting,
  staffOrderSettleDispute,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../lab/orders/staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
const staff = {} as Record<Role, TestPerson>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  for (const role of ['manager', 'lab', 'reviewer', 'logistics', 'finance'] as const)
    staff[role] = await app.staff(role)
})
afterAll(() => app.close())

/** Moves the clock for orders without ending the sessions of these tests. */
async function later(by: { days?: number; hours?: number }) {
  app.clock.advance(by)
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
}

const intake = { condition: '完好', shelf: 'A-01' }

/** An institute's order whose samples are all in. */
async function received(count = 1, person?: TestPerson) {
  const customer = person ?? (await scene.buyer(0))
  const order = await scene.order(customer, count)
  await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: staff.manager })
  for (const sampleNo of order.sampleNos)
    await app.call(staffSampleReceive, { sampleNo, ...intake }, { as: staff.logistics })
  return { customer, ...order }
}

async function delivered() {
  const order = await received()
  const target = { orderNo: order.orderNo }
  await app.call(staffOrderStartTesting, target, { as: staff.lab })
  await enterResults(app, order.orderNo, staff.lab)
  await app.call(staffOrderHandIn, target, { as: staff.lab })
  await app.call(staffOrderVerify, target, { as: staff.reviewer })
  return order
}

const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage

describe('an institute’s order from review to closing', () => {
  it('[M-20] [M-22] goes through every step with its deadlines', async () => {
    const customer = await scene.buyer(0)
    const { orderNo, sampleNos } = await scene.order(customer, 3)
    const as = { as: customer }
    expect(await app.call(staffOrderApprove, { orderNo, version: 1 }, { as: staff.manager })).toMatchObject({
      stage: 'awaiting_sample',
      version: 2,
    })

    const { list } = await app.call(sampleList, { orderNo }, as)
    expect(
      await app.call(sampleWaybill, { ids: list.map((sample) => sample.id), courier: '顺丰', waybill: 'SF123' }, as),
    ).toEqual({ updated: 3 })

    const [first = '', second = '', third = ''] = sampleNos
    expect(
      await app.call(staffSampleFind, { sampleNo: ` ${first.toLowerCase()} ` }, { as: staff.logistics }),
    ).toMatchObject({
      received: 0,
      total: 3,
      projectName: 'X 射线衍射（XRD）',
      sample: { waybill: 'SF123', stageName: '运输中' },
    })
    await app.call(staffSampleReceive, { sampleNo: first, ...intake, weightMg: 120 }, { as: staff.logistics })
    expect(await app.call(staffSampleReceive, { sampleNo: second, ...intake }, { as: staff.logistics })).toMatchObject({
      received: 2,
      total: 3,
      orderReceived: false,
      orderStage: 'awaiting_sample',
    })
    expect(
      await app.refusal(staffSampleReceive, { sampleNo: second, ...intake }, { as: staff.logistics }),
    ).toMatchObject({ status: 409, error: 'alreadyReceived' })
    expect(await app.call(orderDetail, { orderNo }, as)).toMatchObject({ received: 2, stage: 'awaiting_sample' })
    expect(await app.call(staffSampleReceive, { sampleNo: third, ...intake }, { as: staff.logistics })).toMatchObject({
      received: 3,
      orderReceived: true,
      orderStage: 'received',
    })

    expect((await app.call(orderDetail, { orderNo }, as)).next).toEqual({
      what: '客户经理致电确认',
      who: 'staff',
      dueAt: '2026-03-02 12:00:00',
      overdue: false,
    })
    await later({ hours: 3 })
    expect((await app.call(staffOrderDetail, { orderNo }, { as: staff.manager })).next).toMatchObject({ overdue: true })
    await app.call(staffOrderLogCall, { orderNo, note: '已确认参数' }, { as: staff.manager })
    expect(await app.refusal(staffOrderLogCall, { orderNo, note: '再来' }, { as: staff.manager })).toMatchObject({
      status: 409,
      error: 'alreadyCalled',
    })

    await app.call(staffOrderStartTesting, { orderNo }, { as: staff.lab })
    expect((await orderForLab(app.system, orderNo)).samples.map((sample) => sample.stage)).toEqual([
      'testing',
      'testing',
      'testing',
    ])
    await app.call(staffOrderHold, { orderNo, reason: '2 号样品量不足' }, { as: staff.lab })
    expect(await app.call(orderAnswer, { orderNo, answer: '先做 1、3 号' }, as)).toMatchObject({ stage: 'testing' })
    await enterResults(app, orderNo, staff.lab)
    await app.call(staffOrderHandIn, { orderNo }, { as: staff.lab })
    expect((await app.call(orderDetail, { orderNo }, as)).next).toMatchObject({
      what: '审核并交付数据',
      dueAt: '2026-03-02 15:00:00',
    })
    expect(
      await app.call(staffOrderReturnToTesting, { orderNo, reason: '缺少谱图' }, { as: staff.reviewer }),
    ).toMatchObject({ stage: 'testing' })
    await enterResults(app, orderNo, staff.lab)
    await app.call(staffOrderHandIn, { orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo }, { as: staff.reviewer })

    expect(await app.call(orderConfirm, { orderNo }, as)).toEqual({ stage: 'done', stageName: '已完成' })
    const { id } = await orderForMoney(app.system, orderNo)
    const gross = (grossFen: number) => ({ finalFen: grossFen, grossFen, discountFen: 0 })
    await setFinalAmount(app.system, id, gross(17_000), '')
    await expect(setFinalAmount(app.system, id, gross(1), '')).rejects.toMatchObject({
      kind: { error: 'stageConflict' },
    })
    await markPaid(app.system, id)
    await markPaid(app.system, id)
    const kept = await app.call(orderDetail, { orderNo }, as)
    expect(kept).toMatchObject({ stage: 'done', next: { what: '样品留存，到期后处理' } })
    expect(kept.samples.map((sample) => sample.stage)).toEqual(['kept', 'kept', 'kept'])
    expect(kept.samples[0]?.keepUntil).toBe('2026-05-31 13:00:00')
    await app.db.run(sql`update samples set keep_until = ${app.clock.now()} where order_id = ${id}`)
    for (const sampleNo of sampleNos)
      await app.call(staffSampleDispose, { sampleNo, action: 'destroy' }, { as: staff.logistics })
    const closed = await app.call(orderDetail, { orderNo }, as)
    expect(closed).toMatchObject({ stage: 'closed', amountFen: 17_000 })
    expect(closed.samples.map((sample) => sample.stage)).toEqual(['destroyed', 'destroyed', 'destroyed'])
    expect(closed.timeline.map((entry) => entry.what)).toEqual([
      '提交订单',
      '审核通过',
      '样品收齐',
      '开始检测',
      '上报异常',
      '答复异常',
      '提交审核',
      '退回检测',
      '提交审核',
      '审核通过并交付',
      '确认完成',
      '关闭',
    ])
    expect(closed.timeline.map((entry) => entry.who)).toEqual([
      '您',
      '测试manager',
      '系统',
      '测试lab',
      '测试lab',
      '您',
      '测试lab',
      '测试reviewer',
      '测试lab',
      '测试reviewer',
      '您',
      '系统',
    ])
  })

  it('[M-22] samples wanted back are due within 48 hours of full payment and close the order when they are sent', async () => {
    const customer = await scene.buyer(0)
    const planId = await scene.plan(customer)
    const request = scene.request([planId])
    const { orderNo, sampleNos } = await app.call(
      orderAdd,
      {
        ...request,
        samples: request.samples.map((sample) => ({ ...sample, returnWanted: true })),
        returnAddress: { name: '王同学', phone: '13800138000', address: '某路 1 号' },
      },
      { as: customer },
    )
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    const sampleNo = sampleNos[0] ?? ''
    await app.call(staffSampleReceive, { sampleNo, ...intake }, { as: staff.logistics })
    await app.call(staffOrderStartTesting, { orderNo }, { as: staff.lab })
    await enterResults(app, orderNo, staff.lab)
    await app.call(staffOrderHandIn, { orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo }, { as: staff.reviewer })
    await app.call(orderConfirm, { orderNo }, { as: customer })
    await markPaid(app.system, (await orderForMoney(app.system, orderNo)).id)
    expect(await app.call(orderDetail, { orderNo }, { as: customer })).toMatchObject({
      stage: 'done',
      returnDueAt: expect.any(String),
      next: { what: '寄回样品' },
      samples: [{ stage: 'to_return' }],
    })
    expect(
      await app.call(staffSampleReturn, { sampleNo, courier: '顺丰', waybill: 'SF9' }, { as: staff.logistics }),
    ).toMatchObject({ sample: { stage: 'returned', returnWaybill: 'SF9' } })
    expect(await stageOf(orderNo)).toBe('closed')
  })

  it('completes by itself seven days after delivery, unless the customer asked for a retest', async () => {
    const quiet = await delivered()
    const spoke = await delivered()
    expect(
      await app.call(orderRetest, { orderNo: spoke.orderNo, reason: '峰位异常' }, { as: spoke.customer }),
    ).toMatchObject({ stage: 'retest' })
    await later({ days: 7 })
    await app.drain()
    expect([await stageOf(quiet.orderNo), await stageOf(spoke.orderNo)]).toEqual(['done', 'retest'])
    await app.call(staffOrderDeclineRetest, { orderNo: spoke.orderNo, reason: '与标样一致' }, { as: staff.manager })
    await app.call(orderDispute, { orderNo: spoke.orderNo, reason: '仍有疑问' }, { as: spoke.customer })
    const dismissal = { orderNo: spoke.orderNo, outcome: 'dismissal' as const, reason: '电话说明' }
    await app.call(staffOrderSettleDispute, dismissal, { as: staff.manager, idempotencyKey: randomUUID() })
    await app.call(orderRetest, { orderNo: spoke.orderNo, reason: '请重测' }, { as: spoke.customer })
    expect(await app.call(staffOrderAcceptRetest, { orderNo: spoke.orderNo }, { as: staff.manager })).toMatchObject({
      stage: 'testing',
    })
  })
})

describe('quotes', () => {
  it('[M-20] an enterprise accepts the quote it saw, signs, prepays, and then sends samples', async () => {
    const company = await scene.buyer(2)
    const { orderNo } = await scene.order(company)
    const { lines } = await app.call(orderDetail, { orderNo }, { as: company })
    const lineId = lines[0]?.id ?? 0
    expect(
      await app.refusal(
        staffOrderQuote,
        { orderNo, lines: [{ lineId: lineId + 999, amountFen: 1 }] },
        { as: staff.manager },
      ),
    ).toMatchObject({ error: 'quoteIncomplete' })
    expect(
      await app.refusal(staffOrderQuote, { orderNo, lines: [{ lineId, amountFen: 1.5 }] }, { as: staff.manager }),
    ).toMatchObject({ error: 'invalid' })
    expect(
      await app.call(staffOrderQuote, { orderNo, lines: [{ lineId, amountFen: 88_800 }] }, { as: staff.manager }),
    ).toMatchObject({ quoteFen: 88_800, quoteVersion: 1, stage: 'quoted' })
    await app.call(orderRefuseQuote, { orderNo, reason: '价格偏高' }, { as: company })
    await app.call(
      staffOrderQuote,
      { orderNo, lines: [{ lineId, amountFen: 80_000 }], validDays: 3 },
      { as: staff.manager },
    )
    expect(await app.refusal(orderAcceptQuote, { orderNo, quoteVersion: 1 }, { as: company })).toMatchObject({
      status: 409,
    })
    expect(await app.call(orderAcceptQuote, { orderNo, quoteVersion: 2 }, { as: company })).toMatchObject({
      stage: 'contract',
    })
    const order = await orderForMoney(app.system, orderNo)
    expect(order).toMatchObject({ prepayFen: 80_000, group: 'enterprise' })
    await contractSigned(app.system, order.id)
    await creditPrestore(app.system, {
      customerId: company.id,
      amountFen: 100_000,
      kind: 'test',
      businessId: orderNo,
      operation: 'in',
      memo: '入账',
    })
    await prepayFromBalance(app.system, { customerId: company.id, orderId: order.id, orderNo, amountFen: 80_000 })
    await markPrepaid(app.system, order.id)
    expect(await app.call(orderDetail, { orderNo }, { as: company })).toMatchObject({
      stage: 'awaiting_sample',
      lines: [{ amountFen: 80_000 }],
    })

    expect(
      await app.refusal(staffOrderCancel, { orderNo, reason: '停做', feeFen: 80_001 }, { as: staff.manager }),
    ).toMatchObject({ error: 'invalid' })
    await app.call(staffOrderCancel, { orderNo, reason: '停做', feeFen: 5_000 }, { as: staff.manager })
    expect(
      await app.refusal(staffSampleReceive, { sampleNo: `${orderNo}01`, ...intake }, { as: staff.logistics }),
    ).toMatchObject({ status: 409, error: 'sampleUnexpected' })
    expect(await balanceOf(app.system, company.id)).toMatchObject({ balanceFen: 95_000, advanceFen: 0 })
  })

  it('an accepted quote of an institute holds its credit, and one accepted too late is refused and expires', async () => {
    const person = await scene.buyer(0)
    const place = async () => {
      const planId = await scene.plan(person, { rid: scene.rids.quoteOnly })
      const { orderNo } = await app.call(orderAdd, scene.request([planId]), { as: person })
      const lineId = (await app.call(orderDetail, { orderNo }, { as: person })).lines[0]?.id ?? 0
      await app.call(
        staffOrderQuote,
        { orderNo, lines: [{ lineId, amountFen: 30_000 }], validDays: 2, note: '含制样' },
        { as: staff.manager },
      )
      return orderNo
    }
    const [taken, late] = [await place(), await place()]
    expect(await app.call(orderAcceptQuote, { orderNo: taken, quoteVersion: 1 }, { as: person })).toMatchObject({
      stage: 'awaiting_sample',
    })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 30_000 })
    await later({ days: 2 })
    expect(await app.refusal(orderAcceptQuote, { orderNo: late, quoteVersion: 1 }, { as: person })).toMatchObject({
      status: 409,
      error: 'quoteExpired',
    })
    await app.drain()
    expect([await stageOf(taken), await stageOf(late)]).toEqual(['awaiting_sample', 'cancelled'])
  })
})
