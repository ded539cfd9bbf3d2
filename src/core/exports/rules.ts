import {
  type AnyIndex,
  type CellValue,
  fieldsOf,
  filterText,
  type IndexField,
} from '../../platform/contract/index-list.ts'
import type { IndexAddress } from '../../platform/contract/index-address.ts'

/** The largest export. A longer list is refused with its size, never cut. */
export const MOST_ROWS = 50_000
/** Rows that a person can choose one by one for an export. */
export const MOST_CHOSEN = 1000
/** The file holds personal data, so it is kept no longer than somebody needs to fetch it. */
export const EXPORT_HOURS = 24
/** Per person within these hours. */
export const MOST_EXPORTS = 30
export const MOST_AT_ONCE = 3

/** The columns of the file: those of the page in their order, or those that the index shows by itself. */
export function exportFields(index: AnyIndex, { columns }: IndexAddress): [string, IndexField<never>][] {
  const fields = fieldsOf(index)
  if (columns) return columns.flatMap((name) => fields.filter(([each]) => each === name))
  return fields.filter(([, field]) => !field.aside)
}

/** The cell of a row: amounts in yuan, choices by their label. */
export function exportCell(field: IndexField<never>, row: unknown): CellValue {
  const value = field.value(row as never)
  if (value === null) return null
  if (field.kind === 'fen') return Number(value) / 100
  return field.options?.[value] ?? value
}

interface About {
  name: string
  /** Null: the system. */
  account: number | null
  at: string
  rows: number
  /** Null: made by the command line, which keeps no file. */
  id: number | null
  /** The person chose the rows one by one; they need not match the conditions. */
  chosen: boolean
}

/** The second sheet: who took these data out of the system, when, and what they are. */
export function watermark(
  index: AnyIndex,
  query: IndexAddress,
  { name, account, at, rows, id, chosen }: About,
): CellValue[][] {
  const conditions = fieldsOf(index).flatMap(([key, field]) => {
    const value = query.filters[key]
    return value === undefined ? [] : [`${field.label}：${filterText(field, value)}`]
  })
  return [
    ['项目', '内容'],
    ['列表', chosen ? index.label : `${index.label} · ${index.tabs[query.tab]?.label ?? ''}`],
    ['导出人', account === null ? name : `${name}（员工编号 ${account}）`],
    ['导出时间', `${at}（北京时间）`],
    ['导出编号', id === null ? '命令行' : String(id)],
    ['行数', rows],
    ...(chosen
      ? [['范围', '逐行选择的行']]
      : [
          ['搜索', query.kw || '无'],
          ['筛选', conditions.join('；') || '无'],
        ]),
    ['说明', '内部资料，仅供本人工作使用，请勿外传；下载和导出均有记录。'],
  ]
}
