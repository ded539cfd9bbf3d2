import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payScene } from '../../app/testing/scenes/pay-scene.ts'
import { noticesFor } from '../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { addMinutes } from '../payments/rules.ts'
import { balancesOf, verifyBooks } from '../ledger/actions.ts'
import { staffRefundToChannel } from './contract.ts'
import { staffRefundList } from './list-contract.ts'

// Refunds from the console to the protocols of the channels: requests are signed, verified and answered as the providers do.

let app: TestApp
let pay: ReturnType<typeof payScene>
beforeAll(async () => {
  app = await testApp()
  pay = payScene(app)
})
beforeEach(() => {
  for (const double of Object.values(pay.doubles)) {
    double.notifies.plan = 'normal'
    double.settlesRefunds = true
    double.faults.length = 0
  }
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

type Key = 'wechatpay' | 'alipay'
const finance = () => app.staff('finance')

const sums = async ({ id }: TestPerson) => {
  const { prestore, refund_held: held } = await balancesOf(app.system, id)
  return { prestore, held }
}
const refundedOf = async (paymentNo: string) =>
  (await app.db.one<{ fen: number }>(sql`select refunded_fen as fen from payments where payment_no = ${paymentNo}`)).fen
const shown = async (paymentNo: string) =>
  (await app.call(staffRefundList, { tab: 'all', kw: paymentNo }, { as: await finance() })).list[0]
/** What the provider has given back of a payment. */
const there = (key: Key, paymentNo: string) =>
  pay.doubles[key].trades
    .find(paymentNo)
    ?.refunds.map(({ refundNo, amountFen, state }) => ({ refundNo, amountFen, state }))

/** A top-up that was paid through the channel. */
async function paid(key: Key, amountFen = 1000) {
  const as = await app.customer(1)
  const opened = await pay.open(as, { kind: 'prestore', method: key, amountFen })
  pay.pays(opened)
  await pay.reports()
  expect(await sums(as)).toEqual({ prestore: amountFen, held: 0 })
  return { as, paymentNo: opened.paymentNo }
}

async function refund(paymentNo: string, amountFen = 600) {
  const input = { paymentNo, amountFen, typedFen: amountFen, reason: '客户取消充值' }
  return app.call(staffRefundToChannel, input, { as: await finance() })
}

describe.each(['wechatpay', 'alipay'] as const)('a refund through %s', (key) => {
  it('is sent, stays in process at the provider, is reported, and only then leaves the held money', async () => {
    pay.doubles[key].settlesRefunds = false
    const { as, paymentNo } = await paid(key)
    const { refundNo } = await refund(paymentNo)
    await app.drain()
    expect(there(key, paymentNo)).toEqual([{ refundNo, amountFen: 600, state: 'processing' }])
    expect(await sums(as)).toEqual({ prestore: 400, held: 600 })
    expect((await shown(paymentNo))?.stage).toBe('processing')

    pay.doubles[key].notifies.plan = 'duplicate'
    pay.doubles[key].settleRefund(paymentNo, refundNo)
    expect(await pay.reports()).toBe(2)
    await app.drain()
    expect(await shown(paymentNo)).toMatchObject({ refundNo, stage: 'done' })
    expect(await sums(as)).toEqual({ prestore: 400, held: 0 })
    expect(await refundedOf(paymentNo)).toBe(600)
    expect((await noticesFor(app, as.id))[0]).toContain(`您的付款（${paymentNo}）退款¥6.00已原路退回`)
  })

  it('is asked about when no report arrives', async () => {
    pay.doubles[key].settlesRefunds = false
    const { as, paymentNo } = await paid(key)
    const { refundNo } = await refund(paymentNo)
    await app.drain()
    pay.doubles[key].notifies.plan = 'never'
    pay.doubles[key].settleRefund(paymentNo, refundNo)
    await app.drain()
    expect((await shown(paymentNo))?.stage).toBe('processing')
    app.clock.advance({ minutes: 1 })
    await app.drain()
    expect((await shown(paymentNo))?.stage).toBe('done')
    expect(await sums(as)).toEqual({ prestore: 400, held: 0 })
  })

  it('fails when the provider refuses it, and its money returns to the balance', async () => {
    const { as, paymentNo } = await paid(key)
    // Somebody has refunded most of it on the pages of the provider.
    const { trades } = pay.doubles[key]
    const trade = trades.find(paymentNo) ?? expect.fail('no trade')
    const by = { refundNo: 'BYHAND01', amountFen: 900, reason: '', providerNo: 'R-BY-HAND', at: trades.now() }
    trades.save({ ...trade, refunds: [{ ...by, state: 'done' }] })
    await refund(paymentNo)
    await app.drain()
    expect(await shown(paymentNo)).toMatchObject({ stage: 'failed' })
    expect((await shown(paymentNo))?.endReason).not.toBe('')
    expect(there(key, paymentNo)).toHaveLength(1)
    expect(await sums(as)).toEqual({ prestore: 1000, held: 0 })
    expect(await refundedOf(paymentNo)).toBe(0)
    expect((await noticesFor(app, as.id))[0]).toContain('金额已退回预存余额')
  })

  it('[T-21] is carried out once when the answer is lost, and is found when the provider is asked', async () => {
    const { as, paymentNo } = await paid(key)
    pay.doubles[key].notifies.plan = 'never'
    const { refundNo } = await refund(paymentNo)
    pay.doubles[key].faults.push('lost')
    await app.drain()
    expect((await shown(paymentNo))?.stage).toBe('processing')
    expect(await sums(as)).toEqual({ prestore: 400, held: 600 })
    app.clock.advance({ hours: 2 })
    await app.queueDue()
    await app.drain()
    // WeChat answers the repetition with what it knows, and is asked a minute later.
    app.clock.advance({ minutes: 1 })
    await app.drain()
    expect(there(key, paymentNo)).toEqual([{ refundNo, amountFen: 600, state: 'done' }])
    expect((await shown(paymentNo))?.stage).toBe('done')
    expect(await sums(as)).toEqual({ prestore: 400, held: 0 })
  })

  it('is unknown to a provider that was down, and is sent again with its number', async () => {
    const { as, paymentNo } = await paid(key)
    const { refundNo } = await refund(paymentNo)
    pay.doubles[key].faults.push('unavailable')
    await app.drain()
    expect(there(key, paymentNo)).toEqual([])
    // The sweep asks before the queue sends again.
    await app.db.run(sql`delete from jobs where name = 'refunds.send'`)
    app.clock.set(addMinutes(app.clock.now(), 61))
    await app.queueDue()
    await app.drain()
    app.clock.advance({ minutes: 5 })
    await app.drain()
    expect(there(key, paymentNo)).toEqual([{ refundNo, amountFen: 600, state: 'done' }])
    expect((await shown(paymentNo))?.stage).toBe('done')
    expect(await sums(as)).toEqual({ prestore: 400, held: 0 })
  })
})
