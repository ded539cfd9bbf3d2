import { atomicNumber, sortElements } from '../requirements/element-rules.ts'
import type {
  Field,
  FieldValue,
  FileValue,
  NumberField,
  Option,
  ParameterForm,
  ParameterValues,
  SlotValue,
  TableColumn,
  TableRow,
} from './form-rules.ts'
import { isFieldShown, offeredOptions } from './form-rules.ts'

export type ParameterIssue = { field: string; message: string }
export type CheckedParameters = { ok: true; values: ParameterValues } | { ok: false; issues: ParameterIssue[] }

/** Most reported issues, so that a large hostile body does not cause an equally large answer. */
const mostIssues = 50
const mostTextLength = 2000
const mostNameLength = 200
const fileIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The one validator of filled-in parameters, for browser and server. Accepts any JSON value, never throws, refuses
 * unknown fields, drops the values of fields that are not shown, and answers normalised values: trimmed texts, numbers
 * from numeric text (HTML forms send text), choices in the order of the form, elements in the order of the periodic table.
 */
export function checkParameters(form: ParameterForm, input: unknown): CheckedParameters {
  if (!isRecord(input)) return { ok: false, issues: [{ field: '', message: '参数格式不正确' }] }
  const issues: ParameterIssue[] = []
  const known = new Set(form.fields.map((field) => field.key))
  for (const key of Object.keys(input)) {
    if (known.has(key)) continue
    issues.push({ field: key.slice(0, 60), message: `不支持的参数「${key.slice(0, 60)}」` })
    if (issues.length >= mostIssues) return { ok: false, issues }
  }
  const values: ParameterValues = {}
  for (const field of form.fields) {
    if (!isFieldShown(form, field, values)) continue
    const raw = Object.hasOwn(input, field.key) ? input[field.key] : undefined
    if (isEmpty(raw)) {
      if (field.required) issues.push({ field: field.key, message: `「${field.label}」不能为空` })
      continue
    }
    const result = checkField(form, field, raw, values)
    if (typeof result === 'object' && 'problem' in result)
      issues.push({ field: field.key, message: `「${field.label}」${result.problem}` })
    else values[field.key] = result.value
  }
  return issues.length > 0 ? { ok: false, issues: issues.slice(0, mostIssues) } : { ok: true, values }
}

type Result<Value> = { value: Value } | { problem: string }

function checkField(form: ParameterForm, field: Field, raw: unknown, earlier: ParameterValues): Result<FieldValue> {
  switch (field.kind) {
    case 'text':
      return checkText(raw, field.maxLength ?? 200)
    case 'number':
      return checkNumberField(field, raw, earlier)
    case 'choice':
      return checkOption(field.options, raw, offeredOptions(form, field, earlier))
    case 'choices':
      return checkList(
        raw,
        field.least ?? (field.required ? 1 : 0),
        field.most ?? field.options.length,
        '项',
        (items) => orderedChoices(field.options, items, offeredOptions(form, field, earlier)),
      )
    case 'yesno':
      return checkYesNo(raw, field.required)
    case 'file':
      return checkList(raw, field.required ? 1 : 0, field.most ?? 1, '个文件', (items) =>
        checkFiles(field.extensions, items),
      )
    case 'elements':
      return checkList(raw, field.least ?? (field.required ? 1 : 0), field.most ?? 118, '个元素', (items) =>
        checkElements(field.refused ?? [], items),
      )
    case 'table':
      return checkList(raw, field.least ?? (field.required ? 1 : 0), field.most ?? 50, '行', (items) =>
        checkRows(field.columns, items),
      )
    case 'slot':
      return checkSlot(field, raw)
  }
}

function checkText(raw: unknown, maxLength: number): Result<string> {
  if (typeof raw !== 'string') return { problem: '应为文字' }
  if (raw.length > mostTextLength * 4) return { problem: `最多 ${maxLength} 个字` }
  const text = raw
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, keepBreaks)
    .trim()
  if ([...text].length > Math.min(maxLength, mostTextLength)) return { problem: `最多 ${maxLength} 个字` }
  return text === '' ? { problem: '不能为空' } : { value: text }
}

/** Control characters break exports and printed slips; line breaks and tabs are allowed. */
function keepBreaks(control: string): string {
  return control === '\n' || control === '\t' ? control : ''
}

function checkNumberField(field: NumberField, raw: unknown, earlier: ParameterValues): Result<number> {
  const result = checkNumber(field, raw)
  if ('problem' in result || field.above === undefined) return result
  const lower = Object.hasOwn(earlier, field.above) ? earlier[field.above] : undefined
  return typeof lower === 'number' && result.value <= lower ? { problem: `应大于 ${lower}` } : result
}

function checkNumber(range: { min: number; max: number; step?: number; unit?: string }, raw: unknown): Result<number> {
  const number = numberOf(raw)
  if (number === undefined) return { problem: '应为数字' }
  const unit = range.unit ? ` ${range.unit}` : ''
  if (number < range.min || number > range.max) return { problem: `应在 ${range.min} 到 ${range.max}${unit} 之间` }
  if (range.step === undefined) return { value: number }
  const steps = (number - range.min) / range.step
  // Steps such as 0.1 have no exact binary form, so a value close to a step is accepted and rounded to it.
  if (Math.abs(steps - Math.round(steps)) > 1e-6) return { problem: `应为 ${range.step}${unit} 的整数倍` }
  return { value: Number((range.min + Math.round(steps) * range.step).toPrecision(12)) }
}

function numberOf(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  // Only plain decimals: "1e9", "0x10" and "" are no valid parameters.
  if (typeof raw !== 'string' || !/^[+-]?\d{1,15}(\.\d{1,10})?$/.test(raw.trim())) return undefined
  return Number(raw.trim())
}

function checkOption(
  options: readonly { value: string }[],
  raw: unknown,
  offered: readonly { value: string }[] = options,
): Result<string> {
  const option = options.find((candidate) => candidate.value === raw)
  if (!option) return { problem: '不在可选范围内' }
  return offered.includes(option) ? { value: option.value } : { problem: '与前面的选择不符，请重新选择' }
}

function checkYesNo(raw: unknown, required: boolean | undefined): Result<boolean> {
  const value = raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : undefined
  if (value === undefined) return { problem: '应为是或否' }
  // A required yes/no field is a declaration that must be confirmed, such as “contains no halogens”.
  return required && !value ? { problem: '需要确认' } : { value }
}

function checkList<Value>(
  raw: unknown,
  least: number,
  most: number,
  noun: string,
  check: (items: readonly unknown[]) => Result<Value>,
): Result<Value> {
  const items = Array.isArray(raw) ? raw : undefined
  if (!items) return { problem: '格式不正确' }
  if (items.length > most) return { problem: `最多 ${most} ${noun}` }
  if (items.length < least) return { problem: `至少 ${least} ${noun}` }
  return check(items)
}

function orderedChoices(
  options: readonly Option[],
  items: readonly unknown[],
  offered: readonly Option[],
): Result<string[]> {
  const chosen = new Set(items)
  if (chosen.size !== items.length) return { problem: '有重复的选项' }
  const ordered = options.filter((option) => chosen.has(option.value))
  if (ordered.length !== items.length) return { problem: '不在可选范围内' }
  if (ordered.some((option) => !offered.includes(option))) return { problem: '与前面的选择不符，请重新选择' }
  const alone = ordered.find((option) => option.alone)
  if (alone && ordered.length > 1) return { problem: `中的「${alone.label}」不能与其他选项同时选择` }
  return { value: ordered.map((option) => option.value) }
}

function checkFiles(extensions: readonly string[], items: readonly unknown[]): Result<FileValue[]> {
  const files: FileValue[] = []
  for (const item of items) {
    if (!isRecord(item) || Object.keys(item).length !== 2) return { problem: '格式不正确' }
    const { id, name } = item
    if (typeof id !== 'string' || typeof name !== 'string' || !fileIdPattern.test(id)) return { problem: '格式不正确' }
    if (name.length === 0 || name.length > mostNameLength) return { problem: '文件名过长' }
    const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
    if (!extensions.includes(extension))
      return { problem: `只接受 ${extensions.map((item) => `.${item}`).join(' ')} 文件` }
    if (files.some((file) => file.id === id)) return { problem: '有重复的文件' }
    files.push({ id, name })
  }
  return { value: files }
}

function checkElements(refused: readonly string[], items: readonly unknown[]): Result<string[]> {
  const symbols: string[] = []
  for (const item of items) {
    if (typeof item !== 'string' || atomicNumber(item) === undefined) return { problem: '含有未知元素' }
    if (refused.includes(item)) return { problem: `不支持元素 ${item}` }
    if (symbols.includes(item)) return { problem: '有重复的元素' }
    symbols.push(item)
  }
  return { value: sortElements(symbols) }
}

function checkRows(columns: readonly TableColumn[], items: readonly unknown[]): Result<TableRow[]> {
  const rows: TableRow[] = []
  for (const [index, item] of items.entries()) {
    const result = checkRow(columns, item)
    if ('problem' in result) return { problem: `第 ${index + 1} 行${result.problem}` }
    rows.push(result.value)
  }
  return { value: rows }
}

function checkRow(columns: readonly TableColumn[], item: unknown): Result<TableRow> {
  if (!isRecord(item)) return { problem: '格式不正确' }
  if (Object.keys(item).some((key) => !columns.some((column) => column.key === key))) return { problem: '有不支持的列' }
  const row: TableRow = {}
  for (const column of columns) {
    const raw = Object.hasOwn(item, column.key) ? item[column.key] : undefined
    if (isEmpty(raw)) {
      if (column.required) return { problem: `「${column.label}」不能为空` }
      continue
    }
    const result = checkCell(column, raw)
    if ('problem' in result) return { problem: `「${column.label}」${result.problem}` }
    row[column.key] = result.value
  }
  return Object.keys(row).length > 0 ? { value: row } : { problem: '不能为空' }
}

function checkCell(column: TableColumn, raw: unknown): Result<string | number> {
  if (column.kind === 'text') return checkText(raw, column.maxLength ?? 100)
  return column.kind === 'number' ? checkNumber(column, raw) : checkOption(column.options, raw)
}

function checkSlot(
  field: { stepMinutes: number; leastMinutes: number; mostMinutes: number },
  raw: unknown,
): Result<SlotValue> {
  if (!isRecord(raw) || Object.keys(raw).some((key) => key !== 'date' && key !== 'from' && key !== 'minutes')) {
    return { problem: '格式不正确' }
  }
  const { date, from } = raw
  if (typeof date !== 'string' || !isCalendarDate(date)) return { problem: '请选择日期' }
  const clock = typeof from === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(from) : null
  if (!clock || typeof from !== 'string') return { problem: '请选择开始时间' }
  if ((Number(clock[1]) * 60 + Number(clock[2])) % field.stepMinutes !== 0)
    return { problem: `开始时间应为 ${field.stepMinutes} 分钟的整数倍` }
  const minutes = numberOf(raw.minutes)
  if (minutes === undefined || minutes % field.stepMinutes !== 0)
    return { problem: `时长应为 ${field.stepMinutes} 分钟的整数倍` }
  if (minutes < field.leastMinutes || minutes > field.mostMinutes) {
    return { problem: `时长应在 ${field.leastMinutes / 60} 到 ${field.mostMinutes / 60} 小时之间` }
  }
  return { value: { date, from, minutes } }
}

function isCalendarDate(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isEmpty(raw: unknown): boolean {
  return (
    raw === undefined ||
    raw === null ||
    (typeof raw === 'string' && raw.trim() === '') ||
    (Array.isArray(raw) && raw.length === 0)
  )
}

function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
