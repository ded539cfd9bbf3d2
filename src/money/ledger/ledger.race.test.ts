import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { creditOf, openCredit, reserveCredit } from '../credit/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { balanceOf, creditPrestore, debitPrestore } from '../prestore/actions.ts'
import { balancesOf, lockCustomers, post, verifyBooks } from './actions.ts'
import { customerAccount, laboratoryAccount, leg } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function funded(amountFen: number): Promise<number> {
  const { id } = await app.customer(1)
  await creditPrestore(app.system, {
    customerId: id,
    amountFen,
    kind: 'test',
    businessId: id,
    operation: 'fund',
    memo: '',
  })
  return id
}

function outcomes(results: PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const name =
      result.status === 'fulfilled'
        ? 'done'
        : ((result.reason as { kind?: { error?: string } }).kind?.error ?? String(result.reason))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('concurrent postings on PostgreSQL', () => {
  it('[T-19] of fifty parallel spends of one balance, exactly floor(balance / price) succeed', async () => {
    const id = await funded(1000)
    const spend = (n: number) =>
      debitPrestore(app.system, {
        customerId: id,
        amountFen: 70,
        kind: 'spend',
        businessId: `${id}-${n}`,
        operation: 'pay',
        memo: '',
      })
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => spend(n)))
    expect(outcomes(results)).toEqual({ done: 14, notEnough: 36 })
    expect((await balanceOf(app.system, id)).balanceFen).toBe(1000 - 14 * 70)
  })

  it('[T-19] of fifty orders that reserve one credit line, exactly as many as fit succeed', async () => {
    const { id } = await app.customer(3)
    await openCredit(app.system, id, 1000)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        reserveCredit(app.system, { customerId: id, orderId: 100_000 + n, amountFen: 99 }),
      ),
    )
    expect(outcomes(results)).toEqual({ done: 10, notEnough: 40 })
    expect(await creditOf(app.system, id)).toMatchObject({ heldFen: 990, availableFen: 10 })
  })

  it('[T-20] one business step posted twenty times at once moves money once', async () => {
    const id = await funded(1000)
    const move = { customerId: id, amountFen: 300, kind: 'spend', businessId: `once-${id}`, operation: 'pay', memo: '' }
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => debitPrestore(app.system, move)))
    expect(outcomes(results)).toEqual({ done: 20 })
    expect((await balanceOf(app.system, id)).balanceFen).toBe(700)
    const { count } = await app.db.one<{ count: number }>(
      sql`select count(*) as count from ledger_transfers where business_id = ${`once-${id}`}`,
    )
    expect(count).toBe(1)
  })

  it('missing accounts are opened once by many transactions at a time', async () => {
    const { id } = await app.customer(1)
    const fund = (n: number) =>
      creditPrestore(app.system, {
        customerId: id,
        amountFen: 10,
        kind: 'fund',
        businessId: `${id}-${n}`,
        operation: 'in',
        memo: '',
      })
    expect(outcomes(await Promise.allSettled(Array.from({ length: 30 }, (_, n) => fund(n))))).toEqual({ done: 30 })
    expect((await balanceOf(app.system, id)).balanceFen).toBe(300)
  })

  it('[T-35] many opposite transfers cause no deadlock error, and the sum stays', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => funded(10_000)))
    const transfers = Array.from({ length: 200 }, (_, n) => {
      const from = people[n % 4] as number
      const to = people[(n + 1 + (n % 3)) % 4] as number
      const legs = [
        leg(customerAccount(from, 'prestore'), -50),
        leg(customerAccount(to, 'prestore'), 45),
        leg(laboratoryAccount('income'), 5),
      ]
      return post(app.system, {
        kind: 'storm',
        businessId: `${people[0]}-${n}`,
        operation: 'move',
        memo: '',
        legs: n % 2 ? legs : legs.reverse(),
      })
    })
    expect(outcomes(await Promise.allSettled(transfers))).toEqual({ done: 200 })
    const held = await Promise.all(people.map(async (id) => (await balancesOf(app.system, id)).prestore))
    expect(held.reduce((a, b) => a + b, 0)).toBe(40_000 - 200 * 5)
  })

  it('[T-35] [F-96] fifty transactions that post for two customers in opposite order all succeed, and none is repeated', async () => {
    const [a, b] = [await funded(10_000), await funded(10_000)]
    let tries = 0
    const cross = (n: number) =>
      app.db.tx(async (db) => {
        tries += 1
        const ctx = { ...app.system, db }
        const both = n % 2 ? [a, b] : [b, a]
        await lockCustomers(ctx, both)
        for (const id of both) await debitPrestore(ctx, spend(id, n))
      })
    expect(outcomes(await Promise.allSettled(Array.from({ length: 50 }, (_, n) => cross(n))))).toEqual({ done: 50 })
    expect(tries).toBe(50)
    expect([(await balanceOf(app.system, a)).balanceFen, (await balanceOf(app.system, b)).balanceFen]).toEqual([
      9950, 9950,
    ])
  })

  it('[T-35] sixteen transactions of one customer that begin with different accounts all succeed, and none is repeated', async () => {
    const id = await funded(10_000)
    await openCredit(app.system, id, 10_000)
    let tries = 0
    const step = (n: number) =>
      app.db.tx(async (db) => {
        tries += 1
        const ctx = { ...app.system, db }
        const reserve = () => reserveCredit(ctx, { customerId: id, orderId: 200_000 + n, amountFen: 1 })
        const debit = () => debitPrestore(ctx, spend(id, n))
        for (const work of n % 2 ? [reserve, debit] : [debit, reserve]) await work()
      })
    expect(outcomes(await Promise.allSettled(Array.from({ length: 16 }, (_, n) => step(n))))).toEqual({ done: 16 })
    expect(tries).toBe(16)
    expect(await creditOf(app.system, id)).toMatchObject({ heldFen: 16 })
  })

  it('postings with one account of the laboratory do not wait for each other, even before the first is committed', async () => {
    const [a, ...others] = await Promise.all(Array.from({ length: 9 }, () => funded(100)))
    const [posted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const pay = (customerId: number, name: string) =>
      app.db.tx(async (db) => {
        await db.run(sql`set local lock_timeout = '100ms'`)
        const legs = [leg(laboratoryAccount('bank'), -5), leg(customerAccount(customerId, 'prestore'), 5)]
        await post(
          { ...app.system, db },
          { kind: 'hot', businessId: `${customerId}-${name}`, operation: 'in', memo: '', legs },
        )
        if (name !== 'first') return
        posted.resolve()
        await mayEnd.promise
      })
    const first = pay(a as number, 'first')
    await posted.promise
    expect(outcomes(await Promise.allSettled(others.map((id) => pay(id, 'second'))))).toEqual({ done: 8 })
    // The account of a customer guards its balance, so there the second one waits.
    const [same] = await Promise.allSettled([pay(a as number, 'second')])
    expect(same).toMatchObject({ status: 'rejected', reason: { code: '55P03' } })
    mayEnd.resolve()
    await first
  })

  it('transactions that lock two customers in opposite order without naming both are repeated, not refused', async () => {
    const [a, b] = [await funded(10_000), await funded(10_000)]
    const cross = (n: number) =>
      app.db.tx(async (db) => {
        const ctx = { ...app.system, db }
        for (const id of n % 2 ? [a, b] : [b, a]) await debitPrestore(ctx, spend(id, n))
      })
    expect(outcomes(await Promise.allSettled(Array.from({ length: 4 }, (_, n) => cross(n))))).toEqual({ done: 4 })
    expect([(await balanceOf(app.system, a)).balanceFen, (await balanceOf(app.system, b)).balanceFen]).toEqual([
      9996, 9996,
    ])
  })
})

function spend(customerId: number, n: number) {
  return { customerId, amountFen: 1, kind: 'cross', businessId: `${customerId}-${n}`, operation: 'x', memo: '' }
}
