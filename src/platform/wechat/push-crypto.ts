import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Signatures and encryption of the messages a service account receives.
 * Source: WeChat Official Accounts documentation, 「接入概述」 (signature) and 「消息加解密说明」 (safe mode: AES-256-CBC,
 * IV = first 16 bytes of the key, PKCS#7 with blocks of 32 bytes, plaintext = 16 random bytes + length + message + appid).
 */
const BLOCK_BYTES = 32
const RANDOM_BYTES = 16
const LENGTH_BYTES = 4

/** SHA-1 over the sorted parts; `encrypted` is used only in safe mode. */
export function pushSignature(token: string, timestamp: string, nonce: string, encrypted?: string): string {
  const parts = encrypted === undefined ? [token, timestamp, nonce] : [token, timestamp, nonce, encrypted]
  return createHash('sha1').update(parts.sort().join('')).digest('hex')
}

/** Compares in constant time. */
export function sameSignature(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** Undefined when the text was not encrypted with this key. The caller checks that `appid` is its own. */
export function decryptPush(encodingAesKey: string, encrypted: string): { message: string; appid: string } | undefined {
  try {
    const { key, iv } = keyAndIv(encodingAesKey)
    const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
    const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
    const padding = padded.at(-1) ?? 0
    if (padding < 1 || padding > BLOCK_BYTES) return undefined
    const plain = padded.subarray(RANDOM_BYTES, padded.length - padding)
    const length = plain.readUInt32BE(0)
    if (length > plain.length - LENGTH_BYTES) return undefined
    return {
      message: plain.subarray(LENGTH_BYTES, LENGTH_BYTES + length).toString('utf8'),
      appid: plain.subarray(LENGTH_BYTES + length).toString('utf8'),
    }
  } catch {
    return undefined
  }
}

export function encryptPush(encodingAesKey: string, message: string, appid: string): string {
  const { key, iv } = keyAndIv(encodingAesKey)
  const body = Buffer.from(message)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(body.length)
  const plain = Buffer.concat([randomBytes(RANDOM_BYTES), length, body, Buffer.from(appid)])
  const padding = BLOCK_BYTES - (plain.length % BLOCK_BYTES)
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  )
}

function keyAndIv(encodingAesKey: string): { key: Buffer; iv: Buffer } {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64')
  return { key, iv: key.subarray(0, 16) }
}
