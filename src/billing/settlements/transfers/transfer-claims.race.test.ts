import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { raceRounds } from '../../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { orderCancel } from '../../../lab/orders/contract.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { bankImport, transferApplyAdd, transferApplyCancel, transferMatch } from '../../../money/prestore/contract.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { assignSettlementCall, settlementRows, staffFixAmount } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivery = await deliveryScene(app)
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let serials = 0
async function line(yuan: string): Promise<number> {
  serials += 1
  const serial = `RACE${String(serials).padStart(5, '0')}`
  await app.call(bankImport, { text: `${serial}\t2026-03-02\t${yuan}\t某大学` }, { as: finance })
  return (await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = ${serial}`)).id
}

async function settled() {
  const as = await scene.buyer(0)
  const { orderNo } = await scene.order(as)
  await delivery.deliver(orderNo)
  await app.call(staffFixAmount, { orderNo, finalFen: 1000, reason: '按统一价结算' }, { as: delivery.manager })
  const { list } = await app.call(settlementRows, {}, { as })
  const rowIds = list.map((row) => row.id)
  const { settlementNo: no } = await app.call(assignSettlementCall, { rowIds, payerName: '' }, { as })
  return { as, no, kind: 'settlement' as const, amountFen: 1000 }
}

const said = { payerName: '某大学', transferredOn: '2026-03-02' }
const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const stageOf = async (no: string) =>
  (await app.db.one<{ stage: string }>(sql`select stage from settlements where settlement_no = ${no}`)).stage

describe('claimed transfers under races', () => {
  it('[T-33] of cancelling a claim and matching it one succeeds, and the settlement agrees with it', async () => {
    for (let i = 0; i < raceRounds(4); i++) {
      const { as, no, kind, amountFen } = await settled()
      const { id } = await app.call(transferApplyAdd, { kind, no, amountFen, ...said }, { as })
      const bankLineId = await line('10')
      const answers = await Promise.all([
        app.send(transferMatch, { claimId: id, bankLineId, version: 1 }, { as: finance }),
        app.send(transferApplyCancel, { id }, { as }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(await stageOf(no)).toBe(answers[0]?.body.code === 1 ? 'paid' : 'unpaid')
      expect((await balanceOf(app.system, as.id)).balanceFen).toBe(0)
    }
  })

  it('of claiming a settlement twice and paying it from the balance one succeeds', async () => {
    for (let i = 0; i < raceRounds(4); i++) {
      const { as, no, kind, amountFen } = await settled()
      const move = { customerId: as.id, amountFen, kind: 'test', businessId: no, operation: 'fund', memo: '' }
      await creditPrestore(app.system, move)
      const claim = () => app.send(transferApplyAdd, { kind, no, amountFen, ...said }, { as })
      const answers = await Promise.all([
        claim(),
        claim(),
        app.send(payCreate, { kind, no, method: 'prestore' }, { as }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      expect(await stageOf(no)).toBe(answers[2]?.body.code === 1 ? 'paid' : 'confirming')
    }
  })

  it('[T-26] a transfer matched while its order is cancelled pays the order and comes back, or stays in the balance', async () => {
    for (let i = 0; i < raceRounds(4); i++) {
      const as = await scene.buyer(1)
      const { orderNo: no } = await scene.order(as)
      const amountFen = (await orderForMoney(app.system, no)).prepayFen ?? 0
      const { id } = await app.call(transferApplyAdd, { kind: 'order', no, amountFen, ...said }, { as })
      const bankLineId = await line((amountFen / 100).toFixed(2))
      const answers = await Promise.all([
        app.send(transferMatch, { claimId: id, bankLineId, version: 1 }, { as: finance }),
        app.send(orderCancel, { orderNo: no, reason: '不做了' }, { as }),
      ])
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      expect(answers[0]?.body.code).toBe(1)
      const { stage } = await orderForMoney(app.system, no)
      const { balanceFen, advanceFen } = await balanceOf(app.system, as.id)
      expect([balanceFen, advanceFen]).toEqual(stage === 'cancelled' ? [amountFen, 0] : [0, amountFen])
    }
  })
})
