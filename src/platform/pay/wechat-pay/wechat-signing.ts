import { createCipheriv, createDecipheriv, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Signatures and encryption of WeChat Pay APIv3. Source: WeChat Pay documentation, 「如何生成请求签名」, 「如何验证签名」 and 「如何解密回调报文」
 * (SHA256 with RSA over lines that each end in a line feed; AES-256-GCM with the APIv3 key, the tag in the last 16 bytes).
 */
const SCHEME = 'WECHATPAY2-SHA256-RSA2048'
const TAG_BYTES = 16
export const MOST_SKEW_SECONDS = 300

export interface SignedRequest {
  method: string
  /** Path with query, exactly as it is sent. */
  url: string
  timestamp: string
  nonce: string
  body: string
}

export function signRequest(key: KeyObject, { method, url, timestamp, nonce, body }: SignedRequest): string {
  return signLines(key, [method, url, timestamp, nonce, body])
}

export function authorization(mchid: string, serial: string, request: SignedRequest, signature: string): string {
  const { nonce, timestamp } = request
  return `${SCHEME} mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`
}

export function readAuthorization(header: string): Record<string, string> | undefined {
  if (!header.startsWith(`${SCHEME} `)) return undefined
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}

export function verifyRequest(key: KeyObject, signed: SignedRequest, signature: string): boolean {
  const { method, url, timestamp, nonce, body } = signed
  return verifyLines(key, [method, url, timestamp, nonce, body], signature)
}

/** Signs an answer or a notify. */
export function signAnswer(key: KeyObject, timestamp: string, nonce: string, body: string | Buffer): string {
  return signLines(key, [timestamp, nonce, body])
}

export function verifyAnswer(
  key: KeyObject,
  signed: { timestamp: string; nonce: string; body: string | Buffer },
  signature: string,
): boolean {
  return verifyLines(key, [signed.timestamp, signed.nonce, signed.body], signature)
}

export interface Sealed {
  ciphertext: string
  nonce: string
  associated_data?: string
}

/** Throws when the text was not encrypted with this key or was changed. */
export function openSealed(apiKey: string, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  decipher.setAAD(Buffer.from(associated_data))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

export function seal(apiKey: string, text: string, associatedData: string): Sealed {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(associatedData))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { ciphertext: bytes.toString('base64'), nonce, associated_data: associatedData }
}

function signLines(key: KeyObject, lines: (string | Buffer)[]): string {
  const sign = createSign('RSA-SHA256')
  for (const line of lines) sign.update(line).update('\n')
  return sign.sign(key, 'base64')
}

function verifyLines(key: KeyObject, lines: (string | Buffer)[], signature: string): boolean {
  // Buffer.from ignores characters outside base64, so a probe `WECHATPAY/SIGNTEST/…` and other texts are compared in full first.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  const verify = createVerify('RSA-SHA256')
  for (const line of lines) verify.update(line).update('\n')
  return verify.verify(key, signature, 'base64')
}
