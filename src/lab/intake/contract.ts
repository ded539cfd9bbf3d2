import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { orderStages } from '../orders/rules.ts'
import { sampleItem, sampleNoField, waybillField } from '../samples/contract.ts'
import { heaviestSampleMg } from '../samples/rules.ts'
import { weightFault } from './slip-rules.ts'

// Calls of the staff who receive samples, send them back and dispose of them.

export const staffSampleFind = defineCall({
  name: 'sample/find',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '按样品编号查找样品',
  input: z.strictObject({ sampleNo: sampleNoField }),
  output: z.object({
    sample: sampleItem,
    orderStage: z.enum(orderStages),
    orderStageName: z.string(),
    /** What receiving it does at this stage of the order; absent: it is not accepted. */
    intake: z.enum(['receive', 'park']).optional(),
    projectName: z.string(),
    received: z.number().int(),
    total: z.number().int(),
  }),
})

/** Labels are printed on rolls, so one page holds as many as a person prints in one go. */
export const mostLabels = 200

export const staffSampleLabels = defineCall({
  name: 'sample/labels',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '所选样品的标签内容',
  input: z.strictObject({
    sampleNos: z
      .array(sampleNoField, { error: '请选择样品' })
      .min(1, '请选择样品')
      .max(mostLabels, `一次最多打印 ${mostLabels} 个标签`),
  }),
  output: z.object({ samples: z.array(sampleItem.extend({ projectName: z.string() })).max(mostLabels) }),
})

export type FoundSample = OutputOf<typeof staffSampleFind>

const weighed = ({ input }: { input?: unknown }) => weightFault(input as number)
export const weightField = z
  .number({ error: '重量请填写数字，单位为毫克' })
  .int({ error: weighed })
  .min(1, { error: weighed })
  .max(heaviestSampleMg, { error: weighed })

export const staffSampleReceive = defineCall({
  name: 'sample/receive',
  area: 'staff',
  action: 'sample.receive',
  summary: '登记收到样品',
  input: z.strictObject({
    sampleNo: sampleNoField,
    weightMg: weightField.optional(),
    condition: requiredText('样品状况', 100),
    shelf: requiredText('存放位置', 30),
  }),
  output: z.object({
    sample: sampleItem,
    received: z.number().int(),
    total: z.number().int(),
    orderStage: z.enum(orderStages),
    orderReceived: z.boolean(),
  }),
  idempotent: true,
})

const one = { sampleNo: sampleNoField }
const moved = z.object({ sample: sampleItem })

export const staffSampleRefuse = defineCall({
  name: 'sample/refuse',
  area: 'staff',
  repeat: 'stage',
  action: 'sample.refuse',
  summary: '拒收样品',
  input: z.strictObject({ ...one, reason: requiredText('拒收原因', 200) }),
  output: moved,
})

export const staffSampleReturn = defineCall({
  name: 'sample/return',
  area: 'staff',
  action: 'sample.return',
  summary: '登记寄回样品',
  input: z.strictObject({
    ...one,
    courier: requiredText('快递公司', 30),
    waybill: waybillField,
    /** The `toMark` of the parcel as it was packed. Refuses when the customer has changed the address since. */
    toMark: z.string().max(20).optional(),
  }),
  output: moved,
  idempotent: true,
})

export const staffSampleDispose = defineCall({
  name: 'sample/dispose',
  area: 'staff',
  repeat: 'stage',
  action: 'sample.dispose',
  summary: '登记样品留样、销毁、消耗或遗失',
  input: z.strictObject({
    ...one,
    action: z.enum(['keep', 'destroy', 'consume', 'lose', 'reportAbnormal', 'resume'], { error: '操作不正确' }),
    reason: requiredText('原因', 200).optional(),
  }),
  output: moved,
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
