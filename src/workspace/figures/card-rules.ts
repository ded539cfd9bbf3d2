import type { Unit } from './rules.ts'
import { type Acting, mayAct, type Role, type StaffAction } from '../../core/staff/rules.ts'

/** The cards of the page, in their order, and who sees each: the people whose work it is about. */
export const figureCards = {
  funnel: { title: '从方案到付款', roles: ['manager', 'admin'] },
  took: { title: '检测周期', roles: ['manager', 'lab', 'reviewer', 'admin'] },
  overdue: { title: '当前逾期', roles: ['manager', 'lab', 'reviewer', 'admin'] },
  promises: { title: '承诺兑现率', roles: ['manager', 'lab', 'reviewer', 'admin'] },
  incomeMonths: { title: '收入 · 按月', roles: ['manager', 'finance', 'admin'] },
  incomeProjects: { title: '收入 · 按项目', roles: ['manager', 'finance', 'admin'] },
  incomeGroups: { title: '收入 · 按客户类型', roles: ['manager', 'finance', 'admin'] },
  receivables: { title: '应收账龄', roles: ['manager', 'finance', 'admin'] },
  backlog: { title: '仪器积压', roles: ['manager', 'lab', 'admin'] },
  use: { title: '仪器使用', roles: ['manager', 'lab', 'admin'] },
  retest: { title: '复测率', roles: ['manager', 'lab', 'reviewer', 'admin'] },
} as const satisfies Record<string, { title: string; roles: readonly Role[] }>
export type FigureCard = keyof typeof figureCards
export const figureCardKeys = Object.keys(figureCards) as [FigureCard, ...FigureCard[]]

/** The cards of a built-in role; a custom role sees those of its base, and money only with the right to read settlements. */
export function cardsOf(person: Acting): FigureCard[] {
  const showsMoney = person.actions === null || mayAct(person, 'settlement.read')
  return figureCardKeys.filter(
    (key) =>
      (figureCards[key].roles as readonly string[]).includes(person.role) && (showsMoney || !moneyCards.has(key)),
  )
}

const moneyCards: ReadonlySet<FigureCard> = new Set(['incomeMonths', 'incomeProjects', 'incomeGroups', 'receivables'])

/** The lists that rows of the cards open, and the action that each needs. */
export const linkedLists = {
  '/console/orders': 'order.read',
  '/console/settlements/income': 'settlement.read',
  '/console/settlements/receivables': 'settlement.read',
  '/console/instruments': 'instrument.read',
} as const satisfies Record<string, StaffAction>
export type LinkedList = keyof typeof linkedLists

/** A row of a card: a bar, and the list that it opens. */
export interface FigureRow {
  key: string
  label: string
  /** The length of the bar, in the unit of the card; null: there was nothing to count. */
  value: number | null
  /** The same in the range before; null where there is none. */
  before: number | null
  /** The rows of the list that `to` opens; null where the row stands for no list. */
  count: number | null
  /** What the list holds, where it is not what the bar shows. */
  countLabel: string
  to: string | null
  /** Where it is not the unit of the card. */
  unit?: Unit | undefined
}

/** The key of the row that sums up what has no row of its own. */
export const REST = 'rest'

export interface FigureStat {
  label: string
  unit: Unit
  value: number | null
  before: number | null
}

export interface FigureCardData {
  key: FigureCard
  title: string
  /** What is counted, in a sentence. */
  note: string
  unit: Unit
  /** Single numbers above the bars. */
  stats: FigureStat[]
  rows: FigureRow[]
  /** False: how it is now, whatever the range. */
  ofRange: boolean
  /** What `before` is of, as 上期. */
  beforeLabel: string
}
