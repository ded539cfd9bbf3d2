import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  fenField,
  idField,
  keyOf,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { creditApplicationLifecycle } from './rules.ts'

const stage = keyOf(creditApplicationLifecycle.stages)

const application = z.object({
  id: z.number(),
  stage,
  stageLabel: z.string(),
  version: z.number(),
  wantedFen: z.number(),
  grantedFen: z.number().nullable(),
  reason: z.string(),
  createdAt: timeText,
  decidedAt: timeText.nullable(),
})

const position = z.object({
  opened: z.boolean(),
  limitFen: z.number(),
  heldFen: z.number(),
  usedFen: z.number(),
  availableFen: z.number(),
})

/** `info` reads, `apply` asks for a higher limit, `cancel` withdraws the application. */
export const creditApplyOperate = defineCall({
  name: 'creditApply/operate',
  area: 'auth',
  forGroup: 'manager',
  summary: '信用额度：查询、申请、撤销',
  idempotent: true,
  input: z.discriminatedUnion(
    'op',
    [
      z.strictObject({ op: z.literal('info') }),
      z.strictObject({ op: z.literal('apply'), wantedFen: positiveFenField, reason: requiredText('申请理由', 500) }),
      z.strictObject({ op: z.literal('cancel') }),
    ],
    { error: '操作类型不正确' },
  ),
  output: z.object({
    credit: position,
    overdue: z.boolean(),
    mayApply: z.boolean(),
    /** Includes the reason of finance when it was refused. */
    application: application.extend({ rejectReason: z.string() }).nullable(),
  }),
})

export const staffApplication = application.extend({
  customerId: z.number(),
  customerName: z.string(),
  customerPhone: z.string(),
  decidedByName: z.string(),
  mayConfirm: z.boolean(),
  credit: position,
})
export type StaffCreditApplication = z.output<typeof staffApplication>

export const staffCreditRaise = defineCall({
  name: 'credit/raise',
  area: 'staff',
  action: 'credit.raise',
  summary: '调整信用额度',
  idempotent: true,
  input: z.strictObject({ applicationId: idField, version: versionField(), grantedFen: fenField }),
  output: z.object({ stage }),
})

export const staffCreditConfirm = defineCall({
  name: 'credit/confirm',
  area: 'staff',
  action: 'credit.raise',
  summary: '复核信用额度调整',
  idempotent: true,
  input: z.strictObject({ applicationId: idField, version: versionField() }),
  output: z.object({ stage }),
})

export const staffCreditReject = defineCall({
  name: 'credit/reject',
  area: 'staff',
  repeat: 'stage',
  action: 'credit.raise',
  summary: '驳回信用额度申请',
  input: z.strictObject({ applicationId: idField, version: versionField(), reason: requiredText('驳回原因', 200) }),
  output: done,
})
