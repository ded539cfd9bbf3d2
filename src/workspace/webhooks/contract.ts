import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { deliveryStates, webhookStates, webhookTypes } from './rules.ts'

const webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  types: z.array(keyOf(webhookTypes)),
  state: keyOf(webhookStates),
  failingSince: timeText.nullable(),
  createdAt: timeText,
})
export type WebhookItem = z.output<typeof webhook>

export const delivery = z.object({
  id: z.number().int(),
  type: z.string(),
  /** The number of the order, settlement or application that it tells about. */
  about: z.string(),
  messageId: z.string(),
  state: keyOf(deliveryStates),
  attempts: z.number().int(),
  answerStatus: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  error: z.string().nullable(),
  /** Null also while the address is paused. */
  nextAt: timeText.nullable(),
  createdAt: timeText,
})
export type DeliveryItem = z.output<typeof delivery>

const wanted = {
  url: requiredText('推送地址', 500),
  types: z
    .array(keyOf(webhookTypes, '事件不正确'), { error: '请选择事件' })
    .min(1, '请选择事件')
    .max(Object.keys(webhookTypes).length, '事件不正确'),
}

export const webhookList = defineCall({
  name: 'webhook/list',
  area: 'auth',
  reads: true,
  summary: '我的推送地址',
  input: nothing,
  output: z.object({ list: z.array(webhook) }),
})

export const webhookAdd = defineCall({
  name: 'webhook/add',
  area: 'auth',
  repeat: 'secret-answer',
  summary: '新建推送地址，签名密钥只返回这一次',
  input: z.strictObject(wanted),
  output: z.object({ id: z.number().int(), secret: z.string() }),
})

export const webhookEdit = defineCall({
  name: 'webhook/edit',
  area: 'auth',
  repeat: 'sets-state',
  summary: '修改推送地址与事件',
  input: z.strictObject({ id: idField, ...wanted }),
  output: done,
})

export const webhookSwitch = defineCall({
  name: 'webhook/switch',
  area: 'auth',
  repeat: 'sets-state',
  summary: '启用或暂停推送地址',
  input: z.strictObject({ id: idField, on: z.boolean() }),
  output: done,
})

export const webhookRotate = defineCall({
  name: 'webhook/rotate',
  area: 'auth',
  repeat: 'secret-answer',
  summary: '更换签名密钥，旧密钥在一天内仍一并签名',
  input: z.strictObject({ id: idField }),
  output: z.object({ secret: z.string() }),
})

export const webhookDelete = defineCall({
  name: 'webhook/delete',
  area: 'auth',
  repeat: 'single-use',
  summary: '删除推送地址及其记录',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const webhookPing = defineCall({
  name: 'webhook/ping',
  area: 'auth',
  idempotent: true,
  summary: '发送一条测试消息',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const webhookDeliveries = defineCall({
  name: 'webhook/deliveries',
  area: 'auth',
  reads: true,
  summary: '推送地址的发送记录',
  input: z.strictObject({ id: idField, ...pageFields }),
  output: listOf(delivery),
})

export const webhookResend = defineCall({
  name: 'webhook/resend',
  area: 'auth',
  repeat: 'stage',
  summary: '重新发送未送达的消息',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const webhookResendAll = defineCall({
  name: 'webhook/resendAll',
  area: 'auth',
  repeat: 'stage',
  summary: '重新发送推送地址全部未送达的消息',
  input: z.strictObject({ id: idField }),
  output: z.object({ count: z.number().int() }),
})
