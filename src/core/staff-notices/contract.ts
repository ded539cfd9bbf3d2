import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, pageFields, timeText } from '../../platform/contract/fields.ts'
import { staffNoticeKinds } from './rules.ts'

export const bellList = defineCall({
  name: 'bell/list',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '本人的提醒，新的在前，以及未读数',
  input: z.strictObject({ ...pageFields }),
  output: z.object({
    total: z.number().int(),
    unread: z.number().int(),
    list: z.array(
      z.object({
        id: z.number().int(),
        kind: keyOf(staffNoticeKinds),
        title: z.string(),
        path: z.string(),
        createdAt: timeText,
        read: z.boolean(),
      }),
    ),
  }),
})

export const bellRead = defineCall({
  name: 'bell/read',
  area: 'staff',
  action: 'console.enter',
  ownLooks: true,
  repeat: 'sets-state',
  summary: '标为已读；不给编号时全部标为已读',
  input: z.strictObject({ ids: z.array(idField).max(100, '一次最多标记 100 条').optional() }),
  output: done,
})
