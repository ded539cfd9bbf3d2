import { createHash, createHmac, randomUUID } from 'node:crypto'

interface AliyunCall {
  endpoint: string
  action: string
  version: string
  query: Record<string, string>
  accessKeyId: string
  accessKeySecret: string
}

/**
 * A POST request in Aliyun's RPC style, signed with ACS3-HMAC-SHA256: parameters in the query, an empty body.
 * Source: Alibaba Cloud documentation, 「V3 版本请求体&签名机制」.
 */
export function signedRequest(call: AliyunCall): { url: string; headers: Record<string, string> } {
  const query = Object.entries(call.query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = {
    host: new URL(call.endpoint).host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': new Date().toISOString().replace(/\.\d{3}/, ''),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': call.version,
  }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', query, lines.join(''), names, sha256('')].join('\n')
  const signature = createHmac('sha256', call.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const { host: _, ...headers } = signed
  return {
    url: `${new URL('/', call.endpoint)}?${query}`,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${call.accessKeyId},SignedHeaders=${names},Signature=${signature}`,
    },
  }
}

/** RFC 3986 encoding, which also escapes the characters that `encodeURIComponent` leaves. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
