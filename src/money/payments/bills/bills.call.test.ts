import { afterAll, beforeAll, expect, it } from 'vitest'
import { payScene } from '../../../app/testing/scenes/pay-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { safetyRead } from '../../../core/safety/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { verifyBooks } from '../../ledger/actions.ts'
import { balanceOf } from '../../prestore/actions.ts'
import { staffDifferences } from '../difference-list-contract.ts'
import { staffBills, staffCheckBill, staffResolveDifference } from '../staff-contract.ts'

let app: TestApp
let pay: ReturnType<typeof payScene>
beforeAll(async () => {
  app = await testApp()
  pay = payScene(app)
})
afterAll(() => app.close())

const finance = () => app.staff('finance')

async function paid(amountFen: number, channel: 'wechatpay' | 'alipay' = 'wechatpay') {
  const as = await app.customer(1)
  const opened = await pay.open(as, { kind: 'prestore', method: channel, amountFen })
  pay.pays(opened)
  return { as, ...opened }
}

it('[T-25] the bill of yesterday settles what was never reported, and lists everything else that differs', async () => {
  const day = shanghaiDate(app.clock.now())
  const good = await paid(1000)
  const missing = await paid(2000)
  const different = await paid(3000)
  await pay.reports()
  const byAlipay = await paid(7000, 'alipay')
  await pay.reports()
  pay.doubles.wechatpay.notifies.plan = 'never'
  const silent = await paid(4000)
  const { trades } = pay.doubles.wechatpay
  const trade = (no: string) => {
    const found = trades.find(no)
    if (!found) throw new Error(no)
    return found
  }
  trades.save({ ...trade(missing.paymentNo), paidAt: addDays(app.clock.now(), -3).getTime() })
  trades.save({ ...trade(different.paymentNo), amountFen: 2999 })
  trades.save({ ...trade(good.paymentNo), tradeNo: 'P2603020000000000', providerNo: '42000000000000001111' })
  await app.db.run(sql`delete from jobs where name = 'payments.ask'`)

  await app.queueDue()
  app.clock.set(fromShanghai(`${shanghaiDate(addDays(app.clock.now(), 1))} 10:31`))
  await app.queueDue()
  // The hourly sweep would find the silent one first.
  await app.db.run(sql`delete from jobs where name = 'payments.sweep-overdue'`)
  await pay.asks()

  expect((await balanceOf(app.system, silent.as.id)).balanceFen).toBe(4000)
  expect((await balanceOf(app.system, byAlipay.as.id)).balanceFen).toBe(7000)
  const open = await app.call(staffDifferences, {}, { as: await finance() })
  expect(open.list.map(({ kind, tradeNo, thereFen, hereFen }) => [kind, tradeNo, thereFen, hereFen]).sort()).toEqual(
    [
      ['missing', missing.paymentNo, null, 2000],
      ['amount', different.paymentNo, 2999, 3000],
      ['unknown', 'P2603020000000000', 1000, null],
    ].sort(),
  )
  expect((await app.call(staffDifferences, { tab: 'resolved' }, { as: await finance() })).list).toMatchObject([
    { kind: 'applied', tradeNo: silent.paymentNo },
  ])
  const bills = await app.call(staffBills, {}, { as: await finance() })
  expect(
    bills.list.map(({ channel, day: of, openCount, appliedCount }) => [channel, of, openCount, appliedCount]),
  ).toEqual([
    ['alipay', day, 0, 0],
    ['wechatpay', day, 3, 1],
  ])
  const { alarms } = await app.call(safetyRead, {}, { as: await app.staff('admin') })
  expect(alarms.filter(({ text }) => text.includes(`微信支付 ${day} 的账单有 3 处与本站不一致`))).toHaveLength(1)

  // Finance compares again after the channel has corrected itself, and closes the rest with a note.
  trades.save({ ...trade(missing.paymentNo), paidAt: fromShanghai(`${day} 12:00`).getTime() })
  await app.call(staffCheckBill, { channel: 'wechatpay', day }, { as: await finance() })
  await pay.asks()
  const rest = await app.call(staffDifferences, {}, { as: await finance() })
  expect(rest.list.map(({ kind }) => kind).sort()).toEqual(['amount', 'unknown'])
  const id = rest.list[0]?.id ?? 0
  await app.call(staffResolveDifference, { id, note: '渠道测试单' }, { as: await finance() })
  expect(await app.refusal(staffResolveDifference, { id, note: '再次' }, { as: await finance() })).toMatchObject({
    status: 409,
  })
  expect((await app.call(staffDifferences, {}, { as: await finance() })).total).toBe(1)
  expect(await verifyBooks(app.db)).toEqual([])
})

it('[Q-01] bills of days on which the server was off are compared afterwards, and that of yesterday not before it is there', async () => {
  const days = async () =>
    (
      await app.db.rows<{ day: string }>(sql`
        select day from channel_bills where channel = 'wechatpay' order by day desc limit 5`)
    ).map(({ day }) => day)
  const compareAt = async (time: Date) => {
    app.clock.set(time)
    await app.queueDue()
    await app.db.run(sql`delete from jobs where name in ('payments.ask', 'payments.sweep-overdue')`)
    await pay.asks()
  }
  const today = shanghaiDate(addDays(app.clock.now(), 1))
  const dayBefore = (n: number, hour = '00:00') =>
    fromShanghai(`${shanghaiDate(addDays(fromShanghai(today), -n))} ${hour}`)
  await compareAt(dayBefore(0, '10:31'))
  expect((await days())[0]).toBe(shanghaiDate(dayBefore(1)))
  const silent = await paid(8000)

  await compareAt(dayBefore(-4, '05:50'))

  const compared = [-2, -1, 0].map((n) => shanghaiDate(dayBefore(n)))
  expect(await days()).toEqual([...compared, shanghaiDate(dayBefore(1)), shanghaiDate(dayBefore(2))])
  expect((await balanceOf(app.system, silent.as.id)).balanceFen).toBe(8000)
  await compareAt(dayBefore(-4, '10:31'))
  expect((await days())[0]).toBe(shanghaiDate(dayBefore(-3)))
})

it('[Q-168] [Q-80] only finance compares a bill, not that of today, and that of yesterday not before the channel has it', async () => {
  const today = shanghaiDate(app.clock.now())
  expect(await app.refusal(staffCheckBill, { channel: 'alipay', day: today }, { as: await finance() })).toMatchObject({
    error: 'noSuchDay',
  })
  expect(
    (await app.refusal(staffCheckBill, { channel: 'alipay', day: today }, { as: await app.staff('manager') })).status,
  ).toBe(403)
  app.clock.set(fromShanghai(`${today} 09:30`))
  const day = shanghaiDate(addDays(app.clock.now(), -1))
  const as = { as: await finance() }
  expect((await app.call(staffBills, {}, as)).lastDay).toBe(shanghaiDate(addDays(app.clock.now(), -2)))
  expect(await app.refusal(staffCheckBill, { channel: 'alipay', day }, as)).toMatchObject({
    ...{ error: 'billNotReady', fields: { day: expect.stringContaining('上午 10 点') } },
  })
  app.clock.set(fromShanghai(`${today} 10:00`))
  expect((await app.call(staffBills, {}, as)).lastDay).toBe(day)
  await app.call(staffCheckBill, { channel: 'alipay', day }, as)
})
