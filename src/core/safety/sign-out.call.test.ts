import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { login } from '../../people/sign-in/contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffAuditList } from '../../workspace/audit/list-contract.ts'
import { safetyRead, safetySignOutAll } from './contract.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
})
afterAll(() => app.close())

const reason = '备份外泄，登录凭证可能被读取'
const isSignedOut = async (as: { token: string }) => (await app.refusal(userInfo, {}, { as })).status === 401
const rows = () =>
  app.db.rows<{ subject: string; reason: string; after: unknown; actorId: number }>(
    sql`select subject, reason, after, actor_id from audit_log where action = 'account.signOutAll' order by id`,
  )

it('[V7.4.5] an administrator ends the sessions of all customers with a reason; staff stay, and customers sign in again', async () => {
  const people = [await app.customer(0), await app.customer(2), await app.customer(3)]
  const manager = await app.staff('manager')
  const asked = { who: 'customer', reason } as const
  expect(await app.refusal(safetySignOutAll, asked, { as: manager })).toMatchObject({ status: 403 })
  expect(await app.refusal(safetySignOutAll, { ...asked, reason: ' ' }, { as: admin })).toMatchObject({
    error: 'invalid',
  })
  await app.call(userInfo, {}, { as: people[0] })

  const { ended } = await app.call(safetySignOutAll, asked, { as: admin })
  expect(ended).toBe(people.length)
  for (const as of people) expect(await isSignedOut(as)).toBe(true)
  await app.call(safetyRead, {}, { as: admin })
  expect(await app.refusal(safetyRead, {}, { as: manager })).toMatchObject({ status: 403 })
  expect(await rows()).toEqual([{ subject: 'session:customer', reason, after: { ended }, actorId: admin.id }])

  const phone = people[0]?.phone ?? ''
  const { token } = await app.call(login, { account: phone, password: 'a-good-password-1' })
  await app.call(userInfo, {}, { as: { token } })
})

it('[V7.4.5] an administrator ends the sessions of all staff, also of other administrators, but not the own one', async () => {
  const customer = await app.customer(0)
  const [manager, colleague] = [await app.staff('manager'), await app.staff('admin')]
  await app.call(safetySignOutAll, { who: 'staff', reason }, { as: admin })
  for (const as of [manager, colleague])
    expect(await app.refusal(safetyRead, {}, { as })).toMatchObject({ status: 401 })
  await app.call(safetyRead, {}, { as: admin })
  await app.call(userInfo, {}, { as: customer })
  const { list } = await app.call(staffAuditList, {}, { as: admin })
  expect(list.find(({ action }) => action === 'account.signOutAll')).toMatchObject({
    actionName: '结束所有人的登录',
    subjectName: '登录 员工',
    reason,
  })
})
