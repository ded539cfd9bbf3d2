import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import type { Call } from '../../platform/contract/call.ts'
import { sql } from '../../platform/db/sql.ts'
import { epochSeconds } from '../../platform/time.ts'
import { staffLogin } from '../../core/staff/contract.ts'
import { code4sms, inviterCheck, login, loginForCode, refresh4token, reset, sign } from './contract.ts'
import { userPassword, userRevoke, userSessions } from '../customers/profile-contract.ts'
import { userInfo, userLogout } from '../customers/person-contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
let phones = 0
const freshPhone = () => `137${String((phones += 1)).padStart(8, '0')}`

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
// Each test starts a day later, so that the limits of the previous one do not apply.
beforeEach(() => app.clock.advance({ days: 1, hours: 1 }))

async function lastTo(phone: string): Promise<{ template: string; text: string } | undefined> {
  return (await app.outbox()).filter((message) => message.to === phone).at(-1)
}

async function codeFor(phone: string, useFor: 0 | 1 | 3): Promise<string> {
  await app.call(code4sms, { phone, useFor })
  return /\d{6}/.exec((await lastTo(phone))?.text ?? '')?.[0] ?? 'none'
}

function wrongFor(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

async function newCustomerWithCode(inviteCode: string): Promise<void> {
  const phone = freshPhone()
  await app.call(sign, { phone, code: await codeFor(phone, 0), password: PASSWORD })
  await app.db.run(sql`update customers set invite_code = ${inviteCode} where phone = ${phone}`)
}

describe('registration', () => {
  it('[L-10] [C-04] a phone with its code becomes an account that can sign in and refresh', async () => {
    const phone = freshPhone()
    await newCustomerWithCode('FRIEND1')
    const code = await codeFor(phone, 0)
    await app.call(sign, { phone, code, password: PASSWORD, inviterCode: 'FRIEND1', agreementVersion: '2026-11' })
    const tokens = await app.call(login, { account: phone, password: PASSWORD }, { form: true })
    expect(Object.keys(tokens).sort()).toEqual(['expires', 'refreshToken', 'token'])
    expect(tokens.expires).toBe(epochSeconds(app.clock.now()) + 7200)
    const next = await app.call(refresh4token, { token: tokens.refreshToken })
    expect(Object.keys(next).sort()).toEqual(['expires_at', 'refresh_token', 'token'])
    expect(next.expires_at).toBe(epochSeconds(app.clock.now()) + 7200)
    const info = await app.call(userInfo, {}, { as: next })
    expect(info).toMatchObject({
      userInfo: { account: phone, profileComplete: false },
      addressList: [],
      cartNum: 0,
      messageNum: 0,
    })
    const consent = await app.db.row(sql`
      select document, version, c.inviter_code from consents join customers c on c.id = customer_id where c.phone = ${phone}`)
    expect(consent).toEqual({ document: 'agreement', version: '2026-11', inviterCode: 'FRIEND1' })
  })

  it('a password that everybody tries is refused at registration, and the code stays valid', async () => {
    const phone = freshPhone()
    const code = await codeFor(phone, 0)
    for (const password of ['Superman', 'trustno1', 'mingxi-lab-2026'])
      expect(await app.refusal(sign, { phone, code, password })).toMatchObject({
        error: 'weakPassword',
        msg: '[密码]过于常见，请更换',
      })
    await app.call(sign, { phone, code, password: PASSWORD })
  })

  it('[F-32] the server answers whether an invite code exists, and registration ignores an unknown one', async () => {
    await newCustomerWithCode('FRIEND2')
    expect(await app.call(inviterCheck, { code: 'FRIEND2' })).toEqual({ valid: true })
    expect(await app.call(inviterCheck, { code: 'NOSUCHCODE' })).toEqual({ valid: false })
    const phone = freshPhone()
    const code = await codeFor(phone, 0)
    await app.call(sign, { phone, code, password: PASSWORD, inviterCode: 'NOSUCHCODE' })
    const row = await app.db.row(sql`select inviter_code from customers where phone = ${phone}`)
    expect(row).toEqual({ inviterCode: '' })
  })

  it('[L-04] answers the first empty field in the order phone, code, password', async () => {
    expect(await app.refusal(sign, {})).toMatchObject({ status: 200, msg: '[手机号]不能为空' })
    expect(await app.refusal(sign, { phone: freshPhone() })).toMatchObject({ msg: '[验证码]不能为空' })
    expect(await app.refusal(sign, { phone: freshPhone(), code: '123456' })).toMatchObject({ msg: '[密码]不能为空' })
    expect(await app.refusal(reset, { account: freshPhone(), code: '', password: '' })).toMatchObject({
      msg: '[验证码]不能为空',
    })
    expect(await app.refusal(sign, { phone: freshPhone(), code: '123456', password: '12345678' })).toMatchObject({
      msg: '[密码]过于常见，请更换',
    })
  })

  it('[T-8] the answer is the same for a known and an unknown phone; only the owner of the phone gets the difference by SMS', async () => {
    const { phone } = await app.customer()
    const unknown = freshPhone()
    for (const useFor of [0, 1, 3] as const) {
      app.clock.advance({ minutes: 2 })
      const answers = await Promise.all(
        [phone, unknown].map((each) => app.send(code4sms, { phone: each, useFor }, { ip: `198.51.100.${useFor}` })),
      )
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    }
    app.clock.advance({ minutes: 12 })
    expect(await codeFor(phone, 0)).toBe('none')
    expect((await lastTo(phone))?.template).toBe('phone.already-registered')
    expect((await lastTo(unknown))?.template).toBe('phone.not-registered')
    expect(await app.refusal(reset, { account: unknown, code: '123456', password: PASSWORD })).toEqual(
      await app.refusal(reset, { account: phone, code: '123456', password: PASSWORD }),
    )
  })
})

/** A busy machine can slow either kind of account by chance. A difference that a stranger can measure is there each time. */
const ofTime = { retry: 2, timeout: 60_000 }

describe('what a stranger can learn', () => {
  it(
    '[T-8] registration, reset, codes and sign-in answer a known and an unknown phone with the same status, body and time',
    ofTime,
    async () => {
      const known = (await app.customer()).phone
      const asks: [string, Call, (phone: string) => unknown][] = [
        ['code4sms', code4sms, (phone) => ({ phone, useFor: 1 })],
        ['sign', sign, (phone) => ({ phone, code: '123456', password: PASSWORD })],
        ['reset', reset, (account) => ({ account, code: '123456', password: PASSWORD })],
        ['loginForCode', loginForCode, (phone) => ({ phone, code: '123456' })],
        ['login', login, (account) => ({ account, password: 'not-the-password' })],
      ]
      for (const [name, call, input] of asks) {
        const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
        for (let round = 0; round < 12; round += 1) {
          // The requests are far enough apart that no limit applies, and each kind comes first in turn.
          app.clock.advance({ hours: 25 })
          const phones = { known, unknown: freshPhone() }
          const answers: unknown[] = []
          for (const who of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
            const started = performance.now()
            const { status, body } = await app.send(call, input(phones[who]), { ip: `198.51.100.${100 + round}` })
            times[who].push(performance.now() - started)
            answers.push({ status, body })
          }
          expect([name, answers[0]]).toEqual([name, answers[1]])
        }
        // Compares the fastest answer of each kind: a busy machine only makes answers slower.
        const [less, more] = [Math.min(...times.known), Math.min(...times.unknown)].toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        // A password hash computed only for known accounts would be visible here.
        expect([name, more - less < Math.max(20, more * 0.6)]).toEqual([name, true])
      }
    },
  )
})

describe('codes', () => {
  it('[L-06] [T-5] a code is valid for its purpose, its phone and one use only', async () => {
    const { phone } = await app.customer()
    const other = await app.customer()
    const code = await codeFor(phone, 3)
    const wrong = { status: 200, error: 'wrongCode', msg: '验证码错误或已失效' }
    expect(await app.refusal(reset, { account: phone, code, password: PASSWORD })).toMatchObject(wrong)
    expect(await app.refusal(loginForCode, { phone: other.phone, code })).toMatchObject(wrong)
    const { token } = await app.call(loginForCode, { phone, code }, { form: true })
    expect((await app.call(userInfo, {}, { as: { token } })).userInfo.account).toBe(phone)
    expect(await app.refusal(loginForCode, { phone, code })).toMatchObject(wrong)
  })

  it('a code is refused after five minutes, and when a newer one was sent', async () => {
    const { phone } = await app.customer()
    const first = await codeFor(phone, 3)
    app.clock.advance({ minutes: 1 })
    const second = await codeFor(phone, 3)
    if (first !== second)
      expect(await app.refusal(loginForCode, { phone, code: first })).toMatchObject({ error: 'wrongCode' })
    app.clock.advance({ minutes: 5 })
    expect(await app.refusal(loginForCode, { phone, code: second })).toMatchObject({ error: 'wrongCode' })
  })

  it('[T-4] five wrong tries block the phone for an hour, even when a new code is sent', async () => {
    const { phone } = await app.customer()
    const first = await codeFor(phone, 3)
    for (let i = 0; i < 3; i++) await app.refusal(loginForCode, { phone, code: wrongFor(first) })
    app.clock.advance({ minutes: 2 })
    const second = await codeFor(phone, 3)
    for (let i = 0; i < 2; i++) {
      expect(await app.refusal(loginForCode, { phone, code: wrongFor(second) })).toMatchObject({ error: 'wrongCode' })
    }
    expect(await app.refusal(loginForCode, { phone, code: second })).toMatchObject({
      status: 429,
      error: 'tooManyCodeTries',
    })
    app.clock.advance({ minutes: 61 })
    await app.call(loginForCode, { phone, code: await codeFor(phone, 3) })
  })

  it('[L-05] [T-6] a number gets one code in 60 seconds, five an hour, ten a day', async () => {
    const phone = freshPhone()
    await app.call(code4sms, { phone, useFor: 0 })
    app.clock.advance({ seconds: 18 })
    expect(await app.refusal(code4sms, { phone, useFor: 0 })).toMatchObject({
      status: 429,
      error: 'codeTooSoon',
      msg: '验证码发送过于频繁，请42秒后再试',
    })
    let sent = 1
    for (let minute = 0; minute < 24 * 60 - 2; minute++) {
      app.clock.advance({ minutes: 1 })
      if ((await app.send(code4sms, { phone, useFor: 0 })).body.code === 1) sent += 1
      if (minute === 58) expect(sent).toBe(5)
      if (sent === 10) break
    }
    expect(sent).toBe(10)
    app.clock.advance({ hours: 10 })
    expect(await app.refusal(code4sms, { phone, useFor: 0 })).toMatchObject({ error: 'codeTooSoon' })
  })

  it('[T-6] one IP address cannot request codes for many numbers', async () => {
    for (let i = 0; i < 5; i++) expect((await app.send(code4sms, { phone: freshPhone(), useFor: 0 })).status).toBe(200)
    expect(await app.refusal(code4sms, { phone: freshPhone(), useFor: 0 })).toMatchObject({ error: 'proofRequired' })
    for (let i = 0; i < 5; i++) await app.call(code4sms, { phone: freshPhone(), useFor: 0 })
    expect(await app.refusal(code4sms, { phone: freshPhone(), useFor: 0 })).toMatchObject({
      status: 429,
      error: 'codeTooSoon',
    })
  })

  it('[T-7] the code is in the local outbox only: not in the answer, not readable in the database', async () => {
    const phone = freshPhone()
    const { body } = await app.send(code4sms, { phone, useFor: 0 })
    const code = /\d{6}/.exec((await lastTo(phone))?.text ?? '')?.[0] ?? ''
    expect(code).toHaveLength(6)
    expect(JSON.stringify(body)).not.toContain(code)
    expect(
      JSON.stringify(
        await app.db.rows(sql`select phone, code_hash, salt from sms_codes where phone = ${phone}`),
      ).replace(phone, ''),
    ).not.toContain(code)
    expect(await app.db.rows(sql`select 1 from jobs where payload::text like ${`%${code}%`}`)).toEqual([])
  })
})

describe('signing in with a password', () => {
  it('[L-02] names the empty field', async () => {
    expect(await app.refusal(login, { account: '', password: '' }, { form: true })).toMatchObject({
      msg: '[用户名/手机号]不能为空',
    })
    expect(await app.refusal(login, { account: 'a', password: '' }, { form: true })).toMatchObject({
      msg: '[密码]不能为空',
    })
    expect(await app.refusal(loginForCode, { phone: '', code: '' })).toMatchObject({ msg: '[手机号]不能为空' })
  })

  it('[T-1] refuses a wrong password and an unknown account with the same words', async () => {
    const { phone } = await app.customer()
    const known = await app.refusal(login, { account: phone, password: 'not-the-password' })
    expect(known).toMatchObject({ status: 200, error: 'wrongPassword' })
    expect(await app.refusal(login, { account: freshPhone(), password: 'not-the-password' })).toEqual(known)
  })

  it('[T-1] an unknown account takes as long as a known one', ofTime, async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 9; i += 1) {
      const { phone } = await app.customer()
      for (const [kind, account] of [
        ['known', phone],
        ['unknown', freshPhone()],
      ] as const) {
        const started = performance.now()
        await app.refusal(login, { account, password: 'not-the-password' })
        times[kind].push(performance.now() - started)
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0
    // Hashing takes most of the time. bench/sign-in.ts measures a thousand tries over HTTP.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 2)
    expect(median(times.known)).toBeGreaterThan(median(times.unknown) / 2)
  })

  it('[T-2] after three wrong tries a password requires a proof of work, for unknown accounts too; staff have to wait after five', async () => {
    const { phone } = await app.customer()
    for (const account of [phone, freshPhone()]) {
      for (let i = 0; i < 3; i++) await app.refusal(login, { account, password: `wrong-${i}` })
      expect(await app.refusal(login, { account, password: PASSWORD })).toMatchObject({
        status: 428,
        error: 'proofRequired',
      })
    }
    for (let i = 0; i < 5; i++) await app.refusal(staffLogin, { account: 'boss', password: 'wrong' })
    expect(await app.refusal(staffLogin, { account: 'boss', password: 'wrong' })).toMatchObject({
      status: 429,
      error: 'tooManyAttempts',
    })
  })

  it('[T-3] a code still signs in then, a proof of work allows the password too, and a success resets the count', async () => {
    const { phone } = await app.customer()
    for (let i = 0; i < 3; i++) await app.refusal(login, { account: phone, password: 'wrong' })
    expect(await app.refusal(login, { account: phone, password: PASSWORD })).toMatchObject({ error: 'proofRequired' })
    await app.call(loginForCode, { phone, code: await codeFor(phone, 3) })
    await app.call(login, { account: `+86 ${phone}`, password: PASSWORD })
    for (let i = 0; i < 3; i++)
      expect(await app.refusal(login, { account: phone, password: 'wrong' })).toMatchObject({ error: 'wrongPassword' })
    await app.call(login, { account: phone, password: PASSWORD })
  })

  it('[L-08] a sign-in that is not remembered ends with the day, a remembered one lasts', async () => {
    const { phone } = await app.customer()
    const short = await app.call(login, { account: phone, password: PASSWORD, remember: false })
    const long = await app.call(login, { account: phone, password: PASSWORD, remember: true })
    app.clock.advance({ hours: 23 })
    const kept = await app.call(refresh4token, { token: short.refreshToken })
    app.clock.advance({ hours: 25 })
    expect(await app.refusal(refresh4token, { token: kept.refresh_token })).toMatchObject({ status: 401 })
    app.clock.advance({ days: 27, hours: 23 })
    const next = await app.call(refresh4token, { token: long.refreshToken })
    app.clock.advance({ days: 30, minutes: 1 })
    expect(await app.refusal(refresh4token, { token: next.refresh_token })).toMatchObject({ status: 401 })
  })

  it('ninety days after a sign-in the next one is due, however often the session was used', async () => {
    const { phone } = await app.customer()
    let { refreshToken: kept } = await app.call(login, { account: phone, password: PASSWORD, remember: true })
    for (const days of [25, 25, 25, 14]) {
      app.clock.advance({ days })
      kept = (await app.call(refresh4token, { token: kept })).refresh_token
    }
    app.clock.advance({ days: 1, minutes: 1 })
    expect(await app.refusal(refresh4token, { token: kept })).toMatchObject({ status: 401 })
  })
})

describe('sessions', () => {
  it('[T-12] an old refresh token used again ends the session; two tabs that refresh at once do not', async () => {
    const { phone } = await app.customer()
    const first = await app.call(login, { account: phone, password: PASSWORD })
    const second = await app.call(refresh4token, { token: first.refreshToken })
    app.clock.advance({ seconds: 5 })
    const tab = await app.call(refresh4token, { token: first.refreshToken })
    // Whichever answer the browser stores is valid.
    expect(tab).toEqual(second)
    await app.call(userInfo, {}, { as: tab })
    app.clock.advance({ seconds: 11 })
    expect(await app.refusal(refresh4token, { token: first.refreshToken })).toMatchObject({ status: 401 })
    expect(await app.refusal(userInfo, {}, { as: tab })).toMatchObject({ status: 401 })
    expect(await app.refusal(refresh4token, { token: second.refresh_token })).toMatchObject({ status: 401 })
  })

  it('[T-13] a reset ends every session and notifies the owner; the new password signs in', async () => {
    const { phone, token } = await app.customer()
    const code = await codeFor(phone, 1)
    await app.call(reset, { account: phone, code, password: 'another-password-2' }, { form: true })
    expect(await app.refusal(userInfo, {}, { as: { token } })).toMatchObject({ status: 401, error: 'notSignedIn' })
    expect(await app.refusal(login, { account: phone, password: PASSWORD })).toMatchObject({ error: 'wrongPassword' })
    await app.call(login, { account: phone, password: 'another-password-2' })
    await app.drain()
    expect((await lastTo(phone))?.template).toBe('account.passwordChanged')
  })

  it('[T-13] changing the password keeps this session and ends the others', async () => {
    const person = await app.customer()
    const { phone, token } = person
    const other = await app.call(login, { account: phone, password: PASSWORD })
    const wrong = await app.refusal(
      userPassword,
      { oldPassword: 'no', password: 'another-password-2' },
      { as: { token } },
    )
    expect(wrong).toMatchObject({ error: 'wrongOldPassword', fields: { oldPassword: '原密码不正确' } })
    await app.call(userPassword, { oldPassword: PASSWORD, password: 'another-password-2' }, { as: { token } })
    await app.call(userInfo, {}, { as: person })
    expect(await app.refusal(userInfo, {}, { as: other })).toMatchObject({ status: 401 })
  })

  it('[T-14] [L-12] logout takes effect at the next call; another device can be signed out from here', async () => {
    const { phone, token } = await app.customer()
    const other = await app.call(login, { account: phone, password: PASSWORD })
    const { list } = await app.call(userSessions, {}, { as: { token } })
    expect(list).toHaveLength(2)
    const elsewhere = list.find((session) => !session.current)?.id ?? 0
    const stranger = await app.customer()
    expect(await app.refusal(userRevoke, { id: elsewhere }, { as: stranger })).toMatchObject({ status: 404 })
    await app.call(userRevoke, { id: elsewhere }, { as: { token } })
    expect(await app.refusal(userInfo, {}, { as: other })).toMatchObject({ status: 401 })
    await app.call(userLogout, {}, { as: { token } })
    expect(await app.refusal(userInfo, {}, { as: { token } })).toMatchObject({ status: 401 })
  })
})
