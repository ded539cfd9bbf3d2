import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { encryptPush, pushSignature } from '../../../platform/wechat/push-crypto.ts'
import { writeFlatXml } from '../../../platform/wechat/push-xml.ts'
import { wechatService } from '../../../platform/wechat/wechat-service.ts'
import { code4sms, loginForCode, sign } from '../contract.ts'
import { userCode4StepUp } from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'
import { askForQr } from './wechat-actions.ts'
import { wxQrCodeLogin, wxTicket, wxUnbind, wxUndo } from './wechat-contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Browser {
  ticket: string
  cookie: string
  url: string
}

async function open(cookie = ''): Promise<Browser> {
  const { body, headers } = await app.send(wxTicket, {}, { cookie })
  const data = body.data as { ticket: string; qr_code_url: string }
  const set = String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { ticket: data.ticket, url: data.qr_code_url, cookie: cookie || set }
}

async function poll({ ticket, cookie }: Browser) {
  return app.call(wxQrCodeLogin, { ticket }, { cookie })
}

function double() {
  const found = wechatService(app.services)?.double
  if (!found) throw new Error('the demo has a double')
  return found
}

async function deliver(query: string, xml: string) {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/notify/wechat?${query}`,
    headers: { 'content-type': 'text/xml' },
    payload: xml,
  })
  return { status: answer.statusCode, body: answer.body }
}

async function scan(browser: Browser, openid: string, options?: { follower?: boolean; createTime?: number }) {
  const ticket = new URL(browser.url, 'http://shop.test').searchParams.get('t') ?? ''
  return double().scan(ticket, openid, deliver, options)
}

async function codeFor(phone: string, useFor: 0 | 3): Promise<string> {
  app.clock.advance({ minutes: 2 })
  await app.call(code4sms, { phone, useFor })
  return lastCode(phone)
}

async function lastCode(phone: string): Promise<string> {
  const sent = (await app.outbox()).filter((message) => message.to === phone).at(-1)
  return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
}

/** A customer whose WeChat identity is bound, by a scan and a code to the phone. */
async function bound(openid: string) {
  const person = await app.customer(3)
  const code = await codeFor(person.phone, 3)
  const browser = await open()
  await scan(browser, openid)
  await poll(browser)
  const { bindToken = '' } = await poll(browser)
  await app.call(loginForCode, { phone: person.phone, code, bindToken })
  return person
}

test('[L-07] a scan is shown first, then signs in to the bound account, once', async () => {
  const person = await bound('openid-a')
  const browser = await open()
  expect(await poll(browser)).toEqual({ status: 'waiting' })
  const chat = await scan(browser, 'openid-a')
  expect(chat).toMatchObject({ kind: 'chat', text: expect.stringContaining('您正在用微信登录明析科测') })
  expect(await poll(browser)).toEqual({ status: 'scanned' })
  const done = await poll(browser)
  expect(done.status).toBe('done')
  const info = await app.call(userInfo, {}, { as: { token: done.token ?? '' } })
  expect(info.userInfo.account).toContain(person.phone.slice(-4))
  expect(await poll(browser)).toEqual({ status: 'expired' })
})

test('[L-07] an unknown identity registers with its phone and is signed in by the next scan', async () => {
  const phone = '13700001111'
  const code = await codeFor(phone, 0)
  const browser = await open()
  await scan(browser, 'openid-new', { follower: false })
  await poll(browser)
  const { status, bindToken } = await poll(browser)
  expect(status).toBe('bind')
  await app.call(sign, {
    phone,
    code,
    password: 'a-good-password-1',
    agreementVersion: '2026-11',
    ...(bindToken ? { bindToken } : {}),
  })
  const again = await open()
  await scan(again, 'openid-new')
  await poll(again)
  expect((await poll(again)).status).toBe('done')
})

test('[T-10] a ticket is not valid in another browser, and the QR code contains no ticket', async () => {
  await bound('openid-b')
  const browser = await open()
  const other = await open()
  expect(browser.cookie).not.toBe(other.cookie)
  await scan(browser, 'openid-b')
  expect(await poll({ ...browser, cookie: other.cookie })).toEqual({ status: 'expired' })
  expect(await poll({ ...browser, cookie: '' })).toEqual({ status: 'expired' })
  expect(browser.url).not.toContain(browser.ticket)
  expect((await poll(browser)).status).toBe('scanned')
})

test('[T-10] two polls at once after a scan open one session', async () => {
  const person = await bound('openid-c')
  const browser = await open()
  await scan(browser, 'openid-c')
  await poll(browser)
  const before = await sessions(person.id)
  const answers = await Promise.all([poll(browser), poll(browser), poll(browser)])
  expect(answers.map((answer) => answer.status).sort()).toEqual(['done', 'expired', 'expired'])
  expect(await sessions(person.id)).toBe(before + 1)
})

test('[T-11] [F-93] the chat names time, device and IP address, and its link ends the session and the binding', async () => {
  const person = await bound('openid-d')
  const browser = await open()
  const chat = await scan(browser, 'openid-d')
  const text = chat.kind === 'chat' ? chat.text : ''
  expect(text).toContain('撤销：http://shop.test/wechat/undo/')
  expect(text).toMatch(/时间：2026-03-\d\d \d\d:\d\d\n设备：.+\n网络地址：127\.0\.0\.\*/)
  await poll(browser)
  const { token = '' } = await poll(browser)
  const undo = /undo\/([\w-]+)/.exec(text)?.[1] ?? ''
  expect(await app.call(wxUndo, { token: undo })).toEqual({ unbound: false })
  expect(await app.refusal(userInfo, {}, { as: { token } })).toMatchObject({ status: 401 })
  // The binding was made by an earlier scan, so this link does not remove it.
  expect(await bindings(person.id)).toBe(1)
  await app.call(wxUndo, { token: undo })
})

test('[T-11] undoing the scan that made a binding removes it; undone before the browser fetched it, nobody is signed in', async () => {
  const browser = await open()
  const chat = await scan(browser, 'openid-e')
  const undo = /undo\/([\w-]+)/.exec(chat.kind === 'chat' ? chat.text : '')?.[1] ?? ''
  await poll(browser)
  const { bindToken = '' } = await poll(browser)
  const person = await app.customer(0)
  const code = await codeFor(person.phone, 3)
  const signedIn = await app.call(loginForCode, { phone: person.phone, code, bindToken })
  expect(await bindings(person.id)).toBe(1)
  expect(await app.call(wxUndo, { token: undo })).toEqual({ unbound: true })
  expect(await bindings(person.id)).toBe(0)
  expect(await app.refusal(userInfo, {}, { as: signedIn })).toMatchObject({ status: 401 })

  const early = await open()
  const said = await scan(early, 'openid-e')
  await app.call(wxUndo, { token: /undo\/([\w-]+)/.exec(said.kind === 'chat' ? said.text : '')?.[1] ?? '' })
  expect(await poll(early)).toEqual({ status: 'expired' })
})

test('[T-11] a code lasts two minutes, a scan one minute more, and its undo link one day', async () => {
  const browser = await open()
  app.clock.advance({ seconds: 119 })
  expect(await poll(browser)).toEqual({ status: 'waiting' })
  app.clock.advance({ seconds: 1 })
  expect(await poll(browser)).toEqual({ status: 'expired' })
  expect(await scan(browser, 'openid-f')).toEqual({ kind: 'expired' })

  const late = await open()
  const chat = await scan(late, 'openid-f')
  app.clock.advance({ seconds: 59 })
  expect(await poll(late)).toEqual({ status: 'scanned' })
  app.clock.advance({ seconds: 1 })
  expect(await poll(late)).toEqual({ status: 'expired' })
  const token = /undo\/([\w-]+)/.exec(chat.kind === 'chat' ? chat.text : '')?.[1] ?? ''
  app.clock.advance({ hours: 23 })
  await app.call(wxUndo, { token })
  app.clock.advance({ hours: 1 })
  expect(await app.refusal(wxUndo, { token })).toMatchObject({
    status: 404,
    msg: '撤销链接已失效。如有疑问，请修改密码并联系客服',
  })
})

test('without WeChat keys and outside a demo no code is made, and the refusal says so', async () => {
  const closed = { ...app.system, config: { ...app.services.config, demo: false } }
  await expect(askForQr(closed)).rejects.toMatchObject({
    kind: { error: 'wechatClosed' },
    message: '微信扫码登录尚未开通，请使用密码或短信验证码登录',
  })
})

test('a repeated message changes nothing and gets no chat reply', async () => {
  const browser = await open()
  const createTime = Math.floor(app.clock.now().getTime() / 1000)
  expect((await scan(browser, 'openid-g', { createTime })).kind).toBe('chat')
  expect(await scan(browser, 'openid-g', { createTime })).toEqual({ kind: 'silent' })
  // A later scan of the same picture by somebody else does not sign in.
  expect(await scan(browser, 'openid-h')).toMatchObject({ kind: 'chat', text: expect.stringContaining('二维码已失效') })
})

test('[T-10] a bind token is used once, expires, and never moves an existing binding', async () => {
  const person = await bound('openid-i')
  const browser = await open()
  await scan(browser, 'openid-j')
  await poll(browser)
  const { bindToken = '' } = await poll(browser)
  const first = await codeFor(person.phone, 3)
  expect(await app.refusal(loginForCode, { phone: person.phone, code: first, bindToken })).toMatchObject({
    error: 'wechatTaken',
  })
  app.clock.advance({ minutes: 20 })
  const stranger = await app.customer(0)
  const second = await codeFor(stranger.phone, 3)
  expect(await app.refusal(loginForCode, { phone: stranger.phone, code: second, bindToken })).toMatchObject({
    error: 'bindExpired',
  })
})

test('after unbinding, WeChat no longer signs in', async () => {
  const person = await bound('openid-k')
  await app.call(wxUnbind, { password: PASSWORD }, { as: person })
  const browser = await open()
  await scan(browser, 'openid-k')
  await poll(browser)
  expect((await poll(browser)).status).toBe('bind')
  await app.renew(person)
  expect(await app.refusal(wxUnbind, { password: PASSWORD }, { as: person })).toMatchObject({ error: 'wechatNotBound' })
})

test('[V7.5.1] WeChat is unbound only with the password or a code to the own phone, not by the session alone', async () => {
  const person = await bound('openid-n')
  const isBound = async () => (await app.call(userInfo, {}, { as: person })).userInfo.wechatBound
  const ask = (proof: { password?: string; code?: string }) => app.refusal(wxUnbind, proof, { as: person })
  expect(await ask({})).toMatchObject({ error: 'invalid', msg: '[验证码]不能为空' })
  expect(await ask({ password: 'another-password-1' })).toMatchObject({
    error: 'wrongOldPassword',
    msg: '[密码]不正确',
  })
  const forSignIn = await codeFor(person.phone, 3)
  expect(await ask({ code: forSignIn })).toMatchObject({ error: 'wrongCode' })
  expect(await isBound()).toBe(true)

  app.clock.advance({ minutes: 2 })
  await app.call(userCode4StepUp, { to: 'phone' }, { as: person })
  const code = await lastCode(person.phone)
  await app.call(wxUnbind, { code }, { as: person })
  expect(await isBound()).toBe(false)
})

test('[V7.5.1] a password is not guessed by unbinding: tries are counted, and the right one then waits too', async () => {
  const person = await bound('openid-o')
  const errors = []
  for (let n = 0; n < 12; n++)
    errors.push((await app.refusal(wxUnbind, { password: `a-wrong-password-${n}` }, { as: person })).error)
  expect(errors.at(-1)).toBe('tooManyTries')
  expect(await app.refusal(wxUnbind, { password: PASSWORD }, { as: person })).toMatchObject({ error: 'tooManyTries' })
})

test('messages that are unsigned, old, not encrypted or encrypted for another account are refused and change nothing', async () => {
  const browser = await open()
  const post = (query: string, payload: string) => deliver(query, payload)
  expect((await post('', '<xml></xml>')).status).toBe(403)
  expect((await post('signature=0&timestamp=0&nonce=0', '<xml></xml>')).status).toBe(403)
  const kept: { query: string; xml: string }[] = []
  await double().push('<xml><MsgType>event</MsgType></xml>', async (query, xml) => {
    kept.push({ query, xml })
    return { status: 200, body: 'success' }
  })
  const { query = '', xml = '' } = kept[0] ?? {}
  expect((await post(query, xml)).status).toBe(200)
  expect((await post(query, '<xml><MsgType>event</MsgType></xml>')).status).toBe(403)
  // Encrypted with the right key and signed, but for another account.
  const now = String(Math.floor(app.clock.now().getTime() / 1000))
  const sealedFor = (appid: string) => {
    const service = wechatService(app.services)
    if (!service?.encodingAesKey) throw new Error('the demo is in safe mode')
    const { pushToken } = service
    const Encrypt = encryptPush(service.encodingAesKey, '<xml><MsgType>event</MsgType></xml>', appid)
    const signature = pushSignature(pushToken, now, 'n')
    const msg_signature = pushSignature(pushToken, now, 'n', Encrypt)
    const signed = new URLSearchParams({ signature, timestamp: now, nonce: 'n', msg_signature })
    return post(signed.toString(), writeFlatXml({ Encrypt }))
  }
  expect((await sealedFor(wechatService(app.services)?.appid ?? '')).status).toBe(200)
  expect((await sealedFor('wxsomebodyelse')).status).toBe(403)
  expect((await post(query, xml.replace(/(<Encrypt><!\[CDATA\[)..../, '$1AAAA'))).status).toBe(403)
  app.clock.advance({ minutes: 11 })
  expect((await post(query, xml)).status).toBe(403)
  expect(await poll(browser)).toEqual({ status: 'expired' })
})

test('one IP address gets sixty codes in ten minutes and no more', async () => {
  app.clock.advance({ minutes: 11 })
  for (let n = 0; n < 60; n++) expect((await app.send(wxTicket, {})).status).toBe(200)
  expect(await app.refusal(wxTicket, {})).toMatchObject({ status: 429, error: 'tooManyTickets' })
  app.clock.advance({ minutes: 11 })
  await app.call(wxTicket, {})
})

async function sessions(customerId: number): Promise<number> {
  const { n } = await app.db.one<{ n: number }>(
    sql`select count(*) as n from sessions where subject_id = ${customerId} and kind = 'customer'`,
  )
  return n
}

async function bindings(customerId: number): Promise<number> {
  const { n } = await app.db.one<{ n: number }>(
    sql`select count(*) as n from wechat_bindings where customer_id = ${customerId}`,
  )
  return n
}

test('[T-16] after a long absence no WeChat identity can be bound before the identity is proved', async () => {
  const person = await app.customer(3)
  app.clock.advance({ days: 91 })
  const code = await codeFor(person.phone, 3)
  const browser = await open()
  await scan(browser, 'openid-of-the-new-owner')
  await poll(browser)
  const { bindToken = '' } = await poll(browser)
  expect(await app.refusal(loginForCode, { phone: person.phone, code, bindToken })).toMatchObject({
    status: 403,
    error: 'bindInDoubt',
  })
  const again = await open()
  await scan(again, 'openid-of-the-new-owner')
  await poll(again)
  expect((await poll(again)).status).toBe('bind')
})

test('of an account with a second factor no WeChat identity can be bound before that is proved', async () => {
  const person = await app.customer(0)
  await switchFactorOn(person.id)
  const code = await codeFor(person.phone, 3)
  const browser = await open()
  await scan(browser, 'openid-of-somebody-else')
  await poll(browser)
  const { bindToken = '' } = await poll(browser)
  expect(await app.refusal(loginForCode, { phone: person.phone, code, bindToken })).toMatchObject({
    status: 403,
    error: 'bindBeforeFactor',
  })
  expect(await bindings(person.id)).toBe(0)
})

test('a scan to an account with a second factor opens a session that waits for it', async () => {
  const person = await bound('openid-p')
  await switchFactorOn(person.id)
  const browser = await open()
  await scan(browser, 'openid-p')
  await poll(browser)
  const { token = '' } = await poll(browser)
  expect(await app.refusal(userInfo, {}, { as: { token } })).toMatchObject({ error: 'secondFactorRequired' })
})

async function switchFactorOn(customerId: number): Promise<void> {
  await app.db.run(
    sql`insert into customer_second_factors (customer_id, secret, enrolled_at) values (${customerId}, 'ABCDEFGH', ${app.clock.now()})`,
  )
}
