import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { webhookPaused } from './events.ts'
import { deliveriesFor, resendAllOf, resendFor } from './actions.ts'
import type { staffWebhookDeliveries, staffWebhooks } from './staff-contract.ts'
import { ownerOfDelivery, switchWebhook, webhookById, webhooksOf } from './store.ts'

export async function webhooksOfCustomer(ctx: Ctx<Staff>, customerId: number): Promise<OutputOf<typeof staffWebhooks>> {
  const rows = await webhooksOf(ctx.db, customerId)
  return {
    list: rows.map(({ id, url, types, state, failingSince, createdAt }) => ({
      ...{ id, host: new URL(url).host, types, state },
      failingSince: failingSince && shanghaiTime(failingSince),
      createdAt: shanghaiTime(createdAt),
    })),
  }
}

export async function deliveriesOfWebhook(ctx: Ctx<Staff>, input: InputOf<typeof staffWebhookDeliveries>) {
  return deliveriesFor(ctx, await known(ctx, input.id), input)
}

/** The customer is told why and can switch it on again, so a paused address is no lock. */
export function pauseWebhook(ctx: Ctx<Staff>, id: number, reason: string): Promise<void> {
  return inTx(ctx, async (inner) => {
    const { customerId, url } = await known(inner, id)
    if ((await switchWebhook(inner.db, id, customerId, false)) === 0) return
    await recordAudit(inner, { action: 'webhook.pause', subject: `webhook:${id}`, after: { customerId }, reason })
    await emit(inner, webhookPaused, { id, customerId, host: new URL(url).host, reason })
  })
}

export function resendByStaff(ctx: Ctx<Staff>, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    const owner = await ownerOfDelivery(inner.db, id)
    if (!owner) throw refuse(commonErrors.notFound)
    await resendFor(inner, owner.customerId, id)
    await recordAudit(inner, { action: 'webhook.resend', subject: `webhook:${owner.webhookId}`, after: { id } })
  })
}

export function resendAllByStaff(ctx: Ctx<Staff>, id: number): Promise<{ count: number }> {
  return inTx(ctx, async (inner) => {
    const count = await resendAllOf(inner, await known(inner, id))
    await recordAudit(inner, { action: 'webhook.resend', subject: `webhook:${id}`, after: { count } })
    return { count }
  })
}

async function known(ctx: Ctx, id: number) {
  const row = await webhookById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
