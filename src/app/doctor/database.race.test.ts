import { afterAll, beforeAll, expect, it } from 'vitest'
import { pgBouncerVersion, startPgBouncer } from '../../../scripts/postgres/pgbouncer.mjs'
import { sql } from '../../platform/db/sql.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { databaseCheck } from './checks/database-check.ts'
import { poolerCheck } from './checks/pooler-check.ts'

let app: TestApp
let url = ''
beforeAll(async () => {
  app = await testApp()
  url = app.databaseUrl ?? ''
})
afterAll(() => app.close())

const on = (more: object = {}) => ({
  config: { ...app.services.config, DATABASE_URL: url, ...more },
  env: {},
  clock: app.clock,
  ctx: app.system,
})

it('settings of a server that lose data, a superuser and an invalid index are found on the server itself', async () => {
  const { fsync, user } = await app.db.one<{ fsync: string; user: boolean }>(sql`
    select current_setting('fsync') as fsync, rolsuper as user from pg_roles where rolname = current_user`)
  // A unique index over equal values fails while it is made concurrently, and stays behind invalid.
  await app.db.run(sql`create table doctored (n integer)`)
  await app.db.run(sql`insert into doctored values (1), (1)`)
  await expect(app.db.run(sql`create unique index concurrently doctored_n on doctored (n)`)).rejects.toThrow()
  const seen = (await databaseCheck.find(on())).map((finding) => `${finding.level} ${finding.seen}`)
  expect(seen).toContain('error 无效的索引：doctored_n')
  expect(seen.includes('error fsync 已关闭，断电会丢失或损坏数据')).toBe(fsync === 'off')
  expect(seen.includes('warning 以超级用户连接')).toBe(user)
  await app.db.run(sql`drop table doctored`)
})

const version = pgBouncerVersion()
if (version === undefined && process.env.CI === 'true')
  throw new Error('PgBouncer is missing (Debian: apt-get install pgbouncer)')
if (version === undefined)
  process.stderr.write('not run: PgBouncer is not installed (Debian: apt-get install pgbouncer)\n')
const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
const keepsPrepared = major > 1 || minor >= 21

it('a direct connection is told from a pooler', async () => {
  expect(await poolerCheck.find(on())).toMatchObject([{ level: 'ok', seen: '直接连接 PostgreSQL' }])
})

it.skipIf(version === undefined)('a pooler, its mode and a setting that does not fit are found', async () => {
  const found = async (settings: Record<string, string | number>, ...set: string[]) => {
    const bouncer = await startPgBouncer({ url }, { settings })
    const lines = []
    try {
      for (const DATABASE_POOLER of set) {
        const [finding] = await poolerCheck.find(on({ DATABASE_URL: bouncer.url, DATABASE_POOLER }))
        lines.push(`${finding?.level} ${finding?.seen}`)
      }
      return lines
    } finally {
      await bouncer.stop()
    }
  }
  expect(await found({ pool_mode: 'session' }, 'session', 'none')).toEqual([
    'ok 经过连接池，会话模式',
    'warning 经过连接池，会话模式，而 DATABASE_POOLER=none',
  ])
  const bare: Record<string, number> = keepsPrepared ? { max_prepared_statements: 0 } : {}
  expect(await found({ pool_mode: 'transaction', ...bare }, 'transaction', 'none', 'transaction-prepared')).toEqual([
    'ok 经过连接池，事务模式，预备语句不可用',
    'error 经过连接池，事务模式，预备语句不可用，而 DATABASE_POOLER=none',
    'error 经过连接池，事务模式，预备语句不可用',
  ])
  if (keepsPrepared)
    expect(await found({ pool_mode: 'transaction', max_prepared_statements: 100 }, 'transaction-prepared')).toEqual([
      'ok 经过连接池，事务模式，预备语句可用',
    ])
})
