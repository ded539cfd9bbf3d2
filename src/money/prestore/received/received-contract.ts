import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  optionalText,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { bankLine } from '../contract.ts'
import { receivedLifecycle } from '../rules.ts'

// Money of a known customer without a claim: kept, assigned, returned.

const stage = keyOf(receivedLifecycle.stages)
const chosen = { id: idField, version: versionField() }

export const received = z.object({
  id: z.number(),
  version: z.number(),
  stage,
  stageLabel: z.string(),
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  amountFen: z.number(),
  restFen: z.number(),
  /** The evidence that the money belongs to this customer. */
  reason: z.string(),
  returnReason: z.string(),
  keptAt: timeText,
  mayConfirm: z.boolean(),
  bankLine,
})
export type Received = z.output<typeof received>

export const bankKeep = defineCall({
  name: 'bank/keep',
  area: 'staff',
  action: 'received.keep',
  summary: '把银行流水记为客户的待分配到账',
  idempotent: true,
  input: z.strictObject({
    bankLineId: idField,
    customer: requiredText('客户手机号或识别码', 40),
    reason: requiredText('认领依据', 200),
  }),
  output: z.object({ id: z.number() }),
})

export const bankSetAside = defineCall({
  name: 'bank/setAside',
  area: 'staff',
  action: 'received.keep',
  repeat: 'sets-state',
  summary: '把银行流水标为与客户无关，或改回待核销',
  input: z
    .strictObject({
      bankLineId: idField,
      aside: z.boolean({ error: '请选择是否与客户无关' }),
      reason: optionalText('原因', 200),
    })
    .refine(({ aside, reason }) => !aside || reason !== '', { error: '请填写原因', path: ['reason'] }),
  output: done,
})

/** What a customer's kept money could pay now. */
export const receivedPayables = defineCall({
  name: 'received/payables',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '待分配到账可支付的款项',
  input: z.strictObject({ id: idField }),
  output: z.object({
    list: z.array(
      z.object({ to: z.enum(['order', 'settlement']), no: z.string(), about: z.string(), amountFen: z.number() }),
    ),
  }),
})

export const receivedAssign = defineCall({
  name: 'received/assign',
  area: 'staff',
  action: 'received.assign',
  summary: '把待分配到账转入余额或支付款项',
  idempotent: true,
  input: z.discriminatedUnion(
    'to',
    [
      z.strictObject({ ...chosen, to: z.literal('prestore'), amountFen: positiveFenField }),
      z.strictObject({ ...chosen, to: z.literal('order'), no: requiredText('订单号', 40) }),
      z.strictObject({ ...chosen, to: z.literal('settlement'), no: requiredText('结算单号', 40) }),
    ],
    { error: '请选择分配到哪里' },
  ),
  output: z.object({ assignedFen: z.number(), restFen: z.number() }),
})

export const receivedReturn = defineCall({
  name: 'received/return',
  area: 'staff',
  action: 'received.return',
  summary: '把待分配到账退回付款人',
  idempotent: true,
  input: z.strictObject({ ...chosen, reason: requiredText('退回原因', 200) }),
  output: z.object({ stage }),
})

export const receivedConfirmReturn = defineCall({
  name: 'received/confirmReturn',
  area: 'staff',
  action: 'received.return',
  summary: '复核通过待分配到账的退回',
  idempotent: true,
  input: z.strictObject(chosen),
  output: z.object({ stage }),
})

export const receivedRefuseReturn = defineCall({
  name: 'received/refuseReturn',
  area: 'staff',
  repeat: 'stage',
  action: 'received.return',
  summary: '复核不通过，取消待分配到账的退回',
  input: z.strictObject({ ...chosen, reason: requiredText('原因', 200) }),
  output: done,
})
