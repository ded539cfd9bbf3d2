import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { orderDetail } from '../../lab/orders/contract.ts'
import { staffOrderApprove, staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'
import { checkChain } from '../../platform/audit/seal.ts'
import { runCheck } from '../../platform/book-check.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { bookChecks } from '../book-checks.ts'
import { seed } from '../seed.ts'
import { migrationsFolder } from '../start/services.ts'
import { openFolder, openOlderDatabase, whatAPersonSees } from '../testing/older-database.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { bridgeOlderData, openOlderData } from './older-data.ts'

// Databases of versions from before 0.2.0, filled with the calls of those versions (fixtures/before-0.2.0).

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function older(commit: string, { inMemory = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-older-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const app = await testApp(
    { DATA_DIR: folder },
    { open: () => openOlderDatabase(commit, inMemory ? undefined : folder) },
  )
  closing.push(() => app.close())
  app.clock.advance({ days: 1 })
  const lines: string[] = []
  return { app, folder, lines, say: (line: string) => void lines.push(line) }
}

async function booksFaults(app: TestApp) {
  const faults: string[] = []
  for (const check of bookChecks) faults.push(...(await runCheck(app.db, check, app.clock.now())).faults)
  return [...faults, ...(await checkChain(app.system)).faults]
}

// One in a folder as users have it; the embedded database migrates twice as fast in memory.
const versions = [
  { commit: '79e7a162', orders: 32, inMemory: false },
  { commit: '9d8ead1a', orders: 17, inMemory: true },
  { commit: '47dbc718', orders: 17, inMemory: true },
]

describe('data from before 0.2.0', () => {
  it.each(versions)(
    '[G-01] of $commit is brought over whole, and work goes on',
    async ({ commit, orders, inMemory }) => {
      const { app, folder, lines, say } = await older(commit, { inMemory })
      const before = await whatAPersonSees(app.db)
      expect(before.orders).toHaveLength(orders)
      if (app.db.engine === 'postgres') {
        await expect(openOlderData(app.services, app.db, say)).rejects.toThrow(
          new RegExp(`0.2.0 之前的版本创建（版本 ${commit}.*npm run mingxi -- migrate`, 's'),
        )
        await bridgeOlderData(app.services, app.db, say)
      } else await openOlderData(app.services, app.db, say)
      expect(lines.at(-1)).toMatch(/^原来的(数据库|表)保留在/)
      await migrate(app.db, await readMigrations(migrationsFolder), app.clock.now())
      expect(await whatAPersonSees(app.db)).toEqual(before)
      await seed(app.services)
      expect(await booksFaults(app)).toEqual([])
      if (app.db.engine === 'postgres' || !inMemory) await formerRowsAreThere(app, folder, orders)

      const manager = await app.staff('manager')
      for (const row of before.orders as { orderNo: string; stage: string; customerId: number }[]) {
        expect(await app.call(staffOrderDetail, { orderNo: row.orderNo }, { as: manager })).toMatchObject({
          stage: row.stage,
        })
        const { token } = await openSession(app.system, 'customer', row.customerId)
        expect(await app.call(orderDetail, { orderNo: row.orderNo }, { as: { token } })).toMatchObject({
          stage: row.stage,
        })
      }
      const waits = await app.db.row<{ orderNo: string }>(
        sql`select order_no from orders where stage = 'review' limit 1`,
      )
      if (waits) await app.call(staffOrderApprove, { orderNo: waits.orderNo, version: 1 }, { as: manager })
      await app.drain()
      expect(await app.db.rows(sql`select name, last_error from jobs where state = 'dead'`)).toEqual([])
      expect(await booksFaults(app)).toEqual([])
      expect(await bridgeOlderData(app.services, app.db, say)).toBeUndefined()
    },
  )

  it('[G-01] that does not tie stays as it was, and the reason names the record', async () => {
    const { app, folder, say } = await older('79e7a162')
    await app.db.run(
      sql`update orders set stage = 'closed' where id = (select min(id) from orders where stage = 'review')`,
    )
    const before = await whatAPersonSees(app.db)
    await expect(bridgeOlderData(app.services, app.db, say)).rejects.toThrow(
      /旧数据未能迁入，数据没有改动：.*order \d+ 为 closed（第 1 版），状态历史到 review/s,
    )
    expect(await whatAPersonSees(app.db)).toEqual(before)
    expect(await app.db.rows(sql`select 1 from pg_namespace where nspname = 'before_0_2_0'`)).toEqual([])
    expect(existsSync(join(folder, 'database.before-0.2.0'))).toBe(false)
  })

  it('[G-01] keeps work that waited, makes what nobody can do today a failed job with the reason, and leaves tables and columns that it does not know', async () => {
    const { app, say, lines } = await older('79e7a162', { inMemory: true })
    await app.db.run(sql`
      insert into jobs (kind, name, payload, run_at, state, created_at) values
        ('job', 'order.approve>tell-customer', '{"id": 1, "customerId": 1, "orderNo": "D1", "title": "t", "from": "review", "to": "awaiting_sample", "version": 2}', '2030-01-01', 'running', now()),
        ('job', 'former.work', '{}', '2030-01-01', 'waiting', now()),
        ('job', 'report.render', '{"name": 1}', '2030-01-02', 'waiting', now())`)
    await app.db.script(`
      create table own_list (id int); insert into own_list values (1);
      alter table orders add column own_note text; update orders set own_note = 'x' where id <= 2`)
    await bridgeOlderData(app.services, app.db, say)
    const jobs = await app.db.rows(sql`
      select name, state, left(last_error, 9) as reason from jobs where run_at in ('2030-01-01', '2030-01-02') order by id`)
    expect(jobs).toEqual([
      { name: 'order.approve>notify-customer', state: 'waiting', reason: null },
      { name: 'former.work', state: 'dead', reason: '升级前留下的任务，' },
      { name: 'report.render', state: 'dead', reason: '升级前留下的任务，' },
    ])
    expect(lines.join()).toContain('有 2 个等待中的任务')
    expect(lines.join()).toContain('留在原处：own_list、orders.own_note（2 行）')
    expect(await app.db.rows(sql`select id from own_list`)).toEqual([{ id: 1 }])
  })

  it('[G-01] of a version that nobody knows is refused; a new demo is offered only where all accounts are those of the demo', async () => {
    const { app, say } = await older('79e7a162', { inMemory: true })
    await app.db.run(sql`update schema_migrations set checksum = 'edited' where name = '0001_platform.sql'`)
    const opened = openOlderData(app.services, app.db, say)
    await expect(opened).rejects.toThrow('0001_platform.sql 与发布时不同，不是任何已知版本的数据')
    await expect(opened).rejects.not.toThrow('--new-demo')
    await app.db.run(sql`update staff set account = id || '@demo'`)
    await app.db.run(sql`update customers set email = id || '@demo.example'`)
    const again = openOlderData(app.services, app.db, say)
    if (app.db.engine === 'postgres') await expect(again).rejects.toMatchObject({ onlyDemo: false })
    else await expect(again).rejects.toThrow('npm start -- --new-demo')
  })
})

/** On PostgreSQL in a schema; of the embedded database as a folder that the former version can open. */
async function formerRowsAreThere(app: TestApp, folder: string, orders: number): Promise<void> {
  if (app.db.engine === 'postgres') {
    expect(await app.db.one(sql`select count(*) as count from before_0_2_0.orders`)).toEqual({ count: orders })
    return
  }
  const copy = await openFolder(join(folder, 'database.before-0.2.0'))
  expect(await copy.database.one(sql`select count(*) as count from orders`)).toEqual({ count: orders })
  await copy.close()
}
