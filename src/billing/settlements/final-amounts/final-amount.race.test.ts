import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderCancel } from '../../../lab/orders/contract.ts'
import { staffOrderCancel } from '../../../lab/orders/staff/staff-contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import {
  assignSettlementCall,
  settlementRows,
  staffConfirmAmount,
  staffFixAmount,
  staffSendBackAmount,
  staffTakeBackAmount,
} from '../contract.ts'
import { staffFinalAmounts } from '../amount-list-contract.ts'

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

const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const sound = (answers: { status: number }[]) => expect(answers.every((answer) => answer.status < 500)).toBe(true)

async function delivered() {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.order(as)
  const { prepayFen } = await orderForMoney(app.system, orderNo)
  await deliveries.deliver(orderNo)
  return { as, orderNo, agreedFen: prepayFen ?? 0 }
}

/** An order on credit with its amount fixed and grouped, and the money to pay it. */
async function settled() {
  const order = await delivered()
  const { as, orderNo, agreedFen } = order
  await app.call(staffFixAmount, { orderNo, finalFen: agreedFen }, { as: deliveries.manager })
  const { list } = await app.call(settlementRows, {}, { as })
  const rowIds = list.map((row) => row.id)
  const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerName: '本人' }, { as })
  const memo = '测试入账'
  await creditPrestore(app.system, {
    customerId: as.id,
    amountFen: agreedFen,
    kind: 'test',
    businessId: orderNo,
    operation: 'fund',
    memo,
  })
  return { ...order, settlementNo }
}

describe('[F-23] final amounts under races', () => {
  it('a proposal confirmed three times and returned at the same time is fixed once or not at all', async () => {
    for (let i = 0; i < 4; i++) {
      const { as, orderNo, agreedFen } = await delivered()
      const finalFen = agreedFen * 3
      await app.call(staffFixAmount, { orderNo, finalFen, reason: '增加三个测试温度' }, { as: deliveries.manager })
      const seconds = [await app.staff('finance'), await app.staff('manager'), await app.staff('finance')]
      const { list } = await app.call(staffFinalAmounts, {}, { as: deliveries.manager })
      const row = list.find((each) => each.orderNo === orderNo) ?? expect.fail('no proposal')
      const chosen = { id: row.id, version: row.version }
      const answers = await Promise.all([
        ...seconds.map((second) => app.send(staffConfirmAmount, chosen, { as: second })),
        app.send(staffSendBackAmount, { ...chosen, reason: '请附上工时' }, { as: seconds[0] as never }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      const held = answers[3]?.body.code !== 1
      expect(await creditOf(app.system, as.id)).toMatchObject(
        held ? { heldFen: 0, usedFen: finalFen } : { heldFen: agreedFen, usedFen: 0 },
      )
    }
  })

  it('of paying and taking back one succeeds: paid in full, or a hold again with the money in the balance', async () => {
    for (let i = 0; i < 6; i++) {
      const { as, orderNo, agreedFen, settlementNo } = await settled()
      const answers = await Promise.all([
        app.send(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as }),
        app.send(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      const paid = answers[0]?.body.code === 1
      const { balanceFen } = await balanceOf(app.system, as.id)
      const { heldFen, usedFen } = await creditOf(app.system, as.id)
      const { finalFen } = await orderForMoney(app.system, orderNo)
      expect([balanceFen, heldFen, usedFen, finalFen]).toEqual(
        paid ? [0, 0, 0, agreedFen] : [agreedFen, agreedFen, 0, null],
      )
    }
  })

  it('grouping and taking back leave one consistent sum, and no settlement with a deleted row', async () => {
    for (let i = 0; i < 6; i++) {
      const { as, orderNo, agreedFen } = await delivered()
      await app.call(staffFixAmount, { orderNo, finalFen: agreedFen }, { as: deliveries.manager })
      const { list } = await app.call(settlementRows, {}, { as })
      const answers = await Promise.all([
        app.send(assignSettlementCall, { rowIds: list.map((row) => row.id), payerName: '本人' }, { as }),
        app.send(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager }),
        app.send(staffTakeBackAmount, { orderNo, reason: '金额录入有误' }, { as: deliveries.manager }),
      ])
      sound(answers)
      const { heldFen, usedFen } = await creditOf(app.system, as.id)
      const takenBack = answers.slice(1).some((answer) => answer.body.code === 1)
      expect([heldFen, usedFen]).toEqual(takenBack ? [agreedFen, 0] : [0, agreedFen])
    }
  })
})

describe('[F-26] cancelling for a fee under races', () => {
  it('of cancelling by staff with a fee and by the customer without one succeeds, with exact sums', async () => {
    for (let i = 0; i < 6; i++) {
      const as = await scene.buyer(0)
      const { orderNo } = await scene.order(as)
      const answers = await Promise.all([
        app.send(staffOrderCancel, { orderNo, reason: '样品不适合检测', feeFen: 700 }, { as: deliveries.manager }),
        app.send(orderCancel, { orderNo, reason: '不做了' }, { as }),
        app.send(staffOrderCancel, { orderNo, reason: '样品不适合检测', feeFen: 900 }, { as: deliveries.manager }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      const feeFen = answers[0]?.body.code === 1 ? 700 : answers[2]?.body.code === 1 ? 900 : 0
      expect(await creditOf(app.system, as.id)).toMatchObject({ heldFen: 0, usedFen: feeFen })
      expect((await app.call(settlementRows, {}, { as })).totalFen).toBe(feeFen)
    }
  })
})
