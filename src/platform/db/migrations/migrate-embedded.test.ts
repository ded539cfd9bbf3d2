import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallDisk } from '../../testing/small-disk.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { openPglite } from '../embedded/pglite.ts'
import { sql } from '../sql.ts'

// The embedded database in a folder, as an installation has it.

const program = resolve(import.meta.dirname, '../../testing/migrate-once.ts')
const disk = smallDisk(100)
const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'mingxi-embedded-'))
const target = join(folder, 'database')
const now = new Date('2026-03-02T02:00:00Z')
const step = (name: string, text: string): Migration => ({ name, text, checksum: 'the same' })
const first = step('9001_a.sql', 'create table kept (n int); insert into kept values (1)')
const second = step('9002_b.sql', 'create table b (n int)')

beforeAll(async () => {
  const database = await openPglite(target)
  await migrate(database, [first], now)
  await database.close()
})
afterAll(() => (disk ? disk.remove() : rmSync(folder, { recursive: true, force: true })))

const files = () => readdirSync(join(target, 'base', '5')).length

it('after kill −9 in the middle of a migration the next start applies it', async () => {
  const before = files()
  const long = step('9002_b.sql', 'create table b (n int); select pg_sleep(60)')
  const child = spawn(process.execPath, [program, target, JSON.stringify([first, long])], { stdio: 'inherit' })
  // The migration has begun when the file of its table is there.
  await expect.poll(files, { timeout: 50_000, interval: 20 }).toBeGreaterThan(before)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const database = await openPglite(target)
  expect(await migrate(database, [first, second], now)).toEqual(['9002_b.sql'])
  expect(await database.rows(sql`select n from kept`)).toEqual([{ n: 1 }])
  await database.close()
})

it.skipIf(!disk)('a full disk is named, nothing is lost, and the next start applies the migration', async () => {
  const large = step(
    '9003_c.sql',
    `create table large as select repeat('x', 1000) as text from generate_series(1, 100000)`,
  )
  const database = await openPglite(target)
  const fault = await migrate(database, [first, second, large], now).catch((error) => error)
  expect([fault.reason, fault.message]).toEqual(['diskFull', expect.stringContaining('磁盘空间已满（9003_c.sql）')])
  await database.close()

  disk?.resize(600)
  const again = await openPglite(target)
  expect(await migrate(again, [first, second, large], now)).toEqual(['9003_c.sql'])
  expect(await again.rows(sql`select n, (select count(*) from large) as large from kept`)).toEqual([
    { n: 1, large: 100_000 },
  ])
  await again.close()
})
