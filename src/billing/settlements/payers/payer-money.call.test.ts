import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../../app/book-checks.ts'
import { couponScene } from '../../../app/testing/scenes/coupon-scene.ts'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { refundList, staffRefundableOrder, staffRefundToBalance } from '../../../money/refunds/contract.ts'
import { runCheck } from '../../../platform/book-check.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  assignSettlementCall,
  settlementAgree,
  settlementDecline,
  settlementRows,
  settlementWithdraw,
  staffFixAmount,
} from '../contract.ts'

// The money of a settlement that another customer pays: refunds, coupons, and what the checks of the books say about it.

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let coupons: Awaited<ReturnType<typeof couponScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  coupons = await couponScene(app)
  deliveries = await deliveryScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

/** What all checks of the books find. */
async function faults(db: Db = app.db): Promise<string[]> {
  expect(bookChecks.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const check of bookChecks) found.push(...(await runCheck(db, check, app.clock.now())).faults)
  return found
}

/** A delivered order of ¥120 whose settlement another customer is asked to pay. */
async function asked({ valueFen = 0 } = {}) {
  const [as, payer] = [await scene.buyer(0), await scene.buyer(3)]
  const { orderNo } = await scene.order(as, 2)
  await deliveries.deliver(orderNo)
  await app.call(staffFixAmount, { orderNo, finalFen: 12_000 }, { as: deliveries.manager })
  const { list } = await app.call(settlementRows, {}, { as })
  const couponId = valueFen > 0 ? await coupons.coupon(as, { valueFen }) : undefined
  const input = { rowIds: list.map(({ id }) => id), payerPhone: payer.phone, ...(couponId ? { couponId } : {}) }
  const { settlementNo, totalFen } = await app.call(assignSettlementCall, input, { as })
  return { as, payer, orderNo, settlementNo, totalFen, couponId: couponId ?? 0 }
}

async function pay({ payer, settlementNo, totalFen }: Awaited<ReturnType<typeof asked>>) {
  const step = { kind: 'test', businessId: settlementNo, operation: 'fund', memo: '测试入账' }
  await creditPrestore(app.system, { customerId: payer.id, amountFen: totalFen, ...step })
  await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as: payer })
}

const finance = () => app.staff('finance')
const refund = async (orderNo: string, amountFen: number) => ({
  input: { orderNo, amountFen, typedFen: amountFen, reason: '结果不可用' },
  as: await finance(),
})
const balance = async ({ id }: TestPerson) => (await balanceOf(app.system, id)).balanceFen
const usedBy = async (person: TestPerson) => (await creditOf(app.system, person.id)).usedFen

describe('[M-04] the money of a settlement that another customer pays', () => {
  it('[I-14] a refund of the order goes to the balance of the payer, at most what was paid', async () => {
    const one = await asked()
    await app.call(settlementAgree, { settlementNo: one.settlementNo }, { as: one.payer })
    await pay(one)
    const part = await refund(one.orderNo, 5_000)
    await app.call(staffRefundToBalance, part.input, { as: part.as })
    expect([await balance(one.as), await balance(one.payer)]).toEqual([0, 5_000])
    expect((await orderForMoney(app.system, one.orderNo)).finalFen).toBe(7_000)
    expect((await app.call(refundList, {}, { as: one.payer })).list).toMatchObject([{ amountFen: 5_000 }])
    expect((await app.call(refundList, {}, { as: one.as })).list).toEqual([])
    const tooMuch = await refund(one.orderNo, 7_001)
    expect(await app.refusal(staffRefundToBalance, tooMuch.input, { as: tooMuch.as })).toMatchObject({
      error: 'moreThanPaid',
    })
    const rest = await refund(one.orderNo, 7_000)
    await app.call(staffRefundToBalance, rest.input, { as: rest.as })
    expect([await balance(one.as), await balance(one.payer)]).toEqual([0, 12_000])
    expect(await faults()).toEqual([])
  })

  it('[T-29] refused or withdrawn, it gives the coupon back to the customer, with rows, order and credit as before', async () => {
    const ends = {
      decline: ({ settlementNo, payer }: Awaited<ReturnType<typeof asked>>) =>
        app.call(settlementDecline, { settlementNo, reason: '不是我的课题' }, { as: payer }),
      withdraw: ({ settlementNo, as }: Awaited<ReturnType<typeof asked>>) =>
        app.call(settlementWithdraw, { settlementNo }, { as }),
    }
    for (const end of Object.values(ends)) {
      const one = await asked({ valueFen: 2_000 })
      expect(one.totalFen).toBe(10_000)
      expect(await coupons.stateOf(one.as, one.couponId)).toMatchObject({ stage: 'locked', usedNo: one.settlementNo })
      expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([10_000, 0])
      expect(await faults()).toEqual([])
      await end(one)
      expect(await coupons.stateOf(one.as, one.couponId)).toMatchObject({ stage: 'issued', usedNo: '' })
      const { list } = await app.call(settlementRows, {}, { as: one.as })
      expect(list.map(({ amountFen, discountFen }) => [amountFen, discountFen])).toEqual([[12_000, 0]])
      expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([12_000, 0])
      expect((await orderForMoney(app.system, one.orderNo)).finalFen).toBe(12_000)
      expect(await faults()).toEqual([])
    }
  })

  it('[T-29] paid with a coupon and refunded in full, the payer has the money and the customer the coupon', async () => {
    const one = await asked({ valueFen: 2_000 })
    await app.call(settlementAgree, { settlementNo: one.settlementNo }, { as: one.payer })
    expect([await usedBy(one.as), await usedBy(one.payer)]).toEqual([0, 10_000])
    await pay(one)
    expect(await coupons.stateOf(one.as, one.couponId)).toMatchObject({ stage: 'used', savedFen: 2_000 })
    const all = await refund(one.orderNo, 10_000)
    await app.call(staffRefundToBalance, all.input, { as: all.as })
    expect([await balance(one.as), await balance(one.payer)]).toEqual([0, 10_000])
    expect(await coupons.stateOf(one.as, one.couponId)).toMatchObject({ stage: 'issued', usedNo: '' })
    expect(await faults()).toEqual([])
  })

  it('[Q-160] finance reads what can be refunded of an order and who gets it, before the refund', async () => {
    const one = await asked()
    const as = await finance()
    const read = () => app.call(staffRefundableOrder, { orderNo: one.orderNo.toLowerCase() }, { as })
    expect(await read()).toMatchObject({ orderNo: one.orderNo, refundableFen: null, otherPayer: null })
    await app.call(settlementAgree, { settlementNo: one.settlementNo }, { as: one.payer })
    await pay(one)
    const paid = await read()
    expect(paid).toMatchObject({
      refundableFen: 12_000,
      invoicedFen: 0,
      checkingFen: 0,
      otherPayer: { mostFen: 12_000 },
    })
    expect(paid.otherPayer?.phone.slice(-4)).toBe(one.payer.phone.slice(-4))
    expect(paid.payer.phone.slice(-4)).toBe(one.as.phone.slice(-4))
    const part = await refund(one.orderNo, 2_000)
    await app.call(staffRefundToBalance, part.input, { as: part.as })
    expect(await read()).toMatchObject({ refundableFen: 10_000, otherPayer: { mostFen: 10_000 } })
    const unknown = await app.refusal(staffRefundableOrder, { orderNo: `${one.orderNo}9` }, { as })
    expect(unknown).toMatchObject({ status: 404, error: 'notFound' })
  })

  it('[I-3] the checks of the books agree at every step, and find a debt that stands with the wrong side', async () => {
    const one = await asked()
    expect(await faults()).toEqual([])
    await app.call(settlementAgree, { settlementNo: one.settlementNo }, { as: one.payer })
    expect(await faults()).toEqual([])
    const wrong = await broken(sql`update settlement_rows set owed_by = ${one.as.id} where owed_by = ${one.payer.id}`)
    expect(wrong.filter((fault) => /的已用额度为/.test(fault)).sort()).toEqual(
      [
        `客户 ${one.as.id} 的已用额度为 0 分，未付的信用结算为 12000 分`,
        `客户 ${one.payer.id} 的已用额度为 12000 分，未付的信用结算为 0 分`,
      ].sort(),
    )
    await pay(one)
    expect(await faults()).toEqual([])
    const paidBy = await broken(
      sql`update settlements set payer_id = ${one.as.id} where settlement_no = ${one.settlementNo}`,
    )
    expect(paidBy.filter((fault) => /记结算已付/.test(fault))).toHaveLength(2)
  })
})

class TakenBack extends Error {}

/** What the checks find after a statement that nothing in the product would run; it is taken back. */
async function broken(statement: ReturnType<typeof sql>): Promise<string[]> {
  let found: string[] = []
  await app.db
    .tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      expect(await tx.run(statement)).toBe(1)
      found = await faults(tx)
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return found
}
