import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsOf, partOf, payloadsOf, releasesFolder, unpackInto } from '../../../demo/release/parts.ts'
import { eventsOf, keyOf, queuedByKey } from '../../../demo/release/payloads.ts'
import { staffOrderApprove } from '../../lab/orders/staff/staff-contract.ts'
import { orderDetail } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { planAdd } from '../../lab/plans/contract.ts'
import { runCheck } from '../../platform/book-check.ts'
import { checkChain } from '../../platform/audit/seal.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { monthlyTables } from '../../platform/db/partitions.ts'
import { identifier, Sql, sql } from '../../platform/db/sql.ts'
import { version as newest } from '../../platform/version.ts'
import { handlersByName } from '../../platform/jobs/worker.ts'
import { DEMO_PASSWORD } from '../../people/customers/password-rules.ts'
import { login } from '../../people/sign-in/contract.ts'
import { deviceSearch } from '../../shop/catalogue/contract.ts'
import { initialValues } from '../../shop/catalogue/forms/form-rules.ts'
import { deviceDetail } from '../../shop/site/contract.ts'
import { DEMO_STAFF_PASSWORD } from '../../core/staff/rules.ts'
import { staffLogin } from '../../core/staff/contract.ts'
import { firstAgreementVersion as agreementVersion } from '../../core/agreements/agreement-rules.ts'
import { bookChecks } from '../book-checks.ts'
import { heldBy } from '../../platform/held-data.ts'
import { heldData } from '../held-data.ts'
import { jobs } from '../jobs.ts'
import { migrationsFolder } from '../start/services.ts'
import { sampleOf } from '../testing/scenes/order-scene.ts'
import { openReleaseDatabase } from '../testing/release-database.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

// The data that each release left, opened by the code of today (decision 0089).

/** Statements of 0.2.0 on tables that are divided by month since. */
const FORMER_WRITES: Record<string, string> = {
  audit_log: `insert into audit_log (at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id)
    values (now(), 'staff', 1, 'file.download', 'file:1', null, '{"orderNo":"1"}'::jsonb, null, '', '')`,
  sign_ins: `insert into sign_ins (at, kind, subject_id, typed, method, outcome, ip, user_agent)
    select now(), 'customer', 1, '', 'password', 'done', '', '' where 'done' <> 'locked' or not exists (select 1 from sign_ins)`,
}

/** A part of a divided table, whose rows are counted with the table. */
const isPart = (table: string) => monthlyTables.some(({ name }) => table.startsWith(`${name}_`))

const PROFESSOR = '13800000001'
const releases = readdirSync(releasesFolder)

it('the newest release has left its data', () => {
  expect(releases).toContain(newest)
})

describe.each(releases)('[G-01] the data of release %s', (version) => {
  const facts = factsOf(version)
  const { payloads, handled } = payloadsOf(version)
  let app: TestApp
  let applied: string[]
  beforeAll(async () => {
    app = await testApp({}, { open: () => openReleaseDatabase(version) })
    unpackInto(app.folder, partOf(version, 'files'))
    app.clock.set(new Date(Date.parse(facts.ends) + 60_000))
    // The former release writes rows until the migration, and after it.
    for (const write of Object.values(FORMER_WRITES)) await app.db.run(new Sql(write, []))
    applied = await migrate(app.db, await readMigrations(migrationsFolder), app.clock.now())
  })
  afterAll(() => app.close())

  it('is migrated without losing a row', async () => {
    const known = await app.db.rows<{ name: string }>(sql`select name from schema_migrations`)
    expect(known).toHaveLength((facts.tables.schema_migrations ?? 0) + applied.length)
    const counted = Object.entries(facts.tables).filter(([name]) => name !== 'schema_migrations' && !isPart(name))
    for (const [table, rows] of counted) {
      const now = await app.db.one<{ rows: number }>(sql`select count(*) as rows from ${identifier(table)}`)
      expect([table, now.rows]).toEqual([table, rows + (FORMER_WRITES[table] ? 1 : 0)])
    }
  })

  it('[G-01] numbers rows of divided tables after those that are there, also when the former release writes them', async () => {
    for (const { name } of monthlyTables) {
      const last = sql`(select coalesce(max(id), 0) as last from ${identifier(name)})`
      const before = await app.db.one<{ last: number; rows: number }>(
        sql`select last, (select count(*) from ${identifier(name)}) as rows from ${last} as l`,
      )
      expect([name, before.rows]).toEqual([name, (facts.tables[name] ?? 0) + 1])
      const written = await app.db.one<{ id: number }>(new Sql(`${FORMER_WRITES[name]} returning id`, []))
      expect([name, written.id]).toEqual([name, before.last + 1])
      await app.db.script(`set session_replication_role = replica; delete from ${name} where id > ${before.last}`)
    }
    await app.db.script('set session_replication_role = default')
  })

  it('has books that tie and a whole chain over the audit log', async () => {
    for (const check of bookChecks) {
      const { key, faults } = await runCheck(app.db, check, app.clock.now())
      expect([key, faults]).toEqual([key, []])
    }
    const { links, faults } = await checkChain(app.system)
    expect([links > 100, faults]).toEqual([true, []])
  })

  it('[T-58] gives a customer a copy of everything, from every table that names a customer', async () => {
    const tables = heldData.flatMap((each) => each.tables)
    const named = await app.db.rows<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id'`)
    expect(named.map(({ name }) => name).filter((name) => !tables.some(({ table }) => table === name))).toEqual([])
    const { id } = await app.db.one<{ id: number }>(
      sql`select customer_id as id from orders group by customer_id order by count(*) desc, customer_id limit 1`,
    )
    const copy = new Map<string, number>()
    for (const each of tables) copy.set(each.table, (await heldBy(each, app.db, id)).length)
    for (const table of ['customers', 'orders', 'samples', 'reports'])
      expect([table, (copy.get(table) ?? 0) > 0]).toEqual([table, true])
  })

  it('keeps every file that a row names', async () => {
    const files = await app.db.rows<{ storageKey: string }>(sql`select storage_key from files`)
    expect(files.length).toBeGreaterThan(20)
    for (const { storageKey } of files)
      expect([storageKey, (await app.services.files.head(storageKey, 4)).length > 0]).toEqual([storageKey, true])
  })

  it('has no queued event or job that today cannot run', async () => {
    const queued = await queuedByKey()
    const running = handlersByName(jobs)
    expect(handled.filter((name) => !running.has(name))).toEqual([])
    expect(payloads.length).toBeGreaterThan(handled.length / 2)
    for (const { kind, name, payload } of payloads) {
      const declared = queued.get(keyOf({ kind, name }))
      expect([kind, name, declared !== undefined || running.has(name)]).toEqual([kind, name, true])
      for (const each of eventsOf({ name, payload }))
        expect(() => declared?.parse(each), `${kind} ${name}`).not.toThrow()
    }
  })

  it('goes on: waiting jobs run, a customer signs in and orders, and staff pass the order', async () => {
    await app.drain()
    expect(await app.db.rows(sql`select name, last_error from jobs where last_error is not null`)).toEqual([])
    const customer = await app.call(login, { account: PROFESSOR, password: DEMO_PASSWORD })
    const { list } = await app.call(deviceSearch, { size: 100 })
    const rid = list.find(({ name }) => name.includes('X 射线衍射'))?.rid ?? 0
    const { form, content } = await app.call(deviceDetail, { rid })
    const parameters = initialValues(form)
    const { id: planId } = await app.call(planAdd, { rid, parameters, sampleCount: 1, urgent: false }, { as: customer })
    const [accepted] = content.requirements.filter((each) => each.accepted)
    const { orderNo } = await app.call(
      orderAdd,
      {
        planIds: [planId],
        samples: [{ ...sampleOf(planId, '1'), form: accepted?.form ?? 'powder' }],
        contact: { name: '王建国', phone: PROFESSOR, email: '' },
        ...{ delivery: { kind: 'self_send' }, invoice: { type: 0 }, remark: '' },
        ...{ agreementVersion, agreed: true, warningsConfirmed: true },
      },
      { as: customer },
    )
    const manager = await app.call(staffLogin, { account: 'manager@demo', password: DEMO_STAFF_PASSWORD })
    if (manager.next !== 'done') throw new Error('the manager is asked for more')
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    expect((await app.call(orderDetail, { orderNo }, { as: customer })).stage).toBe('awaiting_sample')
    expect(await app.db.rows(sql`select 1 from ledger_transfers where at = ${app.clock.now()} limit 1`)).toHaveLength(1)
  })
})
