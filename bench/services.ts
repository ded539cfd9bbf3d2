import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCustomer } from '../src/people/customers/actions.ts'
import { assembleServices, migrationsFolder } from '../src/app/start/services.ts'
import { seed } from '../src/app/seed.ts'
import { readConfig } from '../src/config.ts'
import { openCredit } from '../src/money/credit/actions.ts'
import { openSession } from '../src/platform/auth/sessions.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/db.ts'
import { migrate, readMigrations } from '../src/platform/db/migrations/migrate.ts'
import { sql } from '../src/platform/db/sql.ts'
import { diskStore } from '../src/platform/files/disk-store.ts'
import { type Ctx, type Services, systemCtx } from '../src/platform/http/ctx.ts'

export interface Buyer {
  id: number
  token: string
}

/** Services in the process of a benchmark, with which it fills the database of the measured server. */
export async function openServices(database: Database): Promise<{ services: Services; ctx: Ctx }> {
  const config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'mingxi-bench-')), LOG_LEVEL: 'silent', DEMO: 'on' })
  const services = assembleServices(config, database, diskStore(join(config.DATA_DIR, 'files')), systemClock)
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  await seed(services)
  return { services, ctx: systemCtx(services) }
}

/** Teachers with a completed profile, a valid token and more credit than they can use. */
export async function buyers(ctx: Ctx, count: number): Promise<Buyer[]> {
  const made: Buyer[] = []
  for (let n = 0; n < count; n++) {
    const id = await createCustomer(ctx, {
      phone: `1370000${String(n).padStart(4, '0')}`,
      password: 'a-benchmark-password',
    })
    if (id === undefined) throw new Error('the benchmark needs an empty database')
    await ctx.db.run(sql`
      update customers set user_type = 3, name = '压测', company = '压测大学', email = 'bench@example.com', profile_completed_at = now() where id = ${id}`)
    await openCredit(ctx, id, 1_000_000_000)
    made.push({ id, token: (await openSession(ctx, 'customer', id)).token })
  }
  return made
}

/** Copies one plan line many times, so that each order has its own line. Returns the ids by buyer. */
export async function fillPlans(ctx: Ctx, people: Buyer[], each: number): Promise<Map<number, number[]>> {
  const columns = (
    await ctx.db.rows<{ name: string }>(sql`
      select column_name as name from information_schema.columns where table_name = 'plan_lines' and column_name not in ('id', 'customer_id') order by ordinal_position`)
  ).map((row) => row.name)
  const list = columns.join(', ')
  const database = ctx.db as Database
  await database.script(`
    insert into plan_lines (customer_id, ${list})
    select c.id, ${columns.map((name) => `p.${name}`).join(', ')} from plan_lines p, unnest(array[${people.map((buyer) => buyer.id).join(',')}]::bigint[]) as c(id), generate_series(1, ${each})
    where p.id = (select min(id) from plan_lines)`)
  await database.script('analyze')
  const rows = await ctx.db.rows<{ customerId: number; ids: number[] }>(
    sql`select customer_id, array_agg(id order by id) as ids from plan_lines group by customer_id`,
  )
  return new Map(rows.map((row) => [row.customerId, row.ids.map(Number)]))
}

/** Gives every table its own range of ids, so that a recorded id is recognised wherever it appears. */
export async function spreadSequences(on: Database): Promise<void> {
  const sequences = await on.rows<{ name: string }>(
    sql`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  for (const [n, { name }] of sequences.entries())
    await on.script(`alter sequence ${name} restart with ${(n + 1) * 100_000_000}`)
}
