import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Codes of authenticator apps: RFC 6238 (TOTP) with the parameters that every app supports: SHA-1, six digits, thirty seconds.

/** The name under which apps list the codes. */
export const TOTP_ISSUER = '明析科测'
const STEP_SECONDS = 30
const DIGITS = 6
/** Accepts a clock that is up to half a minute early or late. */
const WINDOW_STEPS = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length RFC 4226 recommends, in base32. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

/** The content of the QR code for authenticator apps. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: '30' })
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query.toString().replace(/\+/g, '%20')}`
}

/** The time step that this code belongs to, within the window and after `lastStep`; undefined for a wrong, expired or used code. */
export function totpStep(secret: string, code: string, lastStep: number, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const given = Buffer.from(code)
  for (let step = current - WINDOW_STEPS; step <= current + WINDOW_STEPS; step += 1) {
    const wanted = Buffer.from(totpCode(secret, step))
    if (step > lastStep && given.length === wanted.length && timingSafeEqual(given, wanted)) return step
  }
  return undefined
}

export function totpCodeAt(secret: string, now: Date): string {
  return totpCode(secret, Math.floor(now.getTime() / 1000 / STEP_SECONDS))
}

/** RFC 4226, section 5.3: dynamic truncation of the HMAC of the counter. */
function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** `groups` groups of `length` random base32 characters, which are hard to confuse with each other. */
export function newReadableSecret(groups: number, length: number): string {
  const text = base32(randomBytes(Math.ceil((groups * length * 5) / 8)))
  return Array.from({ length: groups }, (_, i) => text.slice(i * length, (i + 1) * length)).join('-')
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
