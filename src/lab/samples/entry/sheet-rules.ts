import {
  type EntryForm,
  entryFormLabels,
  entryForms,
  type SampleEntry,
  storageLabels,
  type Storage,
} from './entry-rules.ts'
import { type Hazard, hazardLabels } from '../../../shop/catalogue/requirements/hazard-rules.ts'

// Samples pasted from a spreadsheet: tab-separated text as Excel, WPS and Numbers put it on the clipboard.

/** The order of the grid on the page. Rows without a header are read in it. */
export const sheetColumns = [
  '自编号',
  '样品名称',
  '形态',
  '主要成分',
  '送样量',
  '危险性',
  '保存条件',
  '是否退回',
  '备注',
] as const
type Column = (typeof sheetColumns)[number]

const columnNames: Record<string, Column> = {
  样品名称: '样品名称',
  样品名: '样品名称',
  名称: '样品名称',
  自编号: '自编号',
  编号: '自编号',
  样品编号: '自编号',
  形态: '形态',
  样品形态: '形态',
  主要成分: '主要成分',
  成分: '主要成分',
  送样量: '送样量',
  样品量: '送样量',
  用量: '送样量',
  危险性: '危险性',
  危险: '危险性',
  保存条件: '保存条件',
  保存: '保存条件',
  是否退回: '是否退回',
  退回: '是否退回',
  备注: '备注',
}

export type PastedSample = Omit<SampleEntry, 'planId'>
export interface SheetIssue {
  /** Row in the pasted text, from 1. */
  row: number
  message: string
}

export const mostPastedRows = 99

/**
 * Reads pasted rows. An empty cell gets its default value; one that cannot be read is reported, and a form or storage stays empty for the
 * customer to choose. `forms`: what the project accepts, the usual one first.
 */
export function parseSampleSheet(
  text: string,
  forms: readonly EntryForm[],
): { samples: PastedSample[]; issues: SheetIssue[] } {
  const rows = parseTsv(text)
  const header = headerOf(rows[0])
  const columns: readonly (Column | undefined)[] = header ?? (isList(rows) ? ['样品名称'] : sheetColumns)
  const samples: PastedSample[] = []
  const issues: SheetIssue[] = []
  rows.forEach((cells, index) => {
    if ((index === 0 && header) || cells.every((cell) => cell.trim() === '')) return
    if (samples.length >= mostPastedRows) {
      if (samples.length === mostPastedRows && issues.every((issue) => issue.row !== 0))
        issues.push({ row: 0, message: `一次最多粘贴 ${mostPastedRows} 行` })
      return
    }
    const { sample, problems } = readRow(cells, columns, forms)
    samples.push(sample)
    for (const message of problems) issues.push({ row: index + 1, message })
  })
  return { samples, issues }
}

/** Splits tab-separated text. A quoted cell may contain tabs, line breaks and doubled quotes. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const source = text.replace(/^\uFEFF/, '')
  for (let i = 0; i < source.length; i++) {
    const char = source[i] as string
    if (quoted) {
      if (char !== '"') cell += char
      else if (source[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === '\t') {
      row.push(cell)
      cell = ''
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && source[i + 1] === '\n') i += 1
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += char
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

/** Rows as tab-separated text for the clipboard, with a header; the inverse of the parser. */
export function toSampleSheet(samples: readonly PastedSample[]): string {
  const rows = samples.map((sample) => [
    sample.ownNo,
    sample.name,
    sample.form && entryFormLabels[sample.form],
    sample.composition,
    sample.amount,
    sample.hazards.map((hazard) => hazardLabels[hazard]).join('、') || '无',
    sample.storage && storageLabels[sample.storage],
    sample.returnWanted ? '是' : '否',
    sample.remark,
  ])
  return [sheetColumns as readonly string[], ...rows].map((row) => row.map(quoteCell).join('\t')).join('\r\n')
}

function quoteCell(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function headerOf(cells: string[] | undefined): (Column | undefined)[] | undefined {
  const names = (cells ?? []).map((cell) => columnNames[cell.replace(/[\s*＊（(].*$/, '').trim()])
  return names.filter((name) => name !== undefined).length >= 2 ? names : undefined
}

/** A single column without a header is a list of names, since own numbers are given without it. */
function isList(rows: readonly string[][]): boolean {
  return rows.every((cells) => cells.length === 1)
}

function readRow(
  cells: string[],
  columns: readonly (Column | undefined)[],
  forms: readonly EntryForm[],
): { sample: PastedSample; problems: string[] } {
  const problems: string[] = []
  const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim().replace(/\s+/g, ' ')
  if (cells.slice(columns.length).some((extra) => extra.trim() !== ''))
    problems.push(`超过 ${columns.length} 列的内容已忽略`)
  const sample: PastedSample = {
    name: cell('样品名称'),
    ownNo: cell('自编号'),
    form: formOf(cell('形态'), forms, problems),
    composition: cell('主要成分'),
    amount: cell('送样量'),
    hazards: hazardsOf(cell('危险性'), problems),
    storage: oneOf(storageLabels, cell('保存条件'), 'room' as Storage, '保存条件', problems),
    returnWanted: yesNo(cell('是否退回'), problems),
    remark: cell('备注'),
  }
  if (sample.name === '') problems.push('缺少样品名称')
  return { sample, problems }
}

function oneOf<T extends string>(
  labels: Record<T, string>,
  text: string,
  fallback: T,
  column: string,
  problems: string[],
): T | '' {
  if (text === '') return fallback
  const found = (Object.keys(labels) as T[]).find((key) => labels[key] === text || key === text)
  if (found === undefined)
    problems.push(`${column}「${text.slice(0, 20)}」无法识别，应为${Object.values(labels).join('、')}，请在表格中选择`)
  return found ?? ''
}

/** A form that the project does not accept is kept, so that the grid says what is wrong with it. */
function formOf(text: string, forms: readonly EntryForm[], problems: string[]): EntryForm | '' {
  const usual = forms[0] ?? 'powder'
  if (text === '') return usual
  const found = entryForms.find((form) => entryFormLabels[form] === text || form === text)
  if (found && (forms.length === 0 || forms.includes(found))) return found
  const offered = forms.length > 0 ? forms : entryForms.filter((form) => form !== 'data')
  const fault = found ? '本项目不接收' : '无法识别'
  problems.push(
    `形态「${text.slice(0, 20)}」${fault}，应为${offered.map((form) => entryFormLabels[form]).join('、')}，请在表格中选择`,
  )
  return found ?? ''
}

function hazardsOf(text: string, problems: string[]): Hazard[] {
  const words = text.split(/[、，,;；/\s]+/).filter((word) => word !== '' && word !== '无')
  return words.flatMap((word) => {
    const found = (Object.keys(hazardLabels) as Hazard[]).find(
      (key) => hazardLabels[key] === word || `${hazardLabels[key]}性` === word || key === word,
    )
    if (found === undefined) problems.push(`危险性「${word.slice(0, 20)}」无法识别`)
    return found === undefined ? [] : [found]
  })
}

function yesNo(text: string, problems: string[]): boolean {
  if (/^(是|要|退回?|需要|y|yes|1|true|√)$/i.test(text)) return true
  if (!/^(|否|不|不要|不退回?|不需要|无|n|no|0|false|×)$/i.test(text))
    problems.push(`是否退回「${text.slice(0, 20)}」无法识别，应为是或否`)
  return false
}
