import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { balancesOf, laboratoryBalances, movementsOf, post, takeBackStep, verifyBooks } from './actions.ts'
import { addDays } from '../../platform/time.ts'
import { customersWithMoves, entriesOf, standBefore } from './statement-actions.ts'
import {
  type AccountKind,
  accountKinds,
  type AccountRef,
  customerAccount,
  laboratoryAccount,
  leg,
  type Leg,
  type Posting,
} from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

let steps = 0
function deposit(customerId: number, amountFen: number, more: Partial<Posting> = {}): Posting {
  steps += 1
  const legs = [leg(laboratoryAccount('bank'), -amountFen), leg(customerAccount(customerId, 'prestore'), amountFen)]
  return { kind: 'test', businessId: steps, operation: 'deposit', memo: '测试入账', legs, ...more }
}

describe('the ledger', () => {
  it('[I-2] moves money between accounts and keeps the running balance of each', async () => {
    const { id } = await app.customer(1)
    await post(app.system, deposit(id, 500))
    await post(app.system, deposit(id, 250))
    const { list, total } = await movementsOf(app.system, id, 'prestore', { page: 1, size: 10 })
    expect(total).toBe(2)
    expect(list.map((m) => [m.amountFen, m.balanceAfterFen])).toEqual([
      [250, 750],
      [500, 500],
    ])
  })

  it('[I-6] [T-20] a business step posts once; the same legs again answer the first transfer, other legs are refused', async () => {
    const { id } = await app.customer(1)
    const posting = deposit(id, 300)
    const first = await post(app.system, posting)
    expect(await post(app.system, posting)).toEqual({ transferId: first.transferId, repeated: true })
    const other = { ...deposit(id, 301), businessId: posting.businessId }
    await expect(post(app.system, other)).rejects.toMatchObject({ kind: { error: 'differentPosting' } })
    expect((await balancesOf(app.system, id)).prestore).toBe(300)
  })

  it('[I-3] refuses by name to go below the floor, and leaves nothing behind', async () => {
    const { id } = await app.customer(1)
    await post(app.system, deposit(id, 100))
    const spend: Posting = {
      kind: 'test',
      businessId: 'spend',
      operation: 'spend',
      memo: '',
      legs: [leg(customerAccount(id, 'prestore'), -101), leg(laboratoryAccount('income'), 101)],
    }
    await expect(post(app.system, spend)).rejects.toMatchObject({
      kind: { error: 'belowFloor' },
      data: { shortFen: 1 },
    })
    expect(await app.db.row(sql`select 1 as found from ledger_transfers where business_id = 'spend'`)).toBeUndefined()
  })

  it('[I-3] no posting passes a floor that the database holds, and only a marked one passes the floor of available credit', async () => {
    const { id } = await app.customer(1)
    const held = Object.entries(accountKinds).filter(([, { floorFen }]) => floorFen !== null) as [
      AccountKind,
      unknown,
    ][]
    const counter = (kind: AccountKind): AccountRef =>
      ({
        money: laboratoryAccount('bank'),
        points: laboratoryAccount('points_issued'),
        credit: customerAccount(id, 'credit_limit'),
      })[accountKinds[kind].asset]
    const lowered = (kind: AccountKind, marked: boolean) =>
      post(app.system, {
        ...{ kind: 'test', businessId: `${kind} of ${id}`, operation: `lower.${marked}`, memo: '' },
        legs: [{ ...leg(customerAccount(id, kind), -1), mayPassFloor: marked }, leg(counter(kind), 1)],
      })
    const passed: string[] = []
    for (const [kind] of held) {
      await expect(lowered(kind, false)).rejects.toMatchObject({ kind: { error: 'belowFloor' }, data: { shortFen: 1 } })
      const done = await lowered(kind, true).catch((error: unknown) => error)
      if (done instanceof Error) expect(done).toMatchObject({ kind: { error: 'belowFloor' }, data: { shortFen: 1 } })
      else passed.push(kind)
    }
    expect(held).toHaveLength(12)
    expect(passed).toEqual(['credit_available'])
  })

  it('a step is taken back also when that leaves less credit available than none, once', async () => {
    const { id } = await app.customer(0)
    const step = (businessId: string, operation: string, legs: Leg[]) =>
      post(app.system, { kind: 'test', businessId: `${businessId} of ${id}`, operation, memo: '', legs })
    const credit = (kind: AccountKind, fen: number) => leg(customerAccount(id, kind), fen)
    await step('limit', 'grant', [credit('credit_limit', -100), credit('credit_available', 100)])
    await step('first', 'hold', [credit('credit_available', -100), credit('credit_held', 100)])
    await step('first', 'release', [credit('credit_held', -100), credit('credit_available', 100)])
    await step('second', 'hold', [credit('credit_available', -100), credit('credit_held', 100)])
    const back = () => takeBackStep(app.system, 'test', `first of ${id}`, 'release', '撤回')
    await back()
    await back()
    expect(await balancesOf(app.system, id)).toMatchObject({ credit_available: -100, credit_held: 200 })
  })

  it('[T-20] a step that was posted is a repeat also when what it spent is missing now', async () => {
    const { id } = await app.customer(1)
    await post(app.system, deposit(id, 100))
    const spend: Posting = {
      kind: 'test',
      businessId: `all of ${id}`,
      operation: 'spend',
      memo: '',
      legs: [leg(customerAccount(id, 'prestore'), -100), leg(laboratoryAccount('income'), 100)],
    }
    const first = await post(app.system, spend)
    expect(await post(app.system, spend)).toEqual({ transferId: first.transferId, repeated: true })
    const less = { ...spend, legs: [leg(customerAccount(id, 'prestore'), -90), leg(laboratoryAccount('income'), 90)] }
    await expect(post(app.system, less)).rejects.toMatchObject({ kind: { error: 'differentPosting' } })
  })

  it('[I-1] [T-22] refuses amounts that are not whole fen, and transfers with one leg or without balance', async () => {
    const { id } = await app.customer(1)
    const into = (amountFen: number) => leg(customerAccount(id, 'prestore'), amountFen)
    const from = (amountFen: number) => leg(laboratoryAccount('bank'), amountFen)
    const bad = [
      [into(0.5), from(-0.5)],
      [into(0), from(0)],
      [into(2 ** 53), from(-(2 ** 53))],
      [into(Number.NaN), from(Number.NaN)],
      [into(1)],
      [into(2), from(-1)],
      [into(1), into(-1)],
      [leg(customerAccount(id, 'credit_used'), 1), from(-1)],
    ]
    for (const legs of bad) await expect(post(app.system, deposit(id, 1, { legs }))).rejects.toThrow()
  })

  it('[T-37] the database refuses to change, delete or truncate entries and transfers, and to set a balance by hand', async () => {
    const { id } = await app.customer(1)
    await post(app.system, deposit(id, 700))
    const attempts = [
      sql`update ledger_entries set amount_fen = amount_fen + 1`,
      sql`delete from ledger_entries`,
      sql`update ledger_transfers set memo = 'x'`,
      sql`delete from ledger_transfers`,
      sql`truncate ledger_entries`,
      sql`truncate ledger_transfers cascade`,
      sql`delete from ledger_accounts`,
      sql`update ledger_accounts set balance_fen = balance_fen + 1 where owner <> 'laboratory'`,
      sql`update ledger_accounts set balance_fen = 1 where owner = 'laboratory'`,
      sql`insert into ledger_transfers (kind, business_id, operation, memo, actor_kind, at) values ('x', '1', 'x', '', 'system', now())`,
      sql`insert into ledger_entries (transfer_id, account_id, amount_fen, balance_after_fen)
        select transfer_id, (select id from ledger_accounts where kind = 'rounding'), 5, 5 from ledger_entries limit 1`,
    ]
    for (const attempt of attempts) await expect(app.db.run(attempt), attempt.text).rejects.toThrow()
  })

  it('sums the accounts of the laboratory from their entries and stores nothing on their rows', async () => {
    const before = await laboratoryBalances(app.system)
    const { id } = await app.customer(1)
    await post(app.system, deposit(id, 1234))
    expect(await laboratoryBalances(app.system)).toEqual({ ...before, bank: before.bank - 1234 })
    const stored = await app.db.rows<{ kind: string; balanceFen: number | null }>(
      sql`select kind, balance_fen from ledger_accounts where owner = 'laboratory'`,
    )
    const kinds = Object.entries(accountKinds).flatMap(([kind, { owner }]) => (owner === 'laboratory' ? [kind] : []))
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    expect(stored.filter(({ balanceFen }) => balanceFen !== null)).toEqual([])
  })

  it('reads a time from its first moment to before its end, and what stood before it', async () => {
    const { id } = await app.customer(1)
    app.clock.advance({ hours: 1 })
    const first = app.clock.now()
    await post(app.system, deposit(id, 300))
    app.clock.advance({ hours: 1 })
    const second = app.clock.now()
    const held = [leg(customerAccount(id, 'prestore'), -200), leg(customerAccount(id, 'refund_held'), 200)]
    await post(app.system, deposit(id, 200, { operation: 'hold', legs: held }))
    const next = new Date(second.getTime() + 1)
    const moved = async (from: Date, until: Date) => (await customersWithMoves(app.system, from, until)).includes(id)
    const between = async (from: Date, until: Date) =>
      (await entriesOf(app.system, id, { from, until })).map((e) => [e.account, e.amountFen, e.counters])
    const deposited = ['prestore', 300, ['bank']]
    const holding = [
      ['prestore', -200, ['refund_held']],
      ['refund_held', 200, ['prestore']],
    ]
    expect([await moved(first, second), await between(first, second)]).toEqual([true, [deposited]])
    expect([await moved(second, next), await between(second, next)]).toEqual([true, expect.arrayContaining(holding)])
    expect([await moved(next, addDays(next, 1)), await between(next, addDays(next, 1))]).toEqual([false, []])
    expect([...(await standBefore(app.system, id, first))]).toEqual([])
    expect([...(await standBefore(app.system, id, second))]).toEqual([['prestore', 300]])
    expect(new Map(await standBefore(app.system, id, next))).toEqual(
      new Map([
        ['prestore', 100],
        ['refund_held', 200],
      ]),
    )
  })

  it('counts nobody as moved whose credit alone was set', async () => {
    const { id } = await app.customer(1)
    const from = app.clock.now()
    const legs = [leg(customerAccount(id, 'credit_limit'), -500), leg(customerAccount(id, 'credit_available'), 500)]
    await post(app.system, deposit(id, 500, { operation: 'grant', legs }))
    const until = new Date(from.getTime() + 1)
    expect(await customersWithMoves(app.system, from, until)).not.toContain(id)
    expect(await entriesOf(app.system, id, { from, until })).toHaveLength(2)
  })
})
