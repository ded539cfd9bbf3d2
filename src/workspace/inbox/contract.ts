import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { nothing, timeText } from '../../platform/contract/fields.ts'
import { inboxQueueKeys } from './rules.ts'

export const inboxRead = defineCall({
  name: 'inbox',
  area: 'staff',
  action: 'inbox.read',
  reads: true,
  summary: '工作台：本角色的待办与时限',
  input: nothing,
  output: z.object({
    /** Names of the absent whose work this person does today. */
    standsInFor: z.array(z.string()),
    queues: z.array(
      z.object({
        key: z.enum(inboxQueueKeys),
        label: z.string(),
        promise: z.string(),
        total: z.number().int(),
        overdue: z.number().int(),
        /** Given to this person or to somebody whom this person stands in for, or of one of their customers. */
        mineTotal: z.number().int(),
        items: z.array(
          z.object({
            orderNo: z.string(),
            title: z.string(),
            customerName: z.string(),
            stageName: z.string(),
            urgent: z.boolean(),
            sampleCount: z.number().int(),
            createdAt: timeText,
            /** When the visitor is expected who is to be checked in. */
            visitAt: timeText.nullable(),
            dueAt: timeText.nullable(),
            overdue: z.boolean(),
            mine: z.boolean(),
            /** Who tests it; empty when nobody was given the work. */
            tester: z.string(),
          }),
        ),
      }),
    ),
    /** Work on other pages, with the address of its list. */
    elsewhere: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        to: z.string(),
        count: z.number().int(),
        countIsCapped: z.boolean(),
      }),
    ),
  }),
})
