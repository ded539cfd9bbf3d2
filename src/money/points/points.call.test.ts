import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { writeSettings } from '../../core/settings/actions.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { fromShanghai } from '../../platform/time.ts'
import { balancesOf } from '../ledger/actions.ts'
import { givePointsBack, pointsOf, setEarned, spendPoints, sweepExpiredPoints } from './actions.ts'
import type { PointRule } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await writeSettings(app.system, { pointRules: [rule] })
})
afterAll(() => app.close())

const rule: PointRule = {
  from: '2026-01-01',
  perHundredYuan: 100,
  evaluationPoints: 50,
  claimPoints: 500,
  validMonths: 12,
  transferMost: 500,
  transferMostPerMonth: 1000,
  reminderDays: 30,
}

let businesses = 0
const earn = (customerId: number, points: number, businessId = ++businesses) =>
  setEarned(app.system, { customerId, kind: 'order', businessId, points, memo: `订单 ${businessId}` })
const balance = async (customerId: number) => (await balancesOf(app.system, customerId)).points
const owed = async (customerId: number) =>
  (await app.db.row<{ owed: number }>(sql`select owed from point_holders where customer_id = ${customerId}`))?.owed
const spend = (customerId: number, points: number, businessId = ++businesses) =>
  spendPoints(app.system, { customerId, points, on: 'exchange', id: businessId, memo: '兑换' })
const lots = (customerId: number) =>
  app.db.rows<{ remaining: number; expiresAt: Date }>(
    sql`select remaining, expires_at from point_lots where customer_id = ${customerId} and remaining > 0 order by expires_at, id`,
  )

async function booksTie() {
  for (const check of bookChecks.filter(({ key }) => /^(points|ledger)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
}

describe('what is earned', () => {
  it('[M-13] [I-11] is brought to an amount once, however often it is said', async () => {
    const { id } = await app.customer(0)
    for (let i = 0; i < 3; i++) await earn(id, 100, 1001)
    expect(await balance(id)).toBe(100)
    await earn(id, 160, 1001)
    await earn(id, 40, 1001)
    expect(await balance(id)).toBe(40)
    await earn(id, 0, 1001)
    expect([await balance(id), await owed(id)]).toEqual([0, 0])
    await booksTie()
  })

  it('[I-11] taken back after it was spent is owed, and deducted from what comes in next, never below zero', async () => {
    const { id } = await app.customer(0)
    await earn(id, 100, 1002)
    const spent = ++businesses + 5000
    await spend(id, 80, spent)
    await earn(id, 0, 1002)
    expect([await balance(id), await owed(id)]).toEqual([0, 80])
    await earn(id, 30, 1003)
    expect([await balance(id), await owed(id)]).toEqual([0, 50])
    // Points given back pay what is owed too: cancelling an exchange is no way around it.
    await givePointsBack(app.system, { customerId: id, on: 'exchange', id: spent, memo: '兑换取消' })
    expect([await balance(id), await owed(id)]).toEqual([30, 0])
    await booksTie()
  })

  it('[I-11] takes back its own points before others', async () => {
    const { id } = await app.customer(0)
    await earn(id, 50, 1004)
    app.clock.advance({ days: 40 })
    await earn(id, 70, 1005)
    await earn(id, 10, 1005)
    expect((await lots(id)).map(({ remaining }) => remaining)).toEqual([50, 10])
  })

  it('does not belong to what others earned by the same business', async () => {
    const [a, b] = [await app.customer(0), await app.customer(0)]
    for (const { id } of [a, b])
      await setEarned(app.system, { customerId: id, kind: 'invite', businessId: 7, points: 5, memo: '' })
    expect([await balance(a.id), await balance(b.id)]).toEqual([5, 5])
  })
})

describe('points', () => {
  it('[I-11] are spent with the first to expire in front, and refused beyond the balance with nothing written', async () => {
    const { id } = await app.customer(0)
    await earn(id, 30)
    app.clock.advance({ days: 40 })
    await earn(id, 30)
    await spend(id, 40)
    expect((await lots(id)).map(({ remaining }) => remaining)).toEqual([20])
    await expect(spend(id, 21)).rejects.toMatchObject({ message: '积分不足，还差 1 积分' })
    expect(await balance(id)).toBe(20)
    await booksTie()
  })

  it('[T-30] [I-11] last to the end of their last month and expire once, only what is left of them', async () => {
    const { id } = await app.customer(0)
    app.clock.set(fromShanghai('2027-03-15 10:00'))
    await earn(id, 100)
    expect((await lots(id))[0]?.expiresAt).toEqual(fromShanghai('2028-04-01 00:00'))
    await spend(id, 60)
    app.clock.set(fromShanghai('2028-03-31 23:59'))
    await sweepExpiredPoints(app.system)
    expect(await balance(id)).toBe(40)
    app.clock.set(fromShanghai('2028-04-01 00:00'))
    // The job has not run yet: the points are not usable any more.
    expect(await pointsOf(app.system, id)).toEqual({ usable: 0, soon: 0 })
    await expect(spend(id, 1)).rejects.toMatchObject({ message: '积分不足，还差 1 积分' })
    for (let i = 0; i < 2; i++) await sweepExpiredPoints(app.system)
    expect(await balance(id)).toBe(0)
    await booksTie()
  })

  it('[T-29] given back keep the time they had; those whose time is over last thirty days, once', async () => {
    const { id } = await app.customer(0)
    app.clock.set(fromShanghai('2028-05-02 10:00'))
    await earn(id, 100)
    await spend(id, 10, 900_001)
    await spend(id, 20, 900_002)
    for (let i = 0; i < 2; i++)
      await givePointsBack(app.system, { customerId: id, on: 'exchange', id: 900_001, memo: '' })
    expect(await balance(id)).toBe(80)
    app.clock.set(fromShanghai('2029-07-02 10:00'))
    await givePointsBack(app.system, { customerId: id, on: 'exchange', id: 900_002, memo: '' })
    expect(await lots(id)).toEqual([{ remaining: 20, expiresAt: fromShanghai('2029-08-02 00:00') }])
    await booksTie()
  })

  it('[I-11] the database refuses lots that differ from the ledger', async () => {
    const { id } = await app.customer(0)
    await earn(id, 10)
    await expect(
      app.db.run(sql`update point_lots set remaining = remaining - 1 where customer_id = ${id}`),
    ).rejects.toThrow(/has lots of 9 points and a balance of 10/)
    await expect(app.db.run(sql`update point_lots set remaining = -1 where customer_id = ${id}`)).rejects.toThrow(
      /point_lots_remaining/,
    )
  })
})
