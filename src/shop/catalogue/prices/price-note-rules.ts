import type { CustomerGroup } from '../../../people/customers/rules.ts'
import { formatFen } from '../../../platform/money.ts'
import type { PriceEffect } from '../forms/form-rules.ts'
import type { PriceRule } from './price-rules.ts'

/** The price note of a choice: 「+¥20/样」, 「超出 3 后 +¥40/元素」, 「¥60/样」 or 「需报价」. */
export function priceNote(rule: PriceRule, group: CustomerGroup, effects: readonly PriceEffect[] | undefined): string {
  if (rule.kind === 'quote' || !effects) return ''
  const notes = effects.map((effect) => {
    if ('quote' in effect) return '需报价'
    if ('rate' in effect) {
      const rate = rule.rates.find((candidate) => candidate.key === effect.rate)
      return rate ? `${shortFen(rate.unitFen[group])}/${rate.basis}` : ''
    }
    const addOn = rule.addOns.find((candidate) => candidate.key === effect.charge)
    if (!addOn) return ''
    const text = `+${shortFen(addOn.unitFen[group])}/${addOn.unit}`
    return effect.free ? `超出 ${effect.free} 后 ${text}` : text
  })
  return notes.filter((note) => note !== '').join('，')
}

/** ¥20 instead of ¥20.00 for whole yuan. */
function shortFen(fen: number): string {
  return formatFen(fen).replace(/\.00$/, '')
}
