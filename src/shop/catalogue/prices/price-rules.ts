// The price of one plan line. The same function gives the live price in the browser and the charged price on the server.
// All money is integer fen; every answer's lines sum to its total.
import type { CustomerGroup } from '../../../people/customers/rules.ts'
import { MAX_FEN } from '../../../platform/money.ts'
import type { Field, ParameterForm, PriceEffect } from '../forms/form-rules.ts'
import { shownFields } from '../forms/form-rules.ts'

export const bases = ['样', '次', '小时', '元素', '谱', '点', '离子'] as const
export type Basis = (typeof bases)[number]

export const priceGroups = ['institute', 'individual', 'enterprise'] as const satisfies readonly CustomerGroup[]

export type GroupFen = Record<CustomerGroup, number>

/** The price of each unit beyond the first `above` units. */
export type Tier = { above: number; unitFen: GroupFen }

export type Rate = {
  key: string
  label: string
  basis: Basis
  unitFen: GroupFen
  /** The field that gives the number of units for one sample (or for the whole line): a number, the length of a slot, a count. */
  quantityField?: string
  /** The least number of units that is charged, such as three elements; 1 when absent. */
  leastQuantity?: number
  /** False when the line is charged once for any number of samples, such as hours at an instrument. */
  perSample: boolean
  /** Sorted by `above`; counted per sample when the quantity comes from a field and is per sample, else over the line. */
  tiers?: Tier[]
}

export type AddOn = {
  key: string
  label: string
  hint?: string
  unit: string
  unitFen: GroupFen
  /** False when charged once per line, such as starting up the furnace. */
  perSample: boolean
}

export type PriceRule =
  | { kind: 'quote' }
  | {
      kind: 'rated'
      /** The first rate is the default; a choice in the form may name another. */
      rates: Rate[]
      leastChargeFen?: GroupFen
      startUpFen?: GroupFen
      /** 150 means 1.5 times the price. When absent, urgent work needs a quote. */
      urgentPercent?: number
      addOns: AddOn[]
    }

export type PriceLine = { label: string; quantity: number; unit: string; unitFen: number; amountFen: number }
export type Price = { kind: 'priced'; lines: PriceLine[]; totalFen: number } | { kind: 'quote' }

export type PriceQuestion = {
  rule: PriceRule
  form: ParameterForm
  /** Checked or partial values; partial values never throw. */
  values: Readonly<Record<string, unknown>>
  group: CustomerGroup
  sampleCount: number
  urgent: boolean
}

type Triggered = { charges: Map<string, number>; rates: string[]; quote: boolean }

const quote: Price = { kind: 'quote' }
const mostSamples = 10_000

export function priceOf({ rule, form, values, group, sampleCount, urgent }: PriceQuestion): Price {
  if (rule.kind === 'quote') return quote
  if (!Number.isInteger(sampleCount) || sampleCount < 1 || sampleCount > mostSamples) return quote
  const triggered = triggeredEffects(form, values)
  if (triggered.quote) return quote
  const lines: PriceLine[] = []
  const rates =
    triggered.rates.length > 0
      ? triggered.rates.map((key) => rule.rates.find((rate) => rate.key === key))
      : [rule.rates[0]]
  for (const rate of rates) {
    // A form that names a charge the rule lacks must not make the work free, so it needs a quote.
    if (!rate) return quote
    lines.push(...rateLines(rate, values, group, sampleCount))
  }
  for (const [key, count] of triggered.charges) {
    const addOn = rule.addOns.find((candidate) => candidate.key === key)
    if (!addOn) return quote
    const quantity = count * (addOn.perSample ? sampleCount : 1)
    if (quantity > 0) lines.push(lineOf(addOn.label, quantity, addOn.unit, addOn.unitFen[group]))
  }
  if (rule.startUpFen && rule.startUpFen[group] > 0) lines.push(lineOf('开机费', 1, '次', rule.startUpFen[group]))
  const missingFen = (rule.leastChargeFen?.[group] ?? 0) - sumFen(lines)
  if (missingFen > 0) lines.push(lineOf('补足最低收费', 1, '次', missingFen))
  if (urgent) {
    if (rule.urgentPercent === undefined) return quote
    const extraFen = Math.round((sumFen(lines) * (rule.urgentPercent - 100)) / 100)
    if (extraFen > 0) lines.push(lineOf(`加急（×${rule.urgentPercent / 100}）`, 1, '次', extraFen))
  }
  const totalFen = sumFen(lines)
  // A price above the limit needs a quote.
  return totalFen <= MAX_FEN ? { kind: 'priced', lines, totalFen } : quote
}

/** The lowest unit price of a rule, for 「¥80 起/样」; undefined when it is quote only. */
export function priceFrom(
  rule: PriceRule,
  group: CustomerGroup = 'institute',
): { priceFromFen: number; unit: Basis } | undefined {
  if (rule.kind === 'quote') return undefined
  const [first, ...others] = rule.rates
  if (!first) return undefined
  const lowest = others.reduce((best, rate) => (rate.unitFen[group] < best.unitFen[group] ? rate : best), first)
  return { priceFromFen: lowest.unitFen[group], unit: lowest.basis }
}

/** The add-on that a choice triggers, for its note 「+¥20/样」. */
export function chargeOf(rule: PriceRule, effects: readonly PriceEffect[] | undefined): AddOn | undefined {
  if (rule.kind === 'quote' || !effects) return undefined
  for (const effect of effects) {
    if ('charge' in effect) return rule.addOns.find((addOn) => addOn.key === effect.charge)
  }
  return undefined
}

/** Charges that a form names and its price rule lacks or cannot count. Must be empty to publish a project. */
export function pricingFaults(rule: PriceRule, form: ParameterForm): string[] {
  if (rule.kind === 'quote') return []
  const faults: string[] = []
  const effects = form.fields.flatMap((field) => [
    ...(field.price ?? []),
    ...('options' in field ? field.options.flatMap((option) => option.price ?? []) : []),
  ])
  for (const effect of effects) {
    if ('charge' in effect && !rule.addOns.some((addOn) => addOn.key === effect.charge))
      faults.push(`缺少附加收费「${effect.charge}」`)
    if ('rate' in effect && !rule.rates.some((rate) => rate.key === effect.rate))
      faults.push(`缺少计价方式「${effect.rate}」`)
  }
  for (const rate of rule.rates) {
    if (rate.quantityField && !form.fields.some((field) => field.key === rate.quantityField)) {
      faults.push(`计价数量字段「${rate.quantityField}」不存在`)
    }
  }
  if (rule.rates.length === 0) faults.push('缺少计价方式')
  return faults
}

function triggeredEffects(form: ParameterForm, values: Readonly<Record<string, unknown>>): Triggered {
  const triggered: Triggered = { charges: new Map(), rates: [], quote: false }
  for (const field of shownFields(form, values)) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    const count = countOf(field, value)
    if (count > 0) for (const effect of field.price ?? []) apply(triggered, effect, count)
    if (!('options' in field)) continue
    for (const option of field.options) {
      const chosen = Array.isArray(value) ? value.includes(option.value) : value === option.value
      if (chosen) for (const effect of option.price ?? []) apply(triggered, effect, 1)
    }
  }
  return triggered
}

function apply(triggered: Triggered, effect: PriceEffect, count: number) {
  if ('quote' in effect) {
    triggered.quote = true
  } else if ('rate' in effect) {
    if (!triggered.rates.includes(effect.rate)) triggered.rates.push(effect.rate)
  } else {
    const charged = Math.max(0, count - (effect.free ?? 0))
    triggered.charges.set(effect.charge, (triggered.charges.get(effect.charge) ?? 0) + charged)
  }
}

/** The chargeable amount of a field: the number, the length of a list, the hours of a slot, or 1 for any other value. */
function countOf(field: Field, value: unknown): number {
  if (value === undefined || value === null || value === '' || value === false) return 0
  if (field.kind === 'number') return roundedQuantity(value)
  if (Array.isArray(value)) return Math.min(value.length, mostSamples)
  if (field.kind === 'slot')
    return typeof value === 'object' && 'minutes' in value ? roundedQuantity(Number(value.minutes) / 60) : 0
  return 1
}

function rateLines(
  rate: Rate,
  values: Readonly<Record<string, unknown>>,
  group: CustomerGroup,
  sampleCount: number,
): PriceLine[] {
  // A missing quantity counts as the least quantity, not as zero.
  const each = Math.max(
    rate.quantityField === undefined ? 1 : quantityIn(values, rate.quantityField),
    rate.leastQuantity ?? 1,
  )
  const samples = rate.perSample ? sampleCount : 1
  // Tiers count hours per sample from the start, but samples over the whole line.
  const tiersRunPerSample = rate.quantityField !== undefined && rate.perSample
  const [counted, times] = tiersRunPerSample ? [each, samples] : [each * samples, 1]
  const tiers = rate.tiers ?? []
  const starts = [0, ...tiers.map((tier) => tier.above)]
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const quantity = roundedQuantity((Math.min(counted, end) - start) * times)
    if (quantity <= 0) return []
    const unitFen = index === 0 ? rate.unitFen[group] : (tiers[index - 1] as Tier).unitFen[group]
    return [
      lineOf(index === 0 ? rate.label : `${rate.label}（第 ${start} ${rate.basis}起）`, quantity, rate.basis, unitFen),
    ]
  })
}

function quantityIn(values: Readonly<Record<string, unknown>>, key: string): number {
  const value = Object.hasOwn(values, key) ? values[key] : undefined
  if (Array.isArray(value)) return Math.min(value.length, mostSamples)
  if (typeof value === 'object' && value !== null && 'minutes' in value)
    return roundedQuantity(Number(value.minutes) / 60)
  return roundedQuantity(value)
}

/** Rounds quantities to two decimals (half and quarter hours); an invalid amount counts as 0. */
function roundedQuantity(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) && number > 0 && number <= 1e8 ? Math.round(number * 100) / 100 : 0
}

function lineOf(label: string, quantity: number, unit: string, unitFen: number): PriceLine {
  // The quantity in hundredths is an integer, so only the final result is rounded to a fen.
  return { label, quantity, unit, unitFen, amountFen: Math.round((Math.round(quantity * 100) * unitFen) / 100) }
}

function sumFen(lines: readonly PriceLine[]): number {
  return lines.reduce((total, line) => total + line.amountFen, 0)
}
