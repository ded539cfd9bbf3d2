import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import type { Filters } from '../../platform/contract/index-list.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffCustomerList } from './list-contract.ts'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'

let app: TestApp
let manager: TestPerson
let student: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
  student = await app.customer(0)
  const firm = await app.customer(2)
  const closed = await app.customer(1)
  await app.db.run(sql`update customers set advisor_id = null`)
  await app.db.run(sql`
    update customers set name = '林下风', company = '滨湖大学', email = 'linxf@binhu.edu.cn', province = '江苏省', city = '苏州市', area = '吴中区',
      advisor_id = ${manager.id} where id = ${student.id}`)
  await app.db.run(
    sql`update customers set name = '', nickname = '测试_一', company = '滨湖科技' where id = ${firm.id}`,
  )
  await app.db.run(sql`update customers set name = '', closed_at = now(), disabled_at = now() where id = ${closed.id}`)
})
afterAll(() => app.close())

const read = (input: object) => app.call(staffCustomerList, input as never, { as: manager })
const idsOf = async (input: object) => (await read(input)).list.map((row) => row.id)

it('[T-58] lists customers with masked phones and addresses, in pages and in exports', async () => {
  const { list } = await read({ kw: 'linxf@' })
  expect(list).toMatchObject([
    {
      id: student.id,
      name: '林下风',
      company: '滨湖大学',
      type: '0',
      email: 'l***@binhu.edu.cn',
      region: '江苏省苏州市吴中区',
      state: 'open',
    },
  ])
  expect(list[0]?.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  const all = JSON.stringify(await read({}))
  expect([all.includes(student.phone), all.includes('linxf@')]).toEqual([false, false])
})

it('finds customers by words, phone and pinyin, and filters by type, adviser and state', async () => {
  for (const kw of ['林下', 'lxf', 'linxiafeng', student.phone])
    expect([kw, await idsOf({ kw })]).toEqual([kw, [student.id]])
  expect((await read({ kw: '滨湖' })).total).toBe(2)
  expect((await read({ kw: '%' })).total).toBe(0)
  const { name } = await app.db.one<{ name: string }>(sql`select name from staff where id = ${manager.id}`)
  const filters: [Filters, number][] = [
    [{ advisor: name }, 1],
    [{ company: '滨湖', type: ['2'] }, 1],
    [{ name: '测试_' }, 1],
    [{ name: '滨湖' }, 0],
    [{ region: '吴中' }, 1],
    [{ state: ['closed'] }, 1],
    [{ state: ['disabled'] }, 0],
  ]
  for (const [chosen, total] of filters)
    expect([chosen, (await read({ filters: chosen })).total]).toEqual([chosen, total])
})

it('counts its tabs as the database does', async () => {
  const { counts, total } = await read({})
  const { all } = await app.db.one<{ all: number }>(sql`select count(*) as all from customers`)
  expect([total, counts.all]).toEqual([all, all])
  const { firms } = await app.db.one<{ firms: number }>(
    sql`select count(*) as firms from customers where user_type = 2`,
  )
  expect([counts.enterprise, (await read({ tab: 'enterprise' })).total]).toEqual([firms, firms])
})

it('shows the account of a group, which has no phone, under its own kind', async () => {
  const manager = await app.staff('manager')
  await groupOf(app, await app.customer(3))
  const { list } = await app.call(staffCustomerList, { tab: 'group' }, { as: manager })
  expect(list).toMatchObject([{ name: '固体催化课题组', type: 'group', phone: '' }])
})
