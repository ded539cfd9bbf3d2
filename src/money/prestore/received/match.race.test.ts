import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { verifyBooks } from '../../ledger/actions.ts'
import { bankList } from '../list-contract.ts'
import { balanceOf } from '../actions.ts'
import { bankImport, prestoreApplyAdd, prestoreApplyCancel, transferMatch } from '../contract.ts'

let app: TestApp
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function claim(as: TestPerson) {
  return (
    await app.call(
      prestoreApplyAdd,
      { amountFen: 1000, payerName: '甲', transferredOn: '2026-03-02', remark: '' },
      { as },
    )
  ).id
}

async function lines(serials: string[]) {
  await app.call(
    bankImport,
    { text: serials.map((serial) => `${serial}\t2026-03-02\t10\t甲`).join('\n') },
    { as: finance },
  )
  const { list } = await app.call(bankList, { size: 100 }, { as: finance })
  return serials.map((serial) => list.find((line) => line.serial === serial)?.id ?? 0)
}

function match(claimId: number, bankLineId: number) {
  return app.send(transferMatch, { claimId, bankLineId, version: 1 }, { as: finance })
}

describe('concurrent matching', () => {
  it('[T-33] one bank line matched with ten claims at once credits one of them', async () => {
    const as = await app.customer(1)
    const [line = 0] = await lines(['RACE-1'])
    const ids = []
    for (let i = 0; i < 10; i++) ids.push(await claim(as))
    const answers = await Promise.all(ids.map((id) => match(id, line)))
    expect(answers.filter((a) => a.body.code === 1)).toHaveLength(1)
    expect(new Set(answers.filter((a) => a.body.code === 0).map((a) => a.status))).toEqual(new Set([409]))
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(1000)
  })

  it('[T-33] one claim matched with ten lines at once is credited once', async () => {
    const as = await app.customer(1)
    const many = await lines(Array.from({ length: 10 }, (_, i) => `MANY-${i}`))
    const id = await claim(as)
    const answers = await Promise.all(many.map((line) => match(id, line)))
    expect(answers.filter((a) => a.body.code === 1)).toHaveLength(1)
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(1000)
  })

  it('[T-33] of cancelling and matching at once, one succeeds', async () => {
    for (let i = 0; i < 10; i++) {
      const as = await app.customer(1)
      const [line = 0] = await lines([`CANCEL-${i}`])
      const id = await claim(as)
      const [matched, cancelled] = await Promise.all([match(id, line), app.send(prestoreApplyCancel, { id }, { as })])
      expect(matched.body.code + cancelled.body.code).toBe(1)
      expect((await balanceOf(app.system, as.id)).balanceFen).toBe(matched.body.code === 1 ? 1000 : 0)
    }
  })
})
