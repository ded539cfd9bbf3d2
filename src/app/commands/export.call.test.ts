import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { lists } from '../indexes.ts'
import { ranIn } from '../testing/ran-command.ts'
import { cellsOf } from '../testing/sheet-cells.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let files = 0
beforeAll(async () => {
  app = await testApp()
  for (const name of ['王一', '李二', '李三']) {
    const { id } = await app.customer(3)
    await app.db.run(sql`update customers set name = ${name} where id = ${id}`)
  }
})
afterAll(() => app.close())

const path = (extension: string) => join(app.folder, `out-${(files += 1)}.${extension}`)

it('writes the rows that match, with the chosen columns, and an audit row in the name of the system', async () => {
  const out = path('csv')
  const ran = await ranIn(app, 'export', 'customers', '--out', out, '--filter', 'name=李', '--columns', 'name,phone')
  expect([ran.code, ran.complaint, ran.text]).toEqual([0, '', expect.stringContaining('2 行')])
  const lines = (await readFile(out, 'utf8')).replace('\ufeff', '').trim().split('\r\n')
  expect([lines.length, lines.filter((line) => line.startsWith('李')).length]).toEqual([3, 2])
  expect(
    await app.db.one(
      sql`select actor_kind, after from audit_log where action = 'export.command' order by id desc limit 1`,
    ),
  ).toEqual({ actorKind: 'system', after: expect.objectContaining({ list: 'customers', rows: 2, format: 'csv' }) })
})

it('uses the rights of a named member of staff, whose name stands in the sheet and in the audit log', async () => {
  const manager = await app.staff('manager')
  const editor = await app.staff('editor')
  const { account } = await app.db.one<{ account: string }>(sql`select account from staff where id = ${manager.id}`)
  const other = await app.db.one<{ account: string }>(sql`select account from staff where id = ${editor.id}`)
  const out = path('xlsx')
  expect(await ranIn(app, 'export', 'customers', '--out', out, '--as', account)).toMatchObject({ code: 0 })
  expect(JSON.stringify(cellsOf(await readFile(out), 2))).toContain('测试manager')
  expect(
    await app.db.one(sql`select actor_id from audit_log where action = 'export.command' order by id desc limit 1`),
  ).toEqual({
    actorId: manager.id,
  })
  expect(await ranIn(app, 'export', 'customers', '--out', path('csv'), '--as', other.account)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('权限（customer.read）'),
  })
  expect(await ranIn(app, 'export', 'customers', '--out', path('csv'), '--as', 'nobody')).toMatchObject({
    code: 1,
    complaint: '没有在用的员工账号 nobody\n',
  })
})

it('refuses a list, a field, a value and a file that it would have to guess or replace', async () => {
  const out = path('csv')
  for (const wrong of [
    ['nothing', '--out', out],
    ['customers'],
    ['customers', '--out', out, '--filter', 'colour=red'],
    ['customers', '--out', out, '--filter', 'name'],
    ['orders', '--out', out, '--filter', 'stage=submitted,gone'],
    ['customers', '--out', out, '--sort', 'colour'],
    ['customers', '--out', out, '--tab', 'gone'],
    ['customers', '--out', out, '--format', 'pdf'],
  ])
    expect([wrong, (await ranIn(app, 'export', ...wrong)).code]).toEqual([wrong, 2])
  await ranIn(app, 'export', 'customers', '--out', out)
  expect(await ranIn(app, 'export', 'customers', '--out', out)).toMatchObject({
    code: 1,
    complaint: `文件 ${out} 已存在，请换一个名字\n`,
  })
})

it('[Q-274] names the right that the account lacks, and who has it', async () => {
  const editor = await app.staff('editor')
  const { account } = await app.db.one<{ account: string }>(sql`select account from staff where id = ${editor.id}`)
  const { code, complaint } = await ranIn(app, 'export', 'customers', '--out', path('csv'), '--as', account)
  expect(code).toBe(1)
  expect(complaint).toMatch(/^测试editor没有查看「.+」的权限（customer\.read）；内置角色中有此权限的：客户经理.*--as/)
})

it('[Q-275] names the folder that does not exist and what to do', async () => {
  const folder = join(app.folder, 'gone')
  const ran = await ranIn(app, 'export', 'customers', '--out', join(folder, 'out.csv'))
  expect(ran).toMatchObject({ code: 1, complaint: `文件夹 ${folder} 不存在，请先建立它（mkdir -p），或换一个位置\n` })
})

it('exports every list of the console in the name of the system', async () => {
  for (const { index } of lists) {
    const out = path('csv')
    const { code, complaint } = await ranIn(app, 'export', index.name, '--out', out)
    expect([index.name, code, complaint]).toEqual([index.name, 0, ''])
    await rm(out)
  }
})

it('lists the lists and describes one, without an installation', async () => {
  expect((await ranIn(app, 'export', '--list')).text).toContain('settlements')
  expect((await ranIn(app, 'export', '--list', 'settlements')).text).toMatch(/字段：[^]*total[^]*页签：/)
  expect(JSON.parse((await ranIn(app, 'export', '--list', '--json')).text)).toHaveLength(lists.length)
})
