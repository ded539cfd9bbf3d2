import { randomBytes, randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { isLoopback, isPublicAddress } from '../../platform/outgoing/public-address.ts'
import { keepSecret, type KeptSecret } from '../../platform/auth/kept-secrets.ts'
import { addDays, addHours, shanghaiTime } from '../../platform/time.ts'
import { isIP } from 'node:net'
import type { webhookAdd, webhookDeliveries, webhookEdit, webhookList } from './contract.ts'
import { webhookErrors } from './errors.ts'
import { deliverWebhooksJob } from './events.ts'
import { addressFault, KEPT_DAYS, MOST_WEBHOOKS, OLD_SECRET_HOURS, subjectOf, type WebhookType } from './rules.ts'
import {
  countWebhooks,
  deleteDeliveriesBefore,
  deleteWebhook,
  deliveriesOf,
  deliveryOfOwner,
  insertMessage,
  insertWebhook,
  listening,
  reopenDelivery,
  reopenFailed,
  replaceLostSecret,
  rotateSecret,
  switchWebhook,
  updateWebhook,
  webhookById,
  type WebhookRow,
  webhookSecrets,
  webhooksOf,
} from './store.ts'

export async function listWebhooks(ctx: Ctx<Customer>): Promise<OutputOf<typeof webhookList>> {
  const rows = await webhooksOf(ctx.db, ctx.actor.id)
  return {
    list: rows.map(({ id, url, types, state, failingSince, createdAt }) => ({
      ...{ id, url, types, state },
      failingSince: failingSince && shanghaiTime(failingSince),
      createdAt: shanghaiTime(createdAt),
    })),
  }
}

/** The secret is shown in this answer only. */
export function addWebhook(ctx: Ctx<Customer>, { url, types }: InputOf<typeof webhookAdd>) {
  refuseInDoubt(ctx)
  checkAddress(ctx, url)
  const { secret, kept } = newSecret(ctx, ctx.actor.id)
  return inTx(ctx, async (ctx) => {
    if ((await countWebhooks(ctx.db, ctx.actor.id)) >= MOST_WEBHOOKS) throw refuse(webhookErrors.tooManyWebhooks)
    const row = { customerId: ctx.actor.id, url, types: [...new Set(types)], secret: kept }
    const { id } = await insertWebhook(ctx.db, row, ctx.clock.now())
    await recordAudit(ctx, { action: 'webhook.add', subject: `webhook:${id}`, after: { url, types } })
    return { id, secret }
  })
}

export function editWebhook(ctx: Ctx<Customer>, { id, url, types }: InputOf<typeof webhookEdit>): Promise<void> {
  refuseInDoubt(ctx)
  checkAddress(ctx, url)
  return inTx(ctx, async (ctx) => {
    found(await updateWebhook(ctx.db, { id, customerId: ctx.actor.id, url, types: [...new Set(types)] }))
    await recordAudit(ctx, { action: 'webhook.edit', subject: `webhook:${id}`, after: { url, types } })
  })
}

/** Messages that waited while it was paused go out when it is on again. */
export function turnWebhook(ctx: Ctx<Customer>, id: number, on: boolean): Promise<void> {
  return inTx(ctx, async (ctx) => {
    await ownWebhook(ctx, id)
    await switchWebhook(ctx.db, id, ctx.actor.id, on)
    if (on) await wakeWebhook(ctx, id)
    await recordAudit(ctx, { action: 'webhook.switch', subject: `webhook:${id}`, after: { on } })
  })
}

/** For some hours messages are signed with the former secret as well, so that the receiver can change over. */
export function changeSecret(ctx: Ctx<Customer>, id: number): Promise<{ secret: string }> {
  refuseInDoubt(ctx)
  const { secret, kept } = newSecret(ctx, ctx.actor.id)
  const until = addHours(ctx.clock.now(), OLD_SECRET_HOURS)
  return inTx(ctx, async (ctx) => {
    found(await rotateSecret(ctx.db, { id, customerId: ctx.actor.id, secret: kept, until }))
    await recordAudit(ctx, { action: 'webhook.rotate', subject: `webhook:${id}` })
    return { secret }
  })
}

/** Nobody can read the secret any more: the address stays off until its owner renews it. */
export function forgetLostSecret(ctx: Ctx, id: number, reason: string): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const row = await webhookById(ctx.db, id)
    if (!row) return
    await replaceLostSecret(ctx.db, id, newSecret(ctx, row.customerId).kept)
    await recordAudit(ctx, { action: 'webhook.secretLost', subject: `webhook:${id}`, reason })
  })
}

export function removeWebhook(ctx: Ctx<Customer>, id: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    found(await deleteWebhook(ctx.db, id, ctx.actor.id))
    await recordAudit(ctx, { action: 'webhook.delete', subject: `webhook:${id}` })
  })
}

/** Sends a message without facts, so that the customer sees whether the address works. */
export function pingWebhook(ctx: Ctx<Customer>, id: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    if ((await ownWebhook(ctx, id)).state !== 'active') throw refuse(webhookErrors.webhookNotActive)
    await addMessage(ctx, id, { messageId: `msg_${randomUUID()}`, type: 'ping', data: {} })
  })
}

export async function listDeliveries(ctx: Ctx<Customer>, input: InputOf<typeof webhookDeliveries>) {
  return deliveriesFor(ctx, await ownWebhook(ctx, input.id), input)
}

/** The messages of an address. */
export async function deliveriesFor(
  ctx: Pick<Ctx, 'db'>,
  { customerId, state }: WebhookRow,
  { id, page, size }: InputOf<typeof webhookDeliveries>,
): Promise<OutputOf<typeof webhookDeliveries>> {
  const { rows, total } = await deliveriesOf(ctx.db, id, customerId, { page, size })
  const list = rows.map(({ webhookId: _, body, nextAt, createdAt, ...row }) => ({
    ...row,
    about: subjectOf(body),
    nextAt: row.state === 'waiting' && state === 'active' ? shanghaiTime(nextAt) : null,
    createdAt: shanghaiTime(createdAt),
  }))
  return { list, total, page, size }
}

export function resendDelivery(ctx: Ctx<Customer>, id: number): Promise<void> {
  return inTx(ctx, (inner) => resendFor(inner, ctx.actor.id, id))
}

export function resendAll(ctx: Ctx<Customer>, id: number): Promise<{ count: number }> {
  return inTx(ctx, async (inner) => ({ count: await resendAllOf(inner, await ownWebhook(inner, id)) }))
}

/** Lets all failed messages of an address go out again, in the caller's transaction: after an outage there may be hundreds. */
export async function resendAllOf(ctx: Ctx, { id, state }: WebhookRow): Promise<number> {
  if (state !== 'active') throw refuse(webhookErrors.webhookNotActive)
  const count = await reopenFailed(ctx.db, id, ctx.clock.now())
  if (count > 0) await wakeWebhook(ctx, id)
  return count
}

/** Lets a failed message of this customer go out again, in the caller's transaction. */
export async function resendFor(ctx: Ctx, customerId: number, id: number): Promise<void> {
  const delivery = await deliveryOfOwner(ctx.db, id, customerId)
  if (!delivery) throw refuse(commonErrors.notFound)
  if (delivery.webhookState !== 'active') throw refuse(webhookErrors.webhookNotActive)
  const reopened = await reopenDelivery(ctx.db, id, customerId, ctx.clock.now())
  if (!reopened) throw refuse(webhookErrors.webhookDelivered)
  await wakeWebhook(ctx, reopened.webhookId)
}

export interface Message {
  customerId: number
  /** Identifies what happened, so that a repeated event makes no second message. */
  occurrence: string
  data: Record<string, string | number>
}

/** Writes each message for every address of its customer that wants this type. */
export async function tellWebhooks(ctx: Ctx, type: WebhookType, messages: readonly Message[]): Promise<void> {
  const customerIds = [...new Set(messages.map(({ customerId }) => customerId))]
  const addresses = await listening(ctx.db, customerIds, type)
  if (addresses.length === 0) return
  await inTx(ctx, async (ctx) => {
    for (const { customerId, occurrence, data } of messages)
      for (const { id } of addresses.filter((address) => address.customerId === customerId))
        await addMessage(ctx, id, { messageId: `msg_${type}_${occurrence}`, type, data })
  })
}

/** Deletes what is older than customers and staff may see, and answers how much. */
export function sweepDeliveries(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const before = addDays(ctx.clock.now(), -KEPT_DAYS)
  return inBatches((most) => deleteDeliveriesBefore(ctx.db, before, most))
}

async function addMessage(
  ctx: Ctx,
  webhookId: number,
  { messageId, type, data }: { messageId: string; type: string; data: object },
): Promise<void> {
  const now = ctx.clock.now()
  const body = JSON.stringify({ id: messageId, type, createdAt: shanghaiTime(now), data })
  await insertMessage(ctx.db, { webhookId, messageId, type, body }, now)
  await wakeWebhook(ctx, webhookId)
}

async function wakeWebhook(ctx: Ctx, webhookId: number): Promise<void> {
  await enqueue(ctx, deliverWebhooksJob, { webhookId }, { key: `${webhookId} now` })
}

async function ownWebhook(ctx: Ctx<Customer>, id: number): Promise<WebhookRow> {
  const row = await webhookById(ctx.db, id)
  if (row?.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
  return row
}

function found(count: number): void {
  if (count === 0) throw refuse(commonErrors.notFound)
}

/** Refuses addresses inside of networks here, because the server itself sends the messages. */
function checkAddress(ctx: Ctx, url: string): void {
  const loopback = ctx.config.WEBHOOK_LOOPBACK
  const fault = addressFault(url, loopback)
  if (fault === 'form') throw refuseAt('url', webhookErrors.webhookAddress)
  if (fault === 'https') throw refuseAt('url', webhookErrors.webhookHttps)
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const local = host === 'localhost' || host.endsWith('.localhost')
  if (loopback && (local || isLoopback(host))) return
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) throw refuseAt('url', webhookErrors.webhookPrivate)
}

function newSecret(ctx: Ctx, customerId: number): { secret: string; kept: KeptSecret } {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  return { secret, kept: keepSecret(ctx, webhookSecrets, customerId, secret) }
}
