import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { maskPhone } from '../../people/customers/rules.ts'
import type { UserType } from '../../people/customers/rules.ts'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { assetDetail } from '../../workspace/member-home/contract.ts'
import { assetAll4num, assetInit } from './asset-contract.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderDispute } from '../../lab/orders/closing/after-delivery-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  settlementCancel,
  settlementList,
  settlementRows,
  staffFixAmount,
} from './contract.ts'
import { staffOrdersToFix } from './amount-list-contract.ts'
import { staffSettlementList, staffSettlementRemind } from './list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let deliver: (orderNo: string) => Promise<void>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  ;({ manager, deliver } = await deliveryScene(app))
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let funds = 0
async function fund(person: TestPerson, amountFen: number) {
  funds += 1
  await creditPrestore(app.system, {
    customerId: person.id,
    amountFen,
    kind: 'test',
    businessId: funds,
    operation: 'fund',
    memo: '测试入账',
  })
}

async function ordered(userType: UserType, as?: TestPerson) {
  const person = as ?? (await scene.buyer(userType))
  const { orderNo } = await scene.order(person)
  const order = await orderForMoney(app.system, orderNo)
  return { as: person, orderNo, agreedFen: order.prepayFen ?? expect.fail('the order has no price') }
}

/** An institute's order, delivered and with its final amount fixed as agreed. */
async function fixed(person?: TestPerson) {
  const order = await ordered(0, person)
  await deliver(order.orderNo)
  await app.call(staffFixAmount, { orderNo: order.orderNo, finalFen: order.agreedFen }, { as: manager })
  return order
}

async function prepaid() {
  const order = await ordered(1)
  await fund(order.as, order.agreedFen)
  await app.call(payCreate, { kind: 'order', no: order.orderNo, method: 'prestore' }, { as: order.as })
  await deliver(order.orderNo)
  return order
}

async function settled(person?: TestPerson) {
  const order = await fixed(person)
  const { list } = await app.call(settlementRows, {}, { as: order.as })
  const { settlementNo, totalFen } = await app.call(
    assignSettlementCall,
    { rowIds: list.map((row) => row.id), payerName: '张老师课题组' },
    { as: order.as },
  )
  return { ...order, settlementNo, totalFen }
}

describe('the final amount', () => {
  it('[M-20] of an institute’s order turns the hold into a debt to be settled', async () => {
    const { as, orderNo, agreedFen } = await ordered(0)
    expect((await creditOf(app.system, as.id)).heldFen).toBe(agreedFen)
    expect(await app.refusal(staffFixAmount, { orderNo, finalFen: agreedFen }, { as: manager })).toMatchObject({
      status: 409,
      error: 'notDelivered',
    })
    await deliver(orderNo)
    const { list } = await app.call(staffOrdersToFix, {}, { as: manager })
    expect(list.find((row) => row.orderNo === orderNo)).toMatchObject({ agreedFen, group: 'institute' })
    expect(await app.refusal(staffFixAmount, { orderNo, finalFen: agreedFen + 100 }, { as: manager })).toMatchObject({
      error: 'differenceNeedsReason',
    })
    const more = { orderNo, finalFen: agreedFen + 100, reason: '增加一个测试点' }
    expect(await app.call(staffFixAmount, more, { as: manager })).toEqual({
      checking: false,
      finalFen: agreedFen + 100,
      discountFen: 0,
      openFen: agreedFen + 100,
      refundedFen: 0,
    })
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: agreedFen + 100 })
    expect(await app.call(settlementRows, {}, { as })).toMatchObject({
      totalFen: agreedFen + 100,
      list: [{ orderNo, reason: '增加一个测试点', agreedFen, overdue: false }],
    })
    expect(await app.refusal(staffFixAmount, more, { as: manager })).toMatchObject({
      status: 409,
      error: 'alreadyFixed',
    })
    expect(await app.call(assetAll4num, {}, { as })).toMatchObject({
      unsettled: 1,
      unpaid: 0,
      orders: { delivered: 1 },
    })
  })

  it('of a prepaid order becomes income, and the rest returns to the balance', async () => {
    const { as, orderNo, agreedFen } = await prepaid()
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: 0, giftFen: 0, advanceFen: agreedFen })
    const answer = await app.call(
      staffFixAmount,
      { orderNo, finalFen: agreedFen - 500, reason: '少测一个' },
      { as: manager },
    )
    expect(answer).toEqual({ checking: false, finalFen: agreedFen - 500, discountFen: 0, openFen: 0, refundedFen: 500 })
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: 500, advanceFen: 0 })
    expect((await orderForMoney(app.system, orderNo)).paidAt).not.toBeNull()
  })

  it('above the prepayment leaves a supplement to be settled', async () => {
    const { as, orderNo, agreedFen } = await prepaid()
    await app.call(staffFixAmount, { orderNo, finalFen: agreedFen + 300, reason: '增加一个测试点' }, { as: manager })
    const { list } = await app.call(settlementRows, {}, { as })
    expect(list).toMatchObject([{ supplement: true, amountFen: 300 }])
    expect((await orderForMoney(app.system, orderNo)).paidAt).toBeNull()
    await fund(as, 300)
    const { settlementNo } = await app.call(
      assignSettlementCall,
      { rowIds: list.map((row) => row.id), payerName: '本人' },
      { as },
    )
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    expect((await orderForMoney(app.system, orderNo)).paidAt).not.toBeNull()
  })

  it('of 0 needs no payment', async () => {
    const { as, orderNo } = await ordered(0)
    await deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: 0, reason: '仪器故障，免费' }, { as: manager })
    expect((await app.call(settlementRows, {}, { as })).list).toEqual([])
    expect((await orderForMoney(app.system, orderNo)).paidAt).not.toBeNull()
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: 0 })
  })
})

describe('[M-03] [M-04] settlements', () => {
  it('[F-20] a remark names who bears the cost and changes nothing: only the customer who made the settlement sees and pays it', async () => {
    const { as, settlementNo, totalFen } = await settled()
    const named = await app.customer(3)
    expect(await app.call(orderReady2pay, {}, { as })).toMatchObject({
      settlements: [{ settlementNo, payerName: '张老师课题组' }],
    })
    expect(await app.call(orderReady2pay, {}, { as: named })).toMatchObject({ totalFen: 0, settlements: [] })
    const payment = { kind: 'settlement', no: settlementNo, method: 'prestore' } as const
    expect(await app.refusal(payCreate, payment, { as: named })).toMatchObject({ status: 404 })
    await fund(as, totalFen)
    expect(await app.call(payCreate, payment, { as })).toMatchObject({ paid: true, balanceFen: 0 })
  })

  it('group rows under one payer, are paid from the balance, free the credit and start the return of samples', async () => {
    const first = await fixed()
    const { as, settlementNo, totalFen } = await settled(first.as)
    expect((await app.call(settlementRows, {}, { as })).list).toEqual([])
    expect(await app.call(orderReady2pay, {}, { as })).toMatchObject({
      totalFen,
      settlements: [{ settlementNo, payerName: '张老师课题组' }],
    })
    await fund(as, totalFen + 7)
    expect(
      await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
    ).toMatchObject({ paid: true, amountFen: totalFen, balanceFen: 7 })
    expect(await creditOf(app.system, as.id)).toMatchObject({ usedFen: 0, heldFen: 0 })
    expect((await orderForMoney(app.system, first.orderNo)).paidAt).not.toBeNull()
    const { list } = await app.call(settlementList, { stage: 'paid' }, { as })
    expect(list[0]?.rows).toHaveLength(2)
    expect((await app.call(staffSettlementList, { tab: 'paid' }, { as: finance })).list[0]).toMatchObject({
      settlementNo,
      customerPhone: maskPhone(as.phone),
    })
    const { list: moves } = await app.call(assetDetail, {}, { as })
    expect(moves[0]).toMatchObject({ memo: `结算单 ${settlementNo} 付款`, amountFen: -totalFen, balanceFen: 7 })
    expect(
      await app.refusal(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
    ).toMatchObject({ status: 409 })
  })

  it('[S-19] staff remind a customer of an unpaid settlement, once a day', async () => {
    const { as, settlementNo, totalFen } = await settled()
    const remind = (person = finance) => app.refusal(staffSettlementRemind, { settlementNo }, { as: person })
    await app.call(staffSettlementRemind, { settlementNo }, { as: finance })
    expect((await noticesFor(app, as.id))[0]).toMatch(new RegExp(`^费用即将到期\\|.*${settlementNo}应付`))
    expect(await remind(manager)).toMatchObject({ status: 409, error: 'remindedLately' })
    const { list } = await app.call(staffSettlementList, { filters: { no: settlementNo } }, { as: finance })
    expect(list).toMatchObject([{ settlementNo, remindedAt: shanghaiTime(app.clock.now()) }])
    await app.db.run(
      sql`update settlements set reminded_at = reminded_at - interval '25 hours' where settlement_no = ${settlementNo}`,
    )
    await app.call(staffSettlementRemind, { settlementNo }, { as: finance })
    await fund(as, totalFen)
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    expect(await remind()).toMatchObject({ status: 409, error: 'notUnpaid' })
    const unknown = { settlementNo: 'JS00000000000' }
    expect(await app.refusal(staffSettlementRemind, unknown, { as: finance })).toMatchObject({ status: 404 })
  })

  it('a balance that is too small is refused with the missing amount, and nothing changes', async () => {
    const { as, settlementNo, totalFen } = await settled()
    await fund(as, totalFen - 1)
    expect(
      await app.refusal(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
    ).toMatchObject({ error: 'notEnough', msg: '预存余额不足，还差 ¥0.01' })
    expect((await app.call(settlementList, {}, { as })).list[0]).toMatchObject({ settlementNo, stage: 'unpaid' })
    expect(await app.call(assetInit, {}, { as })).toMatchObject({
      balanceFen: totalFen - 1,
      unpaidFen: totalFen,
      unsettledFen: 0,
    })
  })

  it('[T-20] a payment repeated with its key gets the same answer and is charged once', async () => {
    const { as, settlementNo, totalFen } = await settled()
    await fund(as, totalFen * 2)
    const input = { kind: 'settlement' as const, no: settlementNo, method: 'prestore' as const }
    const answer = await app.call(payCreate, input, { as, idempotencyKey: 'pay-key-0001' })
    expect(await app.call(payCreate, input, { as, idempotencyKey: 'pay-key-0001' })).toEqual(answer)
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(totalFen)
  })

  it('[T-22] [T-27] take no amount from a client', async () => {
    const { as, settlementNo } = await settled()
    const input = { kind: 'settlement', no: settlementNo, method: 'prestore', amountFen: 1 }
    expect(await app.refusal(payCreate, input, { as })).toMatchObject({
      error: 'amountNotAsked',
    })
    for (const finalFen of [-1, 0.5, '1e2', 1e309, 2 ** 53 + 1]) {
      expect(
        await app.refusal(staffFixAmount, { orderNo: 'x', finalFen }, { as: manager }),
        String(finalFen),
      ).toMatchObject({ error: 'invalid' })
    }
  })

  it('[T-40] another customer’s rows, settlements and orders are not found', async () => {
    const { as, settlementNo } = await settled()
    const row = await fixed(as)
    const { list } = await app.call(settlementRows, {}, { as })
    const other = await scene.buyer(0)
    expect(
      await app.refusal(assignSettlementCall, { rowIds: list.map((r) => r.id), payerName: '别人' }, { as: other }),
    ).toMatchObject({ error: 'rowsChanged' })
    expect(await app.refusal(settlementCancel, { settlementNo }, { as: other })).toMatchObject({ status: 404 })
    for (const no of [settlementNo, encodeURIComponent(settlementNo), `${settlementNo}%2e`]) {
      expect(await app.refusal(payCreate, { kind: 'settlement', no, method: 'prestore' }, { as: other })).toMatchObject(
        { status: 404 },
      )
    }
    expect(
      await app.refusal(payCreate, { kind: 'order', no: row.orderNo, method: 'prestore' }, { as: other }),
    ).toMatchObject({ status: 404 })
  })

  it('an unpaid settlement can be cancelled; grouping again does not change the due date', async () => {
    const { as, settlementNo } = await settled()
    const due = async () => (await app.call(settlementRows, {}, { as })).list[0]?.dueAt
    await app.call(settlementCancel, { settlementNo }, { as })
    const before = await due()
    expect(await app.refusal(settlementCancel, { settlementNo }, { as })).toMatchObject({ status: 409 })
    app.clock.advance({ minutes: 30 })
    const { list } = await app.call(settlementRows, {}, { as })
    await app.call(assignSettlementCall, { rowIds: list.map((r) => r.id), payerName: '本人' }, { as })
    expect((await app.call(settlementList, { stage: 'unpaid' }, { as })).list[0]?.dueAt).toBe(before)
  })

  it('rows of disputed orders cannot be grouped', async () => {
    const { as, orderNo } = await fixed()
    await app.call(orderDispute, { orderNo, reason: '谱图与样品不符' }, { as })
    const { list } = await app.call(settlementRows, {}, { as })
    expect(list).toMatchObject([{ disputed: true }])
    expect(
      await app.refusal(assignSettlementCall, { rowIds: list.map((r) => r.id), payerName: '本人' }, { as }),
    ).toMatchObject({ error: 'disputed' })
  })
})

describe('prepayment', () => {
  it('[T-38] is taken once, at its stage, for the whole amount', async () => {
    const { as, orderNo, agreedFen } = await ordered(1)
    expect((await app.call(orderReady2pay, {}, { as })).prepayments).toMatchObject([{ orderNo, amountFen: agreedFen }])
    const input = { kind: 'order' as const, no: orderNo, method: 'prestore' as const }
    expect(await app.refusal(payCreate, input, { as })).toMatchObject({ error: 'notEnough' })
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('prepay')
    await fund(as, agreedFen)
    await app.call(payCreate, input, { as })
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('awaiting_sample')
    expect(await app.refusal(payCreate, input, { as })).toMatchObject({ status: 409, error: 'notPayable' })
    const institute = await ordered(0)
    expect(await app.refusal(payCreate, { ...input, no: institute.orderNo }, { as: institute.as })).toMatchObject({
      status: 409,
      error: 'notPayable',
    })
  })
})

describe('late payment', () => {
  it('blocks new orders on credit until it is paid', async () => {
    const { as, settlementNo, totalFen } = await settled()
    app.clock.advance({ days: 31 })
    await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
    expect((await app.call(settlementList, { stage: 'unpaid' }, { as })).list).toMatchObject([{ overdue: true }])
    expect(await app.call(assetInit, {}, { as })).toMatchObject({ overdueFen: totalFen })
    await expect(scene.order(as)).rejects.toThrow(/overdue/)
    await fund(as, totalFen)
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as })
    await scene.order(as)
  })
})
