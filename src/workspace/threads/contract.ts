import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { mostFiles, mostWords, threadSides } from './rules.ts'

const orderNo = requiredText('订单号', 40)
const shown = z.strictObject({
  orderNo,
  /** The messages before this one; absent: the newest. */
  beforeId: idField.optional(),
})
const written = z.strictObject({
  orderNo,
  text: optionalText('内容', mostWords),
  fileIds: z.array(idField, { error: '文件不正确' }).max(mostFiles, `一次最多 ${mostFiles} 个文件`).default([]),
})
const readTo = z.strictObject({ orderNo, messageId: idField })

const threadFile = z.object({ id: z.number().int(), name: z.string(), size: z.number().int() })
export const threadMessage = z.object({
  id: z.number().int(),
  side: keyOf(threadSides),
  /** Written by the person who asks. */
  own: z.boolean(),
  author: z.string(),
  text: z.string(),
  files: z.array(threadFile),
  at: timeText,
})
export type ThreadMessage = z.output<typeof threadMessage>

const thread = z.object({
  /** Oldest first. */
  messages: z.array(threadMessage),
  /** There are older messages. */
  more: z.boolean(),
  messageCount: z.number().int(),
  unread: z.number().int(),
  /** Whether the customer waits for an answer; for staff. */
  waits: z.boolean(),
})

export const threadShow = defineCall({
  name: 'thread/show',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单沟通的消息',
  input: shown,
  output: thread,
})

export const threadWrite = defineCall({
  name: 'thread/write',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '就订单给实验室留言',
  input: written,
  output: z.object({ id: z.number().int() }),
})

export const threadRead = defineCall({
  name: 'thread/read',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '标记订单沟通已读到某条消息',
  input: readTo,
  output: done,
})

export const threadList = defineCall({
  name: 'thread/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的订单沟通',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      lastText: z.string(),
      lastSide: keyOf(threadSides),
      lastAt: timeText,
      unread: z.number().int(),
    }),
  ),
})

export const staffThreadShow = defineCall({
  name: 'thread/show',
  area: 'staff',
  action: 'thread.read',
  reads: true,
  summary: '订单沟通的消息',
  input: shown,
  output: thread,
})

export const staffThreadWrite = defineCall({
  name: 'thread/write',
  area: 'staff',
  action: 'thread.write',
  idempotent: true,
  summary: '回复客户的订单留言',
  input: written,
  output: z.object({ id: z.number().int() }),
})

/** A message such as a thank-you needs no answer, and must not wait for one for ever. */
export const staffThreadSettle = defineCall({
  name: 'thread/settle',
  area: 'staff',
  action: 'thread.write',
  repeat: 'sets-state',
  summary: '标记客户留言无需回复',
  input: readTo,
  output: done,
})

export const staffThreadRead = defineCall({
  name: 'thread/read',
  area: 'staff',
  action: 'thread.read',
  repeat: 'sets-state',
  summary: '标记订单沟通已读到某条消息',
  input: readTo,
  output: done,
})
