import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, idField, nothing, optionalText, requiredText } from '../../../platform/contract/fields.ts'
import { confirmTaxNo, payeeFields, taxNoConfirmed, taxNoField } from './invoice-contract.ts'
import { titleFault } from './invoice-rules.ts'

// Saved invoice titles (发票抬头). The ordering wizard chooses from them; the handlers are in billing/invoices.

const shape = {
  /** The full name of an organisation, or of a person. */
  title: requiredText('发票抬头', 80),
  naturalPerson: z.boolean({ error: '请选择抬头类型' }).default(false),
  taxNo: taxNoField(optionalText('税号', 40)),
  taxNoConfirmed,
  ...payeeFields,
  default: z.boolean({ error: '请选择是否设为默认' }).optional(),
}

type TitleShape = z.output<z.ZodObject<typeof shape>>

function check(fields: TitleShape, issues: z.core.$RefinementCtx): void {
  const fault = titleFault(fields.title, 1)
  if (fault) issues.addIssue({ code: 'custom', path: ['title'], message: fault })
  if (!fields.naturalPerson && fields.taxNo === '')
    issues.addIssue({ code: 'custom', path: ['taxNo'], message: '请填写税号；个人抬头请选择“个人”' })
  confirmTaxNo(fields, issues)
}

const invoiceTitle = z.object({
  id: z.number(),
  title: z.string(),
  naturalPerson: z.boolean(),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  default: z.boolean(),
})
export type InvoiceTitle = z.output<typeof invoiceTitle>

export const invoiceList = defineCall({
  name: 'invoice/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的发票抬头',
  input: nothing,
  output: z.object({ list: z.array(invoiceTitle) }),
})

export const invoiceAdd = defineCall({
  name: 'invoice/add',
  area: 'auth',
  forGroup: 'manager',
  summary: '新增发票抬头',
  idempotent: true,
  input: z.strictObject(shape).superRefine(check),
  output: invoiceTitle,
})

export const invoiceEdit = defineCall({
  name: 'invoice/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '修改发票抬头',
  input: z.strictObject({ id: idField, ...shape }).superRefine(check),
  output: invoiceTitle,
})

export const invoiceDel = defineCall({
  name: 'invoice/del',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '删除发票抬头，已提交的开票申请不受影响',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const invoiceDefault = defineCall({
  name: 'invoice/default',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '设为默认发票抬头',
  input: z.strictObject({ id: idField }),
  output: done,
})
