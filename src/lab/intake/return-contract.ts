import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { sampleItem, sampleNoField, waybillField } from '../samples/contract.ts'
import { moved } from './contract.ts'

// Calls of the staff who send samples back. The page of an order needs none of them.

export const staffSampleReturn = defineCall({
  name: 'sample/return',
  area: 'staff',
  action: 'sample.return',
  summary: '登记寄回样品，或更正已登记的快递单号',
  input: z.strictObject({
    sampleNo: sampleNoField,
    courier: requiredText('快递公司', 30),
    waybill: waybillField,
    /** The `toMark` of the parcel as it was packed. Refuses when the customer has changed the address since. */
    toMark: z.string().max(20).optional(),
    /** The parcel has been sent under another number than was registered. Its other samples get the right one too. */
    corrects: z.boolean().optional(),
  }),
  output: moved,
  idempotent: true,
})

const recipient = z.object({ name: z.string(), phone: z.string(), address: z.string() })

/** Samples to send back, one parcel per order. */
export const sampleReturns = defineCall({
  name: 'sample/returns',
  area: 'staff',
  action: 'sample.return',
  reads: true,
  summary: '待寄回的样品，按包裹列出',
  input: z.strictObject(pageFields),
  output: z.object({
    /** Number of all samples and of all parcels; `parcels` is one page. */
    samples: z.number().int(),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    /** Samples that wait for the payment of their order. */
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
        /** Another one after a change of the address. */
        toMark: z.string(),
        /** A coupon of the order makes the laboratory bear the postage. */
        freeReturn: z.boolean(),
        samples: z.array(sampleItem),
      }),
    ),
  }),
})

export const sampleReturnAddress = defineCall({
  name: 'sample/returnAddress',
  area: 'staff',
  action: 'sample.return',
  // Writes its own audit row, which counts towards the limit of personal data reads.
  reads: true,
  summary: '查看一个包裹的完整收件信息，计入个人信息访问限额',
  input: z.strictObject({ orderNo: requiredText('订单号', 40) }),
  output: recipient,
})

/** Kept samples whose storage time is over; each waits here until staff confirm its destruction. */
export const samplesDue = defineCall({
  name: 'sample/keepOver',
  area: 'staff',
  action: 'sample.return',
  reads: true,
  summary: '留样期满、待确认销毁的样品',
  input: z.strictObject(pageFields),
  output: listOf(sampleItem),
})

/** The samples of one order that are sent back together. */
export type ReturnParcel = OutputOf<typeof sampleReturns>['parcels'][number]
