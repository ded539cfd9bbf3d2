import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../app/testing/test-database.ts'
import type { Database } from './db.ts'
import { json, sql } from './sql.ts'

let database: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
  await database.script(
    'create table things (id bigint generated always as identity primary key, wire_name text, amount_fen bigint, made_at timestamptz, day date, tags text[], more jsonb)',
  )
})
afterAll(() => close())

describe('the database port', () => {
  it('returns the same values on both databases', async () => {
    const at = new Date('2026-03-02T02:00:00.123Z')
    await database.run(sql`
      insert into things (wire_name, amount_fen, made_at, day, tags, more)
      values (${"O'Brien \\ 中文 %_"}, ${9_007_199_254_740_991}, ${at}, ${'2026-02-28'}, ${['a', 'b,"c"']}::text[], ${json([{ k: [1, null] }])}::jsonb)`)
    expect(await database.one(sql`select * from things`)).toEqual({
      id: 1,
      wireName: "O'Brien \\ 中文 %_",
      amountFen: 9_007_199_254_740_991,
      madeAt: at,
      day: '2026-02-28',
      tags: ['a', 'b,"c"'],
      more: [{ k: [1, null] }],
    })
    expect(
      await database.one(
        sql`select count(*) as n, sum(amount_fen)::bigint as s, null::int as nothing, array_agg(id) as ids from things`,
      ),
    ).toEqual({ n: 1, s: 9_007_199_254_740_991, nothing: null, ids: [1] })
  })

  it('a transaction that throws writes nothing, and its after-commit work does not run', async () => {
    const ran: string[] = []
    const failing = database.tx(async (tx) => {
      await tx.run(sql`insert into things (wire_name) values ('gone')`)
      tx.afterCommit(() => ran.push('no'))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await database.tx(async (tx) => {
      tx.afterCommit(() => ran.push('yes'))
      expect(ran).toEqual([])
    })
    expect(ran).toEqual(['yes'])
    expect(await database.row(sql`select 1 from things where wire_name = 'gone'`)).toBeUndefined()
  })

  it('refuses a transaction of which a statement failed, even when its error is caught: nothing of it is kept', async () => {
    const swallowing = database.tx(async (tx) => {
      await tx.run(sql`insert into things (wire_name) values ('swallowed')`)
      await tx.run(sql`select 1 / 0`).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('nothing of it was kept')
    expect(await database.row(sql`select 1 from things where wire_name = 'swallowed'`)).toBeUndefined()
  })

  it('a statement from outside sees the whole of a transaction that is under way, or nothing of it', async () => {
    const halfWay = Promise.withResolvers<void>()
    const add = sql`insert into things (wire_name) values ('twin')`
    const writing = database.tx(async (tx) => {
      await tx.run(add)
      halfWay.resolve()
      for (let n = 0; n < 20; n++) await tx.rows(sql`select 1`)
      await tx.run(add)
    })
    await halfWay.promise
    const seen = await database.one<{ n: number }>(sql`select count(*) as n from things where wire_name = 'twin'`)
    await writing
    expect([0, 2]).toContain(seen.n)
  })

  it('answers each of several statements that one transaction sends at once', async () => {
    const squares = await database.tx((tx) =>
      Promise.all([1, 2, 3].map((n) => tx.one(sql`select ${n}::int * ${n}::int as square`))),
    )
    expect(squares).toEqual([{ square: 1 }, { square: 4 }, { square: 9 }])
  })

  it('throws when the outer handle is used inside a transaction, which would deadlock or escape it', async () => {
    await expect(database.tx(async () => database.rows(sql`select 1`))).rejects.toThrow('outer db')
  })
})
