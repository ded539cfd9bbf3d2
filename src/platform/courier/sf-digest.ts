import { createHash } from 'node:crypto'

/**
 * `msgDigest`: base64 of the 16 bytes of MD5 over the URL-encoded text. The provider encodes like Java's URLEncoder: a space is `+`, and `!'()~` are
 * escaped while `*` is not.
 */
export function sfDigest(msgData: string, timestamp: string, checkWord: string): string {
  return createHash('md5')
    .update(javaEncoded(`${msgData}${timestamp}${checkWord}`))
    .digest('base64')
}

function javaEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
