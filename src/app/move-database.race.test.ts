import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { readMigrations } from '../platform/db/migrate.ts'
import { openPglite } from '../platform/db/pglite.ts'
import { sql } from '../platform/db/sql.ts'
import { moveDatabase, TargetNotEmpty } from './move-database.ts'
import { migrationsFolder } from './services.ts'
import { openTestDatabase } from './testing/test-database.ts'

let source: Database
let target: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  source = await openPglite(undefined)
  target = await openTestDatabase()
})
afterAll(async () => {
  await source.close()
  await target.close()
})

describe('moving from the embedded database to PostgreSQL', () => {
  it('copies every row exactly, goes on counting where the old one stopped, and refuses a second time', async () => {
    const migrations = await readMigrations(migrationsFolder)
    const now = systemClock.now()
    await moveDatabase(source, target.database, migrations, now)
    await source.run(
      sql`insert into customers (phone, password_hash, created_at) select '138' || lpad(n::text, 8, '0'), 'x', timestamptz '2026-03-02 02:00:00.123456Z' from generate_series(1, 1203) n`,
    )
    await source.run(
      sql`insert into jobs (kind, name, payload, run_at, created_at) values ('job', 'x', '{"big": 9007199254740993, "text": "“中”\n"}', now(), now())`,
    )
    const copied = await moveDatabase(source, target.database, migrations, now)
    expect([copied.get('customers'), copied.get('jobs')]).toEqual([1203, 1])
    const digest = sql`select md5(string_agg(to_jsonb(c)::text, '|' order by id)) as digest from customers c`
    expect(await target.database.one(digest)).toEqual(await source.one(digest))
    expect(await target.database.one(sql`select payload::text as payload from jobs`)).toEqual(
      await source.one(sql`select payload::text as payload from jobs`),
    )
    const { id } = await target.database.one<{ id: number }>(
      sql`insert into customers (phone, password_hash, created_at) values ('13900000000', 'x', now()) returning id`,
    )
    expect(id).toBe(1204)
    await expect(moveDatabase(source, target.database, migrations, now)).rejects.toThrow(TargetNotEmpty)
  })
})
