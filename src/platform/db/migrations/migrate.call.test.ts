import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../app/testing/test-database.ts'
import type { Database } from '../db.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { sql } from '../sql.ts'

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
      '迁移 9001_a.sql 在执行之后被改动',
    )
  })

  it('tell the operator when an upgrade begins and ends, but not that there is nothing to do', async () => {
    const lines: string[] = []
    const steps = [step('9005_e.sql', 'create table m5 (n int)')]
    await migrate(database, steps, now, { report: (line) => lines.push(line) })
    await migrate(database, steps, now, { report: (line) => lines.push(line) })
    expect(lines).toEqual(['正在升级数据库：1 个迁移', expect.stringContaining('数据库已升级')])
  })

  it('that take away what a backfill copies are refused before anything is changed, until the backfill is done', async () => {
    const steps = [
      step('9010_j.sql', 'create table m10 (n int)'),
      step(
        '9011_k.sql',
        '-- contract: expanded in 0.3.0; nothing reads it\n-- after backfill: m1.filled\ndrop table m4',
      ),
    ]
    const fault = await migrate(database, steps, now).catch((error) => error)
    expect([fault.reason, fault.message]).toEqual(['backfill', expect.stringContaining('先完成数据回填 m1.filled。')])
    const begun = sql`insert into backfills (name, state, total, started_at, moved_at) values ('m1.filled', 'running', 1, ${now}, ${now})`
    await database.run(begun)
    await expect(migrate(database, steps, now)).rejects.toThrow('先完成数据回填')
    expect(await database.one(sql`select to_regclass('m10') as there`)).toEqual({ there: null })
    await database.run(sql`update backfills set state = 'done' where name = 'm1.filled'`)
    expect(await migrate(database, steps, now)).toEqual(['9010_j.sql', '9011_k.sql'])
  })

  it('a marked migration builds its indexes concurrently on PostgreSQL and plainly in the embedded database', async () => {
    const text = `-- concurrently: readers and writers of m1 go on
      create index concurrently m1_n on m1 (n);
      create unique index concurrently m5_n on m5 (n);`
    expect(await migrate(database, [step('9006_f.sql', text)], now)).toEqual(['9006_f.sql'])
    expect(await migrate(database, [step('9006_f.sql', text)], now)).toEqual([])
    const found = sql`select indexname from pg_indexes where indexname in ('m1_n', 'm5_n') order by indexname`
    expect(await database.rows(found)).toEqual([{ indexname: 'm1_n' }, { indexname: 'm5_n' }])
  })
})
