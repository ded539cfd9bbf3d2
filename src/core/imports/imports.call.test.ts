import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { importKinds as importKindsOfApp } from '../../app/import-kinds.ts'
import { bellList } from '../staff-notices/contract.ts'
import { commitImport } from './step-actions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { gbkOf } from '../../platform/sheet/gbk.ts'
import {
  importCancel,
  importCommit,
  importDetail,
  importKinds,
  importRows,
  importSheet,
  importStart,
  importStop,
  importTemplate,
  importUndo,
} from './contract.ts'
import { importList } from './list-contract.ts'
import type { RowState } from './rules.ts'

let app: TestApp
let manager: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
  colleague = await app.staff('manager')
})
afterAll(() => app.close())

const HEAD = '手机号,姓名,用户类型,单位,邮箱,导师,客户经理'

function upload(content: string | Buffer, as = manager, kind = 'customers', name = '客户.csv') {
  return app.call(importStart, { kind }, { as, file: { name, content } })
}

async function checked(lines: string[], as = manager, kind = 'customers', head = HEAD) {
  const { id } = await upload([head, ...lines].join('\r\n'), as, kind)
  await app.drain()
  return app.call(importDetail, { id }, { as })
}

const rowsOf = async (id: number, state: RowState, as = manager) =>
  (await app.call(importRows, { id, state, size: 100 }, { as })).list

async function committed(id: number, as = manager, skipFaulty = false) {
  const { version } = await app.call(importDetail, { id }, { as })
  await app.call(importCommit, { id, version, skipFaulty }, { as })
  await app.drain()
  return app.call(importDetail, { id }, { as })
}

async function undone(id: number, as = manager) {
  const { version } = await app.call(importDetail, { id }, { as })
  await app.call(importUndo, { id, version }, { as })
  await app.drain()
  return app.call(importDetail, { id }, { as })
}

const account = (phone: string) =>
  app.db.row<{ id: number; name: string; company: string; userType: number | null; email: string; advisorId: number }>(
    sql`select id, name, company, user_type, email, advisor_id from customers where phone = ${phone}`,
  )

async function fileOf(url: string, as: TestPerson): Promise<Buffer> {
  const response = await app.server.inject({ method: 'GET', url, headers: { token: as.token } })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

describe('an import', () => {
  it('is checked without writing, written after a confirmation, and taken back', async () => {
    const run = await checked([
      '13900010001,王一,老师,示例大学,wang1@example.com,,',
      '+86 139-0001-0002,李二,,,,,',
      '139000,赵三,,,,,',
    ])
    expect(run).toMatchObject({ stage: 'ready', total: 3, newRows: 2, faultyRows: 1, writtenRows: 0, own: true })
    expect(await account('13900010001')).toBeUndefined()
    expect(await rowsOf(run.id, 'faulty')).toMatchObject([
      { rowNo: 4, faults: [{ column: 'phone', head: '手机号', reason: '手机号格式不正确' }] },
    ])
    const { id, version } = run
    expect(await app.refusal(importCommit, { id, version, skipFaulty: false }, { as: manager })).toMatchObject({
      error: 'faultyLeft',
    })
    expect(await committed(id, manager, true)).toMatchObject({ stage: 'committed', writtenRows: 2, refusedRows: 0 })
    expect(await account('13900010001')).toMatchObject({ name: '王一', company: '示例大学', userType: 3 })
    expect((await account('13900010002'))?.advisorId).toBeGreaterThan(0)
    expect(await undone(id)).toMatchObject({ stage: 'undone', writtenRows: 0, undoneRows: 2, keptRows: 0 })
    expect(await account('13900010001')).toBeUndefined()
    const actions = await app.db.rows<{ action: string }>(
      sql`select action from audit_log where subject = ${`importRun:${id}`} order by id`,
    )
    expect(actions.map(({ action }) => action)).toEqual(['import.start', 'importRun.commit', 'importRun.undo'])
  })

  it('fills what an account lacks, changes nothing that its customer filled in, and restores exactly what it changed', async () => {
    await app.db.run(sql`
      insert into customers (phone, password_hash, name, created_at) values ('13900020001', '', '陈四', ${app.clock.now()})`)
    const run = await checked(['13900020001,陈四,企业,示例科技,,,测试manager'])
    expect(run).toMatchObject({ newRows: 0, faultyRows: 1 })
    expect((await rowsOf(run.id, 'faulty'))[0]?.faults[0]?.reason).toContain('或有重名')
    const again = await checked(['13900020001,陈四,企业,示例科技,,,', '13900020002,,,,,,'])
    expect(again).toMatchObject({ changedRows: 1, faultyRows: 1 })
    expect((await rowsOf(again.id, 'changed'))[0]?.note).toBe('补充用户类型、单位')
    await committed(again.id, manager, true)
    expect(await account('13900020001')).toMatchObject({ name: '陈四', company: '示例科技', userType: 2 })
    expect(await checked(['13900020001,陈四,企业,示例科技,,,'])).toMatchObject({ unchangedRows: 1 })
    const other = await checked(['13900020001,陈五,企业,,,,'])
    expect((await rowsOf(other.id, 'faulty'))[0]?.faults).toMatchObject([{ head: '姓名' }])
    await undone(again.id)
    expect(await account('13900020001')).toMatchObject({ name: '陈四', company: '', userType: null })
  })

  it('keeps a row on which something rests since, with the reason, and takes back the others', async () => {
    const run = await checked(['13900030001,钱一,,,,,', '13900030002,钱二,,,,,', '13900030003,钱三,,,,,'])
    await committed(run.id)
    const first = await account('13900030001')
    await app.db.run(sql`update customers set company = '改过' where phone = '13900030002'`)
    await app.db.run(sql`
      insert into addresses (customer_id, name, phone, area_code, province, city, area, address, created_at, updated_at)
      values (${first?.id ?? 0}, '钱一', '13900030001', '110101', '北京市', '', '东城区', '某街 1 号', ${app.clock.now()}, ${app.clock.now()})`)
    expect(await undone(run.id)).toMatchObject({ stage: 'undone', undoneRows: 1, keptRows: 2 })
    expect((await rowsOf(run.id, 'kept')).map(({ faults }) => faults[0]?.reason)).toEqual([
      expect.stringContaining('不能撤销'),
      '导入之后资料已被修改，不能撤销',
    ])
    expect(await account('13900030001')).toBeDefined()
    expect(await account('13900030003')).toBeUndefined()
  })

  it('keeps a row that the database keeps, and takes the rows beside it back', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `1390021${String(n).padStart(4, '0')},孔${n},,,,,`)
    const run = await checked(lines)
    await committed(run.id)
    const blocked = await account('13900210017')
    await app.db.run(sql`create table rests (customer bigint references customers (id))`)
    await app.db.run(sql`insert into rests values (${blocked?.id ?? 0})`)
    expect(await undone(run.id)).toMatchObject({ stage: 'undone', undoneRows: 39, keptRows: 1 })
    expect(await rowsOf(run.id, 'kept')).toMatchObject([
      { rowNo: 19, faults: [{ reason: '已有其他数据引用，不能撤销' }] },
    ])
    expect(await account('13900210017')).toBeDefined()
    const { count } = await app.db.one<{ count: number }>(sql`
      select count(*) as count from audit_log where action = 'customer.import.undo' and after is not distinct from 'null'::jsonb
        and before ->> 'name' like '孔%'`)
    expect(count).toBe(39)
    await app.db.run(sql`drop table rests`)
  })

  it('refuses a row that somebody else has written since it was checked, and writes the others', async () => {
    const run = await checked(['13900040001,孙一,,甲公司,,,', '13900040002,孙二,,,,,'])
    await app.db.run(sql`
      insert into customers (phone, password_hash, name, created_at) values ('13900040001', '', '孙十', ${app.clock.now()})`)
    expect(await committed(run.id)).toMatchObject({ stage: 'committed', writtenRows: 1, refusedRows: 1 })
    expect(await rowsOf(run.id, 'refused')).toMatchObject([{ rowNo: 2, faults: [{ reason: expect.any(String) }] }])
    expect(await account('13900040001')).toMatchObject({ name: '孙十', company: '' })
  })

  it('is written once: of two orders one is refused, and a second run of the job finds nothing', async () => {
    const { id, version } = await checked(['13900050001,周一,,,,,'])
    await app.call(importCommit, { id, version, skipFaulty: false }, { as: manager })
    expect(await app.refusal(importCommit, { id, version, skipFaulty: false }, { as: colleague })).toMatchObject({
      status: 409,
    })
    await app.db.run(sql`
      insert into jobs (kind, name, payload, run_at, created_at)
      select kind, name, payload, run_at, created_at from jobs where name = 'import.commit' and state = 'waiting'`)
    await app.drain()
    expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ stage: 'committed', writtenRows: 1 })
  })

  it('goes on where it was after the work broke off, and tells the person when it has ended', async () => {
    const as = await app.staff('manager')
    const lines = Array.from({ length: 630 }, (_, n) => `1390019${String(n).padStart(4, '0')},金${n},,,,,`)
    const run = await checked(lines, as)
    await app.call(importCommit, { id: run.id, version: run.version, skipFaulty: false }, { as })
    const kinds = importKindsOfApp.map((kind) => ({
      ...kind,
      write: (ctx: Ctx<Staff>, rows: readonly { phone: string }[], known: unknown) => {
        if (rows.some(({ phone }) => phone === '13900190550')) throw new Error('the connection is lost')
        return kind.write(ctx, rows, known)
      },
    }))
    await expect(commitImport(app.system, kinds, run.id)).rejects.toThrow('the connection is lost')
    // The part in which it broke off has left nothing behind.
    expect(await app.call(importDetail, { id: run.id }, { as })).toMatchObject({
      stage: 'committing',
      writtenRows: 500,
    })
    expect(await account('13900190499')).toBeDefined()
    expect(await account('13900190549')).toBeUndefined()
    await app.drain()
    expect(await app.call(importDetail, { id: run.id }, { as })).toMatchObject({ stage: 'committed', writtenRows: 630 })
    const { list } = await app.call(bellList, {}, { as })
    expect(list.map(({ title, path }) => [title, path])).toEqual([
      ['导入完成：客户，客户.csv', `/console/imports/${run.id}`],
      ['核对完成：客户，客户.csv', `/console/imports/${run.id}`],
    ])
  })

  it('refuses a row that the database refuses, with what it had written before, and keeps the rows beside it', async () => {
    const run = await checked(['13900200001,许一,,,,,', '13900200002,许二,,,,,', '13900200003,许三,,,,,'])
    await app.call(importCommit, { id: run.id, version: run.version, skipFaulty: false }, { as: manager })
    const kinds = importKindsOfApp.map((kind) => ({
      ...kind,
      write: async (ctx: Ctx<Staff>, rows: readonly { phone: string }[], known: unknown) => {
        const written = await kind.write(ctx, rows, known)
        if (rows.some(({ phone }) => phone === '13900200002'))
          await ctx.db.run(sql`
            insert into customers (phone, password_hash, created_at) values ('13900200002', '', ${ctx.clock.now()})`)
        return written
      },
    }))
    await commitImport(app.system, kinds, run.id)
    expect(await app.call(importDetail, { id: run.id }, { as: manager })).toMatchObject({
      stage: 'committed',
      writtenRows: 2,
      refusedRows: 1,
    })
    expect(await rowsOf(run.id, 'refused')).toMatchObject([
      { rowNo: 3, faults: [{ reason: '与已有数据冲突，没有写入' }] },
    ])
    expect(await account('13900200002')).toBeUndefined()
    expect(await account('13900200003')).toBeDefined()
    await app.drain()
  })

  it('can be cancelled before it is written, and stopped while it is written', async () => {
    const { id } = await upload(`${HEAD}\n13900060001,吴一,,,,,`)
    await app.call(importCancel, { id }, { as: manager })
    await app.drain()
    expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ stage: 'cancelled', newRows: 0 })
    const run = await checked(['13900060002,吴二,,,,,'])
    await app.call(importCommit, { id: run.id, version: run.version, skipFaulty: false }, { as: manager })
    await app.call(importStop, { id: run.id }, { as: colleague })
    await app.drain()
    expect(await account('13900060002')).toBeUndefined()
    expect(await committed(run.id)).toMatchObject({ stage: 'committed', writtenRows: 1 })
  })
})

describe('files with faults', () => {
  const reasonOf = async (content: string | Buffer) => {
    const { id } = await upload(content)
    await app.drain()
    const { stage, failure } = await app.call(importDetail, { id }, { as: manager })
    return [stage, failure]
  }

  it('[T-53] says what is wrong with heads, quotes and empty files, and writes nothing', async () => {
    expect(await reasonOf('姓名,电话\n王一,13900070001\n')).toEqual(['failed', expect.stringContaining('缺少：手机号')])
    expect(await reasonOf('手机号,姓名,姓名\n')).toEqual(['failed', '列名重复：姓名'])
    expect(await reasonOf(`${HEAD}\n,,,,,,\n\n`)).toEqual(['failed', '文件里没有要导入的行'])
    expect(await reasonOf(`${HEAD}\n13900070001,"王一,,,,,\n`)).toEqual([
      'failed',
      '第 2 行有没有结束的引号，请检查文件',
    ])
    expect(
      await app.refusal(
        importStart,
        { kind: 'customers' },
        { as: manager, file: { name: 'x.csv', content: Buffer.from('PK\u0003\u0004') } },
      ),
    ).toMatchObject({ status: 415 })
    expect(await reasonOf(`${HEAD}\n${'\n'.repeat(2 ** 20)}`)).toEqual([
      'failed',
      '超过 1048576 行，请删除空行后重新上传',
    ])
    expect(await reasonOf(','.repeat(2_000_000))).toEqual(['failed', '列太多（超过 100 列），请使用模板'])
    expect(
      await app.refusal(importStart, { kind: 'nothing' }, { as: manager, file: { name: 'x.csv', content: HEAD } }),
    ).toMatchObject({ status: 404 })
  })

  it('names duplicates, control characters, formulas, long cells and leaves out empty rows, the example and unknown columns', async () => {
    const run = await checked(
      [
        '13900080001,王一,备注',
        '',
        '13900080001,王二,',
        '13900080002,王\u0007三,',
        '13900080003,=cmd|calc,',
        `13900080004,${'长'.repeat(10_000)},`,
        '13912345678,王示例,',
        '13900080005,王五,',
        '13900080006,王六\u0000,',
      ],
      manager,
      'customers',
      '手机号*,姓名*,备注',
    )
    expect(run).toMatchObject({ stage: 'ready', total: 7, newRows: 1, faultyRows: 6, ignored: '备注' })
    const faults = await rowsOf(run.id, 'faulty')
    expect(faults.map(({ rowNo, faults: [fault] }) => [rowNo, fault?.reason])).toEqual([
      [2, '手机号在文件中重复：第 2、4 行'],
      [4, '手机号在文件中重复：第 2、4 行'],
      [5, '含有无法显示的字符'],
      [6, '不能是公式，请填写文字'],
      [7, '内容过长（10000 个字，最多 500 个）'],
      [10, '含有无法显示的字符'],
    ])
  })

  it('reads GBK, tabs and a mark of the byte order, and gives faulty rows back as a file that can be corrected', async () => {
    const { id } = await upload(gbkOf(`手机号\t姓名\t单位\n13900090001\t郑一\t示例大学\n139\t郑二\t=1+1\n`))
    await app.drain()
    expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ newRows: 1, faultyRows: 1 })
    expect(await rowsOf(id, 'new')).toMatchObject([{ cells: { name: '郑一', company: '示例大学' } }])
    const sheet = { id, state: 'faulty' as const }
    const csv = await fileOf((await app.call(importSheet, { ...sheet, format: 'csv' }, { as: manager })).url, manager)
    expect(csv.toString()).toContain("139,郑二,,'=1+1")
    expect(csv.toString()).toContain('单位：不能是公式，请填写文字')
    const again = await upload(csv.toString().replace('139,', '13900090002,').replace("'=1+1", '示例公司'))
    await app.drain()
    expect(await app.call(importDetail, { id: again.id }, { as: manager })).toMatchObject({ newRows: 1, ignored: '' })
    const xlsx = await fileOf((await app.call(importSheet, { ...sheet, format: 'xlsx' }, { as: manager })).url, manager)
    expect(cellsOf(xlsx, 1)[0]).toEqual([...HEAD.split(','), '行号', '原因'])
  })

  it('gives a template of each kind in three formats', async () => {
    const { kinds } = await app.call(importKinds, {}, { as: manager })
    for (const { name } of kinds) {
      const [xlsx, csv, gbk] = await Promise.all(
        (['xlsx', 'csv', 'gbk'] as const).map(async (format) =>
          fileOf((await app.call(importTemplate, { kind: name, format }, { as: manager })).url, manager),
        ),
      )
      const head = cellsOf(xlsx as Buffer, 1)[0]
      expect(csv?.toString()).toContain(head?.join(','))
      expect(new TextDecoder('gbk').decode(gbk)).toContain(head?.join(','))
      const { id } = await upload(csv as Buffer, manager, name)
      await app.drain()
      expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ failure: '文件里没有要导入的行' })
    }
  })
})

describe('who may', () => {
  it('[T-58] only the person who uploaded the file sees personal cells and may download rows', async () => {
    const { id } = await checked(['13900110001,冯小一,,,feng@example.com,,', '139,冯二,,,,,'])
    expect((await rowsOf(id, 'new', colleague))[0]?.cells).toMatchObject({ phone: '139****0001', name: '冯**' })
    const sheet = { id, state: 'faulty' as const, format: 'csv' as const }
    expect(await app.refusal(importSheet, sheet, { as: colleague })).toMatchObject({ error: 'notYours' })
  })

  it('[T-59] a role that may not import a kind finds neither the kind nor its runs, also when the role changes meanwhile', async () => {
    const { id, version } = await checked(['13900120001,褚一,,,,,'])
    const other = await app.staff('logistics')
    expect(JSON.stringify(await app.call(importKinds, {}, { as: other }))).not.toContain('customers')
    expect((await app.call(importList, { size: 100 }, { as: other })).ids).not.toContain(id)
    expect(await app.refusal(importDetail, { id }, { as: other })).toMatchObject({ status: 404 })
    expect(await app.refusal(importCommit, { id, version, skipFaulty: false }, { as: other })).toMatchObject({
      status: 404,
    })
    const start = { as: other, file: { name: 'x.csv', content: HEAD } }
    expect(await app.refusal(importStart, { kind: 'customers' }, start)).toMatchObject({ status: 403 })
    expect(await app.refusal(importList, {}, { as: await app.staff('lab') })).toMatchObject({ status: 403 })
    const leaving = await app.staff('manager')
    await app.call(importCommit, { id, version, skipFaulty: false }, { as: leaving })
    await app.db.run(sql`update staff set role = 'lab' where id = ${leaving.id}`)
    await app.drain()
    expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({
      stage: 'stopped',
      writtenRows: 0,
      failure: '操作人已没有权限，已停止',
    })
  })

  it('is limited in number at once, listed with its counts, and its rows are dropped after thirty days', async () => {
    const as = await app.staff('manager')
    for (let n = 0; n < 3; n++) await upload(`${HEAD}\n1390013000${n},卫一,,,,,`, as)
    expect(
      await app.refusal(importStart, { kind: 'customers' }, { as, file: { name: 'x.csv', content: HEAD } }),
    ).toMatchObject({
      error: 'tooManyAtOnce',
    })
    await app.drain()
    const { list } = await app.call(importList, { size: 3 }, { as })
    expect(list).toMatchObject([{ stage: 'ready', total: 1 }, { stage: 'ready' }, { stage: 'ready' }])
    const id = list[0]?.id ?? 0
    await committed(id, as)
    await app.queueDue()
    app.clock.advance({ days: 31 })
    await app.queueDue()
    await app.drain()
    expect(await app.db.rows(sql`select 1 from import_rows where run_id = ${id}`)).toEqual([])
    const later = await app.staff('manager')
    const run = await app.call(importDetail, { id }, { as: later })
    expect(run).toMatchObject({ rowsDropped: true, writtenRows: 1 })
    expect(await app.refusal(importUndo, { id, version: run.version }, { as: later })).toMatchObject({
      error: 'rowsGone',
    })
  })
})
