import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  done,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { prestoreLifecycle } from './rules.ts'

const stage = keyOf(prestoreLifecycle.stages)

const applicationFields = {
  amountFen: positiveFenField,
  payerName: requiredText('付款户名', 100),
  transferredOn: dateField,
  voucherFileId: idField.nullable().default(null),
  remark: optionalText('备注', 200),
}

export const application = z.object({
  id: z.number(),
  stage,
  stageLabel: z.string(),
  version: z.number(),
  amountFen: z.number(),
  payerName: z.string(),
  transferredOn: z.string(),
  voucherFileId: z.number().nullable(),
  remark: z.string(),
  createdAt: timeText,
  creditedAt: timeText.nullable(),
  /** The reason of finance, while the application is rejected. */
  rejectReason: z.string(),
  mayEdit: z.boolean(),
  mayCancel: z.boolean(),
})
export type Application = z.output<typeof application>

export const movement = z.object({
  id: z.number(),
  at: timeText,
  memo: z.string(),
  amountFen: z.number(),
  balanceFen: z.number(),
})

export const prestoreList = defineCall({
  name: 'prestore/list',
  area: 'auth',
  reads: true,
  summary: '我的预存款流水',
  input: z.strictObject(pageFields),
  output: listOf(movement),
})

export const prestoreApplyInit = defineCall({
  name: 'prestoreApply/init',
  area: 'auth',
  reads: true,
  summary: '我的预存款余额与转账信息',
  input: z.strictObject({}),
  output: z.object({
    balanceFen: z.number(),
    bank: z.object({ holder: z.string(), bank: z.string(), account: z.string() }),
    transferCode: z.string(),
    payerName: z.string(),
    today: z.string(),
  }),
})

export const prestoreApplyAdd = defineCall({
  name: 'prestoreApply/add',
  area: 'auth',
  summary: '提交预存申请',
  idempotent: true,
  input: z.strictObject(applicationFields),
  output: z.object({ id: z.number() }),
})

export const prestoreApplyEdit = defineCall({
  name: 'prestoreApply/edit',
  area: 'auth',
  repeat: 'stage',
  summary: '修改预存申请',
  input: z.strictObject({ id: idField, version: versionField(), ...applicationFields }),
  output: done,
})

export const prestoreApplyCancel = defineCall({
  name: 'prestoreApply/cancel',
  area: 'auth',
  repeat: 'stage',
  summary: '撤销预存申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const prestoreApplyList = defineCall({
  name: 'prestoreApply/list',
  area: 'auth',
  reads: true,
  summary: '我的预存申请',
  input: z.strictObject(pageFields),
  output: listOf(application),
})

export const bankLine = z.object({
  id: z.number(),
  serial: z.string(),
  amountFen: z.number(),
  payer: z.string(),
  payerAccount: z.string(),
  receivedAt: timeText,
  memo: z.string(),
  /** The customer whose transfer code is in the remark. */
  customerId: z.number().nullable(),
})
export type BankLine = z.output<typeof bankLine>

const staffApplication = application.extend({
  customerId: z.number(),
  customerName: z.string(),
  customerPhone: z.string(),
  transferCode: z.string(),
  matchedByName: z.string(),
  mayConfirm: z.boolean(),
  /** Why the line was matched although it has another customer's code; for the second person. */
  overrideReason: z.string(),
  bankLine: bankLine.nullable(),
})
export type StaffApplication = z.output<typeof staffApplication>

export const bankImport = defineCall({
  name: 'bank/import',
  area: 'staff',
  action: 'bank.import',
  summary: '导入银行流水',
  idempotent: true,
  input: z.strictObject({
    text: z.string({ error: '请粘贴银行流水' }).min(1, '请粘贴银行流水').max(200_000, '内容过长，请分批导入'),
  }),
  output: z.object({ imported: z.number(), skipped: z.number() }),
})

export const bankList = defineCall({
  name: 'bank/list',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '银行流水列表',
  input: z.strictObject({ matched: z.boolean().default(false), ...pageFields }),
  output: listOf(bankLine),
})

export const staffPrestoreList = defineCall({
  name: 'prestore/list',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '预存申请列表',
  input: z.strictObject({
    stage: stage.or(z.literal('')).default('pending'),
    /** Sorts the applications that fit this bank line best first. */
    lineId: idField.optional(),
    ...pageFields,
  }),
  output: listOf(staffApplication).extend({ secondPersonAboveFen: z.number() }),
})

export const prestoreMatch = defineCall({
  name: 'prestore/match',
  area: 'staff',
  action: 'prestore.match',
  summary: '用银行流水核销预存申请',
  idempotent: true,
  input: z.strictObject({
    applicationId: idField,
    bankLineId: idField,
    version: versionField(),
    /** Why a line with another customer's code belongs to this application. Without a reason such a line is refused. */
    overrideReason: requiredText('核销原因', 200).optional(),
  }),
  output: z.object({ stage }),
})

export const prestoreConfirmMatch = defineCall({
  name: 'prestore/confirmMatch',
  area: 'staff',
  action: 'prestore.match',
  summary: '复核通过预存申请的核销',
  idempotent: true,
  input: z.strictObject({ applicationId: idField, version: versionField() }),
  output: z.object({ stage }),
})

export const prestoreReturnMatch = defineCall({
  name: 'prestore/returnMatch',
  area: 'staff',
  repeat: 'stage',
  action: 'prestore.match',
  summary: '复核不通过，退回预存申请的核销',
  input: z.strictObject({ applicationId: idField, version: versionField(), reason: requiredText('退回原因', 200) }),
  output: done,
})

export const prestoreReject = defineCall({
  name: 'prestore/reject',
  area: 'staff',
  repeat: 'stage',
  action: 'prestore.reject',
  summary: '驳回预存申请',
  input: z.strictObject({ applicationId: idField, version: versionField(), reason: requiredText('驳回原因', 200) }),
  output: done,
})
