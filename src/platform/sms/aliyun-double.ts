import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentByDouble {
  to: string
  sign: string
  template: string
  variables: Record<string, string>
}

export interface AliyunDouble {
  url: string
  sent: SentByDouble[]
  /** Answers the next message with this error code instead of sending it. */
  refuseNext: (code: string) => void
  /** Sends the next message but closes the connection without an answer. */
  hangUpNext: () => void
  close: () => void
}

const MAX_SKEW_MS = 15 * 60_000
const PER_MINUTE_MS = 60_000

/**
 * Simulates Aliyun's SendSms for tests: verifies the ACS3-HMAC-SHA256 signature of the request, its age and its nonce, accepts only approved
 * SMS signatures and templates, and refuses a second message to one number within a minute, like the real service.
 * Source of the signature: Alibaba Cloud documentation, 「V3 版本请求体&签名机制」.
 */
export async function aliyunDouble(account: {
  accessKeyId: string
  accessKeySecret: string
  sign: string
  templates: string[]
}): Promise<AliyunDouble> {
  const sent: SentByDouble[] = []
  const lastAt = new Map<string, number>()
  const nonces = new Set<string>()
  let scripted: string | undefined
  let hangUp = false

  const answer = (request: IncomingMessage, body: string): string => {
    const fault = signatureFault(request, body, account, nonces)
    if (fault) return fault
    if (scripted) {
      const code = scripted
      scripted = undefined
      return code
    }
    const query = new URL(request.url ?? '/', 'http://double').searchParams
    const to = query.get('PhoneNumbers') ?? ''
    if (!/^1\d{10}$/.test(to)) return 'isv.MOBILE_NUMBER_ILLEGAL'
    if (query.get('SignName') !== account.sign) return 'isv.SMS_SIGNATURE_ILLEGAL'
    const template = query.get('TemplateCode') ?? ''
    if (!account.templates.includes(template)) return 'isv.SMS_TEMPLATE_ILLEGAL'
    if (Date.now() - (lastAt.get(to) ?? 0) < PER_MINUTE_MS) return 'isv.BUSINESS_LIMIT_CONTROL'
    lastAt.set(to, Date.now())
    const variables = JSON.parse(query.get('TemplateParam') ?? '{}') as Record<string, string>
    sent.push({ to, sign: account.sign, template, variables })
    return 'OK'
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const code = answer(request, Buffer.concat(chunks).toString())
    if (hangUp) {
      hangUp = false
      return request.socket.destroy()
    }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ Code: code, Message: code, RequestId: 'double', ...(code === 'OK' ? { BizId: '1' } : {}) }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    refuseNext: (code) => {
      scripted = code
    },
    hangUpNext: () => {
      hangUp = true
    },
    close: () => server.close(),
  }
}

function signatureFault(
  request: IncomingMessage,
  body: string,
  account: { accessKeyId: string; accessKeySecret: string },
  nonces: Set<string>,
): string | undefined {
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!given) return 'MissingSecurityToken'
  const [, accessKeyId, signedHeaders = '', signature] = given
  if (accessKeyId !== account.accessKeyId) return 'InvalidAccessKeyId.NotFound'
  const skew = Math.abs(Date.now() - Date.parse(String(request.headers['x-acs-date'])))
  if (!(skew < MAX_SKEW_MS)) return 'InvalidTimeStamp.Expired'
  const nonce = String(request.headers['x-acs-signature-nonce'])
  if (nonces.has(nonce)) return 'SignatureNonceUsed'
  const bodyHash = sha256(body)
  if (request.headers['x-acs-content-sha256'] !== bodyHash) return 'SignatureDoesNotMatch'
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const names = signedHeaders.split(';')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const expected = createHmac('sha256', account.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  if (signature !== expected) return 'SignatureDoesNotMatch'
  nonces.add(nonce)
  return undefined
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
