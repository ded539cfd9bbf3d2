import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The message as received, headers and body. */
  raw: string
  /** Whether the connection was encrypted. */
  secure: boolean
  user: string | undefined
}

/**
 * A real SMTP server for tests with the complete protocol, including EHLO, STARTTLS, AUTH and dot-stuffing, so that the tests are
 * valid for the server of a provider.
 */
export async function smtpReceiver(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  /** Refuses the next mails, like greylisting or a full mailbox. */
  const refusal: { code: number; text: string } = { code: 0, text: '' }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onMailFrom(_address, _session, done) {
      if (refusal.code === 0) return done()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user,
        })
        done()
      })
    },
  })
  // Some tests have clients that close the connection because they do not trust the certificate.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    port,
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    refuse: (code: number, text: string) => Object.assign(refusal, { code, text }),
    accept: () => Object.assign(refusal, { code: 0, text: '' }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The decoded subject and text of a mail. */
export function readable(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const subject = /^Subject: (.*)$/m.exec(headers)?.[1] ?? ''
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(headers)?.[1]?.trim() ?? '7bit'
  return { subject: decodeWords(subject), text: decodeBody(rest.join('\r\n\r\n'), encoding).trim() }
}

/** RFC 2047: words between =? and ?=, in base64 or in quoted-printable with underscores for spaces. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replace(/_/g, ' ')),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r\n/g, '')) : body
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
