// Changes of a parameter form in its editor: new fields, their keys, their order.
import type {
  Field,
  FieldKind,
  Option,
  ParameterForm,
  PriceEffect,
  TableColumn,
} from '../catalogue/forms/form-rules.ts'
import type { AddOn, GroupFen, PriceRule, Rate } from '../catalogue/prices/price-rules.ts'

/** `f1`, `f2` …: the next one that is not used. Keys stay when a label changes, because values and prices refer to them. */
export function freeKey(beginning: string, used: readonly string[]): string {
  for (let number = used.length + 1; ; number += 1) {
    const key = `${beginning}${number}`
    if (!used.includes(key)) return key
  }
}

const freeOf = (beginning: string, list: readonly { key: string }[]) =>
  freeKey(
    beginning,
    list.map(({ key }) => key),
  )

export function blankOption(options: readonly { value: string }[]): Option {
  const value = freeKey(
    'o',
    options.map((option) => option.value),
  )
  return { value, label: '' }
}

export function blankColumn(columns: readonly TableColumn[]): TableColumn {
  return { key: freeOf('c', columns), label: '', kind: 'text' }
}

/** A new field that is valid once it has a label. */
export function blankField(kind: FieldKind, form: ParameterForm): Field {
  const base = { key: freeOf('f', form.fields), label: '', required: true }
  switch (kind) {
    case 'text':
      return { ...base, kind, maxLength: 200 }
    case 'number':
      return { ...base, kind, min: 0, max: 100 }
    case 'choice':
    case 'choices':
      return { ...base, kind, options: [blankOption([])] }
    case 'yesno':
      return { ...base, kind, required: false }
    case 'file':
      return { ...base, kind, extensions: ['txt', 'csv'], most: 10 }
    case 'elements':
      return { ...base, kind, most: 12 }
    case 'table':
      return { ...base, kind, columns: [blankColumn([])], most: 20 }
    case 'slot':
      return { ...base, kind, stepMinutes: 30, leastMinutes: 60, mostMinutes: 480 }
  }
}

/** The list with one entry at another place; unchanged when the place does not exist. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Fields before `index` that a condition can refer to. */
export function conditionSources(form: ParameterForm, index: number): Field[] {
  return form.fields.slice(0, index).filter(({ kind }) => kind === 'choice' || kind === 'choices' || kind === 'yesno')
}

/** Fields whose value can be the quantity of a price: a number, a list or a slot. */
export function quantityFields(form: ParameterForm): Field[] {
  return form.fields.filter(({ kind }) => !['text', 'choice', 'yesno'].includes(kind))
}

export const noMoney: GroupFen = { institute: 0, individual: 0, enterprise: 0 }

export function blankRate(rates: readonly Rate[]): Rate {
  return { key: freeOf('rate', rates), label: '', basis: '样', unitFen: noMoney, perSample: true }
}

export function blankAddOn(addOns: readonly AddOn[]): AddOn {
  return { key: freeOf('charge', addOns), label: '', unit: '样', unitFen: noMoney, perSample: true }
}

export function ratedRule(): PriceRule {
  return { kind: 'rated', rates: [{ ...blankRate([]), label: '测试' }], addOns: [] }
}

export type EffectKind = 'charge' | 'rate' | 'quote'

export function effectKind(effect: PriceEffect): EffectKind {
  if ('charge' in effect) return 'charge'
  return 'rate' in effect ? 'rate' : 'quote'
}
