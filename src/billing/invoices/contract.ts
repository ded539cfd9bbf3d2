import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  optionalText,
  pageFields,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { isEmail } from '../../platform/contract/email.ts'
import { invoiceLifecycle, MOST_LINES, offeredTypes, redReasons } from './rules.ts'

// Applications for invoices, as customers see them. Saved titles: lab/orders/invoicing/title-contract.ts.

export const invoiceStage = keyOf(invoiceLifecycle.stages)
export const orderNoText = z.string({ error: '请提供订单号' }).trim().min(1, '请提供订单号').max(40, '订单号格式不正确')
export const applicationNoText = z
  .string({ error: '请提供申请单号' })
  .trim()
  .min(1, '请提供申请单号')
  .max(40, '申请单号格式不正确')
export const monthField = z.string({ error: '请选择月份' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式不正确')
export const redReasonField = keyOf(redReasons, '请选择红冲原因')
/** Which amounts of which orders a red letter takes off; absent: everything that is left of the invoice. */
export const redPartsField = z
  .array(z.strictObject({ orderNo: orderNoText, amountFen: positiveFenField }), { error: '请填写红冲金额' })
  .min(1, '请至少填写一行的红冲金额')
  .max(MOST_LINES, `一次最多选择${MOST_LINES}行`)
  .refine((list) => new Set(list.map((item) => item.orderNo)).size === list.length, '同一订单只能填写一次')
  .optional()

const chosen = {
  /** [C-06] Types 0, 2 and 4 exist on old bills; only 1 and 3 can be applied for. */
  type: z.literal(offeredTypes, { error: '请选择数电普通发票或数电专用发票' }),
  titleId: idField,
  email: requiredText('收票邮箱', 100).refine(isEmail, '收票邮箱格式不正确'),
  remark: optionalText('备注', 100),
}

const items = z
  .array(z.strictObject({ orderNo: orderNoText, amountFen: positiveFenField }), { error: '请选择要开票的款项' })
  .min(1, '请选择要开票的款项')
  .max(MOST_LINES, `一次最多选择${MOST_LINES}笔款项`)
  .refine((list) => new Set(list.map((item) => item.orderNo)).size === list.length, '同一订单只能选择一次')

const wish = z.object({
  type: z.number(),
  title: z.string(),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
})
export type InvoiceWishView = z.output<typeof wish>

const paidItem = z.object({
  orderNo: z.string(),
  title: z.string(),
  paidFen: z.number(),
  invoicedFen: z.number(),
  leftFen: z.number(),
  paidAt: timeText,
  /** What the customer asked for when ordering. */
  wish: wish.nullable(),
})
export type PaidItem = z.output<typeof paidItem>

export const invoiceApplyPaid = defineCall({
  name: 'invoiceApply/paid',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可开票的款项：已付款、未退款且未开票的部分',
  /** One order by its number, or all of them. */
  input: z.strictObject({ month: monthField.optional(), orderNo: orderNoText.optional(), ...pageFields }),
  output: listOf(paidItem).extend({ leftFen: z.number() }),
})

/** The choices of a person who has no amount to type: what is left by month, the default e-mail address, and the month limits. */
export const invoiceApplyInit = defineCall({
  name: 'invoiceApply/init',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '开票申请的默认内容与各月可开票金额',
  input: nothing,
  output: z.object({
    leftFen: z.number(),
    months: z.array(z.object({ month: z.string(), count: z.number(), leftFen: z.number() })),
    email: z.string(),
    /** A special invoice needs bank, account, address and phone. */
    detailsForSpecial: z.boolean(),
  }),
})

const line = z.object({
  orderNo: z.string(),
  about: z.string(),
  fundingNo: z.string(),
  amountFen: z.number(),
  /** Taken off by red letters so far, and by the one that is being made. */
  reddenedFen: z.number(),
  redAskedFen: z.number(),
})
const invoiceFile = z.object({ id: z.number(), name: z.string(), kind: z.enum(['pdf', 'ofd', 'xml', 'red']) })

export const application = z.object({
  id: z.number(),
  applicationNo: z.string(),
  stage: invoiceStage,
  stageLabel: z.string(),
  version: z.number(),
  type: z.number(),
  typeLabel: z.string(),
  title: z.string(),
  naturalPerson: z.boolean(),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  remark: z.string(),
  amountFen: z.number(),
  taxFen: z.number().nullable(),
  createdAt: timeText,
  rejectReason: z.string(),
  invoiceNo: z.string().nullable(),
  issuedOn: z.string().nullable(),
  sentAt: timeText.nullable(),
  redReason: z.string(),
  redNote: z.string(),
  reddenedFen: z.number(),
  redAskedFen: z.number(),
  redLetters: z.array(z.object({ redNo: z.string(), redOn: z.string(), amountFen: z.number() })),
  lines: z.array(line),
  files: z.array(invoiceFile),
  actions: z.array(z.enum(['edit', 'cancel', 'requestRed', 'withdrawRed', 'resend'])),
})
export type Application = z.output<typeof application>

export const invoiceApplyAdd = defineCall({
  name: 'invoiceApply/add',
  area: 'auth',
  forGroup: 'manager',
  summary: '申请开票：选择款项，或一个月的全部款项',
  idempotent: true,
  input: z.strictObject({ ...chosen, items: items.optional(), month: monthField.optional() }),
  output: z.object({ applicationNo: z.string(), amountFen: z.number() }),
})

export const invoiceApplyEdit = defineCall({
  name: 'invoiceApply/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '修改待审核或已驳回的开票申请',
  input: z.strictObject({ applicationNo: applicationNoText, version: versionField(), ...chosen, items }),
  output: z.object({ applicationNo: z.string(), amountFen: z.number() }),
})

export const invoiceApplyInfo = defineCall({
  name: 'invoiceApply/info',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '开票申请详情',
  input: z.strictObject({ applicationNo: applicationNoText }),
  output: application,
})

export const invoiceApplyList = defineCall({
  name: 'invoiceApply/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的开票申请',
  input: z.strictObject({ stage: invoiceStage.or(z.literal('')).default(''), ...pageFields }),
  output: listOf(application),
})

export const invoiceApplyCancel = defineCall({
  name: 'invoiceApply/cancel',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤销开票申请',
  input: z.strictObject({ applicationNo: applicationNoText }),
  output: done,
})

export const invoiceApplyRed = defineCall({
  name: 'invoiceApply/red',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '申请红冲已开具的发票，整张或一部分',
  input: z.strictObject({
    applicationNo: applicationNoText,
    reason: redReasonField,
    parts: redPartsField,
    note: optionalText('说明', 200),
  }),
  output: done,
})

export const invoiceApplyWithdrawRed = defineCall({
  name: 'invoiceApply/withdrawRed',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '撤回自己的红冲申请，财务办理之前',
  input: z.strictObject({ applicationNo: applicationNoText }),
  output: done,
})

export const invoiceApplyResend = defineCall({
  name: 'invoiceApply/resend',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '把发票重新发送到收票邮箱',
  input: z.strictObject({ applicationNo: applicationNoText }),
  output: z.object({ email: z.string() }),
})
