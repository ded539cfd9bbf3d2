import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** Sends what is due to one address. One job for each address, so that a failing one delays no other. */
export const deliverWebhooksJob = defineJob('webhook.deliver', z.object({ webhookId: z.number().int() }))

/** An address failed for days and gets no more messages. */
export const webhookDisabled = defineEvent(
  'webhook.disabled',
  z.object({ id: z.number().int(), customerId: z.number().int(), host: z.string(), since: z.string() }),
)

/** Staff paused an address; its owner may switch it on again. */
export const webhookPaused = defineEvent(
  'webhook.paused',
  z.object({ id: z.number().int(), customerId: z.number().int(), host: z.string(), reason: z.string() }),
)
