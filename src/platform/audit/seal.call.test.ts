import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { runCheck } from '../book-check.ts'
import { bookChecks } from '../book-checks.ts'
import { type Sql, sql } from '../db/sql.ts'
import { recordAudit } from '../http/audit.ts'
import { chainHead, checkChain, hashAt, sealAuditLog } from './seal.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  await byHand(sql`delete from audit_seals`, sql`delete from audit_log`)
})
afterAll(() => app.close())

/** As somebody who owns the database would: triggers do not run. */
function byHand(...statements: Sql[]) {
  return app.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    for (const each of statements) await tx.run(each)
  })
}

async function written(count: number) {
  for (let i = 0; i < count; i++)
    await recordAudit(app.system, {
      action: 'order.approve',
      subject: `order:${i}`,
      before: { stage: 'review', note: '“引号”、é、\\' },
      after: { amountFen: 1.5, b: 1, a: null },
      reason: i % 2 === 0 ? '合格' : undefined,
    })
}

const faults = async () => (await checkChain(app.system)).faults
const night = async () => {
  const check = bookChecks.find(({ key }) => key === 'platform.auditChain')
  return check ? (await runCheck(app.db, check, app.clock.now())).faults : ['no check']
}
const nth = async (n: number) =>
  (await app.db.one<{ id: number }>(sql`select id from audit_log order by id offset ${n} limit 1`)).id

describe('the chain over the audit log', () => {
  it('has a link for every row, once, and holds', async () => {
    await written(4)
    expect(await sealAuditLog(app.system)).toBe(4)
    expect(await sealAuditLog(app.system)).toBe(0)
    await written(3)
    expect(await sealAuditLog(app.system)).toBe(3)
    expect(await checkChain(app.system)).toEqual({ links: 7, found: 0, faults: [] })
    expect(await night()).toEqual([])
  })

  it('[I-22] finds a row that was changed, whichever column it is', async () => {
    await written(4)
    await sealAuditLog(app.system)
    const id = await nth(1)
    const changes = [
      sql`actor_id = 5`,
      sql`at = at + interval '1 microsecond'`,
      sql`actor_kind = 'staff'`,
      sql`action = 'order.reject'`,
      sql`subject = 'order:9'`,
      sql`before = '{"stage": "quoting"}'`,
      sql`after = null`,
      sql`reason = ''`,
      sql`ip = '10.0.0.1'`,
      sql`request_id = 'x'`,
    ]
    const { before } = await app.db.one<{ before: object }>(
      sql`select to_jsonb(audit_log) - 'named_no' as before from audit_log where id = ${id}`,
    )
    for (const change of changes) {
      await byHand(sql`update audit_log set ${change} where id = ${id}`)
      expect(await faults()).toEqual([expect.stringContaining(`操作记录 ${id}（第 2 环）被改动过`)])
      expect(await night()).toHaveLength(1)
      await byHand(
        sql`delete from audit_log where id = ${id}`,
        sql`insert into audit_log (id, at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id) overriding system value
          select id, at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id
          from jsonb_populate_record(null::audit_log, ${JSON.stringify(before)}::jsonb)`,
      )
      expect(await faults()).toEqual([])
    }
  })

  it('[I-22] finds a deleted row, the last one too', async () => {
    await written(3)
    await sealAuditLog(app.system)
    const [first, last] = [await nth(0), await nth(2)]
    await byHand(sql`delete from audit_log where id = ${last}`)
    expect(await faults()).toEqual([`操作记录 ${last}（第 3 环）已被删除`])
    await byHand(sql`delete from audit_log where id = ${first}`)
    expect(await faults()).toHaveLength(2)
    expect(await night()).toHaveLength(2)
  })

  it('[I-22] finds a link that was taken out, changed or put in with its row', async () => {
    await written(4)
    await sealAuditLog(app.system)
    const { sealId } = await app.db.one<{ sealId: number }>(
      sql`select audit_id as seal_id from audit_seals where n = 2`,
    )
    await byHand(sql`delete from audit_seals where n = 2`, sql`delete from audit_log where id = ${sealId}`)
    expect((await faults())[0]).toContain('缺少第 2 环')
    await byHand(sql`update audit_seals set hash = sha256('x') where n = 4`)
    expect((await faults()).length).toBeGreaterThan(1)
  })

  it('[I-22] a chain that ends earlier than a head that was written down is shorter than it', async () => {
    await written(3)
    await sealAuditLog(app.system)
    const head = await chainHead(app.db)
    await byHand(sql`delete from audit_log where id = ${await nth(2)}`, sql`delete from audit_seals where n = 3`)
    expect(await faults()).toEqual([])
    expect(await hashAt(app.db, head?.n ?? 0)).toBeUndefined()
  })

  it('[I-22] finds a row that was put in behind the chain', async () => {
    await written(3)
    await byHand(sql`delete from audit_log where id = ${await nth(1)}`)
    await sealAuditLog(app.system)
    const gap = (await nth(0)) + 1
    app.clock.advance({ hours: 25 })
    await written(1)
    await sealAuditLog(app.system)
    await byHand(sql`
      insert into audit_log (id, at, actor_kind, action, subject) overriding system value
      values (${gap}, ${app.clock.now()}, 'staff', 'order.approve', 'order:7')`)
    await sealAuditLog(app.system)
    expect(await faults()).toEqual([`操作记录 ${gap} 不在校验链中：order.approve order:7`])
  })

  it('seals a row that commits after later ones, and leaves no gap for numbers that were rolled back', async () => {
    await written(1)
    await app.db
      .tx(async (tx) => {
        await recordAudit({ ...app.system, db: tx }, { action: 'a', subject: 'b' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await written(2)
    const late = await nth(1)
    const row = await app.db.one(sql`select to_jsonb(audit_log) - 'named_no' as row from audit_log where id = ${late}`)
    await byHand(sql`delete from audit_log where id = ${late}`)
    await sealAuditLog(app.system)
    await byHand(sql`
      insert into audit_log (id, at, actor_kind, action, subject) overriding system value
      select id, at, actor_kind, action, subject from jsonb_populate_record(null::audit_log, ${JSON.stringify((row as { row: object }).row)}::jsonb)`)
    await sealAuditLog(app.system)
    expect(await checkChain(app.system)).toEqual({ links: 3, found: 0, faults: [] })
  })

  it('rows and links are never changed by the application', async () => {
    await written(1)
    await sealAuditLog(app.system)
    for (const forbidden of [
      sql`update audit_seals set n = 9`,
      sql`delete from audit_seals`,
      sql`truncate audit_seals`,
    ])
      await expect(app.db.run(forbidden)).rejects.toMatchObject({ code: '23001' })
  })
})
