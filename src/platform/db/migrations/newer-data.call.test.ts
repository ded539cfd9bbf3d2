import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../app/testing/test-database.ts'
import { migrationsFolder } from '../../../app/start/services.ts'
import { version } from '../../version.ts'
import type { Database } from '../db.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migration.ts'
import { NewerData, noteRelease, refuseNewerData } from './newer-data.ts'
import { sql } from '../sql.ts'

let database: Database
let close: () => Promise<void>
let known: Migration[]
const now = new Date('2026-03-02T02:00:00Z')
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
  known = await readMigrations(migrationsFolder)
})
afterAll(() => close())
afterEach(async () => {
  await database.run(sql`delete from schema_migrations where name like '99%'`)
  await database.run(sql`update schema_release set oldest = '0.2.0', newest = ${version}`)
})

/** What release 99.1.0 did to this database. `oldest`: what its migration says about older releases. */
async function upgradedBy99(oldest?: string): Promise<void> {
  const text = oldest ? `update schema_release set oldest = '${oldest}'` : 'select 1'
  const migration = { name: '9901_orders.sql', text, checksum: 'of 99.1.0' }
  await migrate(database, [...known, migration], now)
  await noteRelease(database, '99.1.0')
}

describe('a database that a newer release has upgraded', () => {
  it('is refused in one sentence after a migration that took something away, and nothing is changed', async () => {
    await upgradedBy99('99.0.0')
    const rows = () => database.rows(sql`select name, checksum from schema_migrations order by name`)
    const before = await rows()
    const fault = await migrate(database, known, now).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(NewerData)
    expect((fault as Error).message).toBe(
      `数据库由更新的版本 99.1.0 使用过，含有本版本 ${version} 不认识的迁移 9901_orders，本版本不能打开；请安装 99.0.0 或更新的版本，数据没有改动`,
    )
    expect(await rows()).toEqual(before)
  })

  it('may be opened when its migrations only added, so that a rolling upgrade can go on or back', async () => {
    await upgradedBy99()
    expect(await migrate(database, known, now)).toEqual([])
  })

  it('is still named by the newest release after an older one has opened it', async () => {
    await upgradedBy99()
    await migrate(database, known, now)
    expect(await database.row(sql`select newest from schema_release`)).toEqual({ newest: '99.1.0' })
  })

  it('is refused when it does not say which releases may use it', async () => {
    await database
      .tx(async (tx) => {
        await tx.run(sql`drop table schema_release`)
        const refused = refuseNewerData(tx, ['0001_platform.sql', '0078_orders.sql'], ['0001_platform.sql'])
        await expect(refused).rejects.toThrow('迁移 0078_orders，本版本不能打开；请安装更新的版本')
        throw new Error('roll back')
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'))
    expect(await database.row(sql`select oldest from schema_release`)).toEqual({ oldest: '0.2.0' })
  })
})
