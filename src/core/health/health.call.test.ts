import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsCheck } from '../../app/doctor/checks/jobs-check.ts'
import { lookAround } from '../../app/start/look-around.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { metricsText } from '../../platform/http/metrics.ts'
import { beginBackfill, noteBatch } from '../../platform/jobs/backfill-rows.ts'
import { readHealthFigures } from './figure-actions.ts'
import { noteRun } from '../backups/actions.ts'
import { lookAtSystem } from './actions.ts'
import { staffSystemHealth, staffSystemLook } from './contract.ts'
import type { Finding } from './rules.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
})
afterAll(() => app.close())

const health = () => app.call(staffSystemHealth, {}, { as: admin })
const finding = (level: Finding['level'], name = '数据目录的磁盘'): Finding => ({
  level,
  name,
  seen: '剩余 90 MB',
  todo: '清理磁盘',
})
const look = (...found: Finding[]) => lookAtSystem(app.system, async () => found)
const alarms = () =>
  app.db.rows<{ occasion: string }>(
    sql`select occasion from alarms where kind = 'system' and occasion like '数据目录的磁盘%' order by id`,
  )

describe('the page of system health', () => {
  it('says before the first look that there was none, and shows version, database and queue', async () => {
    const { look, findings, process, database, queue } = await health()
    expect({ look, findings }).toEqual({ look: null, findings: [] })
    expect(process.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(queue.dead).toBe(0)
  })

  it('[Q-43] shows the first look of a new installation as soon as a worker runs', async () => {
    await app.queueDue()
    await app.drain()
    expect((await health()).look).not.toBeNull()
  })

  it('shows what the checks of the command `doctor` find, after an administrator has asked for a look', async () => {
    const before = (await health()).look
    app.clock.advance({ minutes: 2 })
    await app.call(staffSystemLook, {}, { as: admin })
    await app.drain()
    const { look, findings } = await health()
    expect(look?.at).not.toBe(before?.at)
    expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['数据目录的磁盘', '后台任务']))
  })

  it('[Q-276] and the doctor say that no worker runs, although nothing is due without one', async () => {
    await app.queueDue()
    await app.drain()
    const stopped = async () => (await health()).findings.filter(({ name }) => name === '后台进程')
    expect(await stopped()).toEqual([])
    app.clock.advance({ minutes: 31 })
    expect(await stopped()).toMatchObject([
      {
        level: 'error',
        seen: expect.stringMatching(/之后没有后台进程在运行/),
        todo: expect.stringContaining('worker'),
      },
    ])
    expect(await jobsCheck.find({ config: app.services.config, env: {}, clock: app.clock, ctx: app.system })).toEqual([
      expect.objectContaining({ level: 'error', name: '后台进程' }),
    ])
    await app.queueDue()
    await app.drain()
    expect(await stopped()).toEqual([])
  })

  it('[Q-284] tells what to do in the words of the server, which may have no npm', async () => {
    process.env.MINGXI_COMMAND = 'mingxi'
    const todos = (await lookAround(app.system)).map(({ todo }) => todo).join()
    delete process.env.MINGXI_COMMAND
    expect(todos).toContain('mingxi books')
    expect(todos).not.toContain('npm run')
  })

  it('shows how far the work on old rows is', async () => {
    const now = app.clock.now()
    await beginBackfill(app.db, 'of-the-page', 1200, now)
    await noteBatch(app.db, 'of-the-page', { id: 300 }, 300, now)
    expect((await health()).backfills.filter(({ name }) => name === 'of-the-page')).toMatchObject([
      { state: 'running', done: 300, total: 1200, finishedAt: null, error: '' },
    ])
  })

  it('shows since when something is wrong, and the last backups', async () => {
    await look(finding('warning'))
    const [first] = (await health()).findings
    app.clock.advance({ hours: 1 })
    await look(finding('warning'))
    expect((await health()).findings[0]?.since).toBe(first?.since)
    const startedAt = app.clock.now()
    const run = {
      kind: 'backup',
      startedAt,
      endedAt: startedAt,
      ok: false,
      fileName: 'a.tar',
      bytes: 0,
      detail: { error: '磁盘已满' },
    } as const
    await noteRun(app.system, run)
    expect((await health()).backups[0]).toMatchObject({ ok: false, error: '磁盘已满' })
  })

  it('is for administrators only', async () => {
    const { status } = await app.refusal(staffSystemHealth, {}, { as: await app.staff('lab') })
    expect(status).toBe(403)
  })
})

describe('an error that a look finds', () => {
  it('raises one alarm until it is mended, and another one when it comes back', async () => {
    await look(finding('error'))
    await look(finding('error'))
    expect(await alarms()).toHaveLength(1)
    await look(finding('ok'))
    app.clock.advance({ hours: 25 })
    await look(finding('error'))
    expect(await alarms()).toHaveLength(2)
  })
})

describe('the figures of /metrics', () => {
  it('count findings by level and tell when the last look and the last backup were', async () => {
    await look(finding('error'), finding('warning', '时钟'))
    const startedAt = app.clock.now()
    await noteRun(app.system, {
      kind: 'backup',
      startedAt,
      endedAt: startedAt,
      ok: true,
      fileName: 'b.tar',
      bytes: 9,
      detail: {},
    })
    const text = await metricsText(app.services, readHealthFigures)
    expect(text).toContain('mingxi_findings{level="error"} 1')
    expect(text).toContain(`mingxi_findings_looked_timestamp_seconds ${startedAt.getTime() / 1000}`)
    expect(text).toContain(`mingxi_backup_timestamp_seconds ${startedAt.getTime() / 1000}`)
    expect(text).toContain('mingxi_database_up 1')
  })
})
