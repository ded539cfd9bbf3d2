import type { SMTPServerAuthentication, SMTPServerSession } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_START } from '../../app/testing/test-app.ts'
import { readConfig } from '../../config.ts'
import { testClock } from '../clock.ts'
import { readable, smtpReceiver } from '../testing/smtp-receiver.ts'
import { sendMail } from './mail.ts'

type Receiver = Awaited<ReturnType<typeof smtpReceiver>>

const letter = {
  to: 'li@example.com',
  template: 'report.published',
  subject: '明析科测：检测报告已出具，请查收并核对数据',
  text: '您好，李晓雯：\n.以点开头的一行\nhttps://shop.test/member/order/MX1\n',
}
const open: Receiver[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function receiver(options: Parameters<typeof smtpReceiver>[0] = {}): Promise<Receiver> {
  const started = await smtpReceiver(options)
  open.push(started)
  return started
}

function post(url: string, mail = letter): Promise<void> {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: '明析科测 <no-reply@mingxi.test>' })
  return sendMail({ clock: testClock(TEST_START), config }, mail)
}

describe('mail over SMTP', () => {
  it('keeps Chinese sender, subject and text and a line that begins with a dot', async () => {
    const server = await receiver()
    await post(server.url)
    expect(server.mails).toMatchObject([{ from: 'no-reply@mingxi.test', to: ['li@example.com'], secure: false }])
    const raw = server.mails[0]?.raw ?? ''
    expect(readable(raw)).toEqual({ subject: letter.subject, text: letter.text.trim().replace(/\n/g, '\r\n') })
    // Headers are ASCII, and no line is longer than SMTP allows.
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
    expect(/^[\x20-\x7e\r\n\t]*$/.test(raw.split('\r\n\r\n')[0] ?? '')).toBe(true)
  })

  it('does not let user input add a recipient or a header', async () => {
    const server = await receiver()
    await post(server.url, { ...letter, subject: 'a\r\nBcc: eve@example.com\r\n\r\nhello' })
    expect(server.mails[0]?.to).toEqual(['li@example.com'])
    expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/m)
    for (const to of ['li@example.com, eve@example.com', 'li@example.com\r\nRCPT TO:<eve@example.com>'])
      await post(server.url, { ...letter, to }).catch(() => undefined)
    expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
  })

  it.each([
    [451, '4.7.1 greylisted, try again later'],
    [550, '5.1.1 no such user'],
  ])('throws the message of the server when it answers %i, and the next mail is sent', async (code, text) => {
    const server = await receiver()
    server.refuse(code, text)
    await expect(post(server.url)).rejects.toMatchObject({ responseCode: code, message: expect.stringContaining(text) })
    server.accept()
    await post(server.url)
    expect(server.mails).toHaveLength(1)
  })

  it('throws when no server is listening', async () => {
    const server = await smtpReceiver()
    await server.close()
    await expect(post(server.url)).rejects.toMatchObject({ code: 'ESOCKET' })
  })
})

describe('a mail server that requires a password', () => {
  const wanted = {
    authOptional: false,
    onAuth: (
      auth: SMTPServerAuthentication,
      _session: SMTPServerSession,
      done: (error: Error | null, answer?: { user: string }) => void,
    ) =>
      auth.username === 'lab' && auth.password === 'p@ss word'
        ? done(null, { user: 'lab' })
        : done(Object.assign(new Error('535 wrong'), { responseCode: 535 })),
  }
  const trusting = '?tls.rejectUnauthorized=false'
  const withUser = (url: string, password: string) => url.replace('://', `://lab:${encodeURIComponent(password)}@`)

  it('gets it over an encrypted connection, with STARTTLS and with implicit TLS', async () => {
    for (const options of [{ disabledCommands: [] }, { secure: true }]) {
      const server = await receiver({ ...wanted, ...options })
      await post(withUser(server.url, 'p@ss word') + trusting)
      expect(server.mails).toMatchObject([{ secure: true, user: 'lab' }])
      await expect(post(withUser(server.url, 'wrong') + trusting)).rejects.toMatchObject({ code: 'EAUTH' })
    }
  })

  it('does not get it in clear text when an attacker has removed STARTTLS from the answer', async () => {
    const tried: string[] = []
    const server = await receiver({
      ...wanted,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, session, done) => {
        tried.push(String(auth.password))
        wanted.onAuth(auth, session, done)
      },
    })
    await expect(post(withUser(server.url, 'p@ss word'))).rejects.toMatchObject({ code: 'ETLS' })
    expect([tried, server.mails]).toEqual([[], []])
  })

  it('gets nothing when its certificate is not trusted', async () => {
    for (const options of [{ disabledCommands: [] }, { secure: true }]) {
      const server = await receiver({ ...wanted, ...options })
      await expect(post(withUser(server.url, 'p@ss word'))).rejects.toThrow(/certificate/)
      expect(server.mails).toEqual([])
    }
  })
})
