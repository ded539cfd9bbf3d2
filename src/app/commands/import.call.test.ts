import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { ranIn } from '../testing/ran-command.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let account = ''
let editor = ''
beforeAll(async () => {
  app = await testApp()
  const accountOf = async (id: number) =>
    (await app.db.one<{ account: string }>(sql`select account from staff where id = ${id}`)).account
  account = await accountOf((await app.staff('manager')).id)
  editor = await accountOf((await app.staff('editor')).id)
})
afterAll(() => app.close())

async function fileOf(name: string, ...lines: string[]): Promise<string> {
  const path = join(app.folder, name)
  await writeFile(path, ['手机号,姓名,用户类型,单位,邮箱,导师,客户经理', ...lines].join('\r\n'))
  return path
}
const known = async () =>
  (await app.db.one<{ count: number }>(sql`select count(*) as count from customers where phone like '1390002%'`)).count

it('checks without writing, names the faults by row, writes the good rows, and takes them back', async () => {
  const path = await fileOf(
    '客户.csv',
    '13900020001,王一,老师,示例大学,,,',
    '139000,李二,,,,,',
    '13900020002,赵三,,,,,',
  )
  const checked = await ranIn(app, 'import', 'check', 'customers', path, '--as', account)
  expect([checked.code, await known()]).toEqual([1, 0])
  expect(checked.text).toMatch(/共 3 行，新增 2 行，有误 1 行\n第 3 行 有误：.*手机号/)
  const [, id = ''] = /^导入 (\d+)/.exec(checked.text) ?? []

  expect(await ranIn(app, 'import', 'write', id, '--as', account)).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^有误的行不会导入/),
  })
  const written = await ranIn(app, 'import', 'write', id, '--as', account, '--skip-faulty', '--json')
  expect([JSON.parse(written.text).run.writtenRows, await known()]).toEqual([2, 2])
  // The jobs that the calls have queued find nothing left to do.
  await app.drain()
  expect(await known()).toBe(2)

  expect((await ranIn(app, 'import', 'undo', id, '--as', account)).text).toContain('已撤销 2 行')
  expect(await known()).toBe(0)
  const audited = await app.db.rows(sql`select action from audit_log where request_id = 'command' order by id`)
  expect(audited.map((row) => (row as { action: string }).action)).toEqual(
    expect.arrayContaining(['import.start', 'call:import/start', 'importRun.commit', 'importRun.undo']),
  )
})

it('has the rights of the member of staff, and cancels a run', async () => {
  const path = await fileOf('更多.csv', '13900020003,王一,,,,,')
  expect(await ranIn(app, 'import', 'check', 'customers', path, '--as', editor)).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^测试editor没有导入「.+」的权限（.+）；内置角色中有此权限的：/),
  })
  const { text } = await ranIn(app, 'import', 'check', 'customers', path, '--as', account)
  const [, id = ''] = /^导入 (\d+)/.exec(text) ?? []
  expect((await ranIn(app, 'import', 'cancel', id, '--as', account)).text).toContain('已取消')
  expect(await ranIn(app, 'import', 'write', id, '--as', account)).toMatchObject({ code: 1 })
})

it('says what is wrong with its arguments and files', async () => {
  for (const wrong of [
    [],
    ['check', 'customers', 'x.csv'],
    ['check', 'nothing', 'x.csv', '--as', account],
    ['check', 'customers', '--as', account],
    ['write', 'x', '--as', account],
  ])
    expect([wrong, (await ranIn(app, 'import', ...wrong)).code]).toEqual([wrong, 2])
  expect(await ranIn(app, 'import', 'check', 'customers', join(app.folder, 'gone.csv'), '--as', account)).toMatchObject(
    {
      code: 1,
      complaint: expect.stringMatching(/^找不到文件 /),
    },
  )
  expect((await ranIn(app, 'import', 'kinds')).text).toContain('手机号*')
})
