import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionNotes } from '../../../app/start/connection-notes.ts'
import { openTestDatabase } from '../../../app/testing/test-database.ts'
import { readConfig } from '../../../config.ts'
import { connectionBudget } from './budget.ts'
import type { Database } from '../db.ts'
import { jobPlaces } from './lanes.ts'
import { openPostgres } from './postgres.ts'
import { sql } from '../sql.ts'

let url: string
let closeTest: () => Promise<void>
let database: Database

beforeAll(async () => {
  const opened = await openTestDatabase()
  url = opened.url ?? ''
  closeTest = opened.close
  database = openPostgres(url, { poolSize: 3 })
})
afterAll(async () => {
  await database.close()
  await closeTest()
})

/** Transactions that stay open until the returned function is called. */
function hold(db: Pick<Database, 'tx'>, count: number): () => Promise<unknown> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const held = Array.from({ length: count }, () =>
    db.tx(async (tx) => {
      await tx.rows(sql`select 1`)
      await ended
    }),
  )
  return () => {
    end()
    return Promise.all(held)
  }
}

describe('the connections of a process', () => {
  it('jobs leave a third of them to requests, however many jobs wait', async () => {
    expect([1, 2, 3, 12].map(jobPlaces)).toEqual([1, 1, 2, 8])
    const end = hold(database.jobs, 10)
    await expect
      .poll(
        async () =>
          (
            await database.one<{ n: number }>(
              sql`select count(*) as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
            )
          ).n,
      )
      .toBe(2)
    expect(await database.one(sql`select 1 as one`)).toEqual({ one: 1 })
    await end()
  })

  it('health checks are answered while requests have all of them', async () => {
    const end = hold(database, 3)
    expect(await database.health.one(sql`select 1 as one`)).toEqual({ one: 1 })
    await end()
  })

  it('of all processes together are compared with what the server allows', async () => {
    const before = await connectionBudget(database.health)
    // With its connection for health checks it wants one more than the server allows.
    const greedy = openPostgres(url, { poolSize: before.allowed })
    await greedy.rows(sql`select 1`)
    const budget = await connectionBudget(database.health)
    expect(budget.processes).toBe(before.processes + 1)
    expect(budget.wanted).toBe(before.wanted + before.allowed + 1)
    const notes = await connectionNotes(readConfig({ DATABASE_URL: url }), greedy)
    expect(notes.join()).toContain('数据库连接不够')
    await greedy.close()
  })
})
