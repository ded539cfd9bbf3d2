import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { createStaff } from '../../core/staff/actions.ts'
import {
  staffLogin,
  staffOwnSignIns,
  staffLoginCode,
  staffLoginConfirm,
  staffLoginEnrol,
} from '../../core/staff/contract.ts'
import { userSignIns } from '../../people/customers/profile-contract.ts'
import { code4sms, login, loginForCode } from '../../people/sign-in/contract.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sweepSignIns } from '../../platform/auth/sign-in-log.ts'
import { totpCodeAt } from '../../platform/auth/totp.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSignInList } from './list-contract.ts'

const PASSWORD = 'rain over the old bridge'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537'
let app: TestApp
let admin: TestPerson
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
  customer = await app.customer(3, '13900001234')
})
afterAll(() => app.close())

const list = async (input: object = {}) => (await app.call(staffSignInList, input as never, { as: admin })).list
async function begun(account: string): Promise<string> {
  const step = await app.call(staffLogin, { account, password: PASSWORD })
  return step.next === 'done' ? expect.fail('let in by password alone') : step.ticket
}
const from = (ip: string) => ({ ip, headers: { 'user-agent': CHROME } })

describe('the log of sign-ins', () => {
  it('has what succeeded and what failed, with the way, the address and the device', async () => {
    await app.refusal(login, { account: customer.phone, password: 'wrong-password-1' }, from('10.0.0.7'))
    await app.call(login, { account: customer.phone, password: 'a-good-password-1' }, from('10.0.0.7'))
    await app.call(code4sms, { phone: customer.phone, useFor: 3 })
    const code = /\d{6}/.exec((await app.outbox()).at(-1)?.text ?? '')?.[0] ?? ''
    await app.refusal(loginForCode, { phone: customer.phone, code: code === '000000' ? '000001' : '000000' })
    await app.call(loginForCode, { phone: customer.phone, code })
    const rows = await list({ tab: 'customer', sort: 'at' })
    expect(rows.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['password', 'wrong'],
      ['password', 'done'],
      ['code', 'wrong'],
      ['code', 'done'],
    ])
    expect(rows[1]).toMatchObject({ who: '测试客户', known: true, ip: '10.0.0.7', device: 'Chrome · Windows' })
    expect((await list({ tab: 'failed' })).map(({ outcome }) => outcome)).toEqual(['wrong', 'wrong'])
    expect(await list({ filters: { who: '测试客户', ip: '10.0.0.7', outcome: ['done'] } })).toHaveLength(1)
    expect(await list({ kw: '%' })).toEqual([])
  })

  it('has the tries for accounts that do not exist, without what was typed', async () => {
    await app.refusal(login, { account: '13711112222', password: 'wrong-password-1' })
    await app.refusal(staffLogin, { account: 'my-secret-password', password: PASSWORD })
    const rows = await list({ sort: '-at', size: 2 })
    expect(rows.map(({ who, known, kind, outcome }) => [who, known, kind, outcome])).toEqual([
      ['m***', false, 'staff', 'wrong'],
      ['137****2222', false, 'customer', 'wrong'],
    ])
    const stored = await app.db.rows(sql`select typed from sign_ins`)
    expect(JSON.stringify(stored)).not.toMatch(/13711112222|secret/)
  })

  it('has both steps of staff, and one line while somebody has to wait', async () => {
    await createStaff(app.system, { account: 'two-steps', name: '两步', role: 'lab', password: PASSWORD })
    const first = await begun('two-steps')
    const { secret } = await app.call(staffLoginEnrol, { ticket: first })
    await app.call(staffLoginConfirm, { ticket: first, code: totpCodeAt(secret, app.clock.now()) })
    app.clock.advance({ minutes: 1 })
    const again = await begun('two-steps')
    await app.refusal(staffLoginCode, { ticket: again, code: '000000' })
    await app.call(staffLoginCode, { ticket: again, code: totpCodeAt(secret, app.clock.now()) })
    const rows = await list({ filters: { who: '两步' }, sort: 'at' })
    expect(rows.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['password', 'next'],
      ['factor', 'done'],
      ['password', 'next'],
      ['factor', 'wrong'],
      ['factor', 'done'],
    ])
    for (let i = 0; i < 12; i++) await app.refusal(staffLogin, { account: 'two-steps', password: 'wrong' })
    const outcomes = (await list({ filters: { who: '两步', outcome: ['locked'] } })).length
    expect(outcomes).toBe(1)
  })

  it('a person of staff sees the own sign-ins with the failed ones, and nobody else’s', async () => {
    const two = await app.db.one<{ id: number }>(sql`select id from staff where account = 'two-steps'`)
    const session = await openSession(app.system, 'staff', two.id)
    const { list: own } = await app.call(staffOwnSignIns, {}, { as: session })
    expect(
      own
        .map(({ outcome }) => outcome)
        .toReversed()
        .slice(0, 5),
    ).toEqual(['next', 'done', 'next', 'wrong', 'done'])
    expect(own.length).toBeLessThanOrEqual(20)
    expect((await app.call(staffOwnSignIns, {}, { as: admin })).list).toEqual([])
    expect((await app.refusal(staffOwnSignIns, {})).status).toBe(401)
  })

  it('a member sees the own sign-ins and nobody else’s', async () => {
    const other = await app.customer(3)
    expect((await app.call(userSignIns, {}, { as: other })).list).toEqual([])
    const { list: own } = await app.call(userSignIns, {}, { as: customer })
    expect(own.map(({ outcome }) => outcome)).toEqual(['done', 'wrong', 'done', 'wrong'])
    expect(own[2]).toMatchObject({ method: 'password', ip: '10.0.0.7', userAgent: CHROME })
    expect((await app.refusal(userSignIns, {})).status).toBe(401)
  })

  it('[F-09] is deleted after 400 days', async () => {
    app.clock.advance({ days: 399 })
    await sweepSignIns(app.system)
    expect((await app.db.one<{ n: number }>(sql`select count(*) as n from sign_ins`)).n).toBeGreaterThan(5)
    app.clock.advance({ days: 2 })
    await sweepSignIns(app.system)
    expect((await app.db.one<{ n: number }>(sql`select count(*) as n from sign_ins`)).n).toBe(0)
  })
})
