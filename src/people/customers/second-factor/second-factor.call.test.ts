import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { absenceScene, type ReportOwner } from '../../../app/testing/scenes/absence-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { totpCodeAt } from '../../../platform/auth/totp.ts'
import { sql } from '../../../platform/db/sql.ts'
import { messageList } from '../../../workspace/notices/contract.ts'
import { staffCustomerShow } from '../../../workspace/customer-page/contract.ts'
import { login, refresh4token, reset, code4sms } from '../../sign-in/contract.ts'
import { userSessions, userSignIns, userStepUpWays } from '../profile-contract.ts'
import { userInfo, userLogout } from '../person-contract.ts'
import {
  accountEndSecondFactor,
  userBeginSecondFactor,
  userConfirmSecondFactor,
  userEndSecondFactor,
  userProveSecondFactor,
  userRecoveryCodes,
  userSecondFactor,
} from './second-factor-contract.ts'

const PASSWORD = 'a-good-password-1'
const asked = { status: 403, error: 'secondFactorRequired' }
let app: TestApp
let scene: ReturnType<typeof absenceScene>
let person: ReportOwner

beforeAll(async () => {
  app = await testApp()
  scene = absenceScene(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await scene.owner()
})

/** A code of the app that was not used yet: half a minute later than the last one. */
function nextCode(secret: string): string {
  app.clock.advance({ seconds: 31 })
  return totpCodeAt(secret, app.clock.now())
}

async function signIn(): Promise<{ token: string; refreshToken: string }> {
  return app.call(login, { account: person.phone, password: PASSWORD })
}

/** Binds an app; answers its secret and the recovery codes. */
async function bind(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const first = await signIn()
  const { secret } = await app.call(userBeginSecondFactor, { password: PASSWORD }, { as: first })
  const renewed = await app.call(refresh4token, { token: first.refreshToken })
  const { recoveryCodes } = await app.call(userConfirmSecondFactor, { code: nextCode(secret) }, { as: renewed })
  return { secret, recoveryCodes }
}

/** Signs in with both factors; the session goes on with a new token. */
async function signInWith(code: string): Promise<{ token: string }> {
  const first = await signIn()
  await app.call(userProveSecondFactor, { code }, { as: first })
  return app.call(refresh4token, { token: first.refreshToken })
}

describe('a second factor that a customer switches on', () => {
  it('needs the password and a right code of the app, gives ten recovery codes and ends the other sessions', async () => {
    const other = await signIn()
    const first = await signIn()
    expect(await app.call(userSecondFactor, {}, { as: first })).toEqual({ enrolledAt: null, recoveryCodesLeft: 0 })
    expect(await app.refusal(userBeginSecondFactor, { password: 'wrong' }, { as: first })).toMatchObject({
      error: 'wrongOldPassword',
    })
    const { secret, uri } = await app.call(userBeginSecondFactor, { password: PASSWORD }, { as: first })
    expect(uri).toContain(`secret=${secret}`)
    const as = await app.call(refresh4token, { token: first.refreshToken })
    const wrong = nextCode(secret) === '000000' ? '000001' : '000000'
    expect(await app.refusal(userConfirmSecondFactor, { code: wrong }, { as })).toMatchObject({ error: 'wrongFactor' })
    // Not yet in effect: a sign-in asks for nothing.
    await app.call(userInfo, {}, { as: await signIn() })
    const { recoveryCodes } = await app.call(userConfirmSecondFactor, { code: nextCode(secret) }, { as })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await app.call(userSecondFactor, {}, { as })).toMatchObject({ recoveryCodesLeft: 10 })
    expect(await app.refusal(userInfo, {}, { as: other })).toMatchObject({ status: 401 })
    await app.drain()
    const { list } = await app.call(messageList, {}, { as })
    expect(list[0]).toMatchObject({ title: '两步验证已更改' })
  })

  it('is asked for at every way of signing in, by password and by code: no call is answered but the proof and the sign-out', async () => {
    const { secret } = await bind()
    for (const as of [await signIn(), await scene.signInBySms(person)]) {
      expect(await app.refusal(userInfo, {}, { as })).toMatchObject(asked)
      expect(await app.refusal(userStepUpWays, {}, { as })).toMatchObject(asked)
      expect(await app.refusal(userEndSecondFactor, { code: nextCode(secret) }, { as })).toMatchObject(asked)
      expect(await scene.refusesFile(person, as)).toMatchObject(asked)
    }
    const first = await signIn()
    // A renewed token waits as well.
    const renewed = await app.call(refresh4token, { token: first.refreshToken })
    expect(await app.refusal(userInfo, {}, { as: renewed })).toMatchObject(asked)
    await app.call(userLogout, {}, { as: renewed })
    const as = await signInWith(nextCode(secret))
    await app.call(userInfo, {}, { as })
    // Sessions that wait are not signed in.
    expect((await app.call(userSessions, {}, { as })).list).toHaveLength(2)
    const { list } = await app.call(userSignIns, {}, { as })
    expect(list.slice(0, 2)).toMatchObject([
      { method: 'factor', outcome: 'done' },
      { method: 'password', outcome: 'next' },
    ])
  })

  it('takes each code of the app and each recovery code once, and pauses after wrong ones', async () => {
    const { secret, recoveryCodes } = await bind()
    const code = nextCode(secret)
    await signInWith(code)
    const again = await signIn()
    expect(await app.refusal(userProveSecondFactor, { code }, { as: again })).toMatchObject({
      error: 'wrongFactor',
      fields: { code: expect.stringContaining('验证码不正确') },
    })
    const [recovery = ''] = recoveryCodes
    const as = await signInWith(recovery.toLowerCase().replace('-', ''))
    expect(await app.call(userSecondFactor, {}, { as })).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await app.refusal(userProveSecondFactor, { code: recovery }, { as: again })).toMatchObject({
      error: 'wrongFactor',
    })
    let refused = ''
    for (let tries = 0; tries < 20 && refused !== 'tooManyFactorTries'; tries++)
      refused = (await app.refusal(userProveSecondFactor, { code: '000000' }, { as: again })).error ?? ''
    expect(refused).toBe('tooManyFactorTries')
  })

  it('stays when the password is reset by a message to the phone', async () => {
    await bind()
    app.clock.advance({ minutes: 2 })
    await app.call(code4sms, { phone: person.phone, useFor: 1 })
    const code = await scene.lastCode(person.phone)
    await app.call(reset, { account: person.phone, code, password: 'another-good-1' })
    const as = await app.call(login, { account: person.phone, password: 'another-good-1' })
    expect(await app.refusal(userInfo, {}, { as })).toMatchObject(asked)
  })

  it('[T-16] settles the doubt after a long absence, while a session that waited for it is no sign of the owner', async () => {
    const { secret } = await bind()
    app.clock.advance({ days: 80 })
    await scene.signInBySms(person)
    app.clock.advance({ days: 20 })
    const first = await signIn()
    const rows = await app.db.rows<{ inDoubt: boolean }>(
      sql`select in_doubt from sessions where subject_id = ${person.id} and kind = 'customer' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ inDoubt: true }])
    await app.call(userProveSecondFactor, { code: nextCode(secret) }, { as: first })
    const as = await app.call(refresh4token, { token: first.refreshToken })
    await scene.opensFile(person, as)
  })

  it('new recovery codes replace the earlier ones, and switching it off takes a code', async () => {
    const { secret, recoveryCodes } = await bind()
    const as = await signInWith(nextCode(secret))
    expect(await app.refusal(userRecoveryCodes, { code: '000000' }, { as })).toMatchObject({ error: 'wrongFactor' })
    const renewed = await app.call(userRecoveryCodes, { code: nextCode(secret) }, { as })
    expect(await app.refusal(userEndSecondFactor, { code: recoveryCodes[1] ?? '' }, { as })).toMatchObject({
      error: 'wrongFactor',
    })
    await app.call(userEndSecondFactor, { code: renewed.recoveryCodes[0] ?? '' }, { as })
    await app.call(userInfo, {}, { as: await signIn() })
    expect(await app.refusal(userEndSecondFactor, { code: '000000' }, { as })).toMatchObject({
      error: 'noSecondFactor',
    })
  })

  it('staff end it with a reason for a customer whom they identified; every session ends and the customer is told', async () => {
    const { secret } = await bind()
    const as = await signInWith(nextCode(secret))
    const manager = await app.staff('manager')
    expect(await app.call(staffCustomerShow, { id: person.id }, { as: manager })).toMatchObject({ secondFactor: true })
    const reason = '已致电单位核实'
    await app.call(accountEndSecondFactor, { id: person.id, reason }, { as: manager })
    expect(await app.refusal(userInfo, {}, { as })).toMatchObject({ status: 401 })
    await app.call(userInfo, {}, { as: await signIn() })
    const audited = await app.db.rows(
      sql`select reason, actor_id from audit_log where action = 'account.secondFactor.reset' and subject = ${`customer:${person.id}`}`,
    )
    expect(audited).toEqual([{ reason, actorId: manager.id }])
    expect(await app.refusal(accountEndSecondFactor, { id: person.id, reason }, { as: manager })).toMatchObject({
      error: 'noSecondFactor',
    })
    const finance = await app.staff('finance')
    expect(await app.refusal(accountEndSecondFactor, { id: person.id, reason }, { as: finance })).toMatchObject({
      status: 403,
    })
  })
})
