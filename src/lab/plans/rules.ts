import type { CustomerGroup } from '../../people/customers/rules.ts'
import { type ParameterForm, type SlotValue, shownFields } from '../../shop/catalogue/forms/form-rules.ts'
import { type Price, type PriceRule, priceOf } from '../../shop/catalogue/prices/price-rules.ts'
import { surchargeLines } from '../bookings/slot-rules.ts'

/** The price of a plan line: the catalogue's price plus surcharges of its slots. Browser and server use this function. */
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

/** The complete slots among the values. */
export function slotsIn(form: ParameterForm, values: Readonly<Record<string, unknown>>): SlotValue[] {
  return shownFields(form, values).flatMap((field) => {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    return field.kind === 'slot' && isSlot(value) ? [value] : []
  })
}

/** The ids of all files in the values, of any form: lists of `{id, name}`. */
export function fileIdsIn(values: Readonly<Record<string, unknown>>): number[] {
  return [...new Set(Object.values(values).flatMap((value) => filesIn(value).map(({ id }) => Number(id))))]
}

/** The files in the value of one field. */
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

/** Whether a line of the plan can be ordered. */
export const validityLabels = {
  valid: '有效',
  priceChanged: '价格已更新，请确认',
  formChanged: '项目参数已更新，请重新填写',
  offSale: '项目已下架',
  offerExpired: '报价已过期，请联系客户经理',
} as const
export type Validity = keyof typeof validityLabels

/** Compares the stored line with the current form and price; a null amount means 待报价. */
export function validityOf(
  kept: { formVersion: number; amountFen: number | null },
  current: { formVersion: number; price: Price } | undefined,
): Validity {
  if (!current) return 'offSale'
  if (current.formVersion !== kept.formVersion) return 'formChanged'
  return (current.price.kind === 'quote' ? null : current.price.totalFen) === kept.amountFen ? 'valid' : 'priceChanged'
}

/** The largest number of lines in a plan. */
export const planLimits = { lines: 50, samplesPerLine: 99 } as const
