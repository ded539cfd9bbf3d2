import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db.ts'
import { identifier, sql } from '../sql.ts'
import { openPglite } from './pglite.ts'
import { keepStatistics } from './statistics.ts'

let database: Database
beforeAll(async () => {
  database = await openPglite(undefined)
  await database.script('create table parcels (id int, place int); create index on parcels (place)')
})
afterAll(() => database.close())

const fill = (rows: number) =>
  database.run(sql`insert into parcels select n, n from generate_series(1, ${rows}::int) n`)
const counted = () => database.one(sql`select reltuples::int as n from pg_class where relname = 'parcels'`)
const inPlace = (place: number) => database.rows(sql`select id from parcels where place = ${place}`)
/** The plan of the prepared statement above, as the engine keeps it. */
const planOf = async () => {
  const { name } = await database.one<{ name: string }>(
    sql`select name from pg_prepared_statements where statement like '%select id from parcels where place%' and statement not like '%pg_prepared%'`,
  )
  const [plan] = await database.rows<Record<string, string>>(sql`explain execute ${identifier(name)}(1)`)
  return Object.values(plan ?? {})[0]
}

it('a table that grew is counted once, and what is prepared on it gets a plan for what it has become', async () => {
  await fill(10)
  await database.script('analyze parcels')
  for (let n = 0; n < 10; n++) await inPlace(n)
  expect(await planOf()).toContain('Seq Scan')
  await fill(20_000)
  expect(await keepStatistics(database)).toEqual(['parcels'])
  expect(await counted()).toEqual({ n: 20_010 })
  for (let n = 0; n < 10; n++) await inPlace(n)
  expect(await planOf()).toContain('parcels_place_idx')
  expect(await keepStatistics(database)).toEqual([])
})

it('rows that were replaced make room again', async () => {
  const size = () => database.one<{ bytes: number }>(sql`select pg_relation_size('parcels') as bytes`)
  await database.run(sql`delete from parcels`)
  await database.script('vacuum analyze parcels')
  await fill(10_000)
  const { bytes } = await size()
  for (let round = 0; round < 8; round++) {
    await database.run(sql`update parcels set place = place + 1`)
    await keepStatistics(database)
  }
  expect((await size()).bytes).toBeLessThan(bytes * 6)
})
