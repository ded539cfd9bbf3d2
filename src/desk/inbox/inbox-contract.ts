import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { listOf, nothing, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { inboxQueueKeys } from './inbox-rules.ts'
import { sampleItem } from '../../lab/samples/contract.ts'

export const inboxRead = defineCall({
  name: 'inbox',
  area: 'staff',
  action: 'inbox.read',
  reads: true,
  summary: '工作台：本角色的待办与时限',
  input: nothing,
  output: z.object({
    queues: z.array(
      z.object({
        key: z.enum(inboxQueueKeys),
        label: z.string(),
        promise: z.string(),
        total: z.number().int(),
        overdue: z.number().int(),
        items: z.array(
          z.object({
            orderNo: z.string(),
            title: z.string(),
            customerName: z.string(),
            stageName: z.string(),
            urgent: z.boolean(),
            sampleCount: z.number().int(),
            createdAt: timeText,
            dueAt: timeText.nullable(),
            overdue: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})

const recipient = z.object({ name: z.string(), phone: z.string(), address: z.string() })

/** Samples on their way out, by order: one order is one parcel. */
export const sampleReturns = defineCall({
  name: 'sample/returns',
  area: 'staff',
  action: 'sample.return',
  reads: true,
  summary: '待寄回的样品',
  input: z.strictObject(pageFields),
  output: z.object({
    /** Samples and parcels in all; `parcels` is one page of them. */
    samples: z.number().int(),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    /** Samples asked back whose order is to be paid first. */
    unpaid: z.number().int(),
    parcels: z.array(
      z.object({
        orderNo: z.string(),
        title: z.string(),
        customerName: z.string(),
        dueAt: timeText.nullable(),
        overdue: z.boolean(),
        /** Phone and street are masked. */
        to: recipient.nullable(),
        samples: z.array(sampleItem),
      }),
    ),
  }),
})

export const sampleReturnAddress = defineCall({
  name: 'sample/returnAddress',
  area: 'staff',
  action: 'sample.return',
  // Leaves its own row in the audit log, which counts towards the limit.
  reads: true,
  summary: '查看一个包裹的完整收件信息，计入个人信息访问限额',
  input: z.strictObject({ orderNo: requiredText('订单号', 40) }),
  output: recipient,
})

/** Never destroyed by themselves: each waits here until somebody confirms its end. */
export const samplesDue = defineCall({
  name: 'sample/keepOver',
  area: 'staff',
  action: 'sample.return',
  reads: true,
  summary: '留样期满、待确认销毁的样品',
  input: z.strictObject(pageFields),
  output: listOf(sampleItem),
})

/** What goes back to one customer together. */
export type ReturnParcel = OutputOf<typeof sampleReturns>['parcels'][number]
