import type { Transporter } from 'nodemailer'
import type { Ctx } from '../http/ctx.ts'
import { appendLocally } from '../local-outbox.ts'

export interface Mail {
  to: string
  template: string
  subject: string
  text: string
}

const TIMEOUT_MS = 10_000
const transports = new Map<string, Transporter>()

/** The port for e-mail: SMTP when SMTP_URL is set, the local outbox otherwise. Throws when it could not be sent. */
export async function sendMail(ctx: Pick<Ctx, 'clock' | 'config'>, mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = ctx.config
  if (!SMTP_URL) {
    await appendLocally(ctx, 'mail', { to: mail.to, template: mail.template, text: `${mail.subject}\n${mail.text}` })
    return
  }
  // As an object the address is one recipient whatever it contains; text would be read as a list of them.
  const to = { name: '', address: mail.to }
  await (await transportTo(SMTP_URL)).sendMail({ from: MAIL_FROM, to, subject: mail.subject, text: mail.text })
}

/** The library is loaded with the first letter: most starts of the embedded product never send one. */
async function transportTo(url: string): Promise<Transporter> {
  let transport = transports.get(url)
  if (!transport) {
    const { createTransport } = await import('nodemailer')
    // A server that does not answer must cost less than the lease of the job that waits for it.
    const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    // Somebody on the line can strike STARTTLS from the server's answer; a password must not follow in the clear.
    const requireTLS = new URL(url).password !== ''
    transport = createTransport({ ...limits, url, requireTLS, disableFileAccess: true, disableUrlAccess: true })
    transports.set(url, transport)
  }
  return transport
}
