import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { verifyBooks } from '../ledger/actions.ts'
import {
  changeLimit,
  chargeCredit,
  creditOf,
  noteDue,
  openCredit,
  releaseCredit,
  repayCredit,
  reserveCredit,
  settleDue,
} from './actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let orders = 0
async function teacher(limitFen: number) {
  const { id } = await app.customer(3)
  await openCredit(app.system, id, limitFen)
  orders += 1
  return { customerId: id, orderId: orders }
}

describe('credit of institute customers', () => {
  it('[M-20] opens once, is held by an order, becomes a debt of the final amount and is released when paid', async () => {
    const order = await teacher(1000)
    await openCredit(app.system, order.customerId, 9999)
    await reserveCredit(app.system, { ...order, amountFen: 600 })
    expect(await creditOf(app.system, order.customerId)).toEqual({
      opened: true,
      limitFen: 1000,
      heldFen: 600,
      usedFen: 0,
      availableFen: 400,
    })
    await chargeCredit(app.system, { ...order, finalFen: 550 })
    await chargeCredit(app.system, { ...order, finalFen: 550 })
    expect(await creditOf(app.system, order.customerId)).toMatchObject({ heldFen: 0, usedFen: 550, availableFen: 450 })
    await expect(chargeCredit(app.system, { ...order, finalFen: 551 })).rejects.toMatchObject({
      kind: { error: 'differentPosting' },
    })
    await repayCredit(app.system, { customerId: order.customerId, businessId: `s${order.orderId}`, amountFen: 550 })
    expect(await creditOf(app.system, order.customerId)).toMatchObject({ usedFen: 0, availableFen: 1000 })
  })

  it('[Q-329] refuses more than is available, naming the missing amount and what to do, and any hold while credit is not open', async () => {
    const order = await teacher(1000)
    await expect(reserveCredit(app.system, { ...order, amountFen: 1001 })).rejects.toMatchObject({
      kind: { error: 'notEnough' },
      message: '信用额度不足：可用 ¥10.00，还差 ¥0.01',
    })
    const owner = reserveCredit(app.customerCtx(order.customerId), { ...order, amountFen: 1001 })
    await expect(owner).rejects.toMatchObject({ message: expect.stringContaining('在会员中心申请提高额度') })
    const { id } = await app.customer(0)
    const member = reserveCredit(app.customerCtx(id), { ...order, amountFen: 1001 })
    await expect(member).rejects.toMatchObject({ message: expect.stringContaining('请联系课题组的所有者') })
    await expect(reserveCredit(app.system, { customerId: id, orderId: 9000, amountFen: 1 })).rejects.toMatchObject({
      kind: { error: 'notOpened' },
    })
  })

  it('a cancelled order releases what it holds, once', async () => {
    const order = await teacher(1000)
    await reserveCredit(app.system, { ...order, amountFen: 400 })
    await releaseCredit(app.system, order)
    await releaseCredit(app.system, order)
    expect(await creditOf(app.system, order.customerId)).toMatchObject({ heldFen: 0, availableFen: 1000 })
  })

  it('[T-36] a limit lowered below the debt blocks new holds and keeps the history; a final amount above the estimate is still owed', async () => {
    const order = await teacher(1000)
    await reserveCredit(app.system, { ...order, amountFen: 900 })
    await changeLimit(app.system, order.customerId, 500, `t36-${order.orderId}`)
    expect(await creditOf(app.system, order.customerId)).toMatchObject({
      limitFen: 500,
      heldFen: 900,
      availableFen: -400,
    })
    await expect(reserveCredit(app.system, { ...order, orderId: 7001, amountFen: 1 })).rejects.toMatchObject({
      kind: { error: 'notEnough' },
    })
    await chargeCredit(app.system, { ...order, finalFen: 950 })
    expect(await creditOf(app.system, order.customerId)).toMatchObject({ usedFen: 950, availableFen: -450 })
  })

  it('no new credit is given while a debt is overdue', async () => {
    const order = await teacher(1000)
    await noteDue(app.system, { businessId: 'due-1', customerId: order.customerId, dueAt: app.clock.now() })
    app.clock.advance({ seconds: 1 })
    await expect(reserveCredit(app.system, { ...order, amountFen: 1 })).rejects.toMatchObject({
      kind: { error: 'overdue' },
    })
    await settleDue(app.system, 'due-1')
    await reserveCredit(app.system, { ...order, amountFen: 1 })
  })
})
