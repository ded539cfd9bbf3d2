import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { settlementIndex, staffSettlementList } from '../../billing/settlements/list-contract.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffFileLink } from '../files/contract.ts'
import { viewList, viewRemove, viewSave } from '../views/contract.ts'
import { exportCancel, exportList, exportStart } from './contract.ts'
import { MOST_EXPORTS } from './rules.ts'

let app: TestApp
let finance: TestPerson
let manager: TestPerson
const SETTLEMENTS = { index: 'settlements' }

beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
  manager = await app.staff('manager')
  const person = await app.customer(3)
  await app.db.run(sql`
    insert into settlements (settlement_no, customer_id, payer_name, stage, total_fen, due_at, created_at)
    select 'JS26030200' || lpad(n::text, 4, '0'), ${person.id}, case when n % 7 = 0 then '=cmd|calc' else '课题组 ' || n end,
      case when n % 3 = 0 then 'paid' else 'unpaid' end, n * 100 + 1, timestamptz '2026-03-05', timestamptz '2026-03-01' + n * interval '1 minute'
    from generate_series(1, 1203) as n`)
})
afterAll(() => app.close())

/** Signed in again, because a session of staff does not last a day. */
async function again(person: TestPerson): Promise<TestPerson> {
  return { ...person, token: (await openSession(app.system, 'staff', person.id)).token }
}

async function exported(address: string, as = finance, rowIds?: number[]) {
  const { id } = await app.call(exportStart, { ...SETTLEMENTS, address, ...(rowIds ? { rowIds } : {}) }, { as })
  await app.drain()
  const one = (await app.call(exportList, {}, { as })).list.find((each) => each.id === id)
  return one ?? expect.fail('the export is gone')
}

async function downloaded(fileId: number, as: TestPerson): Promise<Buffer> {
  const { url } = await app.call(staffFileLink, { id: fileId }, { as })
  const response = await app.server.inject({ method: 'GET', url, headers: { token: as.token } })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

describe('[T-59] an export of a list', () => {
  it('[T-53] has exactly the rows, order and columns of the page, and no formulas', async () => {
    const address = 'tab=unpaid&total=30000..90000&sort=-total&columns=total,no,payer,due,stage'
    const one = await exported(address)
    const file = await downloaded(one.fileId ?? 0, finance)
    const [head, ...body] = cellsOf(file, 1)
    expect(head).toEqual(['金额', '结算单号', '付款备注', '应付日期', '状态'])
    const { columns: _, ...query } = queryOfAddress(settlementIndex, new URLSearchParams(address))
    const listed = []
    for (let after: string | undefined, more = true; more;) {
      const page = await app.call(staffSettlementList, { ...query, after, size: 100 } as never, { as: finance })
      listed.push(...page.list)
      after = page.next ?? undefined
      more = page.next !== null
    }
    const shown = (text: string) => (text.startsWith('=') ? `'${text}` : text)
    expect(body).toEqual(
      listed.map((row) => [String(row.totalFen / 100), row.settlementNo, shown(row.payerName), row.dueAt, '待付款']),
    )
    expect([one.total, body.length > 300, body.some(([, , payer]) => payer === "'=cmd|calc")]).toEqual([
      body.length,
      true,
      true,
    ])
  })

  it('has only the chosen rows in the order of the list, also those that no longer match its conditions', async () => {
    const query = { tab: 'unpaid' as const, sort: 'total', size: 4 }
    const { list, ids } = await app.call(staffSettlementList, query, { as: finance })
    const [, second, third, fourth] = list.map((row) => row.settlementNo)
    await app.db.run(sql`update settlements set stage = 'cancelled' where id = ${ids[2] ?? 0}`)
    const chosen = [ids[3] ?? 0, ids[1] ?? 0, ids[2] ?? 0, 999_999_999]
    const one = await exported('tab=unpaid&sort=total&columns=no,stage', finance, chosen)
    const file = await downloaded(one.fileId ?? 0, finance)
    expect(cellsOf(file, 1)).toEqual([
      ['结算单号', '状态'],
      [second, '待付款'],
      [third, '已撤销'],
      [fourth, '待付款'],
    ])
    expect(JSON.stringify(cellsOf(file, 2))).toContain('逐行选择的行')
    const input = { ...SETTLEMENTS, address: '' }
    for (const rowIds of [[], [0], [1.5], Array.from({ length: 1001 }, (_, n) => n + 1)])
      expect(await app.refusal(exportStart, { ...input, rowIds }, { as: finance })).toMatchObject({ error: 'invalid' })
  })

  it('says on its second sheet who took the data out, when, and by which conditions', async () => {
    const one = await exported('tab=all&no=0001&kw=JS')
    const text = JSON.stringify(cellsOf(await downloaded(one.fileId ?? 0, finance), 2))
    expect(text).toContain(`测试finance（员工编号 ${finance.id}）`)
    expect(text).toContain('2026-03-02 10:00:00（北京时间）')
    expect(text).toContain('结算单号：包含“0001”')
    const audits = await app.db.rows(sql`
      select action from audit_log where subject = ${`export:${one.id}`} or subject = ${`file:${one.fileId}`} order by id`)
    expect(audits).toEqual(['export.start', 'export.made', 'file.read', 'file.download'].map((action) => ({ action })))
  })

  it('is read by its owner only, while the role may read the list, and for a day', async () => {
    const one = await exported('tab=paid')
    const id = one.fileId ?? 0
    expect(await app.refusal(staffFileLink, { id }, { as: manager })).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(staffFileLink, { id }, { as: await app.staff('admin') })).toMatchObject({
      status: expect.any(Number),
    })
    await app.db.run(sql`update staff set role = 'logistics' where id = ${finance.id}`)
    expect(await app.refusal(staffFileLink, { id }, { as: finance })).toMatchObject({ error: 'notFound' })
    await app.db.run(sql`update staff set role = 'finance' where id = ${finance.id}`)
    await app.call(staffFileLink, { id }, { as: finance })
    app.clock.advance({ hours: 24 })
    await app.drain()
    finance = await again(finance)
    manager = await again(manager)
    expect(await app.refusal(staffFileLink, { id }, { as: finance })).toMatchObject({ error: 'notFound' })
    expect((await app.call(exportList, {}, { as: finance })).list).toEqual([])
  })

  it('is refused to a role that may not read the list, also when the role changes before it is made', async () => {
    const input = { ...SETTLEMENTS, address: '' }
    const lab = await app.staff('lab')
    expect(await app.refusal(exportStart, input, { as: lab })).toMatchObject({ status: 403 })
    expect(await app.refusal(exportStart, { ...input, index: 'nothing' }, { as: lab })).toMatchObject({ status: 404 })
    const changed = await app.staff('manager')
    const { id } = await app.call(exportStart, input, { as: changed })
    await app.db.run(sql`update staff set role = 'lab' where id = ${changed.id}`)
    await app.drain()
    expect((await app.call(exportList, {}, { as: changed })).list).toMatchObject([
      { id, fileId: null, failure: '没有权限查看此列表' },
    ])
  })

  it('is cancelled by its owner only: a running one makes no file, a finished one loses it', async () => {
    const as = await app.staff('manager')
    const input = { ...SETTLEMENTS, address: 'tab=all&no=0001' }
    const waiting = await app.call(exportStart, input, { as })
    expect(await app.refusal(exportCancel, waiting, { as: finance })).toMatchObject({ error: 'notFound' })
    await app.call(exportCancel, waiting, { as })
    await app.drain()
    const list = async () => (await app.call(exportList, {}, { as })).list
    expect(await list()).toMatchObject([{ fileId: null, failure: '已取消' }])
    const one = await exported('tab=all&no=0001', as)
    const id = one.fileId ?? 0
    await app.call(exportCancel, { id: one.id }, { as })
    expect(await list()).toMatchObject([{ fileId: null, failure: '文件已删除' }, { failure: '已取消' }])
    expect(await app.refusal(staffFileLink, { id }, { as })).toMatchObject({ error: 'notFound' })
    expect(await app.db.rows(sql`select 1 from files where attached_to = ${`list-export:${waiting.id}`}`)).toEqual([])
  })

  it('is limited in number, at once and in a day', async () => {
    const as = await app.staff('manager')
    const input = { ...SETTLEMENTS, address: 'tab=all&no=0001' }
    for (let n = 0; n < 3; n++) await app.call(exportStart, input, { as })
    expect(await app.refusal(exportStart, input, { as })).toMatchObject({ error: 'tooManyAtOnce' })
    await app.drain()
    await app.db.run(sql`
      insert into list_exports (staff_id, index_name, address, created_at, finished_at, expires_at)
      select staff_id, index_name, address, created_at, finished_at, expires_at from list_exports, generate_series(1, ${MOST_EXPORTS})
      where staff_id = ${as.id} limit ${MOST_EXPORTS - 3}`)
    expect(await app.refusal(exportStart, input, { as })).toMatchObject({ error: 'tooManyToday' })
  })
})

describe('a saved view', () => {
  it('is kept without the position, replaced by its name, and seen by its owner and the role it is shared with', async () => {
    const view = { ...SETTLEMENTS, name: '大额', address: 'tab=unpaid&total=50000..&sort=-total&after=abc&evil=1' }
    const { id } = await app.call(viewSave, view, { as: finance })
    const seen = async (as: TestPerson) => (await app.call(viewList, SETTLEMENTS, { as })).list
    expect(await seen(finance)).toEqual([
      {
        id,
        name: '大额',
        address: 'tab=unpaid&total=50000..&sort=-total',
        own: true,
        ownerName: '测试finance',
        role: null,
      },
    ])
    expect(await seen(manager)).toEqual([])
    expect(await app.call(viewSave, { ...view, role: 'manager' }, { as: finance })).toEqual({ id })
    expect(await seen(manager)).toMatchObject([{ id, own: false, role: 'manager' }])
    expect(await app.refusal(viewRemove, { id }, { as: manager })).toMatchObject({ error: 'notFound' })
    await app.call(viewRemove, { id }, { as: finance })
    expect(await seen(finance)).toEqual([])
  })

  it('is not shared with a role without the list, not kept for an unknown list, and bounded in number', async () => {
    const view = { ...SETTLEMENTS, name: '视图', address: 'tab=all' }
    expect(await app.refusal(viewSave, { ...view, role: 'editor' }, { as: finance })).toMatchObject({
      error: 'roleHasNoList',
    })
    expect(await app.refusal(viewSave, { ...view, index: 'nothing' }, { as: finance })).toMatchObject({ status: 404 })
    expect(await app.refusal(viewList, SETTLEMENTS, { as: await app.staff('lab') })).toMatchObject({ status: 403 })
    for (let n = 0; n < 30; n++) await app.call(viewSave, { ...view, name: `视图${n}` }, { as: finance })
    expect(await app.refusal(viewSave, view, { as: finance })).toMatchObject({ error: 'tooManyViews' })
    await app.call(viewSave, { ...view, name: '视图7' }, { as: finance })
  })
})
