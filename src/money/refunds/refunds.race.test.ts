import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refundScene } from '../../app/testing/scenes/refund-scene.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { balancesOf, verifyBooks } from '../ledger/actions.ts'
import { debitPrestore } from '../prestore/actions.ts'
import { askAfterReport, sendRefund } from './channel-actions.ts'
import { staffRefundConfirm, staffRefundDecline, staffRefundToChannel } from './contract.ts'

let app: TestApp
let scene: ReturnType<typeof refundScene>
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = refundScene(app)
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

const sums = async ({ id }: TestPerson) => {
  const { prestore, refund_held: held } = await balancesOf(app.system, id)
  return { prestore, held }
}
const succeeded = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length
const asked = (amountFen: number) => ({ amountFen, typedFen: amountFen, reason: '客户取消充值' })

describe('refunds under races', () => {
  it('[I-9] twenty refunds of one payment at once are together at most what was paid', async () => {
    const as = await app.customer(1)
    const { paymentNo } = await scene.paid(as, 1000)
    const refund = () => app.send(staffRefundToChannel, { paymentNo, ...asked(300) }, { as: finance })
    const answers = await Promise.all(Array.from({ length: 20 }, refund))
    expect(succeeded(answers)).toBe(3)
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
    expect(await sums(as)).toEqual({ prestore: 100, held: 900 })
  })

  it('a refund and a purchase of the same balance at once spend it once', async () => {
    for (let i = 0; i < raceRounds(3); i++) {
      const as = await app.customer(1)
      const { paymentNo } = await scene.paid(as, 1000)
      const spend = {
        customerId: as.id,
        amountFen: 1000,
        kind: 'test',
        businessId: paymentNo,
        operation: 'x',
        memo: '',
      }
      const [refunded, bought] = await Promise.allSettled([
        app.call(staffRefundToChannel, { paymentNo, ...asked(1000) }, { as: finance }),
        app.db.tx((db) => debitPrestore({ ...app.system, db }, spend)),
      ])
      expect([refunded.status, bought.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(await sums(as)).toEqual({ prestore: 0, held: refunded.status === 'fulfilled' ? 1000 : 0 })
    }
  })

  it('a refund that is sent, asked and reported several times at once leaves once', async () => {
    scene.answers.refund = { state: 'done', providerNo: 'R-1' }
    for (let i = 0; i < raceRounds(3); i++) {
      const as = await app.customer(1)
      const { paymentNo } = await scene.paid(as, 1000)
      const { id, refundNo } = await app.call(staffRefundToChannel, { paymentNo, ...asked(1000) }, { as: finance })
      const send = () => sendRefund(app.system, scene.paying, id)
      const report = () => askAfterReport(app.system, scene.paying, refundNo)
      await Promise.all([send(), report(), send(), report(), report()])
      expect(await sums(as)).toEqual({ prestore: 0, held: 0 })
    }
  })

  it('of confirming and declining one wins, and the money is where that says', async () => {
    await app.db.run(sql`insert into settings (key, value, updated_at) values ('secondPersonAboveFen', '500', now())`)
    for (let i = 0; i < raceRounds(3); i++) {
      const as = await app.customer(1)
      const { paymentNo } = await scene.paid(as, 1000)
      const { id } = await app.call(staffRefundToChannel, { paymentNo, ...asked(1000) }, { as: finance })
      const answers = await Promise.all([
        app.send(staffRefundConfirm, { id, version: 1, typedFen: 1000 }, { as: second }),
        app.send(staffRefundDecline, { id, version: 1, reason: '重复' }, { as: second }),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      expect(await sums(as)).toEqual(
        answers[0]?.body.code === 1 ? { prestore: 0, held: 1000 } : { prestore: 1000, held: 0 },
      )
    }
  })
})
