import type { CustomerGroup } from '../../people/customers/rules.ts'
import { type ParameterForm, type SlotValue, shownFields } from '../../shop/catalogue/form-rules.ts'
import { type Price, type PriceRule, priceOf } from '../../shop/catalogue/price-rules.ts'
import { surchargeLines } from '../bookings/slot-rules.ts'

/** What a plan line costs: the catalogue's price plus what its appointment adds. The same function for browser and server. */
export interface PlanPriceQuestion {
  rule: PriceRule
  form: ParameterForm
  values: Readonly<Record<string, unknown>>
  group: CustomerGroup
  sampleCount: number
  urgent: boolean
}

export function planPriceOf(question: PlanPriceQuestion): Price {
  const price = priceOf(question)
  if (price.kind === 'quote') return price
  const extras = slotsIn(question.form, question.values).flatMap(surchargeLines)
  return {
    kind: 'priced',
    lines: [...price.lines, ...extras],
    totalFen: extras.reduce((total, line) => total + line.amountFen, price.totalFen),
  }
}

/** The appointments among the filled-in fields; half-filled ones are none yet. */
export function slotsIn(form: ParameterForm, values: Readonly<Record<string, unknown>>): SlotValue[] {
  return shownFields(form, values).flatMap((field) => {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    return field.kind === 'slot' && isSlot(value) ? [value] : []
  })
}

/** The files that parameters name, whatever form they were filled into: lists of `{id, name}`. */
export function fileIdsIn(values: Readonly<Record<string, unknown>>): number[] {
  return [...new Set(Object.values(values).flatMap((value) => filesIn(value).map(({ id }) => Number(id))))]
}

/** The files among the value of one field. */
export function filesIn(value: unknown): { id: string; name: string }[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (item): item is { id: string; name: string } =>
      typeof item === 'object' &&
      item !== null &&
      typeof item.id === 'string' &&
      /^\d{1,15}$/.test(item.id) &&
      typeof item.name === 'string' &&
      Object.keys(item).length === 2,
  )
}

export function isSlot(value: unknown): value is SlotValue {
  if (typeof value !== 'object' || value === null) return false
  const { date, from, minutes } = value as Record<string, unknown>
  return (
    typeof date === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(date) &&
    typeof from === 'string' &&
    /^\d{2}:\d{2}$/.test(from) &&
    typeof minutes === 'number' &&
    minutes > 0 &&
    minutes <= 1440
  )
}

/** Whether a line of the plan may be ordered as it stands. */
export const validityLabels = {
  valid: '有效',
  priceChanged: '价格已更新，请确认',
  formChanged: '项目参数已更新，请重新填写',
  offSale: '项目已下架',
  offerExpired: '报价已过期，请联系客户经理',
} as const
export type Validity = keyof typeof validityLabels

/** Compares what was kept with what holds now; a null amount stands for 待报价. */
export function validityOf(
  kept: { formVersion: number; amountFen: number | null },
  current: { formVersion: number; price: Price } | undefined,
): Validity {
  if (!current) return 'offSale'
  if (current.formVersion !== kept.formVersion) return 'formChanged'
  return (current.price.kind === 'quote' ? null : current.price.totalFen) === kept.amountFen ? 'valid' : 'priceChanged'
}

/** A plan holds what a person can oversee. */
export const planLimits = { lines: 50, samplesPerLine: 99 } as const
