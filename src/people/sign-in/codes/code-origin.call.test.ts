import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { userCode4Privacy, userExport } from '../../../workspace/privacy/contract.ts'
import { code4sms, login, loginForCode, reset, sign } from '../contract.ts'

const PASSWORD = 'a-good-password-1'
const WRONG = { error: 'wrongCode', msg: '验证码错误或已失效' }
/** What a browser says about a request of a page of this site. */
const page = { headers: { 'sec-fetch-site': 'same-origin' } }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance({ days: 1, hours: 1 }))

const lastCode = async (phone: string) =>
  /\d{6}/.exec((await app.outbox()).findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? 'none'

/** Asks for a code in a browser that was never here; gives the code and the browser. */
async function askedInBrowser(phone: string, useFor: 0 | 1 | 3): Promise<{ code: string; browser: CallOptions }> {
  const { headers } = await app.send(code4sms, { phone, useFor }, page)
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return { code: await lastCode(phone), browser: { ...page, cookie } }
}

describe('a code that a visitor asks for in a browser', () => {
  it('[T-5] [V6.6.2] signs in there, and neither in another browser nor by a program', async () => {
    const { phone } = await app.customer()
    const { code, browser } = await askedInBrowser(phone, 3)
    const other = (await askedInBrowser((await app.customer()).phone, 3)).browser
    expect(await app.refusal(loginForCode, { phone, code }, other)).toMatchObject(WRONG)
    expect(await app.refusal(loginForCode, { phone, code })).toMatchObject(WRONG)
    expect((await app.call(loginForCode, { phone, code }, browser)).token).not.toBe('')
  })

  it('[V6.6.2] neither sets a password nor registers in another browser', async () => {
    const { phone } = await app.customer()
    const forgotten = await askedInBrowser(phone, 1)
    const renewal = { account: phone, code: forgotten.code, password: 'another-good-password-2' }
    expect(await app.refusal(reset, renewal, page)).toMatchObject(WRONG)
    await app.call(reset, renewal, forgotten.browser)
    const fresh = '13700000001'
    const first = await askedInBrowser(fresh, 0)
    const account = { phone: fresh, code: first.code, password: PASSWORD }
    expect(await app.refusal(sign, account, page)).toMatchObject(WRONG)
    await app.call(sign, account, first.browser)
  })

  it('[V6.6.2] guessing elsewhere counts, so that five tries block the number', async () => {
    const { phone } = await app.customer()
    const { code } = await askedInBrowser(phone, 3)
    for (let tries = 0; tries < 5; tries += 1) await app.refusal(loginForCode, { phone, code })
    expect(await app.refusal(loginForCode, { phone, code })).toMatchObject({ error: 'tooManyCodeTries' })
  })
})

it('a program that keeps no cookies signs in with the code that it asked for', async () => {
  const { phone } = await app.customer()
  await app.call(code4sms, { phone, useFor: 3 })
  expect((await app.call(loginForCode, { phone, code: await lastCode(phone) })).token).not.toBe('')
})

it('[T-5] [V6.6.2] a code that a signed-in person asks for is valid in that session only, wherever it is read', async () => {
  const { phone, token } = await app.customer()
  const elsewhere = await app.call(login, { account: phone, password: PASSWORD })
  await app.call(userCode4Privacy, {}, { as: { token } })
  const code = await lastCode(phone)
  expect(await app.refusal(userExport, { code }, { as: elsewhere })).toMatchObject(WRONG)
  await app.call(userExport, { code }, { as: { token } })
})
