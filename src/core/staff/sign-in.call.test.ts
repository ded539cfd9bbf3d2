import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { tokenHash } from '../../platform/auth/tokens.ts'
import { totpCodeAt } from '../../platform/auth/totp.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeSetting } from '../settings/actions.ts'
import { createStaff } from './actions.ts'
import {
  staffEnrol,
  staffEnrolConfirm,
  staffLogin,
  staffLoginCode,
  staffLoginConfirm,
  staffLoginEnrol,
  staffLoginPassword,
  staffPassword,
  staffRecoveryCodes,
  staffRefresh,
  staffRevoke,
  staffSecurity,
} from './contract.ts'
import { staffMe } from './me-contract.ts'
import {
  staffAdd,
  staffChangeRole,
  staffDisable,
  staffList,
  staffResetFactor,
  staffResetPassword,
} from './manage-contract.ts'

const PASSWORD = 'rain over the old bridge'
let app: TestApp
let admin: TestPerson
let people = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance({ days: 2 })
  admin = await app.staff('admin')
})

const fresh = async () => {
  people += 1
  const account = `person${people}`
  const id = await createStaff(app.system, { account, name: '新人', role: 'lab', password: PASSWORD })
  return { id, account }
}

async function begin(account: string, password = PASSWORD) {
  const step = await app.call(staffLogin, { account, password })
  if (step.next === 'done') throw new Error('let in by password alone')
  return step
}

/** Signs in for the first time: enrols an app and gives its secret, the recovery codes and a token. */
async function enrol(account: string, password = PASSWORD) {
  const { next, ticket } = await begin(account, password)
  expect(next).toBe('enrol')
  const { secret } = await app.call(staffLoginEnrol, { ticket })
  const done = await app.call(staffLoginConfirm, { ticket, code: code(secret) })
  if (done.next !== 'done') throw new Error(`asked for ${done.next}`)
  return { ...done, secret, codes: done.recoveryCodes ?? [] }
}

const code = (secret: string, seconds = 0) => totpCodeAt(secret, new Date(app.clock.now().getTime() + seconds * 1000))

describe('the second factor of staff', () => {
  it('is set up at the first sign-in and asked for at every later one', async () => {
    const { account } = await fresh()
    const { secret, codes, token } = await enrol(account)
    expect(codes).toHaveLength(10)
    expect(await app.call(staffMe, {}, { as: { token } })).toMatchObject({ account, idleMinutes: 30 })
    app.clock.advance({ seconds: 60 })
    const { next, ticket } = await begin(account)
    expect(next).toBe('code')
    expect(await app.call(staffLoginCode, { ticket, code: code(secret) })).toMatchObject({ next: 'done' })
  })

  it('the ticket between password and code opens no call, cannot skip a step and ends after ten minutes', async () => {
    const { account } = await fresh()
    const { secret } = await enrol(account)
    app.clock.advance({ seconds: 60 })
    const { ticket } = await begin(account)
    expect(await app.refusal(staffMe, {}, { as: { token: ticket } })).toMatchObject({ status: 401 })
    expect(await app.refusal(staffLoginEnrol, { ticket })).toMatchObject({ error: 'wrongStep' })
    expect(await app.refusal(staffLoginPassword, { ticket, password: 'another long one here' })).toMatchObject({
      error: 'wrongStep',
    })
    app.clock.advance({ minutes: 11 })
    expect(await app.refusal(staffLoginCode, { ticket, code: code(secret) })).toMatchObject({ error: 'ticketExpired' })
  })

  it('a code works once, also for two requests that send it at the same time', async () => {
    const { account } = await fresh()
    const { secret } = await enrol(account)
    const { ticket: late } = await begin(account)
    expect(await app.refusal(staffLoginCode, { ticket: late, code: code(secret) })).toMatchObject({
      error: 'wrongFactor',
    })
    app.clock.advance({ seconds: 60 })
    const tickets = [(await begin(account)).ticket, (await begin(account)).ticket]
    const answers = await Promise.all(tickets.map((ticket) => app.send(staffLoginCode, { ticket, code: code(secret) })))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
  })

  it('guessing codes is slowed down, and a new ticket does not reset the count', async () => {
    const { account } = await fresh()
    const { secret } = await enrol(account)
    app.clock.advance({ seconds: 60 })
    for (let i = 0; i < 5; i += 1) {
      const { ticket } = await begin(account)
      await app.refusal(staffLoginCode, { ticket, code: '000000' })
    }
    const { ticket } = await begin(account)
    expect(await app.refusal(staffLoginCode, { ticket, code: code(secret) })).toMatchObject({ status: 429 })
  })

  it('[Q-328] who tried too often reads how long to wait, and signs in at once after an administrator has reset password or app', async () => {
    const { id, account } = await fresh()
    const { secret } = await enrol(account)
    app.clock.advance({ seconds: 60 })
    for (let i = 0; i < 5; i += 1) await app.refusal(staffLogin, { account, password: 'wrong' })
    const locked = await app.refusal(staffLogin, { account, password: PASSWORD })
    expect(locked).toMatchObject({ status: 429, msg: expect.stringMatching(/请 \d+ 秒后再试。.*联系管理员/) })
    const target = { id, confirm: account }
    const { password } = await app.call(staffResetPassword, target, { as: admin })
    const { ticket } = await begin(account, password)
    for (let i = 0; i < 5; i += 1) await app.refusal(staffLoginCode, { ticket, code: '000000' })
    expect(await app.refusal(staffLoginCode, { ticket, code: code(secret) })).toMatchObject({ status: 429 })
    await app.call(staffResetFactor, { ...target, reason: '当面核实' }, { as: admin })
    const again = await begin(account, password)
    expect(again.next).toBe('password')
    const own = await app.call(staffLoginPassword, { ticket: again.ticket, password: 'quite another long one' })
    expect(own.next).toBe('enrol')
  })

  it('each recovery code works once in place of a code, and new ones invalidate the old', async () => {
    const { account } = await fresh()
    const { codes, secret } = await enrol(account)
    const use = async (text: string) => app.send(staffLoginCode, { ticket: (await begin(account)).ticket, code: text })
    expect((await use(codes[0]?.toLowerCase() ?? '')).body.code).toBe(1)
    expect((await use(codes[0] ?? '')).body.error).toBe('wrongFactor')
    const second = await use((codes[1] ?? '').replace('-', ''))
    expect(second.body.code).toBe(1)
    const as = { token: (second.body.data as { token: string }).token }
    expect(await app.call(staffSecurity, {}, { as })).toMatchObject({ account, recoveryCodesLeft: 8 })
    app.clock.advance({ seconds: 60 })
    const { recoveryCodes } = await app.call(staffRecoveryCodes, { code: code(secret) }, { as })
    expect((await use(codes[2] ?? '')).body.error).toBe('wrongFactor')
    expect((await use(recoveryCodes[0] ?? '')).body.code).toBe(1)
    const stored = await app.db.rows<{ codeHash: string }>(sql`select code_hash from staff_recovery_codes`)
    expect(stored.some(({ codeHash }) => recoveryCodes.includes(codeHash))).toBe(false)
    expect(stored.filter(({ codeHash }) => !codeHash.startsWith('argon2id$'))).toEqual([])
  })

  it('a recovery code that release 0.3.0 gave is valid once', async () => {
    const { id, account } = await fresh()
    await enrol(account)
    const hash = tokenHash(`${id}:ABCDE23456`)
    await app.db.run(
      sql`insert into staff_recovery_codes (code_hash, staff_id, created_at) values (${hash}, ${id}, ${app.clock.now()})`,
    )
    const use = async () => app.send(staffLoginCode, { ticket: (await begin(account)).ticket, code: 'abcde-23456' })
    expect((await use()).body.code).toBe(1)
    expect((await use()).body.error).toBe('wrongFactor')
  })

  it('a demo account may skip the second factor, and is asked for it once it has one', async () => {
    await createStaff(app.system, { account: 'tea@demo', name: '茶', role: 'lab', password: PASSWORD })
    const first = await app.call(staffLogin, { account: 'tea@demo', password: PASSWORD })
    if (first.next !== 'done') throw new Error('asked for more')
    const as = { token: first.token, refreshToken: first.refreshToken }
    expect(await app.refusal(staffEnrol, { password: 'wrong' }, { as })).toMatchObject({ error: 'wrongOldPassword' })
    const { secret, uri } = await app.call(staffEnrol, { password: PASSWORD }, { as })
    expect(uri).toContain(`secret=${secret}`)
    await app.renew(as)
    expect(await app.refusal(staffEnrolConfirm, { code: '000000' }, { as })).toMatchObject({ error: 'wrongFactor' })
    await app.call(staffEnrolConfirm, { code: code(secret) }, { as })
    expect(await begin('tea@demo')).toMatchObject({ next: 'code' })
  })
})

describe('sessions of staff', () => {
  it('[T-14] an idle session ends after the set time, and an open tab does not renew it', async () => {
    const { account } = await fresh()
    const { token, refreshToken } = await enrol(account)
    const as = { token }
    app.clock.advance({ minutes: 29 })
    expect(await app.call(staffMe, {}, { as })).toMatchObject({ account })
    app.clock.advance({ minutes: 29 })
    const renewed = await app.call(staffRefresh, { token: refreshToken })
    app.clock.advance({ minutes: 2 })
    expect(await app.refusal(staffMe, {}, { as: renewed })).toMatchObject({ status: 401 })
    expect(await app.refusal(staffRefresh, { token: renewed.refreshToken })).toMatchObject({ status: 401 })
  })

  it('a day after a sign-in the next one is due, also for somebody who never pauses', async () => {
    const { account } = await fresh()
    let session: { token: string; refreshToken: string } = await enrol(account)
    for (let hours = 0; hours < 23; hours += 1) {
      for (const minutes of [25, 25, 10]) {
        app.clock.advance({ minutes })
        await app.call(staffMe, {}, { as: session })
      }
      session = await app.call(staffRefresh, { token: session.refreshToken })
    }
    for (const minutes of [25, 25, 10]) {
      app.clock.advance({ minutes })
      await app.call(staffMe, {}, { as: session })
    }
    expect(await app.refusal(staffRefresh, { token: session.refreshToken })).toMatchObject({ status: 401 })
  })

  it('[T-14] the idle time is a setting and takes effect at once', async () => {
    const { account } = await fresh()
    const { token } = await enrol(account)
    await changeSetting(app.system, 'staffIdleMinutes', 5)
    app.clock.advance({ minutes: 6 })
    expect(await app.refusal(staffMe, {}, { as: { token } })).toMatchObject({ status: 401 })
    await changeSetting(app.system, 'staffIdleMinutes', 30)
  })

  it('[T-13] changing the password needs the old one, checks the new one, and ends the other sessions', async () => {
    const { account } = await fresh()
    const { token, refreshToken, codes } = await enrol(account)
    const other = await app.call(staffLoginCode, { ticket: (await begin(account)).ticket, code: codes[0] ?? '' })
    if (other.next !== 'done') throw new Error('not in')
    const as = { token, refreshToken }
    const change = async (oldPassword: string, password: string) => {
      await app.renew(as)
      return app.refusal(staffPassword, { oldPassword, password }, { as })
    }
    expect(await change('wrong', 'quite another sentence')).toMatchObject({ error: 'wrongOldPassword' })
    expect(await change(PASSWORD, 'short')).toMatchObject({ msg: '[密码]至少15位' })
    expect(await change(PASSWORD, `${account} and then some`)).toMatchObject({ msg: '[密码]不能包含账号' })
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ error: 'samePassword' })
    await app.call(staffPassword, { oldPassword: PASSWORD, password: 'quite another sentence' }, { as })
    expect(await app.refusal(staffMe, {}, { as: other })).toMatchObject({ status: 401 })
    expect(await begin(account, 'quite another sentence')).toMatchObject({ next: 'code' })
  })

  it('staff can sign out their own devices and nobody else’s', async () => {
    const { account } = await fresh()
    const { token } = await enrol(account)
    const { sessions } = await app.call(staffSecurity, {}, { as: { token } })
    const id = sessions[0]?.id ?? 0
    expect(await app.refusal(staffRevoke, { id }, { as: admin })).toMatchObject({ error: 'notFound' })
    await app.call(staffRevoke, { id }, { as: { token } })
    expect(await app.refusal(staffMe, {}, { as: { token } })).toMatchObject({ status: 401 })
  })
})

describe('the administration of staff', () => {
  const audits = (id: number) =>
    app.db.rows<{ action: string; actorId: number }>(
      sql`select action, actor_id from audit_log where subject = ${`staff:${id}`} and action <> 'staff.enrol' order by id`,
    )

  it('a new member of staff replaces the given password, sets up an app, and is signed in', async () => {
    // [F-58] Like the accounts of the demo: an account may look like an e-mail address.
    await app.call(staffAdd, { account: 'li.lei@lab', name: '李雷', role: 'lab' }, { as: admin })
    const { id, password } = await app.call(staffAdd, { account: 'newbie', name: '小新', role: 'lab' }, { as: admin })
    expect(password).toMatch(/^([A-Z2-7]{5}-){3}[A-Z2-7]{5}$/)
    const { next, ticket } = await begin('newbie', password)
    expect(next).toBe('password')
    expect(await app.refusal(staffLoginPassword, { ticket, password: 'short' })).toMatchObject({
      msg: '[密码]至少15位',
    })
    expect(await app.refusal(staffLoginPassword, { ticket, password })).toMatchObject({ error: 'samePassword' })
    expect(await app.call(staffLoginPassword, { ticket, password: PASSWORD })).toMatchObject({ next: 'enrol' })
    await app.refusal(staffLogin, { account: 'newbie', password })
    await enrol('newbie')
    const row = (await app.call(staffList, {}, { as: admin })).list.find((each) => each.id === id)
    expect(row).toMatchObject({ secondFactor: true, passwordTemporary: false, roleName: '实验员', disabled: false })
    expect(
      await app.refusal(staffAdd, { account: 'newbie', name: '又一个', role: 'lab' }, { as: admin }),
    ).toMatchObject({ error: 'accountTaken' })
    const log = await app.db.row<{ after: unknown }>(sql`select after from audit_log where action = 'call:staff/add'`)
    expect(JSON.stringify(log)).not.toContain(password)
  })

  it('[T-56] only an administrator changes roles, and not their own', async () => {
    const { id, account } = await fresh()
    const { token } = await enrol(account)
    const calls = [
      [staffChangeRole, { id, role: 'admin', confirm: account }],
      [staffDisable, { id: admin.id, disabled: true, confirm: 'x' }],
      [staffResetFactor, { id: admin.id, confirm: 'x', reason: '当面' }],
      [staffResetPassword, { id: admin.id, confirm: 'x' }],
    ] as const
    for (const [call, input] of calls)
      expect(await app.refusal(call, input, { as: { token } })).toMatchObject({ status: 403, error: 'forbidden' })
    for (const [call, input] of calls)
      expect(await app.refusal(call, { ...input, id: admin.id }, { as: admin })).toMatchObject({
        status: 403,
        error: 'notYourself',
      })
    expect(await audits(admin.id)).toEqual([])
  })

  it('[T-14] [T-56] a changed role and a disabled account take effect at the next call, with one audit row each', async () => {
    const { id, account } = await fresh()
    const { token, codes } = await enrol(account)
    const as = { token }
    const wrong = { id, role: 'finance' as const, confirm: 'somebody' }
    expect(await app.refusal(staffChangeRole, wrong, { as: admin })).toMatchObject({ error: 'notConfirmed' })
    await app.call(staffChangeRole, { id, role: 'finance', confirm: account }, { as: admin })
    expect(await app.call(staffMe, {}, { as })).toMatchObject({ role: 'finance' })
    const { ticket } = await begin(account)
    await app.call(staffDisable, { id, disabled: true, confirm: account }, { as: admin })
    expect(await app.refusal(staffMe, {}, { as })).toMatchObject({ status: 401 })
    expect(await app.refusal(staffLoginCode, { ticket, code: codes[0] ?? '' })).toMatchObject({
      error: 'ticketExpired',
    })
    expect(await app.refusal(staffLogin, { account, password: PASSWORD })).toMatchObject({ error: 'wrongPassword' })
    await app.call(staffDisable, { id, disabled: false, confirm: account }, { as: admin })
    expect(await app.refusal(staffMe, {}, { as })).toMatchObject({ status: 401 })
    expect(await begin(account)).toMatchObject({ next: 'code' })
    expect(await audits(id)).toEqual(
      ['staff.role', 'staff.disable', 'staff.disable'].map((action) => ({ action, actorId: admin.id })),
    )
  })

  it('a reset second factor is set up again, and a reset password does not bypass it', async () => {
    const { id, account } = await fresh()
    const { token, codes } = await enrol(account)
    const { password } = await app.call(staffResetPassword, { id, confirm: account }, { as: admin })
    expect(await app.refusal(staffMe, {}, { as: { token } })).toMatchObject({ status: 401 })
    const { next, ticket } = await begin(account, password)
    expect(next).toBe('code')
    expect(await app.call(staffLoginCode, { ticket, code: codes[0] ?? '' })).toMatchObject({ next: 'password' })
    await app.call(staffLoginPassword, { ticket, password: 'moon above the harbour' })
    await app.call(staffResetFactor, { id, confirm: account, reason: '当面，看过工牌' }, { as: admin })
    await enrol(account, 'moon above the harbour')
  })

  it('[V6.4.4] an administrator who resets a second factor says how the person was recognised, and the audit log keeps it', async () => {
    const { id, account } = await fresh()
    await enrol(account)
    const reset = (reason?: string) => app.refusal(staffResetFactor, { id, confirm: account, reason }, { as: admin })
    expect([(await reset()).msg, (await reset('  ')).msg]).toEqual(['请填写核实方式', '请填写核实方式'])
    expect(await begin(account)).toMatchObject({ next: 'code' })
    await app.call(staffResetFactor, { id, confirm: account, reason: '视频，看过工牌' }, { as: admin })
    const kept = await app.db.rows(sql`
      select actor_id, reason from audit_log where subject = ${`staff:${id}`} and action = 'staff.resetFactor'`)
    expect(kept).toEqual([{ actorId: admin.id, reason: '视频，看过工牌' }])
    expect(await begin(account)).toMatchObject({ next: 'enrol' })
  })
})

describe('the two kinds of tokens', () => {
  it('[T-18] a token of staff opens no call of customers, nor the other way round', async () => {
    const customer = await app.customer(0)
    expect(await app.refusal(staffMe, {}, { as: customer })).toMatchObject({ status: 403, error: 'wrongTokenKind' })
    const { userInfo } = await import('../../people/customers/person-contract.ts')
    expect(await app.refusal(userInfo, {}, { as: admin })).toMatchObject({ status: 403, error: 'wrongTokenKind' })
  })
})
