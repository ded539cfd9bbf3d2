import { z } from 'zod'
import { optionalText, requiredText } from '../../../platform/contract/fields.ts'
import { taxNoDoubt, taxNoFault, tidyTaxNo, titleFault } from './invoice-rules.ts'

// The invoice that is asked for with an order.

const invoiceTitle = (type: 1 | 3) =>
  requiredText('发票抬头', 80).superRefine((title, issues) => {
    const fault = titleFault(title, type)
    if (fault) issues.addIssue(fault)
  })
export const taxNoField = (text: z.ZodType<string, string | undefined>) =>
  text.transform(tidyTaxNo).superRefine((number, issues) => {
    const fault = number === '' ? undefined : taxNoFault(number)
    if (fault) issues.addIssue(fault)
  })
const printedOrEmpty = (label: string, pattern: RegExp, maxLength: number) =>
  optionalText(label, maxLength).refine((text) => text === '' || pattern.test(text), `${label}格式不正确`)

/** Printed on an invoice when given. */
export const payeeFields = {
  bank: optionalText('开户行', 80),
  bankAccount: printedOrEmpty('银行账号', /^[\d\s-]{8,40}$/, 40),
  address: optionalText('注册地址', 120),
  phone: printedOrEmpty('注册电话', /^[\d\s+()-]{7,20}$/, 20),
}

/** True when the person has compared a number whose check digit fails with the licence. */
export const taxNoConfirmed = z.boolean({ error: '请确认税号' }).optional()

/** For an object with both fields. */
export function confirmTaxNo(
  { taxNo, taxNoConfirmed: confirmed }: { taxNo: string; taxNoConfirmed?: boolean | undefined },
  issues: z.core.$RefinementCtx,
): void {
  const doubt = confirmed ? undefined : taxNoDoubt(taxNo)
  if (doubt) issues.addIssue({ code: 'custom', path: ['taxNo'], message: doubt })
}

/** 0: no invoice yet; 1: ordinary e-invoice; 3: special e-invoice. */
export const invoiceFields = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal(0) }),
    z
      .strictObject({
        type: z.literal(1),
        title: invoiceTitle(1),
        taxNo: taxNoField(optionalText('税号', 40)),
        taxNoConfirmed,
      })
      .superRefine(confirmTaxNo),
    z
      .strictObject({
        type: z.literal(3),
        title: invoiceTitle(3),
        taxNo: taxNoField(requiredText('税号', 40)),
        taxNoConfirmed,
        ...payeeFields,
      })
      .superRefine(confirmTaxNo),
  ],
  { error: '请选择发票类型' },
)
