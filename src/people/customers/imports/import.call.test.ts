import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { importCommit, importDetail, importRows, importStart, importUndo } from '../../../core/imports/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { code4sms, login, loginForCode, sign } from '../../sign-in/contract.ts'
import { userInfo } from '../person-contract.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const PHONE = '13812340001'

async function imported(lines: string[]): Promise<number> {
  const content = ['手机号,姓名,用户类型,单位,邮箱', ...lines].join('\n')
  const file = { name: '客户.csv', content }
  const { id } = await app.call(importStart, { kind: 'customers' }, { as: manager, file })
  await app.drain()
  const { version } = await app.call(importDetail, { id }, { as: manager })
  await app.call(importCommit, { id, version, skipFaulty: false }, { as: manager })
  await app.drain()
  return id
}

it('an imported customer has no password, signs in with a code, agrees to the terms and finds what was imported', async () => {
  const id = await imported([`${PHONE},王一,老师,示例大学,wang@example.com`, '13812340002,王二,,,'])
  for (const password of ['', ' ', 'Mingxi-demo-2026'])
    expect((await app.refusal(login, { account: PHONE, password }, { form: true })).status).not.toBe(500)
  await app.call(code4sms, { phone: PHONE, useFor: 3 })
  const code = /\d{6}/.exec((await app.outbox()).findLast(({ to }) => to === PHONE)?.text ?? '')?.[0] ?? 'none'
  const tokens = await app.call(loginForCode, { phone: PHONE, code })
  const info = await app.call(userInfo, {}, { as: tokens })
  expect(info).toMatchObject({
    userInfo: { account: PHONE, name: '王一', company: '示例大学', organization: 3, profileComplete: false },
    consentNeeded: expect.any(String),
    advisor: { name: expect.any(String) },
  })
  // Registering such a phone is refused like any that is known.
  expect((await app.refusal(sign, { phone: PHONE, code: '123456', password: 'a-good-password-1' })).status).toBe(200)

  const { version } = await app.call(importDetail, { id }, { as: manager })
  await app.call(importUndo, { id, version }, { as: manager })
  await app.drain()
  expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ undoneRows: 1, keptRows: 1 })
  const { list } = await app.call(importRows, { id, state: 'kept' }, { as: manager })
  expect(list[0]?.faults[0]?.reason).toMatch(/^客户已有「.+」，不能撤销$/)
  expect(await app.db.rows(sql`select 1 from customers where phone = '13812340002'`)).toEqual([])
})

it('several imported customers without an account manager are shared evenly among the managers', async () => {
  await app.staff('manager')
  const before = await app.db.rows<{ id: number }>(
    sql`select id from staff where role = 'manager' and disabled_at is null`,
  )
  await imported(Array.from({ length: 12 }, (_, n) => `138123500${String(n).padStart(2, '0')},客户${n},,,`))
  const counts = await app.db.rows<{ advisorId: number; count: number }>(sql`
    select advisor_id, count(*) as count from customers where phone like '138123500%' group by advisor_id`)
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(12)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.every(({ advisorId }) => before.some(({ id }) => id === advisorId))).toBe(true)
})

it('[Q-159] a row that is faulty beside an existing account belongs to that account', async () => {
  const { id: customerId } = await app.customer(0)
  await app.db.run(sql`update customers set name = '赵一', phone = '13812340009' where id = ${customerId}`)
  const file = { name: '客户.csv', content: '手机号,姓名,用户类型,单位,邮箱\n13812340009,赵二,,,' }
  const { id } = await app.call(importStart, { kind: 'customers' }, { as: manager, file })
  await app.drain()
  expect(await app.call(importDetail, { id }, { as: manager })).toMatchObject({ faultyRows: 1 })
  // Rows with the id of a customer are in the copy of their data, and are deleted when the account is closed.
  expect(await app.db.rows(sql`select state from import_rows where customer_id = ${customerId}`)).toEqual([
    { state: 'faulty' },
  ])
})
