import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dayField,
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
import { claimKinds, MOST_BANK_LINES, transferLifecycle, transferUses } from './rules.ts'

const stage = keyOf(transferLifecycle.stages)
const kind = keyOf(claimKinds, '请选择转账用途')

const claimFields = {
  amountFen: positiveFenField,
  payerName: requiredText('付款户名', 100),
  transferredOn: dayField('转账日期'),
  voucherFileId: idField.nullable().default(null),
  remark: optionalText('备注', 200),
}

const claim = z.object({
  id: z.number(),
  kind,
  /** The number of the settlement or order; empty for prestored funds. */
  payableNo: z.string(),
  title: z.string(),
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
  /** The reason of finance, while the claim is rejected. */
  rejectReason: z.string(),
  mayEdit: z.boolean(),
  mayCancel: z.boolean(),
})
export type Claim = z.output<typeof claim>

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
  forGroup: 'manager',
  reads: true,
  summary: '我的预存款流水',
  input: z.strictObject(pageFields),
  output: listOf(movement),
})

export const prestoreApplyInit = defineCall({
  name: 'prestoreApply/init',
  area: 'auth',
  forGroup: 'manager',
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
  forGroup: 'manager',
  summary: '提交预存申请',
  idempotent: true,
  input: z.strictObject(claimFields),
  output: z.object({ id: z.number() }),
})

export const prestoreApplyEdit = defineCall({
  name: 'prestoreApply/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '修改预存申请',
  input: z.strictObject({ id: idField, version: versionField(), ...claimFields }),
  output: done,
})

export const prestoreApplyCancel = defineCall({
  name: 'prestoreApply/cancel',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤销预存申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const prestoreApplyList = defineCall({
  name: 'prestoreApply/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的预存申请',
  input: z.strictObject(pageFields),
  output: listOf(claim),
})

/** A claim that a transfer pays something. Handled by settlements, which know what can be paid; the same claims as of prestoreApply. */
export const transferApplyAdd = defineCall({
  name: 'transferApply/add',
  area: 'auth',
  forGroup: 'manager',
  summary: '提交转账凭证，支付结算单或订单预付款',
  idempotent: true,
  input: z.strictObject({
    kind: z.enum(['settlement', 'order'], { error: '请选择转账用途' }),
    no: requiredText('单号', 40),
    ...claimFields,
  }),
  output: z.object({ id: z.number() }),
})

export const transferApplyEdit = defineCall({
  name: 'transferApply/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '修改转账申请',
  input: z.strictObject({ id: idField, version: versionField(), ...claimFields }),
  output: done,
})

export const transferApplyCancel = defineCall({
  name: 'transferApply/cancel',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤销转账申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const transferApplyList = defineCall({
  name: 'transferApply/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的转账申请，包括预存、结算单和订单预付款',
  input: z.strictObject({
    kind: kind.or(z.literal('')).default(''),
    stage: stage.or(z.literal('')).default(''),
    ...pageFields,
  }),
  output: listOf(claim),
})

export const bankLine = z.object({
  id: z.number(),
  serial: z.string(),
  amountFen: z.number(),
  payer: z.string(),
  payerAccount: z.string(),
  receivedAt: timeText,
  memo: z.string(),
  /** Credited for a claim, or kept for a customer. */
  used: z.boolean(),
  /** Why it concerns no customer; null: it was not set aside. */
  asideReason: z.string().nullable(),
  /** The customer whose transfer code is in the remark. */
  customerId: z.number().nullable(),
})
export type BankLine = z.output<typeof bankLine>

export const staffClaim = claim.extend({
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
export type StaffClaim = z.output<typeof staffClaim>

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

/** Which lines of a pasted statement were imported before, told before anything is sent. Unknown serials are left out. */
export const bankKnown = defineCall({
  name: 'bank/known',
  area: 'staff',
  action: 'bank.import',
  reads: true,
  summary: '此前已导入的银行流水号',
  input: z.strictObject({ serials: z.array(z.string().max(64)).max(MOST_BANK_LINES) }),
  output: z.object({ list: z.array(z.object({ serial: z.string(), amountFen: z.number() })) }),
})

/** Waiting claims for the page that matches them; those that fit the bank line best come first. */
export const transferCandidates = defineCall({
  name: 'transfer/candidates',
  area: 'staff',
  action: 'bank.read',
  reads: true,
  summary: '可与银行流水核销的转账申请',
  input: z.strictObject({ lineId: idField.optional(), ...pageFields }),
  output: listOf(staffClaim).extend({ secondPersonAboveFen: z.number() }),
})

/** `use`: how the money was used, when it was credited at once; `paidFen` of it went into what the claim names. */
const matched = z.object({ stage, use: z.enum(transferUses).nullable(), paidFen: z.number() })

export const transferMatch = defineCall({
  name: 'transfer/match',
  area: 'staff',
  action: 'transfer.match',
  summary: '用银行流水核销转账申请',
  idempotent: true,
  input: z.strictObject({
    claimId: idField,
    bankLineId: idField,
    version: versionField(),
    /** Why a line with another customer's code or another amount belongs to this claim. Without a reason such a line is refused. */
    overrideReason: requiredText('核销原因', 200).optional(),
  }),
  output: matched,
})

export const transferConfirmMatch = defineCall({
  name: 'transfer/confirmMatch',
  area: 'staff',
  action: 'transfer.match',
  summary: '复核通过转账申请的核销',
  idempotent: true,
  input: z.strictObject({ claimId: idField, version: versionField() }),
  output: matched,
})

export const transferReturnMatch = defineCall({
  name: 'transfer/returnMatch',
  area: 'staff',
  repeat: 'stage',
  action: 'transfer.match',
  summary: '复核不通过，退回转账申请的核销',
  input: z.strictObject({ claimId: idField, version: versionField(), reason: requiredText('退回原因', 200) }),
  output: done,
})

export const transferReject = defineCall({
  name: 'transfer/reject',
  area: 'staff',
  repeat: 'stage',
  action: 'transfer.reject',
  summary: '驳回转账申请',
  input: z.strictObject({ claimId: idField, version: versionField(), reason: requiredText('驳回原因', 200) }),
  output: done,
})
