import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { solved } from '../../../app/testing/solved.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { gateOf } from '../../../platform/auth/throttle.ts'
import { sql } from '../../../platform/db/sql.ts'
import { changeSetting } from '../../../core/settings/actions.ts'
import { safetyLimits, safetyRead, safetySeen } from '../../../core/safety/contract.ts'
import { code4sms, login, loginForCode } from '../contract.ts'
import { staffLogin } from '../../../core/staff/contract.ts'
import { userPassword } from '../../customers/profile-contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
let phones = 0
const freshPhone = () => `135${String((phones += 1)).padStart(8, '0')}`
const attacker = { ip: '203.0.113.9' }

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance({ days: 1, hours: 1 }))

/** The challenge that a password for this account requires now. */
async function challengeFor(account: string, options = {}): Promise<{ parameters: { cost: number } }> {
  const { body } = await app.send(login, { account, password: 'wrong' }, options)
  expect(body.error).toBe('proofRequired')
  return body.challenge as never
}

async function guess(account: string, times: number, options = {}): Promise<(string | undefined)[]> {
  const errors: (string | undefined)[] = []
  for (let i = 0; i < times; i++)
    errors.push((await app.send(login, { account, password: `guess-${i}` }, options)).body.error)
  return errors
}

describe('proof of work for passwords', () => {
  it('[T-2] the first tries are free, later ones require a proof of work, and a limited number of proofs a day replaces the wait', () => {
    const tries = { failures: 0, waitSeconds: 0, provedWaits: 0 }
    expect(gateOf({ ...tries, failures: 2 }, false)).toBe('go')
    expect(gateOf({ ...tries, failures: 3 }, false)).toBe('prove')
    expect(gateOf({ ...tries, failures: 3 }, true)).toBe('go')
    expect(gateOf({ ...tries, failures: 90, waitSeconds: 900 }, true)).toBe('go')
    expect(gateOf({ ...tries, failures: 90, waitSeconds: 900, provedWaits: 20 }, true)).toBe('wait')
    expect(gateOf({ ...tries, failures: 90, waitSeconds: 0, provedWaits: 20 }, true)).toBe('go')
  })

  it('[T-3] a solution allows one try, once, for this account and this purpose, for ten minutes', async () => {
    const { phone } = await app.customer()
    const other = await app.customer()
    for (const account of [phone, other.phone]) await guess(account, 3)
    const proof = await solved(await challengeFor(phone))
    const refused = { status: 428, error: 'proofRequired' }
    expect(await app.refusal(login, { account: other.phone, password: PASSWORD }, { proof })).toMatchObject(refused)
    await app.call(login, { account: phone, password: PASSWORD }, { proof })
    await guess(phone, 3)
    expect(await app.refusal(login, { account: phone, password: PASSWORD }, { proof })).toMatchObject(refused)
    const late = await solved(await challengeFor(phone))
    app.clock.advance({ minutes: 11 })
    expect(await app.refusal(login, { account: phone, password: PASSWORD }, { proof: late })).toMatchObject(refused)
  }, 60_000)

  it('[T-3] a forged, weakened or half solved challenge is refused', async () => {
    const { phone } = await app.customer()
    await guess(phone, 3)
    const good = JSON.parse(Buffer.from(await solved(await challengeFor(phone)), 'base64').toString())
    const { challenge, solution } = good
    const spoilt = [
      {
        challenge,
        solution: { ...solution, counter: solution.counter + 1, derivedKey: `00${solution.derivedKey.slice(2)}` },
      },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }, solution },
      {
        challenge: {
          ...challenge,
          parameters: { ...challenge.parameters, data: { ...challenge.parameters.data, expires: 9e9 } },
        },
        solution,
      },
      { challenge: { ...challenge, signature: 'ab'.repeat(32) }, solution },
      { challenge },
    ]
    for (const each of spoilt) {
      const proof = Buffer.from(JSON.stringify(each)).toString('base64')
      expect(await app.refusal(login, { account: phone, password: PASSWORD }, { proof })).toMatchObject({ status: 428 })
    }
    for (const proof of ['garbage', 'e30=', 'x'.repeat(5000)])
      expect(await app.refusal(login, { account: phone, password: PASSWORD }, { proof })).toMatchObject({ status: 428 })
  }, 60_000)

  it('[T-2] changing the IP address or sending extra fields gives no further tries', async () => {
    const { phone } = await app.customer()
    const errors: (string | undefined)[] = []
    for (let i = 0; i < 40; i += 1) {
      const extra = i % 2 ? { [`x${i}`]: i, deviceId: `d${i}` } : {}
      const from = { ip: `203.0.113.${i + 1}`, headers: { 'x-forwarded-for': `198.51.100.${i + 1}` } }
      errors.push((await app.send(login, { account: phone, password: `guess-${i}`, ...extra }, from)).body.error)
    }
    const lookedAt = errors.filter((error) => error === 'wrongPassword')
    // Every second one is refused for its extra fields, before any password is checked.
    expect([lookedAt.length, errors.filter((error) => error === 'invalid').length]).toEqual([3, 20])
    expect(errors.filter((error) => error === 'proofRequired')).toHaveLength(17)
  })

  it('[T-2] an attacker who solves every challenge gets twenty tries in place of waits, and then has to wait', async () => {
    const { phone } = await app.customer()
    await guess(phone, 3, attacker)
    const proved = async () => ({ ...attacker, proof: await solved(await challengeFor(phone, attacker)) })
    const counted = () =>
      app.db.one<{ waits: number }>(
        sql`select proved_waits as waits from login_failures where account = ${`customer:${phone}`}`,
      )
    // The fourth and the fifth replace no wait, the sixth does.
    for (const waits of [0, 0, 1]) {
      expect(await guess(phone, 1, await proved())).toEqual(['wrongPassword'])
      expect(await counted()).toEqual({ waits })
    }
    await app.db.run(sql`update login_failures set proved_waits = 19 where account = ${`customer:${phone}`}`)
    expect(await guess(phone, 1, await proved())).toEqual(['wrongPassword'])
    expect(await app.refusal(login, { account: phone, password: PASSWORD }, attacker)).toMatchObject({
      status: 429,
      error: 'tooManyTries',
    })
    app.clock.advance({ minutes: 16 })
    expect(await guess(phone, 1, await proved())).toEqual(['wrongPassword'])
  }, 60_000)

  it('[T-3] wrong tries from elsewhere do not delay the owner on a known network, a signed-in owner, or a sign-in by code', async () => {
    const { phone, token } = await app.customer()
    const home = { ip: '198.51.100.7' }
    await app.call(login, { account: phone, password: PASSWORD }, home)
    expect(await guess(phone, 5, attacker)).toEqual([
      'wrongPassword',
      'wrongPassword',
      'wrongPassword',
      'proofRequired',
      'proofRequired',
    ])
    expect((await app.send(login, { account: phone, password: PASSWORD }, home)).body.code).toBe(1)
    // The owner's success does not reset the attacker's count.
    expect(await guess(phone, 1, attacker)).toEqual(['proofRequired'])
    await app.call(userPassword, { oldPassword: PASSWORD, password: 'another-password-2' }, { as: { token } })
    await app.call(code4sms, { phone, useFor: 3 })
    const code = /\d{6}/.exec((await app.outbox()).at(-1)?.text ?? '')?.[0] ?? ''
    await app.call(loginForCode, { phone, code })
  })
})

describe('one password at many accounts', () => {
  const spray = (n: number, from: object) =>
    app.send(login, { account: `1370000${String(n).padStart(4, '0')}`, password: 'summer-2026' }, from)

  it('[F-75] requires a proof per try from the twenty-first wrong one in an hour on, from that IP address only', async () => {
    const from = { ip: '203.0.113.77' }
    const errors: (string | undefined)[] = []
    for (let n = 0; n < 40; n++) errors.push((await spray(n, from)).body.error)
    expect(errors.filter((error) => error === 'wrongPassword')).toHaveLength(20)
    expect(errors.slice(20)).toEqual(Array.from({ length: 20 }, () => 'proofRequired'))
    expect((await spray(50, { ip: '203.0.113.78' })).body.error).toBe('wrongPassword')

    // Others behind the same IP address can sign in by solving the challenge, which the browser does by itself.
    const { phone } = await app.customer()
    await app.call(login, { account: phone, password: PASSWORD }, from)
    app.clock.advance({ hours: 1, seconds: 1 })
    expect((await spray(51, from)).body.error).toBe('wrongPassword')
  }, 60_000)

  it('[F-75] many right passwords from one IP address require no proof', async () => {
    const from = { ip: '203.0.113.79' }
    for (let n = 0; n < 25; n++) {
      const { phone } = await app.customer()
      expect((await app.send(login, { account: phone, password: PASSWORD }, from)).body.code).toBe(1)
    }
  }, 60_000)

  it('[F-75] counts staff accounts in the same way', async () => {
    const from = { ip: '2001:db8::1' }
    for (let n = 0; n < 20; n++) await app.send(staffLogin, { account: `staff-${n}`, password: 'summer-2026' }, from)
    const next = await app.send(staffLogin, { account: 'staff-20', password: 'summer-2026' }, { ip: '2001:db8::2' })
    expect([next.status, next.body.error]).toEqual([428, 'proofRequired'])
  }, 60_000)
})

describe('codes by text message', () => {
  it('[T-6] many numbers from one IP address require a proof each, others do not', async () => {
    for (let i = 0; i < 5; i++) await app.call(code4sms, { phone: freshPhone(), useFor: 0 }, attacker)
    const phone = freshPhone()
    const { status, body } = await app.send(code4sms, { phone, useFor: 0 }, attacker)
    expect([status, body.error]).toEqual([428, 'proofRequired'])
    const before = (await app.outbox()).length
    const proof = await solved(body.challenge)
    expect((await app.send(code4sms, { phone: freshPhone(), useFor: 0 }, { ...attacker, proof })).status).toBe(428)
    expect((await app.outbox()).length).toBe(before)
    expect((await app.send(code4sms, { phone, useFor: 0 }, { ...attacker, proof })).status).toBe(200)
    expect((await app.outbox()).length).toBe(before + 1)
    expect((await app.send(code4sms, { phone: freshPhone(), useFor: 0 }, { ip: '198.51.100.8' })).status).toBe(200)
  })

  it('[T-6] [Q-158] administrators set the daily budget; they get an alarm near its end, and at its end nothing is sent', async () => {
    const admin = await app.staff('admin')
    const limits = { perDayInAll: 10, perAddressPerDay: 50, perAddressPerTenMinutes: 10 }
    const { personalReads } = await app.call(safetyRead, {}, { as: admin })
    expect(
      await app.refusal(safetyLimits, { smsLimits: limits, personalReads }, { as: await app.staff('editor') }),
    ).toMatchObject({ status: 403 })
    const never = { smsLimits: limits, personalReads: { perHour: 61, perDay: 60 } }
    expect(await app.refusal(safetyLimits, never, { as: admin })).toMatchObject({
      fields: { 'personalReads.perHour': '不能超过每天的上限' },
    })
    await app.call(safetyLimits, { smsLimits: limits, personalReads }, { as: admin })
    const ask = (i: number) => app.call(code4sms, { phone: freshPhone(), useFor: 0 }, { ip: `198.51.100.${i}` })
    for (let i = 0; i < 7; i++) await ask(i)
    expect((await app.call(safetyRead, {}, { as: admin })).alarms).toEqual([])
    for (let i = 7; i < 10; i++) await ask(i)
    const before = (await app.outbox()).length
    expect(await app.refusal(code4sms, { phone: freshPhone(), useFor: 0 }, { ip: '198.51.100.99' })).toMatchObject({
      status: 429,
      error: 'codeTooSoon',
    })
    expect((await app.outbox()).length).toBe(before)
    const { alarms } = await app.call(safetyRead, {}, { as: admin })
    expect(alarms.map(({ kindName, text }) => [kindName, /已停止发送/.test(text)])).toEqual([
      ['短信用量', true],
      ['短信用量', false],
    ])
    await app.call(safetySeen, { id: alarms[0]?.id ?? 0 }, { as: admin })
    expect(await app.refusal(safetySeen, { id: alarms[0]?.id ?? 0 }, { as: admin })).toMatchObject({ status: 409 })
    expect(
      (await app.call(safetyRead, {}, { as: admin })).alarms.filter(({ seenBy }) => seenBy === '测试admin'),
    ).toHaveLength(1)
    await changeSetting(app.system, 'smsLimits', { ...limits, perDayInAll: 5000 })
    await ask(98)
  })
})
