import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { derived } from './encrypt.ts'
import type { PushMessage, PushTarget } from './push.ts'

export interface ReceivedPush {
  path: string
  ttl: string
  urgency: string
  contact: string
  expires: number
  message: PushMessage
}

/**
 * A push service and the browsers behind it, for tests: it verifies the sender's signature as RFC 8292 describes and decrypts the message with
 * the key of the browser as RFC 8291 does, both written without the sender's code except for the key derivation.
 */
export async function pushReceiver() {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>()
  const got: ReceivedPush[] = []
  let status = 201

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    try {
      const push = browser && {
        ...{ path, ttl: String(request.headers.ttl), urgency: String(request.headers.urgency) },
        ...senderOf(request),
        message: JSON.parse(decrypted(browser, Buffer.concat(chunks)).toString()) as PushMessage,
      }
      if (push) got.push(push)
      response.writeHead(push ? status : 404).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    got,
    /** A browser that turns pushes on. */
    subscribe(path: string): PushTarget {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      browsers.set(path, { pair, auth })
      return { endpoint: base + path, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
    },
    answerWith: (code: number) => {
      status = code
    },
    close: () => server.close(),
  }
}

function senderOf(request: IncomingMessage): { contact: string; expires: number } {
  const given = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '')
  if (!given) throw new Error('no sender')
  const [, head = '', claims = '', signature = '', publicKey = ''] = given
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const valid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string | number>
  if (!valid || aud !== `http://${request.headers.host}`) throw new Error('wrong sender')
  return { contact: String(sub), expires: Number(exp) }
}

function decrypted({ pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer }, body: Buffer): Buffer {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = derived(pair.computeSecret(sender), auth, about, 32)
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
