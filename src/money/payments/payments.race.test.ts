import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { payScene } from '../../app/testing/scenes/pay-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import type { NotifyRequest } from '../../platform/pay/doubles/double-notifies.ts'
import { verifyBooks } from '../ledger/actions.ts'
import { channelRefunds } from '../refunds/bill-actions.ts'
import { balanceOf, creditPrestore, debitPrestore } from '../prestore/actions.ts'
import { payClose, payCreate, payStateCall } from './contract.ts'
import { createPayment } from './pay-actions.ts'
import type { Paying } from './payable-actions.ts'

let app: TestApp
let orders: Awaited<ReturnType<typeof orderScene>>
let pay: ReturnType<typeof payScene>
beforeAll(async () => {
  app = await testApp()
  orders = await orderScene(app)
  pay = payScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function due() {
  const as = await orders.buyer(1)
  const { orderNo } = await orders.order(as)
  return { as, orderNo, amountFen: (await orderForMoney(app.system, orderNo)).prepayFen ?? 0 }
}

const open = (as: TestPerson, no: string) => pay.open(as, { kind: 'order', no, method: 'wechatpay' })

/** The reports that the channel wants to send now, taken from it. */
async function reportsOf(): Promise<NotifyRequest[]> {
  const taken: NotifyRequest[] = []
  await pay.doubles.wechatpay.notifies.deliver(async (notify) => {
    taken.push(notify)
    return { status: 200, body: '' }
  })
  return taken
}

it('[T-23] [I-7] sixteen equal reports with polling and closing at once are applied once, and all reports are accepted', async () => {
  for (let round = 0; round < raceRounds(5); round++) {
    const { as, orderNo, amountFen } = await due()
    const opened = await open(as, orderNo)
    const { paymentNo } = opened
    pay.pays(opened)
    const [report] = await reportsOf()
    if (!report) throw new Error('no report')
    app.clock.advance({ minutes: 0.1 })
    const [reports, others] = await Promise.all([
      Promise.all(Array.from({ length: 16 }, () => pay.send(report))),
      Promise.all([
        ...Array.from({ length: 4 }, () => app.send(payStateCall, { paymentNo }, { as })),
        ...Array.from({ length: 2 }, () => app.send(payClose, { paymentNo }, { as })),
        app.send(payCreate, { kind: 'order', no: orderNo, method: 'alipay' }, { as }),
      ]),
    ])
    expect(reports.map(({ status }) => status)).toEqual(reports.map(() => reports[0]?.status))
    expect(reports[0]?.status).toBeLessThan(300)
    expect(others.filter(({ status }) => status >= 500)).toEqual([])
    const { balanceFen, advanceFen } = await balanceOf(app.system, as.id)
    expect([balanceFen, advanceFen]).toEqual([0, amountFen])
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('awaiting_sample')
    expect(
      await app.db.rows(sql`select id from payments where payable_no = ${orderNo} and stage = 'paid'`),
    ).toHaveLength(1)
  }
})

it('[T-26] a report while the order is cancelled: the money is held for the order or in the balance, never lost', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < raceRounds(8); round++) {
    const { as, orderNo, amountFen } = await due()
    const opened = await open(as, orderNo)
    pay.pays(opened)
    const [report] = await reportsOf()
    if (!report) throw new Error('no report')
    const cancel = () => app.send(orderCancel, { orderNo, reason: '不做了' }, { as, idempotencyKey: randomUUID() })
    const answers = await Promise.all(round % 2 ? [cancel(), pay.send(report)] : [pay.send(report), cancel()])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { stage } = await orderForMoney(app.system, orderNo)
    const { balanceFen, advanceFen } = await balanceOf(app.system, as.id)
    expect([stage, balanceFen, advanceFen]).toEqual(
      stage === 'cancelled' ? ['cancelled', amountFen, 0] : ['awaiting_sample', 0, amountFen],
    )
    ends.add(stage)
  }
  expect(ends.size).toBeGreaterThan(0)
})

it('[T-23] two payments of one order by two channels: one pays it, the other stays in the balance', async () => {
  const { as, orderNo, amountFen } = await due()
  const [first, second] = await Promise.all([
    open(as, orderNo),
    pay.open(as, { kind: 'order', no: orderNo, method: 'alipay' }),
  ])
  // Whichever closed the other: both can still have been paid in the apps.
  for (const { paymentNo } of [first, second])
    await app.db.run(sql`update payments set stage = 'open' where payment_no = ${paymentNo}`)
  const { trades } = pay.doubles.wechatpay
  const trade = trades.find(first.paymentNo)
  if (trade) trades.save({ ...trade, state: 'open' })
  pay.pays(first)
  pay.pays(second)
  await Promise.all([pay.doubles.wechatpay.notifies.deliver(pay.send), pay.doubles.alipay.notifies.deliver(pay.send)])
  const { balanceFen, advanceFen } = await balanceOf(app.system, as.id)
  expect([balanceFen, advanceFen]).toEqual([amountFen, amountFen])
})

it('[T-19] fifty payers of one balance: exactly as many succeed as it covers', async () => {
  const paying: Paying = {
    channels: () => new Map(),
    refunds: channelRefunds,
    kinds: [
      {
        key: 'order',
        find: async () => ({ amountFen: 1000, about: '' }),
        pay: async (ctx, customerId, no) => {
          const move = { customerId, amountFen: 1000, kind: 'test.pay', businessId: no, operation: 'pay', memo: '' }
          await debitPrestore(ctx, move)
          return { amountFen: 1000 }
        },
      },
    ],
  }
  for (let round = 0; round < raceRounds(3); round++) {
    const as = await app.customer(1)
    const fund = { kind: 'test', businessId: `fifty-${round}`, operation: 'fund', memo: '' }
    await creditPrestore(app.system, { customerId: as.id, amountFen: 17_900, ...fund })
    const ctx = { ...app.system, actor: { kind: 'customer' as const, id: as.id, sessionId: 0 } }
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        createPayment(ctx, paying, {
          kind: 'order',
          no: `${round}-${i}`,
          method: 'prestore',
          scene: 'qr',
          phone: false,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(900)
  }
})

it('a payment asked for ten times at once is opened once', async () => {
  const { as, orderNo } = await due()
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(as, orderNo)))
  expect(new Set(answers.map(({ paymentNo }) => paymentNo)).size).toBe(1)
})
