import { z } from 'zod'
import { defineCall, type OutputOf } from '../../platform/contract/call.ts'
import { requiredText } from '../../platform/contract/fields.ts'
import { orderStages } from '../orders/rules.ts'
import { sampleItem, sampleNoField } from '../samples/contract.ts'
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
export const moved = z.object({ sample: sampleItem })

export const staffSampleRefuse = defineCall({
  name: 'sample/refuse',
  area: 'staff',
  repeat: 'stage',
  action: 'sample.refuse',
  summary: '拒收样品',
  input: z.strictObject({ ...one, reason: requiredText('拒收原因', 200) }),
  output: moved,
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
