import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { staffOrderCancel } from '../../lab/orders/staff/staff-contract.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { assignSettlementCall, settlementCancel, settlementRows, staffFixAmount } from './contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let deliver: (orderNo: string) => Promise<void>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  ;({ manager, deliver } = await deliveryScene(app))
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function fund(person: TestPerson, amountFen: number, businessId: string) {
  await creditPrestore(app.system, {
    customerId: person.id,
    amountFen,
    kind: 'test',
    businessId,
    operation: 'fund',
    memo: '',
  })
}

async function fixedRows(count: number) {
  const as = await scene.buyer(0)
  for (let i = 0; i < count; i++) {
    const { orderNo } = await scene.order(as)
    await deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen: 1000, reason: '按统一价结算' }, { as: manager })
  }
  const { list } = await app.call(settlementRows, {}, { as })
  return { as, rowIds: list.map((row) => row.id) }
}

const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length

describe('settlements under races', () => {
  it('a row requested by ten settlements gets into one', async () => {
    const { as, rowIds } = await fixedRows(2)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.send(assignSettlementCall, { rowIds, payerName: '本人' }, { as })),
    )
    expect(succeeded(answers)).toBe(1)
  })

  it('[T-20] a settlement paid ten times at once is paid once, and its key gives one reply', async () => {
    const { as, rowIds } = await fixedRows(2)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerName: '本人' }, { as })
    await fund(as, 100_000, `pay-${settlementNo}`)
    const input = { kind: 'settlement', no: settlementNo, method: 'prestore' }
    const keyed = Array.from({ length: 10 }, () =>
      app.send(payCreate, input, { as, idempotencyKey: `key-${settlementNo}` }),
    )
    const plain = Array.from({ length: 5 }, () => app.send(payCreate, input, { as }))
    const answers = await Promise.all([...keyed, ...plain])
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(98_000)
    expect((await creditOf(app.system, as.id)).usedFen).toBe(0)
  })

  it('of paying and cancelling a settlement one succeeds', async () => {
    for (let i = 0; i < 5; i++) {
      const { as, rowIds } = await fixedRows(1)
      const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerName: '本人' }, { as })
      await fund(as, 1000, `apart-${settlementNo}`)
      const answers = await Promise.all([
        app.send(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
        app.send(settlementCancel, { settlementNo }, { as }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect((await balanceOf(app.system, as.id)).balanceFen).toBe(answers[0]?.body.code === 1 ? 0 : 1000)
    }
  })

  it('[T-26] paying a prepayment while the order is cancelled: the money is held for the order or in the balance, never lost', async () => {
    for (let i = 0; i < 8; i++) {
      const as = await scene.buyer(1)
      const { orderNo } = await scene.order(as)
      const amountFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
      await fund(as, amountFen, `prepay-${orderNo}`)
      const answers = await Promise.all([
        app.send(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as }),
        app.send(orderCancel, { orderNo, reason: '不做了' }, { as }),
      ])
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const { stage } = await orderForMoney(app.system, orderNo)
      const { balanceFen, advanceFen } = await balanceOf(app.system, as.id)
      expect([stage, balanceFen, advanceFen]).toEqual(
        stage === 'cancelled' ? ['cancelled', amountFen, 0] : ['awaiting_sample', 0, amountFen],
      )
    }
  })

  it('an amount fixed by two managers at the same time is fixed once, also the same amount', async () => {
    for (const amounts of [
      [500, 600],
      [500, 500],
    ]) {
      const as = await scene.buyer(0)
      const { orderNo } = await scene.order(as)
      await deliver(orderNo)
      const fix = (finalFen: number) =>
        app.send(staffFixAmount, { orderNo, finalFen, reason: '按实际工时核定' }, { as: manager })
      const answers = await Promise.all(amounts.map(fix))
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const { finalFen } = await orderForMoney(app.system, orderNo)
      expect((await creditOf(app.system, as.id)).usedFen).toBe(finalFen)
    }
  })

  it('[T-26] fixing an amount while the order is cancelled: a debt or a cancelled order, never both', async () => {
    for (let i = 0; i < 6; i++) {
      const as = await scene.buyer(0)
      const { orderNo } = await scene.order(as)
      await deliver(orderNo)
      const answers = await Promise.all([
        app.send(staffFixAmount, { orderNo, finalFen: 500, reason: '按实际工时核定' }, { as: manager }),
        app.send(staffOrderCancel, { orderNo, reason: '协商取消' }, { as: manager }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const { usedFen, heldFen } = await creditOf(app.system, as.id)
      expect([usedFen, heldFen]).toEqual(answers[0]?.body.code === 1 ? [500, 0] : [0, 0])
    }
  })
})
