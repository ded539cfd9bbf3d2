import { z } from 'zod'
import { codeField } from '../../people/customers/credential-contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dayField,
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  positiveFen,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { withdrawalLifecycle, withdrawalSources } from './rules.ts'

const stage = keyOf(withdrawalLifecycle.stages)
const source = keyOf(withdrawalSources, '请选择提现来源')
const accountField = z
  .string({ error: '请填写收款账号' })
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  .refine((text) => /^\d{6,32}$/.test(text), '收款账号应为6至32位数字')
const payout = {
  holder: requiredText('收款户名', 80),
  bank: requiredText('开户银行', 80),
  account: accountField,
}

const withdrawal = z.object({
  id: z.number(),
  withdrawalNo: z.string(),
  source,
  sourceLabel: z.string(),
  stage,
  stageLabel: z.string(),
  version: z.number(),
  amountFen: z.number(),
  holder: z.string(),
  bank: z.string(),
  /** Its last digits only. */
  account: z.string(),
  createdAt: timeText,
  /** Why finance made it for the customer; empty for a request of the customer. */
  reason: z.string(),
  rejectReason: z.string(),
  bankSerial: z.string().nullable(),
  paidOn: z.string().nullable(),
  mayCancel: z.boolean(),
})
export type WithdrawalView = z.output<typeof withdrawal>

export const withdrawInit = defineCall({
  name: 'withdraw/init',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可提现金额与收款账户',
  input: nothing,
  output: z.object({
    prestoreFen: z.number(),
    rebateFen: z.number(),
    /** Already requested and not paid yet. */
    heldFen: z.number(),
    account: z.object({ holder: z.string(), bank: z.string(), account: z.string() }).nullable(),
    phone: z.string(),
  }),
})

export const withdrawCode = defineCall({
  name: 'withdraw/code',
  area: 'auth',
  forGroup: 'owner',
  repeat: 'bounded',
  summary: '向本人手机发送验证码，用于提现或修改收款账户',
  input: nothing,
  output: done,
})

export const withdrawUpdate4user = defineCall({
  name: 'withdraw/update4user',
  area: 'auth',
  forGroup: 'owner',
  repeat: 'single-use',
  summary: '设置收款账户，需短信验证码',
  input: z.strictObject({ ...payout, code: codeField }),
  output: done,
})

export const withdrawAdd = defineCall({
  name: 'withdraw/add',
  area: 'auth',
  forGroup: 'owner',
  repeat: 'single-use',
  summary: '申请提现，需短信验证码；金额即时冻结',
  input: z.strictObject({ source: source.default('prestore'), amountFen: positiveFen('提现金额'), code: codeField }),
  output: z.object({ id: z.number(), withdrawalNo: z.string() }),
})

export const withdrawCancel = defineCall({
  name: 'withdraw/cancel',
  area: 'auth',
  forGroup: 'owner',
  repeat: 'stage',
  summary: '撤销尚未通过的提现申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const withdrawList = defineCall({
  name: 'withdraw/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的提现记录',
  input: z.strictObject(pageFields),
  output: listOf(withdrawal),
})

export const staffWithdrawal = withdrawal.extend({
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  /** The whole number, for those who make the bank transfer. */
  fullAccount: z.string(),
  proposedByName: z.string(),
  approvedByName: z.string(),
  mayConfirm: z.boolean(),
})
export type StaffWithdrawal = z.output<typeof staffWithdrawal>

const chosen = { id: idField, version: versionField() }
/** Typed again by the person who decides. */
const typed = { ...chosen, amountFen: positiveFenField }
const moved = z.object({ stage })

export const staffWithdrawMake = defineCall({
  name: 'withdraw/make',
  area: 'staff',
  action: 'withdrawal.make',
  summary: '把客户的预存款退到银行账户',
  idempotent: true,
  input: z.strictObject({
    customer: requiredText('客户手机号或识别码', 40),
    source: source.default('prestore'),
    amountFen: positiveFen('退款金额'),
    ...payout,
    reason: requiredText('退款原因', 200),
  }),
  output: z.object({ id: z.number(), withdrawalNo: z.string(), stage }),
})

export const staffWithdrawApprove = defineCall({
  name: 'withdraw/approve',
  area: 'staff',
  action: 'withdrawal.approve',
  summary: '审核通过提现申请',
  idempotent: true,
  input: z.strictObject(typed),
  output: moved,
})

export const staffWithdrawConfirm = defineCall({
  name: 'withdraw/confirmApproval',
  area: 'staff',
  action: 'withdrawal.approve',
  summary: '复核通过提现申请',
  idempotent: true,
  input: z.strictObject(typed),
  output: moved,
})

export const staffWithdrawSendBack = defineCall({
  name: 'withdraw/sendBack',
  area: 'staff',
  repeat: 'stage',
  action: 'withdrawal.approve',
  summary: '复核不通过，退回提现申请的审核',
  input: z.strictObject({ ...chosen, reason: requiredText('退回原因', 200) }),
  output: moved,
})

export const staffWithdrawReject = defineCall({
  name: 'withdraw/reject',
  area: 'staff',
  action: 'withdrawal.reject',
  summary: '驳回提现申请，金额退回客户账户',
  idempotent: true,
  input: z.strictObject({ ...chosen, reason: requiredText('驳回原因', 200) }),
  output: moved,
})

export const staffWithdrawPay = defineCall({
  name: 'withdraw/pay',
  area: 'staff',
  action: 'withdrawal.pay',
  summary: '登记提现已打款',
  idempotent: true,
  input: z.strictObject({
    ...typed,
    bankSerial: z
      .string({ error: '请填写银行流水号' })
      .trim()
      .refine((text) => /^[\w-]{4,64}$/.test(text), '银行流水号应为4至64位字母或数字'),
    paidOn: dayField('打款日期'),
  }),
  output: moved,
})
