// The definition of a parameter form, and the rules for which fields and options are shown for given values.
// The form names the charge that a choice triggers; the amounts are in the price rule (price-rules.ts),
// so that prices can change without a new version of the form.

/** The effect of a choice or a filled-in field on the price. Names refer to the project's price rule. */
export type PriceEffect =
  /** Adds the named add-on. A counted field (number, elements, table, choices) is charged for the count above `free`. */
  | { charge: string; free?: number }
  /** Charges by the named rate instead of the first one. Each of several chosen rates gives a line. */
  | { rate: string }
  /** Needs a manager's quote. */
  | { quote: true }

/** Shown only when an earlier field is visible and has (or, for several choices, includes) one of these values. */
export type Condition = { field: string; is: (string | boolean)[] }

export type Option = {
  value: string
  label: string
  hint?: string
  price?: PriceEffect[]
  /** Offered only when an earlier field has one of these values. */
  showWhen?: Condition
  /** Offered only while an earlier number is at most this. */
  upTo?: { field: string; most: number }
  /** The option that excludes all others, such as “none of these”. */
  alone?: boolean
}

type FieldBase = {
  key: string
  label: string
  hint?: string
  required?: boolean
  showWhen?: Condition
  price?: PriceEffect[]
}

export type TextField = FieldBase & { kind: 'text'; maxLength?: number; multiline?: boolean; initial?: string }
export type NumberField = FieldBase & {
  kind: 'number'
  unit?: string
  min: number
  max: number
  /** Values are `min` plus whole steps. Absent: any number in the range. */
  step?: number
  /** Key of an earlier number this one must be greater than (an end after its start). */
  above?: string
  initial?: number
}
export type ChoiceField = FieldBase & { kind: 'choice'; options: Option[]; initial?: string }
export type ChoicesField = FieldBase & {
  kind: 'choices'
  options: Option[]
  least?: number
  most?: number
  initial?: string[]
}
export type YesNoField = FieldBase & { kind: 'yesno'; initial?: boolean }
export type FileField = FieldBase & { kind: 'file'; extensions: string[]; most?: number }
export type ElementsField = FieldBase & { kind: 'elements'; least?: number; most?: number; refused?: string[] }
export type TableColumn = { key: string; label: string; required?: boolean } & (
  | { kind: 'text'; maxLength?: number }
  | { kind: 'number'; unit?: string; min: number; max: number; step?: number }
  | { kind: 'choice'; options: { value: string; label: string }[] }
)
export type TableField = FieldBase & { kind: 'table'; columns: TableColumn[]; least?: number; most?: number }
export type SlotField = FieldBase & { kind: 'slot'; stepMinutes: number; leastMinutes: number; mostMinutes: number }

export type Field =
  | TextField
  | NumberField
  | ChoiceField
  | ChoicesField
  | YesNoField
  | FileField
  | ElementsField
  | TableField
  | SlotField

export type FieldKind = Field['kind']
export type ParameterForm = { fields: Field[] }

export type FileValue = { id: string; name: string }
export type TableRow = Record<string, string | number>
/** `date` is YYYY-MM-DD and `from` HH:mm, both Asia/Shanghai. The bookings check free capacity. */
export type SlotValue = { date: string; from: string; minutes: number }
export type FieldValue = string | number | boolean | string[] | FileValue[] | TableRow[] | SlotValue
export type ParameterValues = Record<string, FieldValue>

export const fieldKindLabels: Record<FieldKind, string> = {
  text: '文本',
  number: '数值',
  choice: '单选',
  choices: '多选',
  yesno: '是否',
  file: '文件',
  elements: '元素周期表',
  table: '小表格',
  slot: '时段',
}

/** Whether a field is shown for the given (complete or partial) values. Never throws. */
export function isFieldShown(form: ParameterForm, field: Field, values: Readonly<Record<string, unknown>>): boolean {
  return !field.showWhen || holds(form, field.showWhen, form.fields.indexOf(field), values)
}

/** The options that the earlier values allow; the identical list when no option depends on them. Never throws. */
export function offeredOptions(
  form: ParameterForm,
  field: ChoiceField | ChoicesField,
  values: Readonly<Record<string, unknown>>,
): Option[] {
  if (!field.options.some((option) => option.showWhen ?? option.upTo)) return field.options
  const index = form.fields.indexOf(field)
  return field.options.filter(({ showWhen, upTo }) => {
    const limited = upTo && Object.hasOwn(values, upTo.field) ? Number(values[upTo.field]) : undefined
    if (upTo && limited !== undefined && limited > upTo.most) return false
    return !showWhen || holds(form, showWhen, index, values)
  })
}

/** The chosen options after a click: an exclusive option removes the others, and any other option removes it. */
export function withAlone(options: readonly Option[], before: readonly string[], after: readonly string[]): string[] {
  const isAlone = (value: string) => options.find((option) => option.value === value)?.alone === true
  const added = after.find((value) => !before.includes(value))
  if (added === undefined) return [...after]
  return isAlone(added) ? [added] : after.filter((value) => !isAlone(value))
}

function holds(
  form: ParameterForm,
  when: Condition,
  index: number,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const controlling = form.fields.findIndex((other) => other.key === when.field)
  // A condition refers to earlier fields only, so that visibility cannot be circular.
  if (controlling < 0 || controlling >= index) return false
  const other = form.fields[controlling]
  if (!other || !isFieldShown(form, other, values)) return false
  const value = Object.hasOwn(values, when.field) ? values[when.field] : undefined
  if (Array.isArray(value)) return value.some((item) => typeof item === 'string' && when.is.includes(item))
  return (typeof value === 'string' || typeof value === 'boolean') && when.is.includes(value)
}

/** The fields to show for these values, in the order of the form. */
export function shownFields(form: ParameterForm, values: Readonly<Record<string, unknown>>): Field[] {
  return form.fields.filter((field) => isFieldShown(form, field, values))
}

/** The values a fresh form starts with. */
export function initialValues(form: ParameterForm): ParameterValues {
  const entries: [string, FieldValue][] = []
  for (const field of form.fields) {
    if ('initial' in field && field.initial !== undefined) entries.push([field.key, field.initial])
    else if (field.kind === 'yesno') entries.push([field.key, false])
  }
  return Object.fromEntries(entries)
}

/** Checked values as label and text, for order pages, protocols and the laboratory. */
export function describeValues(
  form: ParameterForm,
  values: ParameterValues,
): { key: string; label: string; text: string }[] {
  return shownFields(form, values).flatMap((field) => {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    if (value === undefined) return []
    return [{ key: field.key, label: field.label, text: describeValue(field, value) }]
  })
}

function describeValue(field: Field, value: FieldValue): string {
  switch (field.kind) {
    case 'text':
      return String(value)
    case 'number':
      return field.unit ? `${value} ${field.unit}` : String(value)
    case 'choice':
      return optionLabel(field.options, value)
    case 'choices':
      return (value as string[]).map((item) => optionLabel(field.options, item)).join('、')
    case 'yesno':
      return value ? '是' : '否'
    case 'file':
      return (value as FileValue[]).map((file) => file.name).join('、')
    case 'elements':
      return (value as string[]).join('、')
    case 'table':
      return (value as TableRow[]).map((row) => describeRow(field, row)).join('；')
    case 'slot': {
      const slot = value as SlotValue
      return `${slot.date} ${slot.from} 起 ${slot.minutes / 60} 小时`
    }
  }
}

function describeRow(field: TableField, row: TableRow): string {
  return field.columns
    .filter((column) => row[column.key] !== undefined)
    .map((column) => {
      const value = row[column.key]
      if (column.kind === 'choice') return optionLabel(column.options, value)
      return column.kind === 'number' && column.unit ? `${value} ${column.unit}` : String(value)
    })
    .join(' ')
}

function optionLabel(options: readonly { value: string; label: string }[], value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? String(value)
}
