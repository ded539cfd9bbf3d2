import { valueParts } from '../../../core/settings/report-template-rules.ts'
import { type MeasuredValue, mostValues } from '../rules.ts'

// Results that an instrument or a spreadsheet gives as a table, read for the record of one project.

export interface ReadValues {
  rows: MeasuredValue[]
  /** One line per fault; its row is left out. */
  faults: string[]
}

export interface NumberedSample {
  sampleNo: string
  ownNo: string
}

/** A sample in a narrow field: its number within the order (behind MX, day and five digits), and the customer's own. */
export function briefSample({ sampleNo, ownNo }: NumberedSample): string {
  return `…${sampleNo.slice(13)} ${ownNo}`.trim()
}

const heads = {
  sample: /^(样品|样品编号|样品号|自编号|sample)$/i,
  name: /^(结果项|项目|检测项目|参数|元素)$/,
  value: /^(结果|数值|测量值|含量|值)$/,
  unit: /^单位$/,
  uncertainty: /^不确定度/,
  remark: /^备注$/,
}
type Head = keyof typeof heads

/** The longest texts that the call takes. */
const longest = { name: 60, value: 60, unit: 20, uncertainty: 40, remark: 100 } as const

/**
 * Reads cells in one of two forms: a row per value (样品、结果项、结果、单位 …), or a row per sample with a column per value, whose head may name
 * the unit (`铁（mg/kg）`). A sample is named by our number or the customer's own. Empty cells are no values.
 */
export function readValues(cells: readonly string[][], samples: readonly NumberedSample[]): ReadValues {
  const [head = [], ...body] = cells
  const at = columnsOf(head)
  if (at.sample === undefined) return { rows: [], faults: ['第 1 行没有“样品编号”列'] }
  const found = body.flatMap((row, index) =>
    at.name !== undefined && at.value !== undefined
      ? longRow(row, index, at)
      : wideRow(row, index, head, at.sample ?? 0),
  )
  const faults: string[] = []
  const rows: MeasuredValue[] = []
  const seen = new Map<string, number>()
  for (const { line, ...typed } of found) {
    const sampleNo = sampleOf(typed.sampleNo, samples)
    const fault = sampleNo === undefined ? `没有样品“${typed.sampleNo}”，或有几个` : faultOf(typed)
    const place = `${sampleNo} ${typed.name}`
    const before = seen.get(place)
    if (fault) faults.push(`第 ${line} 行：${fault}`)
    else if (before !== undefined) faults.push(`第 ${line} 行：${typed.sampleNo} 的${typed.name}在第 ${before} 行已有`)
    else rows.push({ ...typed, sampleNo: sampleNo ?? '' })
    if (!fault) seen.set(place, before ?? line)
  }
  return { rows, faults }
}

/** Read rows take the place of those with the same sample and name; the others stay. */
export function withRead(rows: readonly MeasuredValue[], read: readonly MeasuredValue[]): MeasuredValue[] {
  const key = ({ sampleNo, name }: MeasuredValue) => `${sampleNo} ${name}`
  const fresh = new Map(read.map((row) => [key(row), row]))
  const kept = rows.map((row) => {
    const next = fresh.get(key(row))
    fresh.delete(key(row))
    return next ?? row
  })
  return [...kept, ...fresh.values()]
}

/** Why they do not fit into the record; undefined when they do. */
export function tooMany(rows: readonly MeasuredValue[]): string | undefined {
  return rows.length > mostValues ? `共 ${rows.length} 行，一条记录最多 ${mostValues} 行` : undefined
}

/** A table to fill in: a row per sample, a column per value of the template. */
export function valuesTemplate(template: readonly string[], samples: readonly NumberedSample[]): string {
  const names = template.length > 0 ? template : ['结果（单位）']
  return [['样品编号', ...names], ...samples.map(({ sampleNo }) => [sampleNo, ...names.map(() => '')])]
    .map((row) => row.join(','))
    .join('\r\n')
}

function columnsOf(head: readonly string[]): Partial<Record<Head, number>> {
  const at: Partial<Record<Head, number>> = {}
  for (const name of Object.keys(heads) as Head[]) {
    const index = head.findIndex((cell) => heads[name].test(cell.trim()))
    if (index !== -1) at[name] = index
  }
  return at
}

type TypedRow = MeasuredValue & { line: number }

function longRow(row: readonly string[], index: number, at: Partial<Record<Head, number>>): TypedRow[] {
  const cell = (name: Head) => (at[name] === undefined ? '' : (row[at[name]] ?? '').trim())
  const value = cell('value')
  if (value === '') return []
  const { name, unit } = valueParts(cell('name'))
  return [
    {
      ...{ line: index + 2, sampleNo: cell('sample'), name, value },
      ...{ unit: cell('unit') || unit, uncertainty: cell('uncertainty'), remark: cell('remark') },
    },
  ]
}

function wideRow(row: readonly string[], index: number, head: readonly string[], sampleAt: number): TypedRow[] {
  const remark = head.findIndex((cell) => heads.remark.test(cell.trim()))
  return row.flatMap((cell, column) => {
    if (column === sampleAt || column === remark || cell.trim() === '' || !head[column]?.trim()) return []
    const { name, unit } = valueParts(head[column].trim())
    const sampleNo = (row[sampleAt] ?? '').trim()
    const note = remark === -1 ? '' : (row[remark] ?? '').trim()
    return [{ line: index + 2, sampleNo, name, value: cell.trim(), unit, uncertainty: '', remark: note }]
  })
}

/** Undefined: nobody knows which sample is meant. Empty for all samples. */
function sampleOf(typed: string, samples: readonly NumberedSample[]): string | undefined {
  if (typed === '' || typed === '全部样品') return ''
  const same = (text: string) => text.toUpperCase() === typed.toUpperCase()
  const byNumber = samples.find(({ sampleNo }) => same(sampleNo))
  if (byNumber) return byNumber.sampleNo
  const own = samples.filter(({ ownNo }) => same(ownNo))
  return own.length === 1 ? own[0]?.sampleNo : undefined
}

function faultOf(row: MeasuredValue): string | undefined {
  if (row.name === '') return '没有结果项'
  for (const [key, most] of Object.entries(longest) as [keyof typeof longest, number][])
    if (row[key].length > most) return `“${row[key].slice(0, 10)}…”超过 ${most} 个字`
  return undefined
}
