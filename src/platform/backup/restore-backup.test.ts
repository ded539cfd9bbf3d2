import { expect, it } from 'vitest'
import { version as running } from '../version.ts'
import type { Manifest } from './format.ts'
import { wantedMigrations } from './restore-backup.ts'

const backupOf = (version: string): Manifest => ({
  product: 'mingxi',
  format: 1,
  version,
  engine: 'postgres',
  takenAt: '2026-11-30T00:00:00.000Z',
  withFiles: true,
  migrations: [{ name: '9999_orders.sql', checksum: 'x', appliedAt: '2026-11-29T00:00:00.000Z' }],
  tables: [],
  sequences: [],
})

it('a backup of a newer version is named with that version', () => {
  expect(() => wantedMigrations(backupOf('99.0.0'), [])).toThrow('由更新的版本 99.0.0 制作')
})

it('[Q-281] a backup that this version made after the way back from an upgrade does not call this version newer', () => {
  expect(() => wantedMigrations(backupOf(running), [])).toThrow(
    `备份含本版本 ${running} 没有的迁移 9999_orders.sql：备份之前数据库已由更新的版本升级过，请用那个版本或更新的版本恢复`,
  )
})
