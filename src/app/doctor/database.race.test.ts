import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { databaseCheck } from './database-check.ts'
import { poolerCheck } from './pooler-check.ts'

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
  expect((await databaseCheck.find(on({ DATABASE_POOL: 200 }))).map(({ seen: text }) => text)).toContainEqual(
    expect.stringMatching(/^max_connections = \d+，一个进程就要 200 个连接/),
  )
  await app.db.run(sql`drop table doctored`)
})

const pooler = spawnSync('pgbouncer', ['--version'])
const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(String(pooler.stdout)) ?? []).map(Number)
if (process.env.CI === 'true' && pooler.error) throw new Error('pgbouncer is needed: apt-get install pgbouncer')

it('a direct connection is told from a pooler', async () => {
  expect(await poolerCheck.find(on())).toMatchObject([{ level: 'ok', seen: '直接连接 PostgreSQL' }])
})

it.runIf(!pooler.error)('a pooler, its mode and whether statements stay prepared are found', async () => {
  const found = async (mode: string, prepared: number) => {
    const stop = await startPooler(url, mode, prepared)
    try {
      const [finding] = await poolerCheck.find(on({ DATABASE_URL: stop.url }))
      return `${finding?.level} ${finding?.seen}`
    } finally {
      await stop()
    }
  }
  expect(await found('session', 0)).toBe('ok 经过连接池，会话模式')
  expect(await found('transaction', 0)).toMatch(/^error 经过连接池，事务模式，预备语句不可用/)
  if (major > 1 || minor >= 21) expect(await found('transaction', 100)).toBe('ok 经过连接池，事务模式，预备语句可用')
})

/** PgBouncer on a free port in front of the database; it refuses to run as root. */
async function startPooler(target: string, mode: string, prepared: number) {
  const to = new URL(target)
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-bouncer-'))
  chmodSync(folder, 0o755)
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const user = decodeURIComponent(to.username) || 'postgres'
  writeFileSync(join(folder, 'users.txt'), `"${user}" "${decodeURIComponent(to.password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${to.hostname || to.searchParams.get('host')} port=${to.port || 5432} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${folder}/users.txt
pool_mode = ${mode}
max_prepared_statements = ${prepared}
default_pool_size = 5
`,
  )
  const command =
    process.getuid?.() === 0 ? ['setpriv', '--reuid', '65534', '--clear-groups', 'pgbouncer'] : ['pgbouncer']
  const [program = '', ...words] = command
  const child = spawn(program, [...words, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 200) throw new Error('pgbouncer did not start')
    await pause(25)
  }
  const through = new URL(target)
  through.host = `127.0.0.1:${port}`
  through.search = ''
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return Object.assign(stop, { url: through.href })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

it('the driver tells the number of its connection, which the check compares', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect((client as pg.Client & { processID?: number }).processID).toBe(rows[0].pid)
  await client.end()
})
