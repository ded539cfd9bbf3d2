import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { openPostgres } from '../../platform/db/postgres/postgres.ts'
import { Sql, sql } from '../../platform/db/sql.ts'
import { openInstallation } from '../start/open-installation.ts'
import { orderSteps } from '../testing/order-steps.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { type OpenedDatabase, openTestDatabase } from '../testing/test-database.ts'
import { runCommand } from './run-command.ts'
import { verbs } from './verbs.ts'

const role = `requests_${randomBytes(4).toString('hex')}`
const PASSWORD = 'only-of-this-test'
let owner: OpenedDatabase
let roleUrl: string
let app: TestApp

const command = async (name: string, env: Record<string, string> = { DATABASE_URL: owner.url ?? '' }) => {
  let said = ''
  const write = (text: string) => void (said += text)
  return [await runCommand(verbs, ['request-role', name], { env, write }, write), said]
}

beforeAll(async () => {
  owner = await openTestDatabase()
  expect(await command(role)).toEqual([1, expect.stringContaining(`没有数据库用户 ${role}`)])
  await owner.database.run(new Sql(`create role ${role} login password '${PASSWORD}'`, []))
  expect(await command(role)).toEqual([0, expect.stringContaining(`${role} 可以处理请求了`)])
  const url = new URL(owner.url ?? '')
  Object.assign(url, { username: role, password: PASSWORD })
  roleUrl = url.href
  const database = openPostgres(roleUrl)
  app = await testApp({}, { open: async () => ({ database, url: roleUrl, close: () => database.close() }) })
})
afterAll(async () => {
  await app.close()
  await owner.database.run(new Sql(`drop owned by ${role}`, []))
  await owner.database.run(new Sql(`drop role ${role}`, []))
  await owner.close()
})

describe('a role of the database that owns nothing', () => {
  it('starts a process of requests, and carries an order from its placing to its payment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mingxi-role-'))
    const config = readConfig({ DATABASE_URL: roleUrl, DATA_DIR: folder, LOG_LEVEL: 'silent', SERVICES: 'web' })
    const { database } = await openInstallation(config, app.clock)
    await database.close()
    await rm(folder, { recursive: true })
    const { orderNo } = await (await orderSteps(app)).paid()
    expect(await app.db.row(sql`select stage from orders where order_no = ${orderNo}`)).toEqual({ stage: 'done' })
  })

  it.each([
    'create table more (n integer)',
    'alter table orders add column more integer',
    'alter table ledger_entries disable trigger all',
    'drop table audit_log',
    'truncate sessions',
    'update ledger_entries set amount_fen = 0',
    'delete from ledger_transfers',
    'update audit_log set action = action',
    'delete from schema_migrations',
  ])('may not: %s', async (statement) => {
    await expect(app.db.run(new Sql(statement, []))).rejects.toMatchObject({ code: '42501' })
  })

  it('reads and writes the tables and numbers of a later migration', async () => {
    await owner.database.run(sql`create table later (id bigint generated always as identity primary key, n integer)`)
    await app.db.run(sql`insert into later (n) values (1)`)
    expect(await app.db.rows(sql`select n from later`)).toEqual([{ n: 1 }])
  })

  it('[Q-259] is not the owner, the one who asks, a superuser, the embedded database’s, or a name that is none', async () => {
    const user = new URL(owner.url ?? '').username
    expect(await command(user)).toEqual([1, expect.stringContaining('超级用户、拥有各表')])
    expect(await command(role, { DATABASE_URL: roleUrl })).toEqual([
      1,
      expect.stringMatching(/不是各表的所有者|正是 DATABASE_URL 的用户，.*请以各表所有者/),
    ])
    expect(await command('a"; drop')).toEqual([2, expect.stringContaining('用户名只能有')])
  })
})
