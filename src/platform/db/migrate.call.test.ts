import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../app/testing/test-database.ts'
import type { Database } from './db.ts'
import { type Migration, migrate } from './migrate.ts'
import { sql } from './sql.ts'

let database: Database
let close: () => Promise<void>
const now = new Date('2026-03-02T02:00:00Z')
const step = (name: string, text: string): Migration => ({ name, text, checksum: `sum of ${text}` })

beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

describe('migrations', () => {
  it('run once, in order', async () => {
    const steps = [step('9001_a.sql', 'create table m1 (n int)'), step('9002_b.sql', 'insert into m1 values (1)')]
    expect(await migrate(database, steps, now)).toEqual(['9001_a.sql', '9002_b.sql'])
    expect(await migrate(database, steps, now)).toEqual([])
    expect(await database.rows(sql`select n from m1`)).toEqual([{ n: 1 }])
  })

  it('[T-66] a migration that fails changes nothing and can be run again', async () => {
    const broken = step('9003_c.sql', 'create table m3 (n int); select * from nowhere')
    await expect(migrate(database, [broken], now)).rejects.toThrow()
    expect(await migrate(database, [step('9003_c.sql', 'create table m3 (n int)')], now)).toEqual(['9003_c.sql'])
  })

  it('[T-66] two servers that start together apply each migration once', async () => {
    const steps = [step('9004_d.sql', 'create table m4 (n int); insert into m4 values (4)')]
    const applied = await Promise.all([migrate(database, steps, now), migrate(database, steps, now)])
    expect(applied.flat()).toEqual(['9004_d.sql'])
    expect(await database.rows(sql`select n from m4`)).toEqual([{ n: 4 }])
  })

  it('a migration that was changed after it was applied stops the start', async () => {
    await expect(migrate(database, [step('9001_a.sql', 'create table other (n int)')], now)).rejects.toThrow(
      '9001_a.sql was changed',
    )
  })
})
