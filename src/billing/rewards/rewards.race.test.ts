import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { newDevice, rewardScene } from '../../app/testing/scenes/reward-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { matureRebate, setRebate } from '../../money/promotion/rebate-actions.ts'
import { inviteList } from '../../people/invitations/contract.ts'
import { sign } from '../../people/sign-in/contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof rewardScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await rewardScene(app)
})
afterAll(() => app.close())

describe('at the same time', () => {
  it('[T-31] of two registrations on one device exactly one earns', async () => {
    for (let round = 0; round < raceRounds(3); round++) {
      const one = await app.customer(3)
      const code = await scene.codeOf(one)
      const device = newDevice()
      const inputs = []
      for (let i = 0; i < 2; i++) inputs.push(await scene.registration(code))
      await Promise.all(inputs.map((input) => app.call(sign, input, device)))
      const { list } = await app.call(inviteList, {}, { as: one })
      expect(list.map(({ flagged }) => flagged).sort()).toEqual([false, true])
    }
  })

  it('[T-32] a rebate that matures while its order is paid back ends at what the order is worth, to the fen', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const now = app.clock.now()
    const lines = [{ typeId: 1, categoryId: 1, amountFen: 10_000 }]
    for (let round = 0; round < raceRounds(10); round++) {
      const order = {
        orderId: 800_000 + round,
        orderNo: `MX8${String(round).padStart(10, '0')}`,
        customerId: friend.id,
        payerIds: [friend.id],
        placedAt: now,
        paidAt: now,
        lines,
      }
      await setRebate(app.system, { ...order, baseFen: 10_000 }, 'paid')
      const { id } = await app.db.one<{ id: number }>(sql`select id from rebates where order_id = ${order.orderId}`)
      await app.db.run(sql`update rebates set due_at = ${now} where id = ${id}`)
      await Promise.all([
        matureRebate(app.system, id),
        setRebate(app.system, { ...order, baseFen: 4_000 }, 'lowered'),
        matureRebate(app.system, id),
        setRebate(app.system, { ...order, baseFen: 4_000 }, 'lowered'),
      ])
      const row = await app.db.one(
        sql`select amount_fen, pending_fen, available_fen, owed_fen from rebates where id = ${id}`,
      )
      expect(row).toEqual({ amountFen: 200, pendingFen: 0, availableFen: 200, owedFen: 0 })
      expect(await scene.moneyOf(promoter)).toMatchObject({ rebate: 200 * (round + 1), pending: 0 })
    }
    for (const check of bookChecks.filter(({ key }) => /^(ledger|promotion)\./.test(key)))
      expect([check.key, (await runCheck(app.db, check, now)).faults]).toEqual([check.key, []])
  })

  it('[I-12] an order that is rewarded by several workers at once gives one rebate', async () => {
    const promoter = await scene.promoter()
    const friend = await scene.friend(promoter.code)
    const at = app.clock.now()
    const order = {
      orderId: 700_001,
      orderNo: 'MX7000000001',
      customerId: friend.id,
      payerIds: [friend.id],
      placedAt: at,
      paidAt: at,
    }
    const lines = [{ typeId: 1, categoryId: 1, amountFen: 10_000 }]
    await Promise.all(
      Array.from({ length: 10 }, () => setRebate(app.system, { ...order, lines, baseFen: 10_000 }, 'paid')),
    )
    expect(await scene.moneyOf(promoter)).toMatchObject({ rebate: 0, pending: 500 })
  })
})
