/** A message of a webhook. `data` holds numbers of records and amounts; read the record by a call. */
export interface WebhookMessage {
  id: string
  type: string
  createdAt: string
  data: Record<string, unknown>
}

export interface Received {
  /** The secret of the address, `whsec_…`. */
  secret: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it came, before any parsing. */
  body: string
  /** How old a message may be, in seconds; 300 unless given. */
  tolerance?: number
  /** The present time, for tests. */
  now?: Date
}

/**
 * Checks that a message comes from the laboratory and is new, and answers it. Throws an error otherwise. The signature is that of Standard
 * Webhooks. Keep the `id`: a message that was not answered in time comes again with the same one.
 */
export async function verifyWebhook({ secret, headers, body, tolerance = 300, now = new Date() }: Received) {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]?.toString()) ?? ''
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!id || !timestamp || !(age <= tolerance)) throw new Error('webhook: no message, or an old one')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures?.split(' ') ?? []) {
    const [version, value = ''] = signature.split(',', 2)
    // `verify` compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(body) as WebhookMessage
  }
  throw new Error('webhook: the signature does not match')
}

/** The bytes of base64; none when it is malformed. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
