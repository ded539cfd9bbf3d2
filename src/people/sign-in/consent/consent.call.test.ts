import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { webAgreement } from '../../../core/agreements/agreement-contract.ts'
import { contentItem, contentPublish, contentSave } from '../../../shop/editing/revisions/revision-contract.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { createCustomer } from '../../customers/actions.ts'
import { code4sms, login, loginForCode, sign } from '../contract.ts'
import { userConsent } from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'
import { wxQrCodeLogin, wxTicket } from '../wechat/wechat-contract.ts'
import { wechatService } from '../../../platform/wechat/wechat-service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The page of the user agreement. */
const LICENSE = 6
const current = async () => (await app.call(webAgreement, { name: 'account' })).version

const consentsOf = (phone: string) =>
  app.db.rows<{ version: string }>(
    sql`select version from consents join customers c on c.id = customer_id where c.phone = ${phone} order by consents.id`,
  )

async function codeFor(phone: string, useFor: 0 | 3): Promise<string> {
  app.clock.advance({ minutes: 11 })
  await app.call(code4sms, { phone, useFor })
  return /\d{6}/.exec((await app.outbox()).findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''
}

/** The answer to a scan by an unknown WeChat identity. */
async function bindToken(openid: string): Promise<string> {
  const { body, headers } = await app.send(wxTicket, {})
  const { ticket, qr_code_url: url } = body.data as { ticket: string; qr_code_url: string }
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const shown = new URL(url, 'http://shop.test').searchParams.get('t') ?? ''
  await wechatService(app.services)?.double?.scan(shown, openid, async (query, payload) => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await app.server.inject({ method: 'POST', url: `/api/notify/wechat?${query}`, headers, payload })
    return { status: answer.statusCode, body: answer.body }
  })
  await app.call(wxQrCodeLogin, { ticket }, { cookie })
  return (await app.call(wxQrCodeLogin, { ticket }, { cookie })).bindToken ?? ''
}

describe('consent to agreement and privacy notice', () => {
  it('a customer without a consent on record is asked at the next sign-in until they agree to the current version', async () => {
    const phone = '13400000001'
    const id = (await createCustomer(app.system, { phone, password: 'a-good-password-1' })) ?? 0
    const { token } = await app.call(login, { account: phone, password: 'a-good-password-1' })
    const as = { token }
    expect((await app.call(userInfo, {}, { as })).consentNeeded).toBe(await current())
    expect(await app.refusal(userConsent, { version: '2025-12' }, { as })).toMatchObject({
      status: 409,
      error: 'agreementChanged',
    })
    expect(await consentsOf(phone)).toEqual([])
    await app.call(userConsent, { version: await current() }, { as })
    await app.call(userConsent, { version: await current() }, { as })
    expect(await consentsOf(phone)).toEqual([{ version: await current() }])
    expect((await app.call(userInfo, {}, { as })).consentNeeded).toBeNull()

    // An editor publishes a new text: the version changes, and everybody is asked again.
    const now = await current()
    const editor = { as: await app.staff('editor') }
    const policy = await app.call(contentItem, { kind: 'page', id: LICENSE }, editor)
    const data = { ...policy.data, body: '<h2>一、新条款</h2><p>新的用户协议</p>' }
    const input = { kind: 'page', id: LICENSE, baseVersion: policy.version, data } as const
    const { version } = await app.call(contentSave, input, editor)
    await app.call(contentPublish, { kind: 'page', id: LICENSE, version }, editor)
    const next = await current()
    expect(next).not.toBe(now)
    const again = await openSession(app.system, 'customer', id)
    expect((await app.call(userInfo, {}, { as: again })).consentNeeded).toBe(next)
    await app.call(userConsent, { version: next }, { as: again })
    expect(await consentsOf(phone)).toEqual([{ version: now }, { version: next }])
  })

  it('registration stores the accepted version, refuses any other, and asks later when none was sent', async () => {
    const [ticked, old, silent] = ['13400000011', '13400000012', '13400000013'] as const
    const password = 'a-good-password-1'
    const registration = { phone: ticked, code: await codeFor(ticked, 0), password, agreementVersion: await current() }
    await app.call(sign, registration, { ip: '198.51.100.23' })
    expect(await consentsOf(ticked)).toEqual([{ version: await current() }])
    const record = await app.db.row(
      sql`select ip, agreed_at from consents join customers c on c.id = customer_id where c.phone = ${ticked}`,
    )
    expect(record).toEqual({ ip: '198.51.100.23', agreedAt: app.clock.now() })
    const code = await codeFor(old, 0)
    expect(await app.refusal(sign, { phone: old, code, password, agreementVersion: '2025-01' })).toMatchObject({
      error: 'agreementChanged',
    })
    expect(await app.db.rows(sql`select 1 from customers where phone = ${old}`)).toEqual([])
    await app.call(sign, { phone: silent, code: await codeFor(silent, 0), password })
    const { token } = await app.call(login, { account: silent, password })
    expect((await app.call(userInfo, {}, { as: { token } })).consentNeeded).toBe(await current())
  })

  it('a WeChat identity is bound to an old or new account only with consent to the current version', async () => {
    const phone = '13400000021'
    await createCustomer(app.system, { phone, password: 'a-good-password-1' })
    const first = { phone, code: await codeFor(phone, 3), bindToken: await bindToken('openid-consent') }
    expect(await app.refusal(loginForCode, first)).toMatchObject({ status: 403, error: 'consentRequired' })
    expect(await app.db.rows(sql`select 1 from wechat_bindings`)).toEqual([])
    const second = { ...first, code: await codeFor(phone, 3), agreementVersion: await current() }
    await app.call(loginForCode, second)
    expect(await consentsOf(phone)).toEqual([{ version: await current() }])
    expect(await app.db.rows(sql`select 1 from wechat_bindings`)).toHaveLength(1)
    const fresh = '13400000022'
    const registration = { phone: fresh, code: await codeFor(fresh, 0), password: 'a-good-password-1' }
    const token = await bindToken('openid-consent-2')
    expect(await app.refusal(sign, { ...registration, bindToken: token })).toMatchObject({ error: 'consentRequired' })
    expect(await app.db.rows(sql`select 1 from customers where phone = ${fresh}`)).toEqual([])
  })
})
