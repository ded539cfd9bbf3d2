import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Ctx } from '../http/ctx.ts'
import { serverKey } from '../auth/server-keys.ts'
import { addHours } from '../time.ts'

// The server shows push services who it is by a key of its own (VAPID, RFC 8292). Browsers bind their subscription to its public part.

const CURVE = 'prime256v1'
/** At most 24 hours are allowed; a clock that is somewhat wrong does no harm. */
const TOKEN_HOURS = 12
const COORDINATE_BYTES = 32

export interface VapidKey {
  /** As a browser wants it: 65 bytes, base64url. */
  publicKey: string
  privateKey: KeyObject
}

/** The key of this installation, made when it is first needed and kept in the database, so that it moves with the subscriptions. */
export async function vapidKey(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<VapidKey> {
  return vapidKeyOf(await serverKey(ctx, 'vapid', newPrivateKey))
}

/** 32 bytes, base64url. */
function newPrivateKey(): string {
  const made = createECDH(CURVE)
  made.generateKeys()
  // Keys may have leading zeros, which Node leaves out.
  const hex = made.getPrivateKey('hex').padStart(COORDINATE_BYTES * 2, '0')
  return Buffer.from(hex, 'hex').toString('base64url')
}

function vapidKeyOf(secret: string): VapidKey {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(Buffer.from(secret, 'base64url'))
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)]
  const jwk = { kty: 'EC', crv: 'P-256', d: secret, x: x.toString('base64url'), y: y.toString('base64url') }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** The header that proves to the push service of this endpoint who sends; `contact` is whom it may ask. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(addHours(now, TOKEN_HOURS).getTime() / 1000),
    sub: contact,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
