import type { Ctx } from '../http/ctx.ts'
import { postOutside } from '../outgoing/post-outside.ts'
import { type BrowserKeys, encryptedFor, MOST_PAYLOAD_BYTES } from './encrypt.ts'
import { isPushAddress } from './push-hosts.ts'
import { vapidHeader, vapidKey } from './vapid.ts'

export interface PushTarget extends BrowserKeys {
  endpoint: string
}

/** What the service worker shows; it opens `path`, a page of this site. A later push with the same `tag` replaces the earlier one. */
export interface PushMessage {
  title: string
  text: string
  path: string
  tag: string
}

/** `gone`: the browser no longer takes pushes at this address, or it is none that may be asked. */
export type PushOutcome = { kind: 'sent' } | { kind: 'gone' } | { kind: 'failed'; error: string }

const TIMEOUT_MS = 10_000
const LONGEST_TEXT = 300

/** Sends one message to one browser through the service that the browser named. Nothing is thrown: the caller decides about another try. */
export async function sendPush(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  target: PushTarget,
  message: PushMessage,
  { seconds, urgent }: { seconds: number; urgent: boolean },
): Promise<PushOutcome> {
  const { endpoint } = target
  if (!mayPushTo(ctx, endpoint)) return { kind: 'gone' }
  const { status, error } = await postOutside({
    url: endpoint,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(seconds),
      urgency: urgent ? 'high' : 'normal',
      authorization: vapidHeader(await vapidKey(ctx), { endpoint, contact: contactOf(ctx), now: ctx.clock.now() }),
    },
    body: encryptedFor(target, payloadOf(message)),
    timeoutMs: TIMEOUT_MS,
    loopback: ctx.config.WEBHOOK_LOOPBACK,
  })
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  return { kind: 'failed', error: status === 0 ? error : `HTTP ${status}` }
}

/** Whether this installation sends to that address. */
export function mayPushTo({ config }: Pick<Ctx, 'config'>, endpoint: string): boolean {
  return config.WEB_PUSH && isPushAddress(endpoint, { more: config.PUSH_HOSTS, loopback: config.WEBHOOK_LOOPBACK })
}

function payloadOf({ text, ...rest }: PushMessage): Buffer {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  const payload = Buffer.from(JSON.stringify({ ...rest, text: short }))
  return payload.length <= MOST_PAYLOAD_BYTES ? payload : Buffer.from(JSON.stringify({ ...rest, text: '' }))
}

/** Whom an operator of a push service asks when something is wrong: the site, or without a public address the sender of mails. */
function contactOf({ config }: Pick<Ctx, 'config'>): string {
  if (config.siteUrl.startsWith('https:')) return config.siteUrl
  return `mailto:${/<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM}`
}
