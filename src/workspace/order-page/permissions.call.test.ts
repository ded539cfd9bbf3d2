import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { enterResults } from '../../app/testing/test-results.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { addressAdd } from '../../people/addresses/contract.ts'
import { sampleList, sampleRecycle, sampleWaybill } from '../../lab/samples/contract.ts'
import {
  staffSampleDispose,
  staffSampleFind,
  staffSampleReceive,
  staffSampleRefuse,
} from '../../lab/intake/contract.ts'
import type { Role } from '../../core/staff/rules.ts'
import { markPrepaid, orderForMoney } from '../../lab/orders/actions.ts'
import { staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { staffSampleList } from '../../lab/samples/list-contract.ts'
import { orderAnswer } from '../../lab/orders/holds/hold-contract.ts'
import {
  orderAgreeRetest,
  orderDispute,
  orderRefuseRetest,
  orderRetest,
} from '../../lab/orders/closing/after-delivery-contract.ts'
import { orderAcceptQuote, orderConfirm, orderRefuseQuote } from '../../lab/orders/contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderCancel,
  staffOrderCheckIn,
  staffOrderDeclineRetest,
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderHold,
  staffOrderLogCall,
  staffOrderReject,
  staffOrderReturnToTesting,
  staffOrderOfferRetest,
  staffOrderSettleDispute,
  staffOrderStartCorrection,
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

const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage

describe('who may do what, and when', () => {
  it('[T-38] refuses every step at a wrong stage with 409', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.order(customer)
    const tries = [
      [staffOrderStartTesting, staff.lab, {}],
      [staffOrderHandIn, staff.lab, {}],
      [staffOrderVerify, staff.reviewer, {}],
      [staffOrderReturnToTesting, staff.reviewer, { reason: 'x' }],
      [staffOrderHold, staff.lab, { reason: 'x' }],
      [staffOrderAcceptRetest, staff.manager, {}],
      [staffOrderDeclineRetest, staff.manager, { reason: 'x' }],
      [staffOrderSettleDispute, staff.manager, { outcome: 'dismissal', reason: 'x' }],
      [staffOrderSettleDispute, staff.manager, { outcome: 'reduction', reason: 'x', amountFen: 1 }],
      [staffOrderSettleDispute, staff.manager, { outcome: 'retest', reason: 'x', feeFen: 100 }],
      [staffOrderOfferRetest, staff.manager, { reason: 'x', feeFen: 100 }],
      [staffOrderStartCorrection, staff.reviewer, { reason: 'x' }],
      [orderAgreeRetest, customer, { feeFen: 100 }],
      [orderRefuseRetest, customer, {}],
      [staffOrderLogCall, staff.manager, { note: 'x' }],
      [staffOrderCheckIn, staff.logistics, {}],
      [orderConfirm, customer, {}],
      [orderAnswer, customer, { answer: 'x' }],
      [orderRetest, customer, { reason: 'x' }],
      [orderDispute, customer, { reason: 'x' }],
      [orderRefuseQuote, customer, { reason: 'x' }],
      [orderAcceptQuote, customer, { quoteVersion: 1 }],
    ] as const
    for (const [call, person, more] of tries) {
      expect([call.path, (await app.refusal(call, { orderNo, ...more }, { as: person })).status]).toEqual([
        call.path,
        409,
      ])
    }
    await expect(markPrepaid(app.system, (await orderForMoney(app.system, orderNo)).id)).rejects.toMatchObject({
      kind: { error: 'stageConflict' },
    })
    expect(await stageOf(orderNo)).toBe('review')
  })

  it('[T-39] of two staff who act on the same version one succeeds', async () => {
    const { orderNo } = await scene.order(await scene.buyer(0))
    await app.call(staffOrderApprove, { orderNo, version: 1 }, { as: staff.manager })
    expect(
      await app.refusal(staffOrderReject, { orderNo, version: 1, reason: '不做' }, { as: staff.manager }),
    ).toMatchObject({ status: 409, error: 'stageConflict' })
    expect(
      await app.refusal(staffOrderCancel, { orderNo, version: 1, reason: '不做' }, { as: staff.manager }),
    ).toMatchObject({ status: 409 })
  })

  it('a tester cannot verify their own work, even in another role', async () => {
    const order = await received()
    await app.call(staffOrderStartTesting, { orderNo: order.orderNo }, { as: staff.lab })
    await enterResults(app, order.orderNo, staff.lab)
    await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    await app.db.run(sql`update staff set role = 'reviewer' where id = ${staff.lab.id}`)
    expect(await app.refusal(staffOrderVerify, { orderNo: order.orderNo }, { as: staff.lab })).toMatchObject({
      status: 403,
      error: 'ownWork',
    })
    await app.db.run(sql`update staff set role = 'lab' where id = ${staff.lab.id}`)
  })

  it('[T-58] shows the phone to managers and a masked one to everybody else', async () => {
    const { orderNo, customer } = await received()
    expect((await app.call(staffOrderDetail, { orderNo }, { as: staff.manager })).customer.phone).toBe(customer.phone)
    expect((await app.call(staffOrderDetail, { orderNo }, { as: staff.lab })).customer.phone).toContain('****')
    expect((await app.call(staffOrderDetail, { orderNo }, { as: staff.lab })).staffActions).toEqual([
      'startTesting',
      'hold',
    ])
    const list = await app.call(staffOrderList, { kw: orderNo }, { as: staff.logistics })
    expect(list).toMatchObject({ total: 1, list: [{ orderNo, customerName: '测试客户', groupName: '高校院所' }] })
  })

  it('[Q-69] [Q-71] offers no check-in of the whole order while its samples come by parcel, and names who pays', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.order(customer)
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    const detail = () => app.call(staffOrderDetail, { orderNo }, { as: staff.logistics })
    expect((await detail()).staffActions).toEqual([])
    expect((await detail()).payer).toBeNull()
    const { id, accountId, name } = await groupOf(app, customer)
    await app.db.run(sql`
      update orders set service_type = 2, payer_id = ${accountId}, group_id = ${id} where order_no = ${orderNo}`)
    expect((await detail()).staffActions).toEqual(['checkIn'])
    expect((await detail()).payer).toEqual({ id: accountId, name })
  })

  it('rejecting an order releases its credit', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.order(customer)
    await app.call(staffOrderReject, { orderNo, reason: '样品不适合' }, { as: staff.manager })
    expect(await creditOf(app.system, customer.id)).toMatchObject({ heldFen: 0 })
  })
})

describe('samples at intake', () => {
  it('[T-40] a customer cannot change samples of another customer', async () => {
    const { orderNo, customer } = await received()
    const { list } = await app.call(sampleList, { orderNo }, { as: customer })
    const ids = list.map((sample) => sample.id)
    const other = await scene.buyer(0)
    expect(await app.refusal(sampleWaybill, { ids, courier: '顺丰', waybill: 'SF123' }, { as: other })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(sampleRecycle, { ids }, { as: other })).toMatchObject({ status: 404 })
    expect(await app.call(sampleList, { kw: orderNo }, { as: other })).toMatchObject({ total: 0 })
    expect(
      await app.refusal(sampleWaybill, { ids, courier: '顺丰', waybill: 'SF123' }, { as: customer }),
    ).toMatchObject({
      status: 409,
      error: 'notSendable',
    })
    const address = { name: '李四', phone: '13900001111', address_code: '320211', address: '滨湖大道 20 号' }
    const { address_rid: addressId } = await app.call(addressAdd, address, { as: customer })
    expect(await app.refusal(sampleRecycle, { ids, addressId: addressId + 1 }, { as: customer })).toMatchObject({
      status: 404,
    })
    expect(await app.call(sampleRecycle, { ids, addressId }, { as: customer })).toEqual({ updated: 1 })
    expect(await app.refusal(sampleRecycle, { ids }, { as: customer })).toMatchObject({
      status: 409,
      error: 'notReturnable',
    })
  })

  it('refuses a sample with a reason, and the order continues with the others', async () => {
    const customer = await scene.buyer(0)
    const { orderNo, sampleNos } = await scene.order(customer, 2)
    const [first = '', second = ''] = sampleNos
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    await app.call(staffSampleReceive, { sampleNo: first, ...intake }, { as: staff.logistics })
    expect(await app.refusal(staffSampleRefuse, { sampleNo: second }, { as: staff.logistics })).toMatchObject({
      msg: '请填写拒收原因',
    })
    await app.call(staffSampleRefuse, { sampleNo: second, reason: '瓶身破裂' }, { as: staff.logistics })
    expect(await stageOf(orderNo)).toBe('received')
    expect(await app.refusal(staffSampleFind, { sampleNo: 'MX26030299999901' }, { as: staff.logistics })).toMatchObject(
      { status: 404, error: 'unknownNumber' },
    )
    expect(await app.refusal(staffSampleFind, { sampleNo: '随便' }, { as: staff.logistics })).toMatchObject({
      error: 'invalid',
    })
    await app.call(staffSampleDispose, { sampleNo: second, action: 'destroy' }, { as: staff.logistics })
    expect(
      await app.call(staffSampleList, { filters: { stage: ['destroyed'] } }, { as: staff.logistics }),
    ).toMatchObject({
      list: [{ sampleNo: second }],
    })
  })

  it('[T-20] a scan repeated with its key gets the same answer', async () => {
    const { orderNo, sampleNos } = await scene.order(await scene.buyer(0))
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    const options = { as: staff.logistics, idempotencyKey: randomUUID() }
    const first = await app.call(staffSampleReceive, { sampleNo: sampleNos[0] ?? '', ...intake }, options)
    expect(await app.call(staffSampleReceive, { sampleNo: sampleNos[0] ?? '', ...intake }, options)).toEqual(first)
  })
})
