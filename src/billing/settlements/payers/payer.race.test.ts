import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { changeLimit, creditOf } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { lapseRequest } from './assign-actions.ts'
import {
  assignSettlementCall,
  settlementAgree,
  settlementDecline,
  settlementList,
  settlementRows,
  settlementWithdraw,
  staffFixAmount,
} from '../contract.ts'

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

async function asked(payer: TestPerson) {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.order(as)
  await deliver(orderNo)
  await app.call(staffFixAmount, { orderNo, finalFen: 1000, reason: '按统一价结算' }, { as: manager })
  const { list } = await app.call(settlementRows, {}, { as })
  const rowIds = list.map((row) => row.id)
  const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerPhone: payer.phone }, { as })
  return { as, settlementNo }
}

const usedBy = async (person: TestPerson) => (await creditOf(app.system, person.id)).usedFen

describe('a payer under races', () => {
  it('[T-26] of agreeing, refusing, withdrawing, lapsing and paying one end holds, and the debt stands where that end says', async () => {
    for (let i = 0; i < 8; i++) {
      const payer = await scene.buyer(3)
      const { as, settlementNo } = await asked(payer)
      const step = { kind: 'test', businessId: settlementNo, operation: 'fund', memo: '' }
      await creditPrestore(app.system, { customerId: payer.id, amountFen: 1000, ...step })
      const { id } = await app.db.one<{ id: number }>(
        sql`select id from settlements where settlement_no = ${settlementNo}`,
      )
      const payment = { kind: 'settlement', no: settlementNo, method: 'prestore' }
      const answers = await Promise.all([
        app.send(settlementAgree, { settlementNo }, { as: payer }),
        app.send(settlementWithdraw, { settlementNo }, { as }),
        app.send(payCreate, payment, { as: payer }),
        app.send(settlementDecline, { settlementNo }, { as: payer }),
        lapseRequest(app.system, id).then(() => ({ status: 200, body: { code: 0 } })),
      ])
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const { stage } = (await app.call(settlementList, {}, { as })).list[0] ?? expect.fail()
      const { balanceFen } = await balanceOf(app.system, payer.id)
      const state = [stage, balanceFen, await usedBy(as), await usedBy(payer)]
      const ends: Record<string, unknown[]> = {
        paid: ['paid', 0, 0, 0],
        unpaid: ['unpaid', 1000, 0, 1000],
        cancelled: ['cancelled', 1000, 1000, 0],
      }
      expect(state).toEqual(ends[stage])
    }
  })

  it('a payer whose credit is enough for one agrees to one of two at the same time', async () => {
    const payer = await app.customer(3)
    await changeLimit(app.system, payer.id, 1500, `limit-${payer.id}`)
    const [one, two] = [await asked(payer), await asked(payer)]
    const answers = await Promise.all(
      [one, two].map(({ settlementNo }) => app.send(settlementAgree, { settlementNo }, { as: payer })),
    )
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect((await usedBy(one.as)) + (await usedBy(two.as))).toBe(1000)
    expect(await creditOf(app.system, payer.id)).toMatchObject({ usedFen: 1000, availableFen: 500 })
  })
})
