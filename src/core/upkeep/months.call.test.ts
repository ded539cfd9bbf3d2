import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { monthCheck } from '../../app/doctor/checks/month-check.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { checkChain, sealAuditLog } from '../../platform/audit/seal.ts'
import { latestSignIns, noteSignIn, sweepSignIns } from '../../platform/auth/sign-in-log.ts'
import { runCheck } from '../../platform/book-check.ts'
import { bookChecks } from '../../platform/book-checks.ts'
import { keepPartitions, monthlyTables, monthsOf, restOf } from '../../platform/db/partitions.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { keepMonths } from './actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => app.db.run(sql`delete from sign_ins`))
afterAll(() => app.close())

const at = (text: string) => app.clock.set(fromShanghai(text))

/** Where each sign-in of this person lies, the newest first. */
async function placesOf(subjectId: number): Promise<string[]> {
  const rows = await app.db.rows<{ place: string }>(
    sql`select tableoid::regclass::text as place from sign_ins where subject_id = ${subjectId} order by at desc`,
  )
  return rows.map(({ place }) => place)
}

function signIn(subjectId: number): Promise<void> {
  return noteSignIn(app.system, { kind: 'customer', subjectId, typed: '', method: 'code', outcome: 'done' })
}

async function seen(): Promise<string[]> {
  const { system: ctx, clock } = app
  const found = await monthCheck.find({ config: app.services.config, env: {}, clock, ctx })
  return found.map(({ level, seen }) => `${level} ${seen}`)
}

describe('sign-ins with a partition for each month', () => {
  it('lie in the default partition until the first month that begins after the table was divided, and are found in both', async () => {
    at('2027-01-20 10:00')
    await signIn(1)
    await keepMonths(app.system)
    expect(await monthsOf(app.db, 'sign_ins')).toEqual(['2027-02', '2027-03', '2027-04'])
    await signIn(1)
    at('2027-02-01 00:00')
    await signIn(1)
    expect(await placesOf(1)).toEqual(['sign_ins_2027_02', 'sign_ins_rest', 'sign_ins_rest'])
    const rows = await latestSignIns(app.db, 'customer', 1, 20)
    expect(rows.map((row) => shanghaiDate(row.at))).toEqual(['2027-02-01', '2027-01-20', '2027-01-20'])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  })

  it('get the partition of a month months before it begins, once', async () => {
    at('2027-02-10 10:00')
    await keepMonths(app.system)
    await keepMonths(app.system)
    expect(await monthsOf(app.db, 'sign_ins')).toEqual(['2027-02', '2027-03', '2027-04', '2027-05'])
  })

  it('of a time that no partition takes go to the default partition, and the doctor names the clock', async () => {
    at('2031-06-01 10:00')
    await signIn(2)
    at('2027-02-10 10:00')
    expect(await placesOf(2)).toEqual(['sign_ins_rest'])
    expect(await seen()).toEqual(['warning sign_ins_rest 中有时间晚于明天的记录'])
  })

  it('stay in the default partition when no worker ran for months, and the doctor names the missing month', async () => {
    at('2027-05-26 10:00')
    const missing = (table: string) => `warning ${table} 没有 2027-06 的分区，数据暂存于 ${table}_rest，不会丢失`
    expect(await seen()).toEqual([missing('sign_ins'), missing('audit_log')])
    at('2027-06-03 10:00')
    await signIn(3)
    expect((await seen())[0]).toMatch('没有 2027-06 的分区')
    await keepMonths(app.system)
    expect(await placesOf(3)).toEqual(['sign_ins_rest'])
    expect((await monthsOf(app.db, 'sign_ins')).slice(-3)).toEqual(['2027-07', '2027-08', '2027-09'])
  })

  it('are dropped month by month a year after the month has ended; the others stay', async () => {
    at('2027-08-31 23:59')
    await signIn(4)
    at('2027-09-01 00:00')
    await signIn(4)
    // The first moment of September, and 370 days.
    at('2028-09-04 23:59')
    await keepMonths(app.system)
    expect(await placesOf(4)).toHaveLength(2)
    at('2028-09-05 00:00')
    await keepMonths(app.system)
    expect(await placesOf(4)).toEqual(['sign_ins_2027_09'])
    expect((await monthsOf(app.db, 'sign_ins'))[0]).toBe('2027-09')
  })

  it('of the default partition are removed row by row after 400 days', async () => {
    at('2026-12-31 10:00')
    await signIn(5)
    at('2028-02-04 09:00')
    await sweepSignIns(app.system)
    expect(await placesOf(5)).toHaveLength(1)
    at('2028-02-04 11:00')
    await sweepSignIns(app.system)
    expect(await placesOf(5)).toEqual([])
  })
})

it('a month that could not be made leaves no rule behind that refuses its rows', async () => {
  at('2030-01-10 10:00')
  const [table] = monthlyTables.filter(({ name }) => name === 'sign_ins')
  await app.db.script('create table sign_ins_2030_02 (id bigint)')
  await expect(keepPartitions(app.db, table as (typeof monthlyTables)[number], app.clock.now())).rejects.toThrow(
    'exists',
  )
  await app.db.script('drop table sign_ins_2030_02')
  at('2030-02-10 10:00')
  await signIn(6)
  expect(await placesOf(6)).toEqual(['sign_ins_rest'])
})

describe('the audit log with a partition for each month', () => {
  it('keeps every row in its month, cannot be changed in any of them, and its chain and books stay whole', async () => {
    at('2026-12-20 10:00')
    const id = async (n: number) => {
      await recordAudit(app.system, { action: 'order.approve', subject: `order:${n}` })
      return (await app.db.one<{ id: number }>(sql`select id from audit_log where subject = ${`order:${n}`}`)).id
    }
    const first = await id(9001)
    await keepMonths(app.system)
    at('2027-01-05 10:00')
    const second = await id(9002)
    at('2035-01-05 10:00')
    const third = await id(9003)
    at('2027-01-06 10:00')
    const places = await app.db.rows<{ place: string }>(
      sql`select tableoid::regclass::text as place from audit_log where id = any(${[first, second, third]}::bigint[]) order by id`,
    )
    expect(places.map(({ place }) => place)).toEqual(['audit_log_rest', 'audit_log_2027_01', 'audit_log_rest'])
    await sealAuditLog(app.system)
    expect(await checkChain(app.system)).toMatchObject({ faults: [] })
    for (const change of [
      sql`update audit_log set action = 'x' where id = ${second}`,
      sql`delete from audit_log where id = ${first}`,
      sql`delete from audit_log_2027_01`,
      sql`truncate audit_log`,
      sql`truncate audit_log_2027_01`,
      sql`truncate audit_log_rest`,
    ])
      await expect(app.db.run(change)).rejects.toMatchObject({ code: '23001' })
    // A restore makes the months without what keeps them from being emptied.
    await app.db.script('drop trigger audit_log_2027_01_no_truncate on audit_log_2027_01')
    at('2045-01-06 10:00')
    await keepMonths(app.system)
    await expect(app.db.run(sql`truncate audit_log_2027_01`)).rejects.toMatchObject({ code: '23001' })
    expect(await monthsOf(app.db, 'audit_log')).toContain('2027-01')
    for (const check of bookChecks)
      expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
  })

  it('[Q-179] [Q-380] has indexes by action and reason before a month begins; older months and the default partition get them once nobody writes there', async () => {
    at('2045-03-02 10:00')
    const indexed = async () => {
      await keepMonths(app.system)
      const rows = await app.db.rows<{ name: string }>(
        sql`select indexrelid::regclass::text as name from pg_index where indexrelid::regclass::text ~ '^audit_log_.*_(action|reason)$'`,
      )
      return rows.map(({ name }) => name)
    }
    expect(await indexed()).toEqual(
      expect.arrayContaining(
        ['2027_01', '2045_02', '2045_03', '2045_06', 'rest'].flatMap((month) => [
          `audit_log_${month}_action`,
          `audit_log_${month}_reason`,
        ]),
      ),
    )
    // As a release without them left the month that is written.
    await app.db.script('drop index audit_log_2045_03_reason; drop index audit_log_2045_04_reason')
    expect(await indexed()).toContain('audit_log_2045_04_reason')
    expect(await indexed()).not.toContain('audit_log_2045_03_reason')
    at('2045-04-01 10:00')
    expect(await indexed()).toContain('audit_log_2045_03_reason')
  })

  it('[I-22] a row that is taken out of a month, or a month that is dropped, shows in the chain', async () => {
    await app.db.script('drop table audit_log_2027_01')
    expect((await checkChain(app.system)).faults[0]).toMatch('已被删除')
  })
})

it('dividing a table built no index under its lock: the default partition has only those that were made before', async () => {
  for (const { name } of monthlyTables) {
    const rows = await app.db.rows<{ name: string }>(sql`
      select indexrelid::regclass::text as name from pg_index where indrelid = ${restOf(name)}::regclass`)
    expect(rows.length).toBeGreaterThan(2)
    // PostgreSQL itself gives its names this end.
    expect(rows.map((row) => row.name).filter((index) => index.endsWith('_idx'))).toEqual([])
  }
})
