import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { orderStages } from '../orders/rules.ts'
import { sampleItem, sampleNoField, waybillField } from '../samples/contract.ts'
import { heaviestSampleMg } from '../samples/rules.ts'

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
    /** What scanning it in does now; absent: it is not taken. */
    intake: z.enum(['receive', 'park']).optional(),
    projectName: z.string(),
    received: z.number().int(),
    total: z.number().int(),
  }),
})

export type FoundSample = OutputOf<typeof staffSampleFind>

export const staffSampleReceive = defineCall({
  name: 'sample/receive',
  area: 'staff',
  action: 'sample.receive',
  summary: '登记收到样品',
  input: z.strictObject({
    sampleNo: sampleNoField,
    weightMg: z
      .number({ error: '重量请填写数字，单位为毫克' })
      .int('重量应为整数毫克')
      .min(0, '重量不能为负')
      .max(heaviestSampleMg, '重量不能超过 10000000 mg（10 kg），请核对单位')
      .optional(),
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
  input: z.strictObject({ ...one, courier: requiredText('快递公司', 30), waybill: waybillField }),
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

/** Samples on their way out, by order: one order is one parcel. */
export const sampleReturns = defineCall({
  name: 'sample/returns',
  area: 'staff',
  action: 'sample.return',
  reads: true,
  summary: '待寄回的样品，按包裹列出',
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
