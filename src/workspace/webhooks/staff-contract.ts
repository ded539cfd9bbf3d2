import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { delivery } from './contract.ts'
import { MOST_WEBHOOKS, webhookStates, webhookTypes } from './rules.ts'

// Staff help a customer whose system hears nothing. They see the host alone, because addresses may contain secrets.

const shown = z.object({
  id: z.number().int(),
  host: z.string(),
  types: z.array(keyOf(webhookTypes)),
  state: keyOf(webhookStates),
  failingSince: timeText.nullable(),
  createdAt: timeText,
})
export type ShownWebhook = z.output<typeof shown>

export const staffWebhooks = defineCall({
  name: 'webhook/list',
  area: 'staff',
  action: 'customer.read',
  reads: true,
  summary: '客户的推送地址',
  input: z.strictObject({ customerId: idField }),
  output: z.object({ list: z.array(shown).max(MOST_WEBHOOKS) }),
})

export const staffWebhookDeliveries = defineCall({
  name: 'webhook/deliveries',
  area: 'staff',
  action: 'customer.read',
  reads: true,
  summary: '客户推送地址的发送记录',
  input: z.strictObject({ id: idField, ...pageFields }),
  output: listOf(delivery),
})

export const staffWebhookPause = defineCall({
  name: 'webhook/pause',
  area: 'staff',
  action: 'webhook.manage',
  repeat: 'sets-state',
  summary: '暂停客户的推送地址；客户可以自行启用',
  input: z.strictObject({ id: idField, reason: requiredText('原因', 200) }),
  output: done,
})

export const staffWebhookResend = defineCall({
  name: 'webhook/resend',
  area: 'staff',
  action: 'webhook.manage',
  repeat: 'stage',
  summary: '重新发送客户未送达的消息',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const staffWebhookResendAll = defineCall({
  name: 'webhook/resendAll',
  area: 'staff',
  action: 'webhook.manage',
  repeat: 'stage',
  summary: '重新发送客户推送地址全部未送达的消息',
  input: z.strictObject({ id: idField }),
  output: z.object({ count: z.number().int() }),
})
