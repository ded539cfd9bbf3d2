import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps, type SteppedOrder } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { staffSampleDispose } from '../../intake/contract.ts'
import { orderForLab } from '../actions.ts'
import { orderAnswer } from './hold-contract.ts'
import { orderDetail, orderHistory } from '../contract.ts'
import { staffOrderCancel, staffOrderDetail, staffOrderHold, staffOrderStartTesting } from '../staff/staff-contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

const hold = (order: SteppedOrder) =>
  app.call(staffOrderHold, { orderNo: order.orderNo, reason: '2 号样品量不足' }, { as: steps.staff.lab })
const answer = (order: SteppedOrder, input: Partial<SentTo<typeof orderAnswer>> = {}) =>
  app.call(orderAnswer, { orderNo: order.orderNo, answer: '按此处理', ...input }, { as: order.customer })
const stagesOf = async ({ orderNo }: SteppedOrder) =>
  (await orderForLab(app.system, orderNo)).samples.map(({ stage }) => stage)

it('[F-88] after an exception reported before testing the order returns to 已收样, otherwise to 检测中', async () => {
  const [early, late] = [await steps.received(), await steps.testing()]
  await hold(early)
  await hold(late)
  expect(await answer(early)).toEqual({ stage: 'received', stageName: '已收样' })
  expect(await stagesOf(early)).toEqual(['received'])
  expect(await answer(late)).toEqual({ stage: 'testing', stageName: '检测中' })
  expect(await stagesOf(late)).toEqual(['testing'])
})

it('[Q-118] an order that waits for its customer is found however many were placed after it', async () => {
  const order = await steps.testing()
  const waiting = async () =>
    (await app.call(orderHistory, { waits: true }, { as: order.customer })).list.map(({ orderNo }) => orderNo)
  expect(await waiting()).toEqual([])
  await hold(order)
  expect(await waiting()).toEqual([order.orderNo])
})

it('[F-88] each sample continues, is dropped or is sent again, and staff see the decision', async () => {
  const order = await steps.testing(3)
  const [first = '', second = '', third = ''] = order.sampleNos
  await hold(order)
  await app.call(
    staffSampleDispose,
    { sampleNo: first, action: 'reportAbnormal', reason: '受潮' },
    { as: steps.staff.lab },
  )
  const samples = [
    { sampleNo: second, choice: 'drop' as const },
    { sampleNo: third, choice: 'resend' as const },
  ]
  expect(await answer(order, { samples })).toMatchObject({ stage: 'testing' })
  expect(await stagesOf(order)).toEqual(['testing', 'dropped', 'pending'])
  expect(
    (await app.call(staffOrderDetail, { orderNo: order.orderNo }, { as: steps.staff.lab })).holdAnswer,
  ).toMatchObject({ wish: 'continue', text: '按此处理', samples })
  // A sample that arrives while testing runs is tested at once.
  await steps.receive(third)
  expect(await stagesOf(order)).toEqual(['testing', 'dropped', 'testing'])
})

it('[F-88] the order waits for a sample that is sent again before testing began', async () => {
  const order = await steps.received(2)
  const [first = '', second = ''] = order.sampleNos
  await hold(order)
  expect(await answer(order, { samples: [{ sampleNo: second, choice: 'resend' }] })).toMatchObject({
    stage: 'awaiting_sample',
  })
  expect(await stagesOf(order)).toEqual(['received', 'pending'])
  await steps.receive(second)
  expect(await steps.stageOf(order)).toBe('received')
  await hold(order)
  await answer(order, { samples: [{ sampleNo: first, choice: 'drop' }] })
  await app.call(staffOrderStartTesting, { orderNo: order.orderNo }, { as: steps.staff.lab })
  expect(await stagesOf(order)).toEqual(['dropped', 'testing'])
})

it('[F-88] the last sample cannot be dropped, and a decision that is not open for a sample is refused', async () => {
  const order = await steps.received()
  const [sampleNo = ''] = order.sampleNos
  await hold(order)
  const refusal = (samples: { sampleNo: string; choice: 'drop' | 'resend' }[]) =>
    app.refusal(orderAnswer, { orderNo: order.orderNo, answer: '好', samples }, { as: order.customer })
  expect(await refusal([{ sampleNo, choice: 'drop' }])).toMatchObject({ error: 'nothingLeftToTest' })
  expect(await refusal([{ sampleNo: 'MX0000000000001', choice: 'drop' }])).toMatchObject({ status: 404 })
  expect(await stagesOf(order)).toEqual(['received'])
  expect(await steps.stageOf(order)).toBe('on_hold')
})

it('[F-88] a cancellation takes effect before testing, and later waits for staff', async () => {
  const [early, late] = [await steps.received(), await steps.testing()]
  await hold(early)
  await hold(late)
  expect(await answer(early, { wish: 'cancel' })).toMatchObject({ stage: 'cancelled' })
  expect(await stagesOf(early)).toEqual(['kept'])
  expect((await creditOf(app.system, early.customer.id)).heldFen).toBe(0)
  expect(await answer(late, { wish: 'cancel' })).toMatchObject({ stage: 'on_hold' })
  expect((await app.call(orderDetail, { orderNo: late.orderNo }, { as: late.customer })).next).toMatchObject({
    what: '客户经理处理取消申请',
    who: 'staff',
  })
  expect(await stagesOf(late)).toEqual(['testing'])
  expect(
    await app.call(staffOrderCancel, { orderNo: late.orderNo, reason: '客户要求' }, { as: steps.staff.manager }),
  ).toMatchObject({ stage: 'cancelled' })
})
