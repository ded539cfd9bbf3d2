import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, keyOf, listOf, pageFields, timeText } from '../../platform/contract/fields.ts'
import { channelNames } from './notice-rules.ts'
import { deliveryStates } from './rules.ts'

export const messageList = defineCall({
  name: 'message/list',
  area: 'auth',
  reads: true,
  summary: '我的站内信',
  input: z.strictObject({ ...pageFields, unread: z.boolean({ error: '筛选条件不正确' }).optional() }),
  output: listOf(
    z.object({
      id: z.number(),
      title: z.string(),
      text: z.string(),
      link: z.string(),
      createdAt: timeText,
      read: z.boolean(),
    }),
  ),
})

/** Marks the named messages as read, or all of them when none is named. */
export const messageRead = defineCall({
  name: 'message/read',
  area: 'auth',
  repeat: 'sets-state',
  summary: '把站内信标为已读',
  input: z.strictObject({ ids: z.array(idField, { error: '编号格式不正确' }).max(200, '一次最多200条').optional() }),
  output: z.object({ messageNum: z.number().int() }),
})

export const noticeDelivery = z.object({
  id: z.number(),
  at: timeText,
  customerId: z.number(),
  customerName: z.string(),
  channel: keyOf(channelNames),
  channelName: z.string(),
  template: z.string(),
  label: z.string(),
  recipient: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  state: keyOf(deliveryStates),
  stateName: z.string(),
  attempts: z.number().int(),
  lastError: z.string(),
  sentAt: timeText.nullable(),
})

export const staffNoticeResend = defineCall({
  name: 'notice/resend',
  area: 'staff',
  repeat: 'sets-state',
  action: 'notice.resend',
  summary: '重新发送通知',
  input: z.strictObject({ id: idField }),
  output: z.object({ state: keyOf(deliveryStates) }),
})

export const staffOutboxList = defineCall({
  name: 'outbox/list',
  area: 'staff',
  action: 'outbox.read',
  reads: true,
  summary: '本地发件箱（未配置短信、邮件服务时）',
  input: z.strictObject({
    size: z
      .number({ error: '条数格式不正确' })
      .int('条数格式不正确')
      .min(1, '条数格式不正确')
      .max(200, '最多200条')
      .default(100),
  }),
  output: z.object({
    list: z.array(
      z.object({
        at: z.string(),
        channel: z.enum(['sms', 'mail']),
        to: z.string(),
        template: z.string(),
        text: z.string(),
      }),
    ),
  }),
})
