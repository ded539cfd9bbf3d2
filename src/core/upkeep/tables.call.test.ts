import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { queueDue } from '../../platform/jobs/periodic.ts'
import { staffTableSizes } from './contract.ts'
import { periodicWork } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('an administrator sees every table with its estimated rows and its size, the largest first', async () => {
  await app.db.script('analyze settings')
  const { tables, totalBytes } = await app.call(staffTableSizes, {}, { as: await app.staff('admin') })
  const names = await app.db.rows<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.map(({ name }) => name))
  expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
  expect(totalBytes).toBe(tables.reduce((total, { bytes }) => total + bytes, 0))
  const settings = await app.db.one<{ count: number }>(sql`select count(*) as count from settings`)
  expect(tables.find(({ name }) => name === 'settings')?.rows).toBe(settings.count)
})

it('each hour the embedded database counts the tables that have doubled; PostgreSQL does it by itself', async () => {
  await app.db.script('create table grown as select n, n::text as words from generate_series(1, 5000) n')
  const before = (
    await app.db.one<{ rows: number }>(sql`select reltuples::int as rows from pg_class where relname = 'grown'`)
  ).rows
  const due = periodicWork.filter(({ name }) => name === 'upkeep.keep-embedded-statistics')
  await queueDue(app.services, due)
  app.clock.advance({ hours: 2 })
  await queueDue(app.services, due)
  await app.drain()
  const { rows } = await app.db.one<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where relname = 'grown'`,
  )
  expect([before, rows]).toEqual([-1, app.databaseUrl ? -1 : 5000])
})

it('nobody else sees the tables', async () => {
  for (const role of ['lab', 'finance', 'editor'] as const) {
    const { status } = await app.send(staffTableSizes, {}, { as: await app.staff(role) })
    expect([role, status]).toEqual([role, 403])
  }
})
