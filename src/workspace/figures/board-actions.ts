import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { type FigureCard, type FigureCardData, type FigureRow, figureCards, type LinkedList } from './card-rules.ts'
import type { DayRange } from './rules.ts'
import type { Sums } from './sums-rules.ts'

/** What every card is made from. */
export interface Board {
  ctx: Ctx<Staff>
  range: DayRange
  /** Days before this one are kept. */
  filled: string
  now: Sums
  before: Sums
  /** Null where the person may not read that list. */
  link: (list: LinkedList, filters: Record<string, string>) => string | null
}

export type Maker = (board: Board) => FigureCardData | Promise<FigureCardData>

/** The range as the condition of a list. */
export const within = ({ from, to }: DayRange) => `${from}..${to}`

export function cardOf(
  key: FigureCard,
  rest: Pick<FigureCardData, 'note' | 'unit' | 'rows'> & Partial<FigureCardData>,
): FigureCardData {
  return { key, title: figureCards[key].title, stats: [], ofRange: true, beforeLabel: '上期', ...rest }
}

/** A row whose bar is the number of rows of its list. */
export function countedRow(
  row: Pick<FigureRow, 'key' | 'label' | 'to'> & { now: number; before: number | null },
): FigureRow {
  const { key, label, to, now, before } = row
  return { key, label, to, value: now, before, count: to === null ? null : now, countLabel: '' }
}
