import { customersOf, openedAtOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import { groupIdOf, membersOf } from '../../../people/groups/actions.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { stageCounts, whoseOrders } from '../read-actions.ts'
import { paidFor, partiesOf, type SpendingRow, spendingOf } from './spending-store.ts'

/** How many bars a chart has before the rest is one. */
const SHOWN = 12

/** What staff see of the paid tests of an account, of a person or a group; `yearFen`: of orders of the last 365 days. */
export async function paidBy({ db, clock }: Pick<Ctx, 'db' | 'clock'>, payerId: number) {
  const { paidFen, recentFen } = await paidFor(db, payerId, addDays(clock.now(), -365))
  return { paidFen, yearFen: recentFen }
}

interface Part {
  key: string
  name: string
  amountFen: number
}

/** What the customer's orders of a year cost, or those that the group pays; five statements whatever the number of orders. */
export async function spending(ctx: Ctx<Customer>, asked: number | undefined) {
  const year = asked ?? yearOf(ctx.clock.now())
  const whose = whoseOrders(ctx.actor)
  const rows = await spendingOf(ctx.db, whose, fromShanghai(`${year}-01-01`), fromShanghai(`${year + 1}-01-01`))
  const of = (kind: SpendingRow['kind']) => rows.filter((row) => row.kind === kind)
  const isGroup = whose.payerId !== undefined
  const members = isGroup ? largest(of('member')) : []
  const people = await customersOf(
    ctx,
    members.flatMap(({ key }) => (key === '' ? [] : [Number(key)])),
  )
  const [all] = of('all')
  const { group_review: waiting = 0 } = await stageCounts(ctx, whose)
  return {
    year,
    firstYear: yearOf(await openedAtOf(ctx, ctx.actor.id)),
    totalFen: all?.amountFen ?? 0,
    orders: all?.orders ?? 0,
    waiting: isGroup ? waiting : 0,
    members: members.map((part) => ({ ...part, name: customerName(people.get(Number(part.key))) || part.name })),
    projects: largest(of('project')),
    months: of('month')
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map((row) => partOf(row, row.key)),
    funding: largest(of('funding').map((row) => ({ ...row, name: row.key === '' ? '未填写' : row.key }))),
  }
}

/** In Shanghai. */
const yearOf = (at: Date) => Number(shanghaiDate(at).slice(0, 4))

/** What the list of orders can be narrowed by: projects of these orders; for a group its members and everybody who ordered for it. */
export async function choicesOf(ctx: Ctx<Customer>) {
  const whose = whoseOrders(ctx.actor)
  const parties = await partiesOf(ctx.db, whose)
  const projects = parties.flatMap(({ kind, id, name }) => (kind === 'project' ? [{ id, name }] : []))
  const { groupNo } = ctx.actor
  if (groupNo === undefined) return { projects, members: [] }
  const joined = await membersOf(ctx, await groupIdOf(ctx, groupNo))
  const ids = [
    ...joined.map(({ customerId }) => customerId),
    ...parties.flatMap(({ kind, id }) => (kind === 'member' ? [id] : [])),
  ]
  const people = await customersOf(ctx, ids)
  return { projects, members: [...new Set(ids)].map((id) => ({ id, name: customerName(people.get(id)) })) }
}

function largest(rows: readonly SpendingRow[]): Part[] {
  const rest = rows.slice(SHOWN)
  const other = {
    key: '',
    name: `其他 ${rest.length} 项`,
    amountFen: rest.reduce((sum, row) => sum + row.amountFen, 0),
  }
  return [...rows.slice(0, SHOWN).map((row) => partOf(row, row.name)), ...(rest.length > 0 ? [other] : [])]
}

function partOf({ key, amountFen }: SpendingRow, name: string): Part {
  return { key, name, amountFen }
}
