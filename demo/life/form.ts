import {
  type Field,
  type FieldValue,
  initialValues,
  isFieldShown,
  offeredOptions,
  type ParameterForm,
  type ParameterValues,
} from '../../src/shop/catalogue/forms/form-rules.ts'
import type { Random } from './random.ts'

const elements = ['Fe', 'Cu', 'Zn', 'Pb', 'Cd', 'Cr', 'Ni', 'Mn', 'Al', 'Ca', 'Mg', 'Na']

/** The values of a form as a customer would fill it in: mostly the initial ones, sometimes another choice, but none that asks for a file. */
export function filledForm(form: ParameterForm, random: Random): ParameterValues {
  const values = filled(form, random)
  const asksFile = form.fields.some(
    (field) => field.kind === 'file' && field.required && isFieldShown(form, field, values),
  )
  return asksFile ? filled(form, { ...random, chance: () => false }) : values
}

function filled(form: ParameterForm, random: Random): ParameterValues {
  const values: ParameterValues = { ...initialValues(form) }
  for (const field of form.fields) {
    if (!isFieldShown(form, field, values)) continue
    const value = valueOf(form, field, values, random)
    if (value === undefined) delete values[field.key]
    else values[field.key] = value
  }
  return values
}

function valueOf(form: ParameterForm, field: Field, values: ParameterValues, random: Random): FieldValue | undefined {
  const now = values[field.key]
  switch (field.kind) {
    case 'choice':
      return choice(form, field, values, random) ?? now
    case 'choices': {
      const options = offeredOptions(form, field, values).filter(({ price, alone }) => !alone && !isQuoted(price))
      const has = Array.isArray(now) && now.length > 0
      return has || !field.required ? now : options.slice(0, Math.max(1, field.least ?? 1)).map(({ value }) => value)
    }
    case 'text':
      return now || !field.required ? now : textFor(field.label)
    case 'number':
      return now ?? (field.required ? likely(field) : undefined)
    case 'elements': {
      const usable = elements.filter((symbol) => !field.refused?.includes(symbol))
      const count = Math.min(field.most ?? 4, random.whole(Math.max(1, field.least ?? 1), 4))
      return now ?? usable.slice(0, count)
    }
    case 'yesno':
      return field.required ? true : now
    case 'table':
      return now ?? (field.required ? [rowOf(field)] : undefined)
    default:
      return now
  }
}

/** Where in the range of a number its values mostly lie, as a share of the way from the least to the most: a lower limit below an upper one. */
const USUAL = 0.5
const LOWER = 0.35
const UPPER = 0.6

/** A value with one digit that is not zero. Ranges of several powers of ten are divided by their powers. */
function likely({ label, min, max, step }: Extract<Field, { kind: 'number' }>): number {
  const part = label.includes('下限') ? LOWER : label.includes('上限') ? UPPER : USUAL
  const value = min > 0 ? min ** (1 - part) * max ** part : min + (max - min) * part
  const rounded = Number(value.toPrecision(1))
  const onStep = step === undefined ? rounded : min + Math.round((rounded - min) / step) * step
  return Math.min(max, Math.max(min, onStep))
}

function isQuoted(price: readonly object[] = []): boolean {
  return price.some((effect) => 'quote' in effect)
}

function choice(
  form: ParameterForm,
  field: Extract<Field, { kind: 'choice' }>,
  values: ParameterValues,
  random: Random,
): string | undefined {
  const options = offeredOptions(form, field, values).filter(({ price }) => !isQuoted(price))
  if (options.length === 0) return undefined
  if (values[field.key] !== undefined && !random.chance(0.25)) return undefined
  return field.required || random.chance(0.5) ? random.pick(options).value : undefined
}

function textFor(label: string): string {
  if (label.includes('标准')) return 'GB/T 228.1-2021'
  if (label.includes('尺寸')) return '80×10×4 mm'
  return '按常规条件测试'
}

function rowOf(field: Extract<Field, { kind: 'table' }>) {
  return Object.fromEntries(
    field.columns.map((column) => [
      column.key,
      column.kind === 'number'
        ? column.min
        : column.kind === 'choice'
          ? (column.options[0]?.value ?? '')
          : cellFor(column),
    ]),
  )
}

function cellFor({ label, maxLength = 20 }: { label: string; maxLength?: number }): string {
  return (label.includes('元素') ? 'Fe' : '样品 1').slice(0, maxLength)
}
