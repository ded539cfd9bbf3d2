import { fitSamples } from '../samples/entry/draft-rules.ts'
import { checkSamples, isReturned } from '../samples/entry/entry-rules.ts'
import { contactFields, returnAddressFields } from '../orders/contract.ts'
import { invoiceFields } from '../orders/invoicing/invoice-contract.ts'
import { demandOf } from './demand-rules.ts'
import { orderLimits, visitorsIn } from '../orders/rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'
import type { DraftParts } from './drafts/typed-draft-rules.ts'

type Line = Parameters<typeof demandOf>[0] & { validity: string; parameters?: Readonly<Record<string, unknown>> }

const ordinary = ['title', 'taxNo']
const special = [...ordinary, 'bank', 'bankAccount', 'address', 'phone']

const steps = ['项目与参数', '样品信息', '送样方式', '付款与发票', '核对与协议', '提交成功']
/** An analysis has no samples that are sent: their place is taken by the data. */
const dataSteps: Record<number, string> = { 1: '数据上传', 2: '联系方式' }

export function stepLabels(serviceType: ServiceType): string[] {
  return serviceType === 3 ? steps.map((label, i) => dataSteps[i] ?? label) : steps
}

/**
 * Whether each of the first five steps is complete. A step without required fields (the invoice) is complete once the person has
 * passed it; `reached` is the furthest step.
 */
export function stepsDone(data: DraftParts, lines: readonly Line[], reached: number): boolean[] {
  const demands = lines.map(demandOf)
  const serviceType = lines[0]?.serviceType ?? 1
  const wantsReturn = serviceType === 1 && data.samples.some((sample) => isReturned(sample, demands))
  const filled = [
    lines.length > 0 && lines.every((line) => line.validity === 'valid'),
    checkSamples(fitSamples(data.samples, demands), demands).length === 0,
    contactFields.safeParse(data.contact).success &&
      (!wantsReturn || returnAddressFields.safeParse(data.returnAddress).success) &&
      (serviceType !== 2 ||
        visitorsIn(lines.map(({ parameters }) => parameters ?? {})) !== undefined ||
        isPeople(data.delivery.people)),
    invoiceFields.safeParse(invoiceOf(data.invoice)).success,
    false,
  ]
  return filled.map((full, index) => full && index + 1 < reached)
}

/** Only the fields of the chosen kind are sent; the others stay in the draft in case the person changes back. */
export function invoiceOf(kept: Record<string, unknown>): Record<string, string | number | boolean> {
  const type = kept.type === 1 || kept.type === 3 ? kept.type : 0
  const names = type === 1 ? ordinary : type === 3 ? special : []
  const confirmed = type !== 0 && kept.taxNoConfirmed === true ? { taxNoConfirmed: true } : {}
  const texts = names.map((name) => [name, typeof kept[name] === 'string' ? kept[name] : ''])
  return { type, ...Object.fromEntries(texts), ...confirmed }
}

/** The funding number of each line: one for all of them, or one each. */
export function fundingOf(kept: Record<string, unknown>, planIds: readonly number[]) {
  return planIds.flatMap((planId) => {
    const typed = 'all' in kept ? kept.all : kept[planId]
    return typeof typed === 'string' && typed.trim() !== '' ? [{ planId, fundingNo: typed.trim() }] : []
  })
}

export function isPeople(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= orderLimits.mostVisitors
}
