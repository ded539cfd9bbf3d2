// Invoice data. Invoices are fully digital: a special one requires name and tax number only; other fields are printed when given.

/** All types of the specification; paper invoices are no longer issued. */
export const allInvoiceTypes = {
  0: '不开票',
  1: '数电普通发票',
  2: '纸质普通发票',
  3: '数电专用发票',
  4: '纸质专用发票',
} as const

/** What an order may ask for. */
export const invoiceTypeLabels = { 0: '暂不开票', 1: allInvoiceTypes[1], 3: allInvoiceTypes[3] } as const
export type InvoiceType = keyof typeof invoiceTypeLabels

export function invoiceTypeLabel(type: unknown): string {
  return invoiceTypeLabels[type === 1 || type === 3 ? type : 0]
}

/** The printed form: half-width capitals without spaces. */
export function tidyTaxNo(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
}

/** What is wrong with a tax number in printed form; undefined when it is valid. The numbers of 15, 17 and 20 characters are older kinds. */
export function taxNoFault(taxNo: string): string | undefined {
  if (!/^[0-9A-Z]+$/.test(taxNo) || ![15, 17, 18, 20].includes(taxNo.length))
    return '税号应为 15、17、18 或 20 位数字与大写字母'
  return new Set(taxNo).size === 1 ? '税号格式不正确' : undefined
}

/** Why the person should compare a number of valid form with the licence: some genuine numbers fail the check digit, so it is no fault. */
export function taxNoDoubt(taxNo: string): string | undefined {
  if (taxNo.length !== 18 || taxNoFault(taxNo) || isCreditCode(taxNo) || isPersonNumber(taxNo)) return undefined
  return '税号校验位不正确，请对照营业执照上的统一社会信用代码核对；确认无误请勾选“税号已核对”'
}

/** Refuses titles that are too short for a full name. */
export function titleFault(title: string, type: 1 | 3): string | undefined {
  const letters = title.match(/\p{L}/gu)?.length ?? 0
  if (type === 3 && letters < 4) return '请填写单位全称，与营业执照一致'
  return letters < 2 ? '请填写完整的单位名称或个人姓名' : undefined
}

const CODE_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** 统一社会信用代码 (GB 32100): the last character is weighted by powers of three, modulo 31. */
function isCreditCode(code: string): boolean {
  const values = [...code].map((letter) => CODE_LETTERS.indexOf(letter))
  if (values.includes(-1)) return false
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return (31 - (sum % 31)) % 31 === values[17]
}

/** An identity number (GB 11643) is the tax number of a self-employed person. */
function isPersonNumber(number: string): boolean {
  if (!/^\d{17}[\dX]$/.test(number)) return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, i) => all + weight * Number(number[i]), 0)
  return '10X98765432'[sum % 11] === number[17]
}
