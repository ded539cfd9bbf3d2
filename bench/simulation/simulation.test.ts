import { describe, expect, it } from 'vitest'
import type { Database, Db } from '../../src/platform/db/db.ts'
import { type Sql, sql } from '../../src/platform/db/sql.ts'
import { run, type RunOptions } from './run.ts'
import { shrunk } from './shrink.ts'

// The simulation itself: fixed seeds hold all rules, a seed gives one trace, and damage that is done on purpose is noticed. `simulate.ts` runs many days.

/** Does something more after statements that match, in the same transaction. */
function after(matching: RegExp, more: (db: Db, statement: Sql) => Promise<unknown>) {
  return (inner: Database): Database => {
    const wrapped = (db: Db): Db => {
      const also = async <T>(statement: Sql, work: () => Promise<T>): Promise<T> => {
        const answer = await work()
        if (matching.test(statement.text)) await more(db, statement)
        return answer
      }
      return {
        rows: (statement) => also(statement, () => db.rows(statement)),
        row: (statement) => also(statement, () => db.row(statement)),
        one: (statement) => also(statement, () => db.one(statement)),
        run: (statement) => also(statement, () => db.run(statement)),
        tx: (work, how) => db.tx((tx) => work(wrapped(tx)), how),
        afterCommit: (work) => db.afterCommit(work),
      }
    }
    const broken = Object.create(inner) as Database
    return Object.assign(broken, wrapped(inner))
  }
}

/** Posts every payment into a balance a second time, with balances that tie. */
const doubled = after(/insert into ledger_transfers/, async (db, { text, values }) => {
  const at = values.findIndex((value) => typeof value === 'string' && value.startsWith('[{'))
  const entries = JSON.parse(String(values[at])) as {
    owner: string
    kind: string
    amount_fen: number
    balance_after_fen: number | null
  }[]
  if (!entries.some(({ kind, amount_fen }) => kind === 'prestore' && amount_fen > 0)) return
  const again = entries.map((each) => ({
    ...each,
    balance_after_fen: each.balance_after_fen === null ? null : each.balance_after_fen + each.amount_fen,
  }))
  const changed = values.map((value, n) =>
    n === at ? JSON.stringify(again) : n === 2 ? `${String(value)}-again` : value,
  )
  await db.run({ text, values: changed } as Sql)
})

/** Answers that an order was placed, and forgets it. */
function forgetful(inner: Database): Database {
  class Forgotten extends Error {
    readonly answer: unknown
    constructor(answer: unknown) {
      super('forgotten')
      this.answer = answer
    }
  }
  let wrote = false
  const noticing = after(/insert into orders /, async () => (wrote = true))(inner)
  const tx: Database['tx'] = async (work, how) => {
    try {
      return await noticing.tx(async (db) => {
        wrote = false
        const answer = await work(db)
        if (wrote) throw new Forgotten(answer)
        return answer
      }, how)
    } catch (error) {
      if (error instanceof Forgotten) return error.answer as never
      throw error
    }
  }
  return Object.assign(Object.create(noticing) as Database, { tx })
}

/** Sends each received sample back to where it was before. */
const backwards = after(/insert into stage_history/, (db) =>
  db.run(sql`update samples set stage = 'pending' where stage = 'received'`),
)

async function broken(options: RunOptions): Promise<string | undefined> {
  return (await run(options)).failure?.rule
}

describe('the simulation of the laboratory', () => {
  it('lives two days without faults, and all rules hold', async () => {
    const { failure, trace } = await run({ seed: 11, days: 2, faults: 0 })
    expect(failure).toBeUndefined()
    expect(trace.some((line) => line.includes('order/add ok'))).toBe(true)
  })

  it('lives two days with faults and gives the same trace again for the same seed', async () => {
    const options = { seed: 12, days: 2, faults: 0.03, stepsPerDay: 25 }
    const first = await run(options)
    expect(first.failure).toBeUndefined()
    expect([...first.faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3)
    expect((await run(options)).trace).toEqual(first.trace)
  })

  it('notices a posting that was made twice, and shows the few steps that lead to it', async () => {
    const kinds = ['top up the balance', 'order samples', 'look after an order']
    const options = { seed: 16, days: 1, faults: 0, stepsPerDay: 12, kinds, sabotage: doubled }
    const outcome = await run(options)
    expect(outcome.failure?.rule).toBe('money that came in is there or was spent')
    const { trace, failure } = await shrunk(options, outcome, 60)
    expect(failure?.rule).toBe(outcome.failure?.rule)
    expect(trace.filter((line) => line.includes(' #')).length).toBeLessThan(4)
  })

  it('notices an order that was acknowledged and lost', async () => {
    expect(
      await broken({ seed: 14, days: 1, faults: 0, stepsPerDay: 4, kinds: ['order samples'], sabotage: forgetful }),
    ).toBe('what was acknowledged is readable by its owner')
  })

  it('notices a sample that moved backwards', async () => {
    const kinds = ['order samples', 'manager answers new orders', 'send samples', 'samples arrive']
    expect(await broken({ seed: 15, days: 1, faults: 0, kinds, sabotage: backwards })).toBe(
      'orders and samples move along their lifecycles',
    )
  })
})
