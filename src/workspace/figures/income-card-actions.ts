import { incomeGroups, type IncomeGroup } from '../../billing/settlements/income/income-rules.ts'
import { namesOfProjects } from '../../shop/catalogue/actions.ts'
import { type FigureRow, REST } from './card-rules.ts'
import { type Board, cardOf, type Maker, within } from './board-actions.ts'
import { factNamed } from './fact-actions.ts'
import { dayPlus, monthsUpTo } from './rules.ts'
import { monthsOf } from './store.ts'

const INCOME = '/console/settlements/income'
/** More projects than this are summed up in one row. */
const MOST_PROJECTS = 12

/** Income is posted when a prepayment is earned or a settlement paid, so these cards do not depend on the dates of orders. */
export const incomeMonthsCard: Maker = async (board) => {
  const { ctx, range, filled } = board
  const months = monthsUpTo(range.to)
  const from = dayPlus(months[0]?.range.from ?? range.to, -366)
  const facts = [factNamed('income.group')]
  const sums = await monthsOf(ctx.db, {
    facts,
    from,
    to: dayPlus(range.to, 1),
    filledUntil: filled,
    now: ctx.clock.now(),
  })
  const of = (month: string) => sums.find((row) => row.month === month)
  return cardOf('incomeMonths', {
    note: '截至所选日期的 12 个月，按账上检测收入的入账日，已减去退款与减免',
    unit: 'fen',
    beforeLabel: '上年同月',
    rows: months.map(({ month, range: days, yearBefore }) =>
      incomeRow(board, { key: month, label: month, filters: { at: within(days) } }, of(month), of(yearBefore)),
    ),
  })
}

export const incomeProjectsCard: Maker = async (board) => {
  const { ctx, range, now, before } = board
  const names = new Map(
    (await namesOfProjects(ctx, now.keys('income.project').map(Number))).map((p) => [p.rid, p.name]),
  )
  const sums = now
    .keys('income.project')
    .map((key) => ({ key, count: now.count('income.project', key), amount: now.amount('income.project', key) }))
    .toSorted((a, b) => b.amount - a.amount)
  const shown = sums.slice(0, MOST_PROJECTS)
  const rest = sums.slice(MOST_PROJECTS)
  const sumOf = (key: string) => ({ count: 0, amount: before.amount('income.project', key) })
  const rows = shown.map((sum) =>
    incomeRow(
      board,
      {
        key: sum.key,
        label: sum.key === '0' ? '未关联项目' : (names.get(Number(sum.key)) ?? `项目 ${sum.key}`),
        filters: { at: within(range), rid: `${sum.key}..${sum.key}` },
      },
      sum,
      sumOf(sum.key),
    ),
  )
  return cardOf('incomeProjects', {
    note: '本期入账的检测收入，已减去退款与减免；多项目订单计入金额最大的项目',
    unit: 'fen',
    rows:
      rest.length === 0 ? rows : [...rows, restRow(rest, before.amount('income.project') - sumBefore(shown, before))],
  })
}

export const incomeGroupsCard: Maker = (board) => {
  const { range, now, before } = board
  const groups = (Object.keys(incomeGroups) as IncomeGroup[]).filter(
    (group) => group !== 'other' || now.count('income.group', group) > 0,
  )
  return cardOf('incomeGroups', {
    note: '本期入账的检测收入，已减去退款与减免',
    unit: 'fen',
    rows: groups.map((group) =>
      incomeRow(
        board,
        { key: group, label: incomeGroups[group], filters: { at: within(range), group } },
        { count: now.count('income.group', group), amount: now.amount('income.group', group) },
        { count: 0, amount: before.amount('income.group', group) },
      ),
    ),
  })
}

interface Sum {
  count: number
  amount: number
}

function incomeRow(
  { link }: Board,
  { key, label, filters }: { key: string; label: string; filters: Record<string, string> },
  sum: Sum | undefined,
  before: Sum | undefined,
): FigureRow {
  const to = link(INCOME, filters)
  return {
    ...{ key, label, to },
    value: sum?.amount ?? 0,
    before: before?.amount ?? 0,
    count: to === null ? null : (sum?.count ?? 0),
    countLabel: '',
  }
}

const sumBefore = (shown: readonly { key: string }[], before: Board['before']) =>
  shown.reduce((sum, { key }) => sum + before.amount('income.project', key), 0)

/** Several projects have no list of their own; the export of the income has each. */
const restRow = (rest: readonly Sum[], before: number): FigureRow => ({
  key: REST,
  label: `其余 ${rest.length} 个项目`,
  value: rest.reduce((sum, { amount }) => sum + amount, 0),
  before,
  count: null,
  countLabel: '',
  to: null,
})
