import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { optionalText, requiredText } from '../../platform/contract/fields.ts'
import { orderStages } from '../orders/rules.ts'
import { sampleItem, sampleNoField } from '../samples/contract.ts'
import { slipMarks } from './slip-rules.ts'
import { weightField } from './contract.ts'

// The samples of a whole parcel, received by one scan of the packing slip.

/** Printed as a QR code on the packing slip. A sample number has two digits more and names its order too. */
const slipField = z
  .string({ error: '请扫描送样单' })
  .transform((text) => text.normalize('NFKC').trim().toUpperCase())
  .refine((text) => /^MX\d{11,22}$/.test(text), '送样单编号格式不正确')

export const staffSampleSlip = defineCall({
  name: 'sample/slip',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '送样单上的全部样品',
  input: z.strictObject({ orderNo: slipField }),
  output: z.object({
    orderNo: z.string(),
    title: z.string(),
    customerName: z.string(),
    remark: z.string(),
    orderStage: z.enum(orderStages),
    orderStageName: z.string(),
    /** What receiving does at this stage of the order; absent: its samples are not accepted. */
    intake: z.enum(['receive', 'park']).optional(),
    received: z.number().int(),
    total: z.number().int(),
    samples: z.array(
      sampleItem.extend({
        projectName: z.string(),
        /** Whether it can be received, parked or refused now. */
        open: z.boolean(),
      }),
    ),
  }),
})

export type Slip = OutputOf<typeof staffSampleSlip>

export const staffSampleReceiveAll = defineCall({
  name: 'sample/receiveAll',
  area: 'staff',
  action: 'sample.receive',
  summary: '按送样单一次登记收到的全部样品',
  input: z.strictObject({
    orderNo: slipField,
    condition: requiredText('样品状况', 100),
    shelf: requiredText('存放位置', 30),
    /** Samples that are not named stay as they are: they have not arrived. */
    samples: z
      .array(
        z.strictObject({
          sampleNo: sampleNoField,
          mark: z.enum(slipMarks, { error: '请选择处理方式' }),
          /** What is wrong with it, or why it is refused. Required for both. */
          note: optionalText('异常说明或拒收原因', 100),
          weightMg: weightField.optional(),
          /** When it stands elsewhere than the others. */
          shelf: optionalText('存放位置', 30),
        }),
        { error: '请选择样品' },
      )
      .min(1, '请至少选择一个收到的样品')
      .max(99, '一次最多登记 99 个样品'),
  }),
  output: z.object({
    received: z.number().int(),
    total: z.number().int(),
    /** Samples taken in and refused by this call. */
    takenIn: z.number().int(),
    refused: z.number().int(),
    parked: z.boolean(),
    orderReceived: z.boolean(),
  }),
  idempotent: true,
})
