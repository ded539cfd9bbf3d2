import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gives for its messages: its public key (65 bytes, uncompressed) and a secret of 16 bytes, both base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16
const TAG_BYTES = 16
const HEADER_BYTES = 16 + 4 + 1 + PUBLIC_KEY_BYTES
/** Push services need not take more (RFC 8030, 7.2). */
const RECORD_BYTES = 4096
export const MOST_PAYLOAD_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1
/** Ends the last record (RFC 8188, 2). */
const LAST_RECORD = Buffer.from([2])

/** Whether messages can be encrypted with these keys: a point on the curve, and a secret of the right length. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== PUBLIC_KEY_BYTES || key[0] !== 4 || Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    return false
  try {
    ECDH.convertKey(key, CURVE, undefined, undefined, 'compressed')
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message so that only this browser reads it, not the push service in between: RFC 8291 with one record of RFC 8188. `chosen` fixes
 * what is random, for the published example.
 */
export function encryptedFor(
  { p256dh, auth }: BrowserKeys,
  message: Buffer,
  chosen: { salt: Buffer; privateKey: Buffer } | undefined = undefined,
): Buffer {
  if (message.length > MOST_PAYLOAD_BYTES) throw new Error(`a push of ${message.length} bytes is too long`)
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = createECDH(CURVE)
  if (chosen) ours.setPrivateKey(chosen.privateKey)
  else ours.generateKeys()
  const salt = chosen?.salt ?? randomBytes(16)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours.getPublicKey()])
  const shared = derived(ours.computeSecret(theirs), Buffer.from(auth, 'base64url'), about, 32)
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(message), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_BYTES, 0)
  sizes.writeUInt8(PUBLIC_KEY_BYTES, 4)
  return Buffer.concat([salt, sizes, ours.getPublicKey(), ...sealed])
}

export function derived(secret: Buffer, salt: Buffer, about: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, length))
}
