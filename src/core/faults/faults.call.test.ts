import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { staffAuditList } from '../../workspace/audit/list-contract.ts'
import type { Call } from '../../platform/contract/call.ts'
import { BROWSER_FAULTS_PATH, type BrowserReport } from '../../platform/contract/browser-fault.ts'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { metricsText } from '../../platform/http/metrics.ts'
import { defineJob } from '../../platform/jobs/declared.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { drainJobs, onJob } from '../../platform/jobs/worker.ts'
import { releaseName } from '../../platform/version.ts'
import { staffSystemHealth } from '../health/contract.ts'
import { staffTableSizes } from '../upkeep/contract.ts'
import { sweepFaults } from './actions.ts'
import { staffFaultDetail, staffFaultMark } from './contract.ts'
import { staffFaultList } from './list-contract.ts'
import { writeFaults } from './write-actions.ts'

let app: TestApp
let admin: TestPerson
let plainDb: Db
beforeAll(async () => {
  app = await testApp({ TRACE_URL: 'https://traces.example/trace/{trace}' })
  plainDb = app.services.db
})
beforeEach(async () => {
  app.services.db = plainDb
  app.services.faults.take()
  app.clock.advance({ minutes: 2 })
  admin = await app.staff('admin')
  await app.db.run(sql`delete from faults`)
  await app.db.run(sql`delete from alarms`)
})
afterAll(() => app.close())

/** Makes a call while the database says something wrong; answers what the caller gets. */
async function failing(call: Call, message = 'broken 13812345678', error: () => Error = () => new RangeError(message)) {
  app.services.db = { ...plainDb, row: () => Promise.reject(error()), rows: () => Promise.reject(error()) }
  const answer = await app.send(call, {}, { as: admin })
  app.services.db = plainDb
  return answer
}

const list = async (query: object = {}) => (await app.call(staffFaultList, query, { as: admin })).list
const detail = (id: number) => app.call(staffFaultDetail, { id }, { as: admin })
const mark = (id: number, state: 'open' | 'resolved' | 'ignored') =>
  app.call(staffFaultMark, { id, state }, { as: admin })
const alarms = async () =>
  (await app.db.rows<{ text: string }>(sql`select text from alarms where kind = 'system' order by id`)).map(
    ({ text }) => text,
  )
const write = () => writeFaults(app.services)

async function onlyFault() {
  await write()
  const [fault, ...others] = await list({ tab: 'all' })
  expect(others).toEqual([])
  if (!fault) throw new Error('no fault')
  return fault
}

describe('a call that fails', () => {
  it('answers a number by which staff find its error report, with frames, release and request, and without values', async () => {
    const { status, body } = await failing(staffTableSizes)
    expect(status).toBe(500)
    const number = body.requestId?.slice(0, 8)
    expect(body.msg).toBe(`系统繁忙，请稍后重试（问题编号 ${number}）`)
    await write()
    for (const kw of [`问题编号 ${number?.toUpperCase()}`, body.requestId, 'upkeep/tables', 'RangeError'])
      expect([kw, await list({ kw })]).toEqual([
        kw,
        [expect.objectContaining({ kind: 'call', place: 'upkeep/tables' })],
      ])
    expect(await list({ kw: 'ffffffff' })).toEqual([])
    const [{ id = 0 } = {}] = await list()
    const found = await detail(id)
    expect(found).toMatchObject({
      type: 'RangeError',
      times: 1,
      releases: [releaseName()],
      state: 'open',
      again: false,
    })
    expect(found.samples).toEqual([expect.objectContaining({ requestId: body.requestId, traceUrl: '' })])
    expect(found.stack).toContain('faults.call.test.ts')
    expect(JSON.stringify(found)).not.toContain('13812345678')
  })

  it('is one report with all like it, however often it fails, and rings once', async () => {
    for (let i = 0; i < 3; i += 1) await failing(staffTableSizes, `broken ${i} "x"`)
    await write()
    for (let i = 0; i < 2; i += 1) await failing(staffTableSizes)
    const fault = await onlyFault()
    expect(fault.times).toBe(5)
    expect((await detail(fault.id)).samples).toHaveLength(5)
    expect(await alarms()).toEqual([
      `程序出错：接口 upkeep/tables RangeError。请在“错误报告”查看并处理：/console/faults/${fault.id}`,
    ])
    expect((await app.call(staffSystemHealth, {}, { as: admin })).openFaults).toBe(1)
    expect(await metricsText(app.services)).toMatch(/mingxi_faults_total\{kind="call"\} [1-9]/)
  })

  it('is no error report when it is refused or the database is away', async () => {
    await app.refusal(staffTableSizes, { unknown: 1 }, { as: admin })
    const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const { status, body } = await failing(staffTableSizes, '', away)
    expect([status, body.msg, body.requestId]).toEqual([503, '服务暂时不可用，请稍后重试', undefined])
    await write()
    expect(await list({ tab: 'all' })).toEqual([])
  })

  it('is kept in memory while reports cannot be written, and delays nobody', async () => {
    await failing(staffTableSizes)
    const down = { ...app.services, db: { ...plainDb, tx: () => Promise.reject(new Error('away')) } }
    await expect(writeFaults(down)).rejects.toThrow('away')
    await failing(staffTableSizes)
    expect((await onlyFault()).times).toBe(2)
  })
})

describe('a job that fails', () => {
  const broken = defineJob('test.broken', z.object({ phone: z.string() }))
  function run(thrown: () => Error) {
    const work = async () => {
      throw thrown()
    }
    return drainJobs(app.services, { subscribers: [], handlers: [onJob(broken, work)] })
  }

  it('for good is reported with its name; while another try may mend it, it is not', async () => {
    await enqueue(app.system, broken, { phone: '13812345678' })
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await write()
      expect(await app.db.rows(sql`select id from faults`)).toEqual([])
      await run(() => new Error('provider refused 13812345678'))
      app.clock.advance({ hours: 1 })
    }
    admin = await app.staff('admin')
    const fault = await onlyFault()
    expect(fault).toMatchObject({ kind: 'job', place: 'test.broken', times: 1, what: 'Error: provider refused …' })
  })

  it('by a mistake of the program is reported at its first try', async () => {
    await enqueue(app.system, broken, { phone: '13812345678' })
    await run(() => new TypeError('x is not a function'))
    expect(await onlyFault()).toMatchObject({ kind: 'job', place: 'test.broken' })
    await app.db.run(sql`delete from jobs`)
  })
})

describe('what staff do about it', () => {
  async function fault() {
    await failing(staffTableSizes)
    return (await onlyFault()).id
  }

  it('resolved, it comes back as open and marked, and rings again', async () => {
    const id = await fault()
    await mark(id, 'resolved')
    expect(await list()).toEqual([])
    expect((await detail(id)).resolvedRelease).toBe(releaseName())
    app.clock.advance({ minutes: 1 })
    await failing(staffTableSizes)
    expect(await onlyFault()).toMatchObject({ id, state: 'open', again: true, times: 2 })
    expect(await alarms()).toEqual([expect.not.stringContaining('再次'), expect.stringContaining('（再次出现）')])
    await failing(staffTableSizes)
    await write()
    expect(await alarms()).toHaveLength(2)
  })

  it('resolved, it stays so when an older release reports it, or the report was only late', async () => {
    const id = await fault()
    await failing(staffTableSizes)
    app.clock.advance({ minutes: 1 })
    await mark(id, 'resolved')
    await write()
    expect(await detail(id)).toMatchObject({ state: 'resolved', times: 2 })
    app.clock.advance({ minutes: 1 })
    const resolvedIn = (release: string) => app.db.run(sql`update faults set resolved_release = ${release}`)
    await resolvedIn('999.0.0+abc')
    await failing(staffTableSizes)
    await write()
    expect(await detail(id)).toMatchObject({ state: 'resolved', times: 3 })
    await resolvedIn('0.0.9+abc')
    await failing(staffTableSizes)
    await write()
    expect(await detail(id)).toMatchObject({ state: 'open', again: true, times: 4 })
  })

  it('ignored, it is only counted; opened again, it is open', async () => {
    const id = await fault()
    await mark(id, 'ignored')
    app.clock.advance({ minutes: 1 })
    await failing(staffTableSizes)
    expect(await onlyFault()).toMatchObject({ state: 'ignored', times: 2 })
    expect(await alarms()).toHaveLength(1)
    await mark(id, 'open')
    expect(await detail(id)).toMatchObject({ state: 'open', again: false })
  })

  it('stands in the audit log; what a colleague has done already is refused, and so is a report that is gone', async () => {
    const id = await fault()
    await mark(id, 'resolved')
    const refused = await app.refusal(staffFaultMark, { id, state: 'resolved' }, { as: admin })
    expect([refused.status, refused.error]).toEqual([409, 'otherState'])
    const { list: entries } = await app.call(staffAuditList, { filters: { subject: `错误报告 ${id}` } }, { as: admin })
    expect(entries).toEqual([
      expect.objectContaining({
        actionName: '标记错误报告已解决',
        subjectTo: `/console/faults/${id}`,
        changes: [{ field: '状态', before: '待处理', after: '已解决' }],
      }),
    ])
    for (const [call, input] of [
      [staffFaultDetail, { id: 999_999 }],
      [staffFaultMark, { id: 999_999, state: 'open' }],
    ] as const)
      expect((await app.refusal(call, input, { as: admin })).status).toBe(404)
  })

  it('is for administrators', async () => {
    const lab = await app.staff('lab')
    for (const [call, input] of [
      [staffFaultList, {}],
      [staffFaultDetail, { id: 1 }],
      [staffFaultMark, { id: 1, state: 'open' }],
    ] as const)
      expect((await app.refusal(call, input, { as: lab })).status).toBe(403)
  })
})

describe('an error of a page in a browser', () => {
  const STACK = 'TypeError: x\n    at Stage (http://shop.test/assets/order-Dd_P1s2x.js:1:2)'
  const report = (more: Partial<BrowserReport> = {}): BrowserReport => ({
    id: randomUUID(),
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'stage')",
    stack: STACK,
    page: '/member/order/MX26030200001',
    release: '0.2.0',
    ...more,
  })
  const send = (payload: unknown, ip = '203.0.113.1') =>
    app.server.inject({
      method: 'POST',
      url: BROWSER_FAULTS_PATH,
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
      remoteAddress: ip,
    })

  it('is reported with page, release and the number that the visitor sees', async () => {
    const sent = report()
    expect((await send(sent)).statusCode).toBe(204)
    const fault = await onlyFault()
    expect(fault).toMatchObject({ kind: 'browser', place: '/member/order/*', lastRelease: '0.2.0' })
    expect((await list({ kw: sent.id.slice(0, 8) }))[0]?.id).toBe(fault.id)
    expect(await detail(fault.id)).toMatchObject({
      message: sent.message,
      stack: 'at Stage (assets/order-Dd_P1s2x.js:1:2)',
    })
  })

  it('holds nothing that a person typed', async () => {
    await send(report({ message: 'cannot send "张三 13812345678"', page: '/plan/13812345678?phone=13812345678' }))
    await write()
    const rows = JSON.stringify(await app.db.rows(sql`select * from faults`))
    expect(rows).toContain('cannot send')
    expect(rows).not.toMatch(/13812345678|张三/)
  })

  it('is taken ten times a minute from one visitor', async () => {
    for (let i = 0; i < 15; i += 1) await send(report())
    for (let i = 0; i < 3; i += 1) await send(report(), '203.0.113.2')
    expect((await onlyFault()).times).toBe(13)
    app.clock.advance({ minutes: 1 })
    await send(report())
    expect((await onlyFault()).times).toBe(14)
  })

  it('is not taken when it is of another shape or too large', async () => {
    const wrong = [
      {},
      report({ type: '<script>' }),
      report({ id: 'x' }),
      report({ release: '1' }),
      { ...report(), extra: 1 },
    ]
    for (const each of [...wrong, report({ stack: 'x'.repeat(5000) })]) expect((await send(each)).statusCode).toBe(204)
    expect((await send(report({ stack: 'x'.repeat(20_000) }))).statusCode).toBe(413)
    await write()
    expect(await list({ tab: 'all' })).toEqual([])
  })

  it('rings once an hour, however many different ones are sent', async () => {
    for (let i = 0; i < 5; i += 1) await send(report({ type: `Type${i}` }))
    await write()
    await send(report({ type: 'Later' }))
    await write()
    expect(await alarms()).toEqual([expect.stringContaining('/member/order/*')])
  })
})

it('reports and their occurrences are removed when nobody asks for them any more', async () => {
  for (let i = 0; i < 4; i += 1) {
    for (let j = 0; j < 30; j += 1) await failing(staffTableSizes)
    await write()
    app.clock.advance({ minutes: 1 })
  }
  const count = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from fault_samples`)).n
  expect(await count()).toBe(80)
  await app.db.run(sql`insert into fault_samples (fault_id, release, host, seen_at)
    select id, '0.2.0', 'x', last_seen_at from faults, generate_series(1, 50)`)
  await sweepFaults(app.system)
  expect(await count()).toBe(100)
  app.clock.advance({ days: 61 })
  await sweepFaults(app.system)
  expect(await count()).toBe(0)
  expect(await app.db.rows(sql`select id from faults`)).toHaveLength(1)
  app.clock.advance({ days: 120 })
  await sweepFaults(app.system)
  expect(await app.db.rows(sql`select id from faults`)).toEqual([])
})
