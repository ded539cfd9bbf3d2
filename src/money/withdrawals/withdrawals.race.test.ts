import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { balancesOf, verifyBooks } from '../ledger/actions.ts'
import { creditPrestore } from '../prestore/actions.ts'
import { openWithdrawal } from './actions.ts'
import {
  staffWithdrawApprove,
  staffWithdrawPay,
  staffWithdrawReject,
  withdrawAdd,
  withdrawCancel,
  withdrawCode,
  withdrawUpdate4user,
} from './contract.ts'

let app: TestApp
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function funded(amountFen: number): Promise<TestPerson> {
  const as = await app.customer(1)
  const move = { customerId: as.id, amountFen, kind: 'test', businessId: as.id, operation: 'fund', memo: '' }
  await creditPrestore(app.system, move)
  return as
}

const to = { holder: '甲', bank: '某银行', account: '6222000011112222' }
const wanted = (customerId: number, amountFen: number) =>
  ({ customerId, source: 'prestore', amountFen, to, reason: '', madeBy: null }) as const
const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const sums = async ({ id }: TestPerson) => {
  const { prestore, withdraw_held: held } = await balancesOf(app.system, id)
  return { prestore, held }
}

describe('withdrawals under races', () => {
  it('[T-34] [I-13] twenty requests of one balance at once hold no more than there is', async () => {
    const as = await funded(5000)
    const open = () => app.db.tx((db) => openWithdrawal({ ...app.system, db }, wanted(as.id, 1000)))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, open))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await sums(as)).toEqual({ prestore: 0, held: 5000 })
  })

  it('[T-33] one code sent ten times at once makes one withdrawal', async () => {
    const as = await funded(5000)
    const code = async () => {
      app.clock.advance({ minutes: 2 })
      await app.call(withdrawCode, {}, { as })
      return /\d{6}/.exec((await app.outbox()).findLast((sent) => sent.to === as.phone)?.text ?? '')?.[0] ?? ''
    }
    await app.call(withdrawUpdate4user, { ...to, code: await code() }, { as })
    const input = { source: 'prestore', amountFen: 1000, code: await code() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.send(withdrawAdd, input, { as })))
    expect(succeeded(answers)).toBe(1)
    expect(await sums(as)).toEqual({ prestore: 4000, held: 1000 })
  })

  it('[T-33] of cancelling, approving and rejecting at once one wins, and the money is where that says', async () => {
    for (let i = 0; i < raceRounds(10); i++) {
      const as = await funded(1000)
      const { id } = await app.db.tx((db) => openWithdrawal({ ...app.system, db }, wanted(as.id, 1000)))
      const answers = await Promise.all([
        app.send(withdrawCancel, { id }, { as }),
        app.send(staffWithdrawApprove, { id, version: 1, amountFen: 1000 }, { as: finance }),
        app.send(staffWithdrawReject, { id, version: 1, reason: '户名不符' }, { as: finance }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      expect(await sums(as)).toEqual(
        answers[1]?.body.code === 1 ? { prestore: 0, held: 1000 } : { prestore: 1000, held: 0 },
      )
    }
  })

  it('[T-33] a withdrawal paid and rejected at once leaves once', async () => {
    for (let i = 0; i < raceRounds(5); i++) {
      const as = await funded(1000)
      const { id } = await app.db.tx((db) => openWithdrawal({ ...app.system, db }, wanted(as.id, 1000)))
      await app.call(staffWithdrawApprove, { id, version: 1, amountFen: 1000 }, { as: finance })
      const pay = { id, version: 2, amountFen: 1000, bankSerial: `RACE-${i}`, paidOn: '2026-03-02' }
      const answers = await Promise.all([
        app.send(staffWithdrawPay, pay, { as: finance }),
        app.send(staffWithdrawPay, pay, { as: finance }),
        app.send(staffWithdrawReject, { id, version: 2, reason: '户名不符' }, { as: finance }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const isPaid = answers.slice(0, 2).some((answer) => answer.body.code === 1)
      expect(await sums(as)).toEqual({ prestore: isPaid ? 0 : 1000, held: 0 })
    }
  })
})
