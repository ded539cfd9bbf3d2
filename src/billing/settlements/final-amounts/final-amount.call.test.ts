import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderDispute } from '../../../lab/orders/closing/after-delivery-contract.ts'
import { orderDetail } from '../../../lab/orders/contract.ts'
import { bellList } from '../../../core/staff-notices/contract.ts'
import { inboxRead } from '../../../workspace/inbox/contract.ts'
import { staffOrderSettleDispute } from '../../../lab/orders/staff/staff-contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import {
  assignSettlementCall,
  payPrepaid,
  settlementList,
  settlementRows,
  staffConfirmAmount,
  staffFixAmount,
  staffSendBackAmount,
  staffTakeBackAmount,
} from '../contract.ts'
import { staffFinalAmounts, staffOrdersToFix } from '../amount-list-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  deliveries = await deliveryScene(app)
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function delivered(userType: 0 | 1, person?: TestPerson) {
  const as = person ?? (await scene.buyer(userType))
  const { orderNo } = await scene.order(as)
  const { id, prepayFen } = await orderForMoney(app.system, orderNo)
  const agreedFen = prepayFen ?? expect.fail('the order has no price')
  if (userType === 1) {
    await creditPrestore(app.system, {
      customerId: as.id,
      amountFen: agreedFen,
      kind: 'test',
      businessId: orderNo,
      operation: 'fund',
      memo: '测试入账',
    })
    await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as })
  }
  await deliveries.deliver(orderNo)
  return { as, id, orderNo, agreedFen }
}

const fix = (orderNo: string, finalFen: number, reason = '') =>
  app.call(staffFixAmount, { orderNo, finalFen, reason }, { as: deliveries.manager })
const amountsAt = async (stage: 'checking' | 'held', orderNo: string) =>
  (await app.call(staffFinalAmounts, { tab: stage }, { as: finance })).list.find((row) => row.orderNo === orderNo)
const audits = (action: string, id: number) =>
  app.db.rows<{ before: unknown; after: unknown; reason: string; actorId: number }>(
    sql`select before, after, reason, actor_id from audit_log where action = ${action} and subject = ${`order:${id}`}`,
  )
const messages = (as: TestPerson) => noticesFor(app, as.id)

describe('[F-23] an amount far above what was agreed', () => {
  it('waits for a second person: nothing is owed until somebody else confirms it', async () => {
    const { as, orderNo, agreedFen } = await delivered(0)
    const finalFen = agreedFen * 2
    expect(await fix(orderNo, finalFen, '增加三个测试温度')).toEqual({
      checking: true,
      finalFen,
      discountFen: 0,
      openFen: 0,
      refundedFen: 0,
    })
    expect((await app.call(settlementRows, {}, { as })).list).toEqual([])
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: agreedFen, usedFen: 0 })
    const { list } = await app.call(staffOrdersToFix, {}, { as: deliveries.manager })
    expect(list.find((row) => row.orderNo === orderNo)).toMatchObject({ checking: true })
    expect(
      await app.refusal(staffFixAmount, { orderNo, finalFen: agreedFen }, { as: deliveries.manager }),
    ).toMatchObject({
      status: 409,
      error: 'alreadyProposed',
    })

    const waiting = (await amountsAt('checking', orderNo)) ?? expect.fail('it is not in the list')
    expect(waiting).toMatchObject({ amountFen: finalFen, agreedFen, reason: '增加三个测试温度', mayConfirm: true })
    const chosen = { id: waiting.id, version: waiting.version }
    expect(await app.refusal(staffConfirmAmount, chosen, { as: deliveries.manager })).toMatchObject({
      error: 'samePerson',
    })
    expect(await app.call(staffConfirmAmount, chosen, { as: finance })).toMatchObject({ checking: false, finalFen })
    expect(await app.refusal(staffConfirmAmount, chosen, { as: finance })).toMatchObject({ status: 409 })
    expect((await app.call(settlementRows, {}, { as })).list).toMatchObject([{ orderNo, amountFen: finalFen }])
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: finalFen })
  })

  it('is sent back with a reason, which the one who proposed it reads at the order, in the list and in the bell [Q-184] [Q-187]', async () => {
    const { orderNo, agreedFen } = await delivered(0)
    const finalFen = agreedFen * 2
    const waits = async () =>
      (await app.call(inboxRead, {}, { as: finance })).elsewhere.find(({ key }) => key === 'amountCheck')?.count ?? 0
    const before = await waits()
    await fix(orderNo, finalFen, '增加三个测试温度')
    expect(await waits()).toBe(before + 1)
    const { id, version } = (await amountsAt('checking', orderNo)) ?? expect.fail('it is not in the list')
    await app.call(staffSendBackAmount, { id, version, reason: '请附上工时' }, { as: finance })
    const toFix = async () =>
      (await app.call(staffOrdersToFix, {}, { as: deliveries.manager })).list.find((row) => row.orderNo === orderNo)
    const byName = '测试finance'
    expect((await toFix())?.sentBack).toEqual({ amountFen: finalFen, reason: '请附上工时', byName })
    const { list } = await app.call(staffFinalAmounts, { tab: 'ended' }, { as: deliveries.manager })
    expect(list.find((row) => row.id === id)).toMatchObject({ endReason: '请附上工时', endedByName: byName })
    expect((await app.call(bellList, {}, { as: deliveries.manager })).list).toContainEqual(
      expect.objectContaining({
        kind: 'declined',
        title: `${byName} 退回了订单 ${orderNo} 的结算金额：请附上工时`,
        path: `/console/settlements?tab=fix&kw=${orderNo}`,
      }),
    )
    // A new proposal answers it.
    await fix(orderNo, finalFen, '增加三个测试温度，共 6 小时')
    expect((await toFix())?.sentBack).toBeNull()
  })

  it('is fixed at once at exactly the configured share, and waits one fen above it', async () => {
    const { orderNo, agreedFen } = await delivered(0)
    const limitFen = (agreedFen * 120) / 100
    expect(await fix(orderNo, limitFen + 1, '增加三个测试温度')).toMatchObject({ checking: true })
    const waiting = (await amountsAt('checking', orderNo)) ?? expect.fail('it is not in the list')
    const chosen = { id: waiting.id, version: waiting.version }
    await app.call(staffSendBackAmount, { ...chosen, reason: '请附上工时' }, { as: finance })
    expect(await fix(orderNo, limitFen, '增加三个测试温度')).toMatchObject({ checking: false, openFen: limitFen })
  })

  it('needs a reason with content, which is asked for at its field [Q-188]', async () => {
    const { orderNo, agreedFen } = await delivered(0)
    for (const [reason, error] of [
      ['', 'differenceNeedsReason'],
      ['1', 'reasonTooShort'],
      ['。。。。。。', 'reasonTooShort'],
      ['啊啊啊啊啊', 'reasonTooShort'],
    ]) {
      const input = { orderNo, finalFen: agreedFen - 1, reason }
      expect(await app.refusal(staffFixAmount, input, { as: deliveries.manager }), reason).toMatchObject({
        error,
        fields: { reason: expect.any(String) },
      })
    }
  })
})

describe('[F-23] a fixed amount, taken back before it is paid', () => {
  it('of an order on credit becomes a hold again, its settlement is cancelled, and another amount can be fixed', async () => {
    const first = await delivered(0)
    const { as, orderNo, agreedFen } = first
    const second = await delivered(0, as)
    await fix(orderNo, agreedFen - 1000, '少测一个区间')
    await fix(second.orderNo, agreedFen)
    const { list } = await app.call(settlementRows, {}, { as })
    await app.call(assignSettlementCall, { rowIds: list.map((row) => row.id), payerName: '本人' }, { as })

    await app.call(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager })
    expect((await app.call(settlementList, { stage: 'unpaid' }, { as })).list).toEqual([])
    expect((await app.call(settlementRows, {}, { as })).list).toMatchObject([{ orderNo: second.orderNo }])
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: agreedFen, usedFen: agreedFen })
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ finalFen: null, finalReason: '' })
    expect(await messages(as)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^检测费用已撤回\|.*原因：金额录入有误/),
        expect.stringMatching(/^结算单已撤销\|/),
      ]),
    )

    for (const finalFen of [agreedFen - 500, agreedFen - 400]) {
      await fix(orderNo, finalFen, '少测半个区间')
      expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: agreedFen + finalFen })
      await app.call(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager })
    }
    expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: agreedFen, usedFen: agreedFen })
  })

  it('of a prepaid order returns the prepayment to the order', async () => {
    const { as, orderNo, agreedFen } = await delivered(1)
    await fix(orderNo, agreedFen + 300, '增加一个测试点')
    await app.call(staffTakeBackAmount, { orderNo, reason: '客户未同意加测' }, { as: deliveries.manager })
    expect((await app.call(settlementRows, {}, { as })).list).toEqual([])
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: 0, advanceFen: agreedFen })
    expect(await fix(orderNo, agreedFen)).toMatchObject({ openFen: 0, refundedFen: 0 })
    expect(await balanceOf(app.system, as.id)).toMatchObject({ balanceFen: 0, advanceFen: 0 })
  })

  it('is refused after the payment, without a proper reason, and when no amount is fixed', async () => {
    const { orderNo, agreedFen } = await delivered(1)
    const back = (reason: string) => app.refusal(staffTakeBackAmount, { orderNo, reason }, { as: deliveries.manager })
    expect(await back('金额录入有误')).toMatchObject({ status: 409, error: 'notFixed' })
    await fix(orderNo, agreedFen)
    expect(await back('金额录入有误')).toMatchObject({ status: 409, error: 'alreadyPaid' })
    expect(await back('错了')).toMatchObject({ error: 'reasonTooShort' })
  })
})

describe('the difference between what was agreed and the final amount', () => {
  it('[F-35] is explained to the customer on the order, also when money was refunded', async () => {
    const { as, orderNo, agreedFen } = await delivered(1)
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ paidFen: agreedFen, finalReason: '' })
    await fix(orderNo, agreedFen - 1000, '少测一个区间')
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({
      finalFen: agreedFen - 1000,
      finalReason: '少测一个区间',
      paidFen: agreedFen - 1000,
    })
  })

  it('[Q-38] what a dispute took off a prepaid order stays when the fixed amount is taken back, and is returned when it is fixed again', async () => {
    const { as, orderNo, agreedFen } = await delivered(1)
    await fix(orderNo, agreedFen + 1000, '增加一个测试点')
    await app.call(orderDispute, { orderNo, reason: '没有要求增加' }, { as })
    const outcome = { orderNo, outcome: 'reduction', amountFen: 400, reason: '峰形不佳' } as const
    await app.call(staffOrderSettleDispute, outcome, { as: deliveries.manager })
    await app.call(staffTakeBackAmount, { orderNo, reason: '没有要求增加' }, { as: deliveries.manager })
    expect((await orderForMoney(app.system, orderNo)).prepayFen).toBe(agreedFen - 400)
    await fix(orderNo, agreedFen - 400)
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(400)
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({
      paidFen: agreedFen - 400,
      finalReason: '',
    })
  })

  it('[F-35] prepayments are listed among the payments', async () => {
    const { as, orderNo, agreedFen } = await delivered(1)
    expect(await app.call(payPrepaid, {}, { as })).toMatchObject({
      total: 1,
      list: [{ orderNo, amountFen: agreedFen, cancelled: false }],
    })
    const other = await scene.buyer(1)
    expect((await app.call(payPrepaid, {}, { as: other })).list).toEqual([])
  })

  it('[S-18] is audited with agreed and fixed amount, reason and person', async () => {
    const { id, orderNo, agreedFen } = await delivered(0)
    await fix(orderNo, agreedFen + 100, '增加一个测试点')
    expect(await audits('settlement.fixAmount', id)).toEqual([
      {
        before: { agreedFen },
        after: { finalFen: agreedFen + 100, openFen: agreedFen + 100, refundedFen: 0 },
        reason: '增加一个测试点',
        actorId: deliveries.manager.id,
      },
    ])
    await app.call(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager })
    expect(await audits('settlement.takeBackAmount', id)).toMatchObject([
      {
        before: { finalFen: agreedFen + 100, reason: '增加一个测试点' },
        after: { finalFen: null },
        reason: '金额录入有误',
      },
    ])
  })

  it('[S-19] is sent to the customer with the amount and the reason', async () => {
    const { as, orderNo, agreedFen } = await delivered(0)
    await fix(orderNo, agreedFen + 100, '增加一个测试点')
    const yuan = ((agreedFen + 100) / 100).toFixed(2)
    expect((await messages(as))[0]).toBe(
      `检测费用已确定|您的订单${orderNo}的最终费用已确定，为¥${yuan}，待付¥${yuan}，请在2026-04-01前付款，请查看未结算列表。原因：增加一个测试点`,
    )
  })
})
