import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { systemClock } from '../clock.ts'
import { type AliyunDouble, aliyunDouble } from './aliyun-double.ts'
import { sendSms } from './sms.ts'
import { SmsLimitReached, SmsUnanswered } from './sms-errors.ts'
import { templateFor } from './template-code.ts'

const account = {
  accessKeyId: 'key-id',
  accessKeySecret: 'key-secret',
  sign: '明析科测',
  templates: ['SMS_1', 'SMS_2'],
}
let double: AliyunDouble
beforeAll(async () => {
  double = await aliyunDouble(account)
})
afterAll(() => double.close())

function ctx(own: Record<string, string> = {}) {
  const config = readConfig({
    ALIYUN_ACCESS_KEY_ID: account.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: account.accessKeySecret,
    ALIYUN_SMS_SIGN: account.sign,
    ALIYUN_SMS_TEMPLATES: '{"code":"SMS_1","phone":"SMS_1","notice":"SMS_2"}',
    ALIYUN_SMS_ENDPOINT: double.url,
    ...own,
  })
  return { config, clock: systemClock }
}

const message = (to: string, template = 'code.3') => ({ to, template, text: '不发送', variables: { code: '123456' } })

test('a code is sent with the approved template and a valid signature', async () => {
  await sendSms(ctx(), message('13800000001'))
  expect(double.sent.at(-1)).toEqual({
    to: '13800000001',
    sign: '明析科测',
    template: 'SMS_1',
    variables: { code: '123456' },
  })
})

test('[T-6] the limit of the provider on messages to one number is a named error', async () => {
  await sendSms(ctx(), message('13800000002'))
  await expect(sendSms(ctx(), message('13800000002'))).rejects.toBeInstanceOf(SmsLimitReached)
})

test('a wrong secret, an unknown SMS signature and an outage are errors with their code and without the content', async () => {
  await expect(sendSms(ctx({ ALIYUN_ACCESS_KEY_SECRET: 'other' }), message('13800000003'))).rejects.toThrow(
    'SignatureDoesNotMatch',
  )
  await expect(sendSms(ctx({ ALIYUN_SMS_SIGN: '未备案' }), message('13800000003'))).rejects.toThrow(
    'isv.SMS_SIGNATURE_ILLEGAL',
  )
  double.refuseNext('isp.SYSTEM_ERROR')
  const refused = await sendSms(ctx(), message('13800000003')).catch((error: Error) => error.message)
  expect(refused).toContain('isp.SYSTEM_ERROR')
  expect(refused).not.toContain('123456')
})

test('a lost answer is not a failure: the message may have been sent, so it is not sent again', async () => {
  const before = double.sent.length
  double.hangUpNext()
  await expect(sendSms(ctx(), message('13800000005'))).rejects.toBeInstanceOf(SmsUnanswered)
  expect(double.sent.length).toBe(before + 1)
  const nobody = ctx({ ALIYUN_SMS_ENDPOINT: 'http://127.0.0.1:9' })
  const refused = await sendSms(nobody, message('13800000006')).catch((error: unknown) => error)
  expect([refused instanceof Error, refused instanceof SmsUnanswered]).toEqual([true, false])
})

test('a notice without its own template uses the shared one, and long values are cut to the allowed length', async () => {
  expect(templateFor({ code: 'A', 'code.3': 'B' }, 'code.3')).toBe('B')
  expect(templateFor({ notice: 'C' }, 'order.approve')).toBe('C')
  expect(templateFor({ code: 'A' }, 'order.quote')).toBeUndefined()
  expect(templateFor({ notice: 'C' }, 'code.7')).toBeUndefined()
  await sendSms(ctx(), {
    to: '13800000004',
    template: 'order.approve',
    text: '',
    variables: { title: '长'.repeat(60) },
  })
  expect(double.sent.at(-1)).toMatchObject({ template: 'SMS_2', variables: { title: '长'.repeat(35) } })
})

test('[S-19] a dedicated template gets every variable of a notice, a shared one only the title', async () => {
  const own = { ALIYUN_SMS_TEMPLATES: '{"code":"SMS_1","phone":"SMS_1","notice":"SMS_2","order.quote":"SMS_1"}' }
  const notice = {
    text: '',
    variables: { title: '报价已发出', amount: '¥1.00' },
    shared: { title: '报价已发出 ¥1.00' },
  }
  await sendSms(ctx(own), { ...notice, to: '13800000007', template: 'order.quote' })
  expect(double.sent.at(-1)).toMatchObject({ template: 'SMS_1', variables: notice.variables })
  await sendSms(ctx(own), { ...notice, to: '13800000008', template: 'order.reviseQuote' })
  expect(double.sent.at(-1)).toMatchObject({ template: 'SMS_2' })
  expect(double.sent.at(-1)?.variables).toEqual(notice.shared)
})

test('the configuration is refused when keys are set without an SMS signature or a template for codes', () => {
  expect(() => readConfig({ ALIYUN_ACCESS_KEY_ID: 'a' })).toThrow('ALIYUN_SMS_SIGN')
  expect(() => readConfig({ ALIYUN_SMS_TEMPLATES: 'nonsense' })).toThrow('JSON object')
})
