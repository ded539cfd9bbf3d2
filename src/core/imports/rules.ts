import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts'

export interface ImportColumn {
  key: string
  /** The name of the column in the file. */
  head: string
  hint: string
  /** In the template. A row that equals the example in every column is left out. */
  example: string
  required?: boolean
  /** How somebody who did not upload the file sees the cell; absent: as it is. */
  mask?: (text: string) => string
}

export interface RowFault {
  /** The key of a column; empty when the whole row is meant. */
  column: string
  reason: string
}

export const importLifecycle = defineLifecycle({
  entity: 'importRun',
  table: 'import_runs',
  stages: {
    checking: '核对中',
    ready: '待导入',
    failed: '文件有误',
    cancelled: '已取消',
    committing: '导入中',
    stopped: '已停止',
    committed: '已导入',
    undoing: '撤销中',
    undone: '已撤销',
  },
  transitions: {
    checked: { label: '核对完成', from: ['checking'], to: 'ready', by: ['system'] },
    fail: { label: '文件有误', from: ['checking'], to: 'failed', by: ['system'] },
    cancel: { label: '取消', from: ['checking', 'ready'], to: 'cancelled', by: ['staff'] },
    commit: { label: '导入', from: ['ready', 'stopped'], to: 'committing', by: ['staff'] },
    finish: { label: '导入完成', from: ['committing'], to: 'committed', by: ['system'] },
    stop: { label: '停止', from: ['committing', 'undoing'], to: 'stopped', by: ['staff', 'system'] },
    undo: { label: '撤销导入', from: ['committed', 'stopped'], to: 'undoing', by: ['staff'] },
    finishUndo: { label: '撤销完成', from: ['undoing'], to: 'undone', by: ['system'] },
  },
})
export type ImportStage = keyof typeof importLifecycle.stages
export const importStages = Object.keys(importLifecycle.stages) as ImportStage[]

/** States of a row. The file is read: waiting; checked: new to faulty; then what became of it. */
export const rowStates = {
  waiting: '待核对',
  new: '新增',
  changed: '修改',
  unchanged: '无变化',
  faulty: '有误',
  written: '已导入',
  refused: '未能导入',
  undone: '已撤销',
  kept: '未能撤销',
} as const
export type RowState = keyof typeof rowStates

export const importLimits = {
  rows: 100_000,
  /** With the empty ones; as many as a spreadsheet has. */
  lines: 2 ** 20,
  bytes: 30 * 2 ** 20,
  columns: 100,
  /** Characters of a cell that are kept; a longer cell makes the row faulty. */
  cell: 500,
  /** Characters of a cell that are read. */
  letters: 20_000,
  /** Rows are kept for taking an import back and for looking at it. */
  keepDays: 30,
  /** Of one person at the same time. */
  atOnce: 3,
  /** A larger file is written as CSV, because an Excel file of this size takes long. */
  xlsxRows: 20_000,
} as const

/** Stages in which a job works. */
export function isBusy(stage: ImportStage): boolean {
  return stage === 'checking' || stage === 'committing' || stage === 'undoing'
}

type Counts = Record<'newRows' | 'changedRows' | 'writtenRows' | 'refusedRows' | 'undoneRows' | 'keptRows', number>

/** What can still be done with a run, and for how many rows. Without its rows it can neither go on nor be taken back. */
export function openWork(run: Counts & { stage: ImportStage; rowsDropped: boolean; noUndo: string }) {
  const { stage, rowsDropped, noUndo, writtenRows } = run
  const left = run.newRows + run.changedRows - writtenRows - run.refusedRows - run.undoneRows - run.keptRows
  return {
    left,
    commits: !rowsDropped && (stage === 'ready' || stage === 'stopped') && left > 0,
    undoes: !rowsDropped && (stage === 'committed' || stage === 'stopped') && writtenRows > 0 && noUndo === '',
  }
}

export interface Heads {
  /** Place of each column in a row of the file, by key. */
  places: Map<string, number>
  ignored: string[]
}

/** Columns that the file of faulty rows adds; they are not worth a remark when that file comes back. */
export const addedHeads = ['行号', '原因']

/** Where the columns of a kind stand, or in a sentence what is wrong with the first row. */
export function readHeads(cells: readonly string[], columns: readonly ImportColumn[]): Heads | string {
  if (cells.length > importLimits.columns) return `列太多（超过 ${importLimits.columns} 列），请使用模板`
  const heads = cells.map(plainHead)
  const places = new Map<string, number>()
  const twice = columns.filter(({ head }) => heads.indexOf(head) !== heads.lastIndexOf(head))
  if (twice.length > 0) return `列名重复：${twice.map(({ head }) => head).join('、')}`
  for (const { key, head } of columns) if (heads.includes(head)) places.set(key, heads.indexOf(head))
  const missing = columns.filter(({ key, required }) => required && !places.has(key)).map(({ head }) => head)
  if (missing.length > 0) {
    const found = heads.filter((head) => head !== '').slice(0, 10)
    return `第一行应为列名，缺少：${missing.join('、')}。文件里的列：${found.map(shortened).join('、') || '无'}`
  }
  const known = [...columns.map(({ head }) => head), ...addedHeads]
  return { places, ignored: heads.filter((head) => head !== '' && !known.includes(head)).map(shortened) }
}

/** Templates mark required columns with an asterisk. */
function plainHead(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '').replace(/\*$/, '')
}

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

// oxlint-disable-next-line no-control-regex -- it looks for them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/

/** A fault in one sentence; the column is named unless the reason names it. */
export function faultText({ head, reason }: { head: string; reason: string }): string {
  return head === '' || reason.includes(head) ? reason : `${head}：${reason}`
}

export interface ReadRow {
  cells: Record<string, string>
  faults: RowFault[]
}

/** The cells of the known columns, and what is wrong with them whatever they mean. Undefined: an empty row or the example. */
export function readRow(
  row: readonly string[],
  { places }: Heads,
  columns: readonly ImportColumn[],
): ReadRow | undefined {
  const faults: RowFault[] = []
  const cells: Record<string, string> = {}
  for (const { key } of columns) {
    const text = row[places.get(key) ?? -1] ?? ''
    const fault = cellFault(text)
    if (fault) faults.push({ column: key, reason: fault })
    cells[key] = storable(text)
  }
  if (Object.values(cells).every((text) => text === '')) return undefined
  if (columns.every(({ key, example }) => cells[key] === (places.has(key) ? example : ''))) return undefined
  return { cells, faults }
}

function cellFault(text: string): string | undefined {
  if (text.length > importLimits.cell) return `内容过长（${text.length} 个字，最多 ${importLimits.cell} 个）`
  if (text.startsWith('=')) return '不能是公式，请填写文字'
  return CONTROL.test(text) ? '含有无法显示的字符' : undefined
}

/** The database takes no zero characters and no halves of characters, and a faulty cell need not be kept whole. */
function storable(text: string): string {
  const plain = text.replaceAll('\u0000', '\ufffd')
  return plain.length > importLimits.cell ? `${plain.slice(0, 100).toWellFormed()}…` : plain
}
