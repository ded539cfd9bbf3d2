import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { balancesOf, verifyBooks } from '../../ledger/actions.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { payCreate } from '../../payments/contract.ts'
import { bankImport, prestoreApplyAdd, transferCandidates, transferMatch } from '../contract.ts'
import { creditPrestore } from '../actions.ts'
import { bankKeep, receivedAssign, receivedReturn } from './received-contract.ts'
import { transferCode } from '../rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let serials = 0
async function line(yuan: string) {
  serials += 1
  const serial = `R${String(serials).padStart(5, '0')}`
  await app.call(bankImport, { text: `${serial}\t2026-03-01\t${yuan}\t某大学` }, { as: finance })
  return (await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = ${serial}`)).id
}

const keep = (bankLineId: number, person: TestPerson) => ({
  bankLineId,
  customer: transferCode(person.id),
  reason: '付款户名与单位一致',
})
const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const sound = (answers: { status: number }[]) => expect(answers.every((answer) => answer.status < 500)).toBe(true)
const held = async (...people: TestPerson[]) => {
  const all = await Promise.all(people.map((person) => balancesOf(app.system, person.id)))
  return all.reduce((sum, { prestore, advance, unassigned }) => sum + prestore + advance + unassigned, 0)
}

describe('[F-27] concurrent use of money without a claim', () => {
  it('one line kept for two customers and matched with a claim of a third is credited once', async () => {
    for (let i = 0; i < 6; i++) {
      const people = [await scene.buyer(0), await scene.buyer(0), await scene.buyer(0)] as const
      const bankLineId = await line('120')
      const fields = { amountFen: 12_000, payerName: '某大学', transferredOn: '2026-03-01' }
      await app.call(prestoreApplyAdd, fields, { as: people[2] })
      const { list } = await app.call(transferCandidates, {}, { as: finance })
      const claim = list.find((row) => row.customerId === people[2].id) ?? expect.fail('no claim')
      const match = { claimId: claim.id, bankLineId, version: claim.version }
      const answers = await Promise.all([
        app.send(bankKeep, keep(bankLineId, people[0]), { as: finance }),
        app.send(transferMatch, match, { as: finance }),
        app.send(bankKeep, keep(bankLineId, people[1]), { as: finance }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      expect(await held(...people)).toBe(12_000)
    }
  })

  it('of assigning and returning at once, exactly one happens, to the fen', async () => {
    for (let i = 0; i < 6; i++) {
      const as = await scene.buyer(0)
      const { id } = await app.call(bankKeep, keep(await line('100'), as), { as: finance })
      const answers = await Promise.all([
        app.send(receivedAssign, { id, version: 1, to: 'prestore', amountFen: 7000 }, { as: finance }),
        app.send(receivedReturn, { id, version: 1, reason: '付款方转错' }, { as: finance }),
        app.send(receivedAssign, { id, version: 1, to: 'prestore', amountFen: 10_000 }, { as: finance }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      const { prestore, unassigned } = await balancesOf(app.system, as.id)
      const expected = [
        [7000, 3000],
        [0, 0],
        [10_000, 0],
      ][answers.findIndex((answer) => answer.body.code === 1)]
      expect([prestore, unassigned]).toEqual(expected)
    }
  })

  it('finance and the customer paying one prepayment at once pay it once, without a deadlock', async () => {
    for (let i = 0; i < 6; i++) {
      const as = await scene.buyer(1)
      const { orderNo } = await scene.order(as)
      const dueFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
      await creditPrestore(app.system, {
        customerId: as.id,
        amountFen: dueFen,
        kind: 'test',
        businessId: orderNo,
        operation: 'fund',
        memo: '测试入账',
      })
      const { id } = await app.call(bankKeep, keep(await line('1000'), as), { as: finance })
      const answers = await Promise.all([
        app.send(receivedAssign, { id, version: 1, to: 'order', no: orderNo }, { as: finance }),
        app.send(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as }),
      ])
      sound(answers)
      expect(succeeded(answers)).toBe(1)
      const { prestore, advance, unassigned } = await balancesOf(app.system, as.id)
      expect(advance).toBe(dueFen)
      expect(prestore + unassigned).toBe(100_000)
    }
  })
})
