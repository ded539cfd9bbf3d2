import { createHmac } from 'node:crypto'

/** `X-Nuonuo-Sign`: base64 of HMAC-SHA1 over the fixed path, the query and the exact body. */
export function nuonuoSign(
  secret: string,
  { appKey, senid, nonce, timestamp, body }: Record<'appKey' | 'senid' | 'nonce' | 'timestamp' | 'body', string>,
): string {
  const text = `a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`
  return createHmac('sha1', secret).update(text).digest('base64')
}
