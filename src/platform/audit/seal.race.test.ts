import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { recordAudit } from '../http/audit.ts'
import { inTx } from '../http/ctx.ts'
import { checkChain, sealAuditLog } from './seal.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const entry = (n: number) => ({ action: 'order.approve', subject: `order:${n}` })

it('[I-22] writers, late commits, rollbacks and two jobs at once leave one link for each row', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let began = () => {}
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  // Takes the lowest number and commits last.
  const late = inTx(app.system, async (ctx) => {
    await recordAudit(ctx, entry(0))
    began()
    await held
  })
  await begun
  const writers = Array.from({ length: 60 }, (_, n) =>
    inTx(app.system, async (ctx) => {
      await recordAudit(ctx, entry(n + 1))
      if (n % 5 === 0) throw new Error('rolled back')
    }).catch(() => undefined),
  )
  const jobs = Array.from({ length: 6 }, () => sealAuditLog(app.system))
  await Promise.all([...writers, ...jobs])
  await sealAuditLog(app.system)
  release()
  await late
  await Promise.all([sealAuditLog(app.system), sealAuditLog(app.system)])
  const { rows } = await app.db.one<{ rows: number }>(sql`select count(*) as rows from audit_log`)
  expect(await checkChain(app.system)).toEqual({ links: rows, found: 0, faults: [] })
  const last = await app.db.one(sql`
    select a.subject from audit_seals s join audit_log a on a.id = s.audit_id order by s.n desc limit 1`)
  expect(last).toEqual({ subject: 'order:0' })
})

it('[I-22] a writer does not wait for the job', async () => {
  await recordAudit(app.system, entry(100))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let sealed = () => {}
  const began = new Promise<void>((resolve) => {
    sealed = resolve
  })
  const job = inTx(app.system, async (ctx) => {
    await sealAuditLog(ctx)
    sealed()
    await held
  })
  await began
  await inTx(app.system, async (ctx) => {
    await ctx.db.run(sql`set local lock_timeout = '2s'`)
    await recordAudit(ctx, entry(101))
  })
  release()
  await job
  await sealAuditLog(app.system)
  expect((await checkChain(app.system)).found).toBe(0)
})
