import { sql } from '../../../platform/db/sql.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { absenceScene, type ReportOwner } from '../../../app/testing/scenes/absence-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { userClose, userExport } from '../../../workspace/privacy/contract.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { code4sms, login, reset } from '../contract.ts'
import {
  userCode4StepUp,
  userStepUp,
  userStepUpWays,
  userUpdateContact,
  userUpdateProfile,
} from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'
import { isLongAbsent, passwordProves } from '../../customers/step-up-rules.ts'
import { wxUnbind } from '../wechat/wechat-contract.ts'

const PASSWORD = 'a-good-password-1'
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

const signInBySms = () => scene.signInBySms(person)
const opens = (as: { token: string }) => scene.opensFile(person, as)
const refusesFile = (as: { token: string }) => scene.refusesFile(person, as)

async function stepUpCode(as: { token: string }, to: 'phone' | 'email' = 'phone'): Promise<string> {
  app.clock.advance({ minutes: 2 })
  await app.call(userCode4StepUp, { to }, { as })
  return scene.lastCode(to === 'phone' ? person.phone : 'someone@example.com')
}

describe('somebody who comes back after a long absence', () => {
  it('[T-16] ninety days without a session are a long absence, and a password set since then proves nothing', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
    expect([isLongAbsent(ago(89.9), now), isLongAbsent(ago(90), now)]).toEqual([false, true])
    expect([passwordProves(null, ago(90)), passwordProves(ago(100), ago(90)), passwordProves(ago(1), ago(90))]).toEqual(
      [true, true, false],
    )
  })

  it('[T-16] [S-24] the account can be read, but files, money and contacts are closed until phone and password are proved', async () => {
    app.clock.advance({ days: 91 })
    const as = await signInBySms()
    await app.call(userInfo, {}, { as })
    const wanted = { status: 403, error: 'stepUpRequired' }
    expect(await refusesFile(as)).toMatchObject(wanted)
    expect(
      await app.refusal(
        payCreate,
        { kind: 'settlement', no: 'JS26030200001', method: 'prestore' },
        { as, idempotencyKey: 'step-up-1' },
      ),
    ).toMatchObject(wanted)
    expect(await app.refusal(userExport, { password: PASSWORD }, { as })).toMatchObject(wanted)
    expect(await app.refusal(userClose, { code: '123456' }, { as })).toMatchObject(wanted)
    const change = { kind: 'phone', contact: '13411112222', code: '123456', password: PASSWORD }
    expect(await app.refusal(userUpdateContact, change, { as })).toMatchObject(wanted)
    expect(await app.call(userStepUpWays, {}, { as })).toEqual({
      needed: true,
      phone: `139****${person.phone.slice(-4)}`,
      password: true,
      email: 's***@example.com',
    })
    // Signing in again does not remove the doubt.
    app.clock.advance({ days: 2 })
    const second = await signInBySms()
    expect(await refusesFile(second)).toMatchObject(wanted)

    const code = await stepUpCode(second)
    expect(await app.refusal(userStepUp, { code, password: 'wrong' }, { as: second })).toMatchObject({
      error: 'wrongOldPassword',
    })
    expect(
      await app.refusal(
        userStepUp,
        { code: code === '000000' ? '000001' : '000000', password: PASSWORD },
        { as: second },
      ),
    ).toMatchObject({ error: 'wrongCode' })
    await app.renew(second)
    expect(await app.refusal(userStepUp, { code }, { as: second })).toMatchObject({ error: 'noSecondWay' })
    await app.call(userStepUp, { code, password: PASSWORD }, { as: second })
    await opens(second)
    expect((await app.call(userStepUpWays, {}, { as: second })).needed).toBe(false)
    expect(
      await app.db.rows(sql`select actor_kind, actor_id from audit_log where action = 'account.stepUp'
        and subject = ${`customer:${person.id}`}`),
      '[S-24] a step-up leaves one row that says who it was',
    ).toEqual([{ actorKind: 'customer', actorId: person.id }])
    // The proof is for this session; the next sign-in follows no absence any more.
    expect(await refusesFile(as)).toMatchObject({ status: 401 })
    const third = await app.call(login, { account: person.phone, password: PASSWORD })
    await opens(third)
  })

  it('[T-16] a password reset with the phone alone does not remove the doubt; a code to the old e-mail address does', async () => {
    app.clock.advance({ days: 91 })
    await app.call(code4sms, { phone: person.phone, useFor: 1 })
    await app.call(reset, {
      account: person.phone,
      code: await scene.lastCode(person.phone),
      password: 'of-the-new-owner-1',
    })
    const as = await app.call(login, { account: person.phone, password: 'of-the-new-owner-1' })
    expect(await app.call(userStepUpWays, {}, { as })).toMatchObject({ needed: true, password: false })
    const code = await stepUpCode(as)
    expect(await app.refusal(userStepUp, { code, password: 'of-the-new-owner-1' }, { as })).toMatchObject({
      error: 'passwordTooNew',
    })
    expect(await refusesFile(as)).toMatchObject({ error: 'stepUpRequired' })
    const mailCode = await stepUpCode(as, 'email')
    await app.call(userStepUp, { code, mailCode }, { as })
    await opens(as)
  })

  it('[T-16] in doubt, neither the profile can replace the e-mail address nor the WeChat identity be unbound', async () => {
    app.clock.advance({ days: 91 })
    const as = await signInBySms()
    const { userInfo: me } = await app.call(userInfo, {}, { as })
    const profile = {
      name: me.name,
      email: 'stranger@example.com',
      organization: 0,
      company: me.company,
      teacher: '王老师',
      teacher_phone: '',
      teacher_mail: '',
      province: '',
      city: '',
      area: '',
      address_code: '320211',
      address: '滨湖大道18号',
    } as const
    for (const refused of [
      app.refusal(userUpdateProfile, profile, { as }),
      app.refusal(wxUnbind, { password: PASSWORD }, { as }),
    ])
      expect(await refused).toMatchObject({ status: 403, error: 'stepUpRequired' })
    expect((await app.call(userStepUpWays, {}, { as })).email).toBe('s***@example.com')
    expect((await app.call(userInfo, {}, { as })).userInfo.email).toBe('someone@example.com')
  })

  it('[T-16] a customer seen within ninety days, or just registered, is not asked', async () => {
    await opens(person)
    app.clock.advance({ days: 60 })
    await openSession(app.system, 'customer', person.id)
    app.clock.advance({ days: 60 })
    await opens(await signInBySms())
  })
})
