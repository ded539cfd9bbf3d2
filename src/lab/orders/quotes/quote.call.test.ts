import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import type { UserType } from '../../../people/customers/rules.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { settlementRows, staffFixAmount } from '../../../billing/settlements/contract.ts'
import { orderForMoney } from '../actions.ts'
import { orderAcceptQuote, orderDetail, orderRefuseQuote } from '../contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { expireQuote } from '../move-actions.ts'
import { papersOf } from '../../../workspace/order-page/paper-rules.ts'
import {
  staffOrderDetail,
  staffOrderQuote,
  staffOrderReviseQuote,
  staffOrderWithdrawQuote,
} from '../staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let deliveries: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  deliveries = await deliveryScene(app)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function asked(userType: UserType) {
  const as = await scene.buyer(userType)
  const planId = await scene.plan(as, { rid: scene.rids.quoteOnly })
  const { orderNo } = await app.call(orderAdd, scene.request([planId]), { as, idempotencyKey: randomUUID() })
  const { lines } = await app.call(orderDetail, { orderNo }, { as })
  const quote = (amountFen: number, validDays?: number, call: typeof staffOrderQuote = staffOrderQuote) =>
    app.call(
      call,
      { orderNo, lines: lines.map(({ id }) => ({ lineId: id, amountFen })), ...(validDays ? { validDays } : {}) },
      { as: deliveries.manager },
    )
  const revise = (amountFen: number) => quote(amountFen, undefined, staffOrderReviseQuote as never)
  return { as, orderNo, quote, revise }
}

const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage
const titles = async (as: TestPerson) => (await noticesFor(app, as.id)).map((notice) => notice.split('|')[0])

describe('[F-22] a quote of 0', () => {
  it.each([
    ['an enterprise', 2],
    ['an individual', 1],
    ['an institute', 0],
  ] as const)(
    'accepted by %s leads to the samples and to the end, without contract, prepayment or debt',
    async (_who, userType) => {
      const { as, orderNo, quote } = await asked(userType)
      const { quoteVersion } = await quote(0)
      expect(await app.call(orderAcceptQuote, { orderNo, quoteVersion }, { as })).toMatchObject({
        stage: 'awaiting_sample',
      })
      await deliveries.deliver(orderNo)
      await app.call(staffFixAmount, { orderNo, finalFen: 0 }, { as: deliveries.manager })
      expect((await orderForMoney(app.system, orderNo)).paidAt).not.toBeNull()
      expect((await app.call(settlementRows, {}, { as })).list).toEqual([])
    },
  )
})

describe('[F-22] a quote that was sent', () => {
  it('is replaced by a new version; the former version can no longer be accepted', async () => {
    const { as, orderNo, quote, revise } = await asked(0)
    const first = await quote(50_000)
    const second = await revise(40_000)
    expect(second).toMatchObject({ stage: 'quoted', quoteFen: 40_000, quoteVersion: first.quoteVersion + 1 })
    expect(await app.refusal(orderAcceptQuote, { orderNo, quoteVersion: first.quoteVersion }, { as })).toMatchObject({
      status: 409,
    })
    expect(await titles(as)).toEqual(expect.arrayContaining(['报价已发出', '报价已更新']))
    await app.call(orderAcceptQuote, { orderNo, quoteVersion: second.quoteVersion }, { as })
    expect((await creditOf(app.system, as.id)).heldFen).toBe(40_000)
    await expect(revise(30_000)).rejects.toThrow('409')
  })

  it('is withdrawn with a reason that the customer reads, and can be sent again', async () => {
    const { as, orderNo, quote } = await asked(2)
    await expect(
      app.call(staffOrderWithdrawQuote, { orderNo, reason: '先撤回' }, { as: deliveries.manager }),
    ).rejects.toThrow('409')
    const { quoteVersion } = await quote(50_000)
    expect((await app.call(staffOrderDetail, { orderNo }, { as: deliveries.manager })).staffActions).toEqual(
      expect.arrayContaining(['reviseQuote', 'withdrawQuote']),
    )
    expect(
      await app.call(staffOrderWithdrawQuote, { orderNo, reason: '价格算错了' }, { as: deliveries.manager }),
    ).toMatchObject({ stage: 'quoting' })
    expect(await app.refusal(orderAcceptQuote, { orderNo, quoteVersion }, { as })).toMatchObject({ status: 409 })
    expect(await app.call(orderDetail, { orderNo }, { as })).toMatchObject({ quoteFen: null, quoteValidUntil: null })
    expect((await noticesFor(app, as.id))[0]).toContain('原因：价格算错了')
    expect(await quote(45_000)).toMatchObject({ stage: 'quoted', quoteVersion: quoteVersion + 1 })
  })
})

describe('a quote that the customer sends back', () => {
  const sentBack = async () => {
    const made = await asked(2)
    const first = await made.quote(50_000)
    await app.call(orderRefuseQuote, { orderNo: made.orderNo, reason: '太贵了' }, { as: made.as })
    return { ...made, first }
  }

  it('[Q-197] no longer stands: no price, no validity, no quotation, and the line is to be quoted', async () => {
    const { as, orderNo } = await sentBack()
    const read = await app.call(orderDetail, { orderNo }, { as })
    expect(read).toMatchObject({ stage: 'quoting', quoteFen: null, quoteValidUntil: null, amountFen: null })
    expect(read.lines).toMatchObject([{ amountFen: null, priceLines: [] }])
    expect(papersOf(read)).not.toContain('quotation')
    // Nor with an estimate, because the lines no longer have its prices.
    expect(papersOf({ ...read, estimateFen: 48_000 })).not.toContain('quotation')
  })

  it('[Q-198] is read with its amount by both sides after a later version', async () => {
    const { as, orderNo, quote } = await sentBack()
    await quote(42_000)
    for (const [call, reader] of [
      [orderDetail, as],
      [staffOrderDetail, deliveries.manager],
    ] as const) {
      const { timeline } = await app.call(call, { orderNo }, { as: reader })
      const said = timeline.filter(({ what }) => what === '发送报价').map(({ detail }) => detail)
      expect(said).toEqual([
        expect.stringContaining('第 1 版，¥500.00，有效期至 '),
        expect.stringContaining('第 2 版，¥420.00，有效期至 '),
      ])
    }
  })

  it('[Q-199] is the former price to staff who quote again, and not a calculation', async () => {
    const { orderNo, quote } = await sentBack()
    const { lines } = await app.call(staffOrderDetail, { orderNo }, { as: deliveries.manager })
    expect(lines).toMatchObject([{ amountFen: 50_000, priceLines: [{ label: '上次报价' }] }])
    // The same amount again is a quote, as before.
    await quote(50_000)
    const again = await app.call(staffOrderDetail, { orderNo }, { as: deliveries.manager })
    expect(again.lines).toMatchObject([{ amountFen: 50_000, priceLines: [{ label: '报价' }] }])
  })

  it('[Q-200] cannot be answered after it was replaced, and the refusal says that the quote is another one', async () => {
    const { as, orderNo, quote, revise } = await asked(2)
    const { quoteVersion, version } = await quote(50_000)
    await revise(60_000)
    for (const answered of [
      app.refusal(orderAcceptQuote, { orderNo, quoteVersion }, { as }),
      app.refusal(orderRefuseQuote, { orderNo, version, reason: '太贵了' }, { as }),
    ])
      expect(await answered).toMatchObject({ status: 409, msg: expect.stringContaining('报价刚刚更新') })
  })
})

describe('[S-08] the day on which a quote expires', () => {
  it('does nothing to a newer quote, whether the customer refused the first or staff replaced it', async () => {
    for (const replaced of [true, false]) {
      const { as, orderNo, quote, revise } = await asked(0)
      const { id } = await orderForMoney(app.system, orderNo)
      const first = await quote(50_000, 1)
      if (replaced) await revise(40_000)
      else {
        await app.call(orderRefuseQuote, { orderNo, reason: '太贵了' }, { as })
        await quote(40_000, 30)
      }
      await expireQuote(app.system, id, first.quoteVersion)
      expect(await stageOf(orderNo)).toBe('quoted')
      await expireQuote(app.system, id, first.quoteVersion + 1)
      expect(await stageOf(orderNo)).toBe('cancelled')
    }
  })

  it('expires the quote by its job, not earlier', async () => {
    const { orderNo, quote } = await asked(0)
    await quote(50_000, 1)
    app.clock.advance({ hours: 23 })
    await app.drain()
    expect(await stageOf(orderNo)).toBe('quoted')
    app.clock.advance({ hours: 2 })
    await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
    await app.drain()
    expect(await stageOf(orderNo)).toBe('cancelled')
  })
})
