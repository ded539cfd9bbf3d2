import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { readable, smtpReceiver } from '../../platform/testing/smtp-receiver.ts'
import { code4sms, login } from '../sign-in/contract.ts'
import { userCode4Contact, userUpdateContact } from './profile-contract.ts'
import { userInfo } from './person-contract.ts'

const password = 'a-good-password-1'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function lastTo(recipient: string) {
  return (await app.outbox()).filter((message) => message.to === recipient).at(-1)
}

async function codeTo(recipient: string): Promise<string> {
  return /\d{6}/.exec((await lastTo(recipient))?.text ?? '')?.[0] ?? '000000'
}

describe('changing a contact', () => {
  it('[P-04] [T-13] a new phone needs a code sent to it and the password; every session ends and the old phone gets a message', async () => {
    const person = await app.customer(3)
    const contact = '13612340001'
    await app.call(userCode4Contact, { kind: 'phone', contact: '136 1234 0001' }, { as: person, form: true })
    const code = await codeTo(contact)
    const change = { kind: 'phone' as const, contact, code, password }
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await app.refusal(userUpdateContact, { ...change, password: 'no' }, { as: person })).toMatchObject({
      fields: { password: '[密码]不正确' },
    })
    expect(await app.refusal(userUpdateContact, { ...change, code: wrong }, { as: person })).toMatchObject({
      error: 'wrongCode',
    })
    await app.call(userUpdateContact, change, { as: person, form: true })
    expect(await app.refusal(userInfo, {}, { as: person })).toMatchObject({ status: 401 })
    expect(await app.refusal(login, { account: person.phone, password })).toMatchObject({ error: 'wrongPassword' })
    const again = await app.call(login, { account: contact, password })
    expect((await app.call(userInfo, {}, { as: again })).userInfo.account).toBe(contact)
    await app.drain()
    expect((await lastTo(person.phone))?.template).toBe('account.contactChanged')
  })

  it('[P-04] a new e-mail address needs a code sent to it; the old one gets a message', async () => {
    const person = await app.customer(3)
    const contact = 'new@example.com'
    await app.call(userCode4Contact, { kind: 'email', contact }, { as: person })
    expect((await lastTo(contact))?.channel).toBe('mail')
    await app.call(userUpdateContact, { kind: 'email', contact, code: await codeTo(contact), password }, { as: person })
    expect((await app.call(userInfo, {}, { as: person })).userInfo.email).toBe(contact)
    await app.drain()
    expect((await lastTo('someone@example.com'))?.template).toBe('account.contactChanged')
  })

  it('[P-04] the code for an e-mail address is sent by SMTP only; one that cannot be sent does not count', async () => {
    const person = await app.customer(3)
    const contact = 'li@example.com'
    const smtp = await smtpReceiver()
    app.services.config.SMTP_URL = smtp.url
    try {
      smtp.refuse(451, 'try later')
      expect(await app.refusal(userCode4Contact, { kind: 'email', contact }, { as: person })).toMatchObject({
        error: 'codeNotSent',
      })
      smtp.accept()
      await app.call(userCode4Contact, { kind: 'email', contact }, { as: person })
      expect(smtp.mails.map((mail) => mail.to)).toEqual([[contact]])
      const { subject, text } = readable(smtp.mails[0]?.raw ?? '')
      expect([subject, text]).toEqual([
        '明析科测验证码',
        expect.stringMatching(/^验证码\d{6}，用于更换邮箱，5分钟内有效，请勿告知他人。$/),
      ])
      expect(await lastTo(contact)).toBeUndefined()
      const code = /\d{6}/.exec(text)?.[0] ?? ''
      await app.call(userUpdateContact, { kind: 'email', contact, code, password }, { as: person })
      expect((await app.call(userInfo, {}, { as: person })).userInfo.email).toBe(contact)
      await app.drain()
      expect(readable(smtp.mails.at(-1)?.raw ?? '').text).toContain('邮箱')
    } finally {
      app.services.config.SMTP_URL = undefined
      await smtp.close()
    }
  })

  it('[T-8] a phone of another account gets no code, and the answer does not show that it is taken', async () => {
    const [person, other] = [await app.customer(3), await app.customer(3)]
    const answers = [other.phone, '13612340002'].map((contact) =>
      app.send(userCode4Contact, { kind: 'phone', contact }, { as: person }),
    )
    const [taken, free] = await Promise.all(answers)
    expect(taken?.body).toEqual(free?.body)
    expect((await lastTo(other.phone))?.text).toContain('已绑定')
  })

  it('[L-06] a code sent for registration does not change a contact', async () => {
    const person = await app.customer(3)
    const contact = '13612340003'
    await app.call(code4sms, { phone: contact, useFor: 0 })
    const change = { kind: 'phone' as const, contact, code: await codeTo(contact), password }
    expect(await app.refusal(userUpdateContact, change, { as: person })).toMatchObject({ error: 'wrongCode' })
  })

  it('names the first missing or malformed field', async () => {
    const person = await app.customer(3)
    const ask = (kind: string, contact: string) => app.refusal(userCode4Contact, { kind, contact }, { as: person })
    expect((await ask('phone', '')).msg).toBe('[手机号]不能为空')
    expect((await ask('phone', '123')).msg).toBe('手机号格式不正确')
    expect((await ask('email', ' ')).msg).toBe('[邮箱]不能为空')
    expect((await ask('email', 'a@b')).msg).toBe('邮箱格式不正确')
    expect((await ask('fax', '1')).msg).toBe('联系方式类型不正确')
  })
})
