import { createHmac } from 'node:crypto'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { type OutsideAnswer, postOutside } from '../../platform/outgoing/post-outside.ts'
import { type KeptSecret, readSecret } from '../../platform/auth/kept-secrets.ts'
import { addHours, shanghaiTime } from '../../platform/time.ts'
import { deliverWebhooksJob, webhookDisabled } from './events.ts'
import { DISABLED_AFTER_HOURS, MOST_AT_ONCE, nextAttempt, TIMEOUT_MS } from './rules.ts'
import {
  type DeliveryRow,
  disableWebhook,
  dueDeliveries,
  giveBack,
  nextDueAt,
  noteAttempt,
  noteHealth,
  takeWebhook,
  webhookById,
  type WebhookRow,
  webhookSecrets,
} from './store.ts'

/** Longer than one job needs, for the case that its process died. */
const BUSY_MS = (MOST_AT_ONCE + 2) * TIMEOUT_MS
/** Places in one process, so that slow receivers leave workers for all other jobs, and failing ones leave places for those that answer. */
const MOST_SENDING = 4
const MOST_SENDING_TO_FAILING = 2
const AGAIN_MS = 2000

const sending = { all: 0, failing: 0 }

/** Sends what is due to one address, in order, and queues itself for what is due later. */
export async function deliverWebhooks(ctx: Ctx, webhookId: number): Promise<void> {
  const known = await webhookById(ctx.db, webhookId)
  if (known?.state !== 'active') return
  const failing = known.failingSince !== null
  if (sending.all >= MOST_SENDING || (failing && sending.failing >= MOST_SENDING_TO_FAILING))
    return again(ctx, webhookId, AGAIN_MS)
  sending.all += 1
  if (failing) sending.failing += 1
  try {
    const now = ctx.clock.now()
    const webhook = await takeWebhook(ctx.db, webhookId, now, new Date(now.getTime() + BUSY_MS))
    if (!webhook) return await again(ctx, webhookId, AGAIN_MS)
    await sendDue(ctx, webhook)
  } finally {
    sending.all -= 1
    if (failing) sending.failing -= 1
  }
}

async function sendDue(ctx: Ctx, webhook: WebhookRow): Promise<void> {
  try {
    const secrets = secretsOf(ctx, webhook)
    for (const delivery of await dueDeliveries(ctx.db, webhook.id, ctx.clock.now(), MOST_AT_ONCE)) {
      const started = performance.now()
      const answer = await postOutside({
        url: webhook.url,
        headers: headersOf(secrets, delivery, ctx.clock.now()),
        body: delivery.body,
        timeoutMs: TIMEOUT_MS,
        loopback: ctx.config.WEBHOOK_LOOPBACK,
      })
      await noteAnswer(ctx, webhook, delivery, answer, Math.round(performance.now() - started))
      // The others would wait as long for nothing.
      if (answer.status === 0) break
    }
  } finally {
    await giveBack(ctx.db, webhook.id)
  }
  const at = await nextDueAt(ctx.db, webhook.id)
  if (at) await again(ctx, webhook.id, Math.max(at.getTime() - ctx.clock.now().getTime(), 0))
}

async function noteAnswer(
  ctx: Ctx,
  webhook: WebhookRow,
  { id, attempts }: DeliveryRow,
  { status, error }: OutsideAnswer,
  durationMs: number,
): Promise<void> {
  const now = ctx.clock.now()
  const arrived = status >= 200 && status < 300
  const next = arrived ? undefined : nextAttempt(attempts + 1, now)
  await inTx(ctx, async (ctx) => {
    await noteAttempt(ctx.db, {
      id,
      state: arrived ? 'delivered' : next ? 'waiting' : 'failed',
      nextAt: next ?? now,
      answerStatus: status === 0 ? null : status,
      durationMs,
      error: error === '' ? null : error,
    })
    const since = await noteHealth(ctx.db, webhook.id, arrived ? null : now)
    if (!since || addHours(since, DISABLED_AFTER_HOURS) > now) return
    if (!(await disableWebhook(ctx.db, webhook.id))) return
    const facts = { id: webhook.id, customerId: webhook.customerId, host: new URL(webhook.url).host }
    await emit(ctx, webhookDisabled, { ...facts, since: shanghaiTime(since) })
  })
}

interface Secrets {
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
}

function secretsOf(ctx: Ctx, { customerId, secret, oldSecret, oldSecretUntil }: WebhookRow): Secrets {
  const read = (kept: KeptSecret) => readSecret(ctx, webhookSecrets, customerId, kept)
  return { secret: read(secret), oldSecret: oldSecret && read(oldSecret), oldSecretUntil }
}

/** As Standard Webhooks describe: one signature for each secret that is valid now. */
export function headersOf(
  { secret, oldSecret, oldSecretUntil }: Secrets,
  { messageId, body }: Pick<DeliveryRow, 'messageId' | 'body'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const old = oldSecret && oldSecretUntil && oldSecretUntil > now ? [oldSecret] : []
  const signatures = [secret, ...old].map((each) => {
    const key = Buffer.from(each.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Mingxi-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

async function again(ctx: Ctx, webhookId: number, inMs: number): Promise<void> {
  const at = new Date(Math.ceil((ctx.clock.now().getTime() + inMs) / AGAIN_MS) * AGAIN_MS)
  // Several jobs of one address that wait for the same moment become one.
  await enqueue(ctx, deliverWebhooksJob, { webhookId }, { at, key: `${webhookId} ${at.getTime()}` })
}
