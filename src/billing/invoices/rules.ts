import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { formatFen, splitFen } from '../../platform/money.ts'
import { allInvoiceTypes } from '../../lab/orders/invoicing/invoice-rules.ts'

export interface InvoiceFacts {
  customerId: number
  applicationNo?: string
  amountFen?: number
  invoiceNo?: string
  reason?: string
}

/**
 * An application for an invoice. Its amount stays taken from what was paid until it is rejected, cancelled or reddened; a red letter over a
 * part gives that part back, and the invoice stays valid for the rest.
 */
export const invoiceLifecycle = defineLifecycle({
  entity: 'invoice',
  table: 'invoice_applications',
  facts: factsOf<InvoiceFacts>(),
  stages: {
    pending: '待审核',
    issuing: '开票中',
    issued: '已开具',
    sent: '已发送',
    rejected: '已驳回',
    cancelled: '已撤销',
    reddening: '红冲中',
    reddened: '已红冲',
  },
  transitions: {
    approve: { label: '通过', from: ['pending'], to: 'issuing', by: ['staff'] },
    reject: { label: '驳回', from: ['pending'], to: 'rejected', by: ['staff'], reason: 'required' },
    edit: { label: '修改', from: ['pending', 'rejected'], to: 'pending', by: ['customer'] },
    cancel: { label: '撤销', from: ['pending', 'rejected'], to: 'cancelled', by: ['customer'] },
    takeBack: { label: '退回审核', from: ['issuing'], to: 'pending', by: ['staff'], reason: 'required' },
    issue: { label: '登记发票', from: ['issuing'], to: 'issued', by: ['staff', 'system'] },
    send: { label: '发送', from: ['issued'], to: 'sent', by: ['system'] },
    requestRed: { label: '红冲', from: ['issued', 'sent'], to: 'reddening', by: ['customer', 'staff'] },
    declineRed: {
      label: '不予红冲',
      from: ['reddening'],
      to: 'issued',
      by: ['staff', 'system'],
      reason: 'required',
    },
    withdrawRed: { label: '撤回红冲申请', from: ['reddening'], to: 'issued', by: ['customer'] },
    redden: { label: '登记红字发票', from: ['reddening'], to: 'reddened', by: ['staff', 'system'] },
    reddenPart: { label: '登记部分红字发票', from: ['reddening'], to: 'issued', by: ['staff', 'system'] },
  },
})
export type InvoiceStage = keyof typeof invoiceLifecycle.stages

/** The stages in which the amount of an application is taken from what was paid. */
export const liveStages = ['pending', 'issuing', 'issued', 'sent', 'reddening'] as const satisfies InvoiceStage[]

/** The types that are offered for new applications. */
export const offeredTypes = [1, 3] as const
export type OfferedType = (typeof offeredTypes)[number]
export type InvoiceType = keyof typeof allInvoiceTypes

export function invoiceTypeName(type: number): string {
  return allInvoiceTypes[type as InvoiceType] ?? ''
}

/** Reasons of a red letter, with the codes of the tax bureau. */
export const redReasons = { '01': '开票有误', '02': '销货退回', '03': '服务中止', '04': '销售折让' } as const
export type RedReason = keyof typeof redReasons

/** The tax bureau takes a red letter for this reason over the whole invoice only. */
export const WHOLE_ONLY: RedReason = '01'

interface InvoicedLine {
  amountFen: number
  taxFen: number
  /** Taken off by earlier red letters. */
  reddenedFen: number
}

/** The tax that a red letter takes off a line with a part of its amount. Parts that make up the line take off exactly its tax. */
export function redTaxFen({ amountFen, taxFen, reddenedFen }: InvoicedLine, partFen: number): number {
  const upTo = (fen: number) =>
    Number((2n * BigInt(taxFen) * BigInt(fen) + BigInt(amountFen)) / (2n * BigInt(amountFen)))
  return upTo(reddenedFen + partFen) - upTo(reddenedFen)
}

/** Lines of one application; a fully digital invoice has far more room. */
export const MOST_LINES = 500

/** FP260302 followed by five digits. */
export function applicationNo(day: string, number: number): string {
  return `FP${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}

/** The tax in an amount that includes it. Amounts and rates are whole numbers, so the rounding is exact: half a fen goes up. */
export function taxIn(amountFen: number, ratePercent: number): number {
  const [numerator, denominator] = [BigInt(amountFen) * BigInt(ratePercent), BigInt(100 + ratePercent)]
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** The tax of each line. The sum is the tax of the total, and no line differs from its exact tax by a whole fen. */
export function taxOfLines(amountsFen: number[], ratePercent: number): number[] {
  const totalFen = amountsFen.reduce((sum, amountFen) => sum + amountFen, 0)
  return splitFen(taxIn(totalFen, ratePercent), amountsFen)
}

/** The text printed on the invoice: `{orders}`, `{funding}` and `{remark}` are replaced; lines that remain empty are left out. */
export function remarkOf(
  template: string,
  { orders, funding, remark }: { orders: string[]; funding: string[]; remark: string },
): string {
  const values: Record<string, string> = {
    orders: shortList(orders),
    funding: shortList(funding.filter(Boolean)),
    remark,
  }
  return template
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      return names.length === 0 || names.some((name) => values[name])
    })
    .map((line) => line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''))
    .join('\n')
    .trim()
    .slice(0, 200)
}

function shortList(all: string[]): string {
  const names = [...new Set(all)]
  return names.length <= 5 ? names.join('、') : `${names.slice(0, 4).join('、')} 等 ${names.length} 单`
}

/** A time in Shanghai, as the tax office counts months. */
export function monthBounds(month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: new Date(`${month}-01T00:00:00+08:00`), until: new Date(`${next}-01T00:00:00+08:00`) }
}

/** What the form says of an amount above what is left of an order; `leftFen` is null where only the server knows it. */
export function overLeft(
  amountFen: number | undefined,
  leftFen: number | null,
  most: '最多可开' | '最多可红冲' = '最多可开',
): string | undefined {
  if (amountFen === undefined || leftFen === null || !(amountFen > leftFen)) return undefined
  return `${most} ${formatFen(leftFen)}`
}

/** What is wrong with the amounts that a red letter is to take off the lines of an invoice, by the paths of the form. */
export function redPartFaults(
  parts: readonly { orderNo: string; amountFen: number }[],
  lines: readonly { orderNo: string; amountFen: number; reddenedFen: number }[],
): Record<string, string> {
  const leftOf = new Map(lines.map((line) => [line.orderNo, line.amountFen - line.reddenedFen]))
  const faults = parts.flatMap(({ orderNo, amountFen }, index) => {
    const fault = overLeft(amountFen, leftOf.get(orderNo) ?? null, '最多可红冲')
    return fault === undefined ? [] : [[`parts.${index}.amountFen`, fault] as const]
  })
  return Object.fromEntries(faults)
}

/** The sum of the amounts that can be read. */
export function typedSum(items: readonly { amountFen?: number | undefined }[]): number {
  return items.reduce((sum, { amountFen = 0 }) => sum + (Number.isFinite(amountFen) ? amountFen : 0), 0)
}

/** Whether invoices can say who sells and under which tax category. Until then none can be issued. */
export function namesSeller(setting: { sellerName: string; sellerTaxNo: string; categoryCode: string }): boolean {
  return setting.sellerName !== '' && setting.sellerTaxNo !== '' && setting.categoryCode !== ''
}
