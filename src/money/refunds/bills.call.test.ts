import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payScene } from '../../app/testing/scenes/pay-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { verifyBooks } from '../ledger/actions.ts'
import { staffDifferences } from '../payments/difference-list-contract.ts'
import { staffBills, staffCheckBill } from '../payments/staff-contract.ts'
import { staffRefundToChannel } from './contract.ts'
import { staffRefundList } from './list-contract.ts'

let app: TestApp
let pay: ReturnType<typeof payScene>
beforeAll(async () => {
  app = await testApp()
  pay = payScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

type Key = 'wechatpay' | 'alipay'
const finance = () => app.staff('finance')

/** `silent`: the channel never reports the refund. */
async function refunded(key: Key, amountFen: number, silent = false) {
  pay.doubles[key].notifies.plan = 'normal'
  const as = await app.customer(1)
  const { paymentNo, ...opened } = await pay.open(as, { kind: 'prestore', method: key, amountFen: amountFen + 100 })
  pay.pays({ paymentNo, ...opened })
  await pay.reports()
  if (silent) pay.doubles[key].notifies.plan = 'never'
  const input = { paymentNo, amountFen, typedFen: amountFen, reason: '客户取消充值' }
  const { refundNo } = await app.call(staffRefundToChannel, input, { as: await finance() })
  await app.drain()
  return { paymentNo, refundNo }
}

/** Changes what the channel remembers of the refunds of a payment. */
function there(key: Key, paymentNo: string, change: (refund: Refund) => Refund | undefined) {
  const { trades } = pay.doubles[key]
  const trade = trades.find(paymentNo) ?? expect.fail('no trade')
  trades.save({ ...trade, refunds: trade.refunds.flatMap((refund) => change(refund) ?? []) })
}
type Refund = NonNullable<ReturnType<(typeof pay.doubles)['wechatpay']['trades']['find']>>['refunds'][number]

/** What the channels report or answer a minute later is applied. */
async function settled() {
  await pay.reports()
  app.clock.advance({ minutes: 2 })
  await app.drain()
}

const stageOf = async (refundNo: string) =>
  (await app.call(staffRefundList, { tab: 'all', kw: refundNo }, { as: await finance() })).list[0]?.stage

async function compare(key: Key, day: string) {
  await app.call(staffCheckBill, { channel: key, day }, { as: await finance() })
  await pay.asks()
  const { list } = await app.call(staffDifferences, { size: 50 }, { as: await finance() })
  return list.filter((row) => row.channel === key && row.day === day && row.refundNo !== '')
}

const noonAfter = (day: string) => fromShanghai(`${shanghaiDate(addDays(fromShanghai(day), 1))} 12:00`)

describe.each(['wechatpay', 'alipay'] as const)('[T-25] the refunds in a bill of %s', (key) => {
  it('are compared one by one: missing here, missing there, another amount; one that is done there is applied', async () => {
    const double = pay.doubles[key]
    const day = shanghaiDate(app.clock.now())
    await refunded(key, 1000)
    const missing = await refunded(key, 2000)
    const different = await refunded(key, 3000)
    const byHand = await refunded(key, 4000)
    await settled()
    double.settlesRefunds = false
    // Alipay answers a refund at once, so that only WeChat Pay can fail one later.
    const failed = key === 'wechatpay' ? [await refunded(key, 5000)] : []
    for (const { paymentNo, refundNo } of failed) double.settleRefund(paymentNo, refundNo, 'failed')
    await settled()
    const waiting = await refunded(key, 7000, true)
    const silent = await refunded(key, 6000, true)
    double.settleRefund(silent.paymentNo, silent.refundNo)
    there(key, missing.paymentNo, () => undefined)
    there(key, different.paymentNo, (refund) => ({ ...refund, amountFen: 2999 }))
    there(key, byHand.paymentNo, (refund) => ({ ...refund, refundNo: 'BYHAND0001' }))
    for (const { refundNo } of failed) expect(await stageOf(refundNo)).toBe('failed')
    expect(await stageOf(silent.refundNo)).toBe('processing')

    app.clock.set(noonAfter(day))
    const open = await compare(key, day)
    expect(open.map(({ kind, refundNo, thereFen, hereFen }) => [kind, refundNo, thereFen, hereFen]).sort()).toEqual(
      [
        ['missing', missing.refundNo, null, 2000],
        ['amount', different.refundNo, 2999, 3000],
        ['unknown', 'BYHAND0001', 4000, null],
        ['missing', byHand.refundNo, null, 4000],
        // Its money was given back to the balance here, and has left there.
        ...failed.map(({ refundNo }) => ['unknown', refundNo, 5000, 5000]),
      ].sort(),
    )
    expect([await stageOf(silent.refundNo), await stageOf(waiting.refundNo)]).toEqual(['done', 'processing'])
    const resolved = await app.call(staffDifferences, { tab: 'resolved', size: 50 }, { as: await finance() })
    expect(resolved.list.filter(({ kind, channel }) => kind === 'applied' && channel === key)).toMatchObject([
      { refundNo: silent.refundNo, hereFen: 6000 },
    ])
    const { list: bills } = await app.call(staffBills, {}, { as: await finance() })
    expect(bills.find((bill) => bill.channel === key && bill.day === day)).toMatchObject({
      openCount: 4 + failed.length,
      appliedCount: 1,
    })

    // The channel has put one right; comparing again closes it and finds nothing new.
    there(key, different.paymentNo, (refund) => ({ ...refund, amountFen: 3000 }))
    expect(await compare(key, day)).toHaveLength(3 + failed.length)
    await app.db.run(sql`update channel_differences set resolved_at = ${app.clock.now()}`)
    double.settlesRefunds = true
    double.notifies.plan = 'normal'
  })

  it('are found in the bill of an earlier day when they were heard of after midnight', async () => {
    const double = pay.doubles[key]
    const day = shanghaiDate(app.clock.now())
    double.settlesRefunds = false
    const late = await refunded(key, 1500, true)
    double.settleRefund(late.paymentNo, late.refundNo)
    const next = shanghaiDate(addDays(app.clock.now(), 1))
    app.clock.set(fromShanghai(`${next} 00:30`))
    await app.drain()
    expect(await stageOf(late.refundNo)).toBe('done')
    app.clock.set(noonAfter(next))
    expect(await compare(key, next)).toEqual([])
    expect(await compare(key, day)).toEqual([])
    there(key, late.paymentNo, () => undefined)
    expect(await compare(key, next)).toMatchObject([{ kind: 'missing', refundNo: late.refundNo }])
    await app.db.run(sql`update channel_differences set resolved_at = ${app.clock.now()}`)
    double.settlesRefunds = true
    double.notifies.plan = 'normal'
  })
})
