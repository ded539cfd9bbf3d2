import type { Transporter } from 'nodemailer'
import type { Ctx } from '../http/ctx.ts'
import { appendLocally } from '../local-outbox.ts'

export interface Mail {
  to: string
  template: string
  subject: string
  text: string
  attachments?: { name: string; bytes: Buffer }[]
}

const TIMEOUT_MS = 10_000
const transports = new Map<string, Transporter>()

/** Sends e-mail: over SMTP when SMTP_URL is set, otherwise to the local outbox. Throws when sending failed. */
export async function sendMail(ctx: Pick<Ctx, 'clock' | 'config'>, mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = ctx.config
  if (!SMTP_URL) {
    const files = (mail.attachments ?? []).map(({ name, bytes }) => `\n附件：${name}（${bytes.length} 字节）`).join('')
    const text = `${mail.subject}\n${mail.text}${files}`
    await appendLocally(ctx, 'mail', { to: mail.to, template: mail.template, text })
    return
  }
  // An object is always one recipient; a string would be parsed as a list of recipients.
  const to = { name: '', address: mail.to }
  const attachments = (mail.attachments ?? []).map(({ name, bytes }) => ({ filename: name, content: bytes }))
  await (
    await transportTo(SMTP_URL)
  ).sendMail({ from: MAIL_FROM, to, subject: mail.subject, text: mail.text, attachments })
}

/** Connects and signs in without sending anything. Rejects when a mail could not be sent. */
export async function verifyMail(url: string): Promise<void> {
  await (await transportTo(url)).verify()
}

/** Loads the library with the first mail, because most installations with the embedded database never send one. */
async function transportTo(url: string): Promise<Transporter> {
  let transport = transports.get(url)
  if (!transport) {
    const { createTransport } = await import('nodemailer')
    // A server that does not answer must not take longer than the lease of the job that waits for it.
    const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    // An attacker on the network can remove STARTTLS from the server's answer; the password must never be sent in clear text.
    const requireTLS = new URL(url).password !== ''
    transport = createTransport({ ...limits, url, requireTLS, disableFileAccess: true, disableUrlAccess: true })
    transports.set(url, transport)
  }
  return transport
}
