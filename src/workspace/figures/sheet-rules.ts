import type { FigureCardData, FigureRow } from './card-rules.ts'
import { differenceText, textOf, type Unit } from './rules.ts'

/** How many rows the list of a bar has; empty where it opens none. */
export function countText({ count, countLabel }: Pick<FigureRow, 'count' | 'countLabel'>): string {
  return count === null ? '' : `${countLabel === '' ? '' : `${countLabel} `}${count.toLocaleString('zh-CN')} 笔`
}

/** A number that a spreadsheet can add up, in the unit of its column. */
export function numberOf(value: number | null, unit: Unit): number | string {
  if (value === null) return ''
  return {
    count: value,
    people: value,
    fen: value / 100,
    tenths: value / 10,
    permille: value / 10,
    minutes: Math.round(value / 6) / 10,
  }[unit]
}

const headings: Record<Unit, string> = {
  count: '数量',
  people: '人数',
  fen: '金额（元）',
  tenths: '天数',
  permille: '比例（%）',
  minutes: '机时（小时）',
}

/** A card as a table: a line of names, the rows, and the single numbers below. */
export function cardRows(card: FigureCardData): (string | number)[][] {
  const { unit, beforeLabel, rows, stats } = card
  return [
    ['项目', headings[unit], `${beforeLabel}${headings[unit]}`, '变化', '明细笔数'],
    ...rows.map(({ label, value, before, count }) => [
      label,
      numberOf(value, unit),
      numberOf(before, unit),
      differenceText(value, before, unit, beforeLabel),
      count ?? '',
    ]),
    ...stats.map(({ label, unit: own, value, before }) => [
      label,
      textOf(value, own),
      textOf(before, own),
      differenceText(value, before, own, beforeLabel),
      '',
    ]),
  ]
}
