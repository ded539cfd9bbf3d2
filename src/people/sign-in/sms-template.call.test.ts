import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp, type TestPerson } from '../../app/testing/test-app.ts'
import { type AliyunDouble, aliyunDouble } from '../../platform/sms/aliyun-double.ts'
import { userCode4Privacy } from '../../workspace/privacy/contract.ts'
import { integrationCode } from '../../money/points/contract.ts'
import { withdrawCode } from '../../money/withdrawals/contract.ts'
import { sendCode } from './codes/code-actions.ts'
import { code4sms, sign } from './contract.ts'
import { userCode4Contact, userCode4StepUp } from '../customers/profile-contract.ts'
import { codeMessages, phoneMessages } from '../customers/rules.ts'

const names = [...Object.values(codeMessages), ...Object.values(phoneMessages)].map(({ template }) => template)
const codes = Object.fromEntries(names.map((name, i) => [name, `SMS_${i}`]))
const account = {
  accessKeyId: 'id',
  accessKeySecret: 'secret',
  sign: '明析科测',
  templates: [...Object.values(codes), 'SMS_notice'],
}
let provider: AliyunDouble
let app: TestApp

beforeAll(async () => {
  provider = await aliyunDouble(account)
  app = await testApp({
    ALIYUN_ACCESS_KEY_ID: account.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: account.accessKeySecret,
    ALIYUN_SMS_SIGN: account.sign,
    ALIYUN_SMS_TEMPLATES: JSON.stringify({ ...codes, notice: 'SMS_notice' }),
    ALIYUN_SMS_ENDPOINT: provider.url,
  })
})
afterAll(async () => {
  await app.close()
  provider.close()
})

it('[L-06] each purpose uses its own template with the code in it; a phone that does not fit gets no code', async () => {
  const sentBy = async (name: string, ask: (as: TestPerson) => Promise<unknown>) => {
    const before = provider.sent.length
    await ask(await app.customer(0))
    const sent = provider.sent.slice(before)
    const code =
      names.indexOf(name) < Object.keys(codeMessages).length ? { code: expect.stringMatching(/^\d{6}$/) } : {}
    expect([name, sent.length, sent[0]?.template, sent[0]?.variables]).toEqual([name, 1, codes[name], code])
  }
  let fresh = 0
  const stranger = () => `1370000${String((fresh += 1)).padStart(4, '0')}`
  const ask = (phone: string, useFor: 0 | 1 | 3) =>
    app.call(code4sms, { phone, useFor }, { ip: `198.51.100.${(fresh += 1)}` })
  await sentBy('code.0', () => ask(stranger(), 0))
  await sentBy('code.1', ({ phone }) => ask(phone, 1))
  await sentBy('code.3', ({ phone }) => ask(phone, 3))
  await sentBy('code.6', ({ phone }) => sendCode(app.system, phone, 6))
  await sentBy('code.5', (as) => app.call(userCode4Privacy, {}, { as }))
  await sentBy('code.7', (as) => app.call(userCode4StepUp, { to: 'phone' }, { as }))
  await sentBy('code.8', (as) => app.call(withdrawCode, {}, { as }))
  await sentBy('code.9', (as) => app.call(integrationCode, {}, { as }))
  await sentBy('code.contact', (as) => app.call(userCode4Contact, { kind: 'phone', contact: stranger() }, { as }))
  await sentBy('phone.already-registered', ({ phone }) => ask(phone, 0))
  await sentBy('phone.not-registered', () => ask(stranger(), 3))
  const { phone: taken } = await app.customer(0)
  await sentBy('phone.already-bound', (as) => app.call(userCode4Contact, { kind: 'phone', contact: taken }, { as }))
  expect(new Set(provider.sent.map(({ template }) => template)).size).toBe(names.length)
})

it('[T-6] a code without an answer from the provider counts and is valid; one that the provider refused does not count', async () => {
  const from = { ip: '203.0.113.50' }
  const [lost, refused, held] = ['13710000001', '13710000002', '13710000003']
  const ask = (phone: string) => app.refusal(code4sms, { phone, useFor: 0 }, from)
  provider.hangUpNext()
  expect(await ask(lost)).toMatchObject({ error: 'codeNotSent', msg: '验证码发送失败，请稍后重试' })
  expect(await ask(lost)).toMatchObject({ status: 429, error: 'codeTooSoon' })
  const { to, variables } = provider.sent.at(-1) ?? {}
  expect(to).toBe(lost)
  await app.call(sign, { phone: lost, code: variables?.code ?? '', password: 'a-good-password-1' })

  provider.refuseNext('isp.SYSTEM_ERROR')
  expect(await ask(refused)).toMatchObject({ error: 'codeNotSent' })
  await app.call(code4sms, { phone: refused, useFor: 0 }, from)

  provider.refuseNext('isv.BUSINESS_LIMIT_CONTROL')
  expect(await ask(held)).toMatchObject({ status: 429, error: 'codeTooSoon', msg: '验证码发送过于频繁，请稍后重试' })
})
