import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '../../app/jobs.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliverJob } from '../../workspace/notices/events.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { drainJobs, onJob, type JobRegistry } from '../../platform/jobs/worker.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { safetyRead } from '../safety/contract.ts'
import { staffJobDiscard, staffJobReplay } from './contract.ts'
import { staffDeadJobs } from './list-contract.ts'
import { growth } from '../../app/testing/table-growth.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => app.db.run(sql`delete from jobs`))
afterAll(() => app.close())

/** Signed in just now, because the tests move the clock by days. */
const admin = (): Promise<TestPerson> => app.staff('admin')

/** Like the worker: queues what is due, waits a day, queues and runs again. */
async function aDayPasses() {
  await app.queueDue()
  app.clock.advance({ hours: 25 })
  await app.queueDue()
  await app.drain()
}

const count = async (
  table: 'jobs' | 'idempotency_keys' | 'sessions' | 'sms_codes' | 'code_failures' | 'wechat_tickets' | 'wechat_events',
) => (await app.db.one<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] } as never)).n

describe('periodic work', () => {
  it('[F-09] runs once per period however often it is checked, and once after a long pause', async () => {
    await app.queueDue()
    const name = 'upkeep.sweep-sessions'
    const queued = async () => (await app.db.rows(sql`select id from jobs where name = ${name}`)).length
    app.clock.advance({ hours: 23 })
    await app.queueDue()
    expect(await queued()).toBe(0)
    app.clock.advance({ hours: 2 })
    await app.queueDue()
    await app.queueDue()
    expect(await queued()).toBe(1)
    await app.drain()
    app.clock.advance({ days: 5 })
    await app.queueDue()
    await app.queueDue()
    expect(await queued()).toBe(2)
  })

  it('work at a time of day comes at that time in Shanghai, once', async () => {
    const name = 'books.check'
    const queued = async () => (await app.db.rows(sql`select id from jobs where name = ${name}`)).length
    await app.queueDue()
    await app.drain()
    app.clock.set(fromShanghai(`${shanghaiDate(addDays(app.clock.now(), 2))} 02:59`))
    await app.queueDue()
    await app.drain()
    const before = await queued()
    app.clock.advance({ minutes: 2 })
    await app.queueDue()
    await app.queueDue()
    expect(await queued()).toBe(before + 1)
    await app.drain()
    app.clock.advance({ hours: 23 })
    await app.queueDue()
    expect(await queued()).toBe(before + 1)
  })

  it('[F-09] removes rows that nothing reads any more, and keeps those that something may read', async () => {
    const now = app.clock.now()
    const customer = await app.customer(0)
    for (const [days, kept] of [
      [8, false],
      [1, true],
    ] as const) {
      const at = addDays(now, -days)
      const name = `${kept}`
      await app.db.run(
        sql`insert into idempotency_keys (owner, key, call, request_hash, created_at) values ('visitor', ${name}, 'x', 'x', ${at})`,
      )
      await app.db.run(
        sql`insert into sms_codes (phone, purpose, code_hash, created_at, expires_at) values (${name}, 0, 'x', ${at}, ${at})`,
      )
      await app.db.run(
        sql`insert into code_failures (phone, purpose, failures, window_started_at) values (${name}, 0, 1, ${at})`,
      )
      await app.db.run(
        sql`insert into wechat_events (sender, sent_at, scene, received_at) values (${name}, 1, 'x', ${at})`,
      )
      await app.db.run(sql`
        insert into wechat_tickets (ticket_hash, scene, browser_hash, ip, user_agent, created_at, expires_at)
        values (${name}, ${name}, 'x', '', '', ${at}, ${at})`)
      await app.db.run(sql`
        insert into jobs (kind, name, payload, state, run_at, created_at, done_at) values ('job', 'x', '{}', 'done', ${at}, ${at}, ${at})`)
    }
    await openSession(app.system, 'customer', customer.id)
    await app.db.run(sql`
      insert into sessions (kind, subject_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, last_seen_at)
      select 'customer', ${customer.id}, 'old', d, 'old', d, d, d from (select ${addDays(now, -500)}::timestamptz as d) as long_ago`)
    const sessionsBefore = await count('sessions')
    await aDayPasses()
    expect(await count('sessions')).toBe(sessionsBefore - 1)
    for (const table of ['idempotency_keys', 'sms_codes', 'code_failures', 'wechat_tickets', 'wechat_events'] as const)
      expect([table, await count(table)]).toEqual([table, 1])
    expect(await app.db.rows(sql`select id from jobs where name = 'x'`)).toHaveLength(1)
  })

  it('[F-09] a fault in the ledger raises an alarm within a day, once a day', async () => {
    const kinds = async () =>
      (await app.call(safetyRead, {}, { as: await admin() })).alarms.map(({ kindName }) => kindName)
    await aDayPasses()
    expect(await kinds()).not.toContain('账目核对')
    await app.db.run(sql`alter table ledger_accounts disable trigger ledger_accounts_agree`)
    await app.db.run(sql`insert into ledger_accounts (owner, kind, balance_fen) values ('customer:1', 'gift', 1)
      on conflict (owner, kind) do update set balance_fen = ledger_accounts.balance_fen + 1`)
    await app.db.run(sql`alter table ledger_accounts enable trigger ledger_accounts_agree`)
    await aDayPasses()
    expect((await kinds()).filter((kind) => kind === '账目核对')).toHaveLength(1)
  })

  it('[F-09] every function that sweeps or audits is run by periodic work', () => {
    const root = resolve(import.meta.dirname, '../..')
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => ({ name, text: readFileSync(resolve(root, name), 'utf8') }))
    const found = sources.flatMap(({ text }) =>
      [...text.matchAll(/export (?:async )?function ((?:sweep|audit)[A-Z]\w*)/g)].map(([, each]) => each as string),
    )
    expect(found.length).toBeGreaterThan(6)
    const scheduled = sources
      .filter(({ name, text }) => name.endsWith('jobs.ts') && text.includes('periodic('))
      .map(({ text }) => text.slice(text.indexOf('periodic(')))
      .join()
    expect(found.filter((each) => !new RegExp(`\\b${each}\\b`).test(scheduled))).toEqual([])
    expect(new Set((jobs.periodic ?? []).map(({ name }) => name)).size).toBe(jobs.periodic?.length)
  })

  it('[F-09] every table names what keeps it from growing without limit', async () => {
    const tables = await app.db.rows<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const known = Object.values(growth).flat()
    const unknown = tables.map(({ name }) => name).filter((name) => !known.includes(name))
    expect(unknown, 'say in src/app/testing/table-growth.ts what bounds each').toEqual([])
    expect(known.filter((name) => !tables.some((table) => table.name === name))).toEqual([])
  })
})

describe('dead jobs', () => {
  const failing: JobRegistry = {
    subscribers: [],
    handlers: [
      onJob(deliverJob, async () => {
        throw new Error('the provider refuses the signature')
      }),
    ],
  }
  const dies = async () => {
    await enqueue(app.system, deliverJob, { deliveryId: 77 })
    for (let attempt = 0; attempt < 8; attempt++) {
      await drainJobs(app.services, failing)
      app.clock.advance({ hours: 1 })
    }
  }

  it('[F-10] only administrators see which jobs failed for good and why', async () => {
    await dies()
    const { list, total } = await app.call(staffDeadJobs, {}, { as: await admin() })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      name: 'notice.deliver',
      payload: '{"deliveryId":77}',
      attempts: 8,
      error: 'Error: the provider refuses the signature',
    })
    for (const role of ['manager', 'finance', 'editor'] as const)
      expect((await app.refusal(staffDeadJobs, {}, { as: await app.staff(role) })).status).toBe(403)
  })

  it('[F-10] a dead job that is run again runs once, with all its tries', async () => {
    await dies()
    const [dead] = (await app.call(staffDeadJobs, {}, { as: await admin() })).list
    await app.call(staffJobReplay, { id: dead?.id ?? 0 }, { as: await admin() })
    expect(await app.refusal(staffJobReplay, { id: dead?.id ?? 0 }, { as: await admin() })).toMatchObject({
      status: 409,
      error: 'jobNotDead',
    })
    const ran: unknown[] = []
    await drainJobs(app.services, {
      subscribers: [],
      handlers: [onJob(deliverJob, async (_ctx, payload) => void ran.push(payload))],
    })
    expect(ran).toEqual([{ deliveryId: 77 }])
    expect((await app.call(staffDeadJobs, {}, { as: await admin() })).total).toBe(0)
  })

  it('[F-10] a dead job that is discarded never runs; the audit log keeps it with the reason', async () => {
    await dies()
    const [dead] = (await app.call(staffDeadJobs, {}, { as: await admin() })).list
    const id = dead?.id ?? 0
    expect(await app.refusal(staffJobDiscard, { id, reason: ' ' }, { as: await admin() })).toMatchObject({
      error: 'invalid',
    })
    const input = { id, reason: '客户已改用邮件通知' }
    expect((await app.refusal(staffJobDiscard, input, { as: await app.staff('manager') })).status).toBe(403)
    const person = await admin()
    await app.call(staffJobDiscard, input, { as: person })
    expect((await app.call(staffDeadJobs, {}, { as: person })).total).toBe(0)
    const gone = { status: 409, error: 'jobNotDead' }
    expect(await app.refusal(staffJobDiscard, input, { as: person })).toMatchObject(gone)
    expect(await app.refusal(staffJobReplay, { id }, { as: person })).toMatchObject(gone)
    expect(
      await app.db.rows(sql`select actor_id, subject, before, reason from audit_log where action = 'job.discard'`),
    ).toEqual([
      {
        actorId: person.id,
        subject: `job:${id}`,
        before: { name: 'notice.deliver', payload: { deliveryId: 77 } },
        reason: '客户已改用邮件通知',
      },
    ])
  })

  it('a job that has not failed for good cannot be discarded', async () => {
    await enqueue(app.system, deliverJob, { deliveryId: 78 })
    const { id } = await app.db.one<{ id: number }>(sql`select id from jobs`)
    expect(await app.refusal(staffJobDiscard, { id, reason: '测试' }, { as: await admin() })).toMatchObject({
      error: 'jobNotDead',
    })
    expect(await count('jobs')).toBe(1)
  })

  it('[F-10] a dead job raises an alarm within the hour, once a day', async () => {
    const jobAlarms = async () =>
      (await app.call(safetyRead, {}, { as: await admin() })).alarms.filter(({ kindName }) => kindName === '后台任务')
    const before = (await jobAlarms()).length
    await app.queueDue()
    // Otherwise the periodic work dies too, because `failing` has no handler for it.
    await app.drain()
    await dies()
    await app.queueDue()
    await app.drain()
    const alarms = await jobAlarms()
    expect(alarms).toHaveLength(before + 1)
    expect(alarms[0]?.text).toContain('notice.deliver')
  })
})
