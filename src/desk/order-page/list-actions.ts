import type { InputOf } from '../../platform/contract/call.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { groupNames } from '../../people/customers/rules.ts'
import { groupIdOf, groupNames as groupsNamed } from '../../people/groups/actions.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { bookingsOfOrders } from '../../lab/bookings/actions.ts'
import { bookingProblem } from '../../lab/bookings/rules.ts'
import { contractStates, type OrderContractState } from '../../lab/contracts/state-actions.ts'
import { agreedFen } from '../../lab/orders/price-rules.ts'
import type { orderHistory } from '../../lab/orders/contract.ts'
import { findOrders, type OrderFilter, stageCounts, whoseOrders } from '../../lab/orders/read-actions.ts'
import type { OrderRow } from '../../lab/orders/record-rules.ts'
import {
  type OrderStage,
  type OrderTab,
  orderTabs,
  stageLabel,
  tabCounts,
  visitPending,
} from '../../lab/orders/rules.ts'
import { ordersWithSample } from '../../lab/samples/actions.ts'
import type { staffOrderList } from '../../lab/orders/staff-contract.ts'
import { nextStepOf } from './promise-rules.ts'
import { ordersAbout } from './search-actions.ts'

// Lists of orders, with the next step of each and the counts of the tabs.

type Asked = Omit<InputOf<typeof orderHistory>, 'tab' | 'stage' | 'page' | 'size'>

/** The customer's own orders, or in the name of a group those that it pays. */
export async function ordersOf(ctx: Ctx<Customer>, query: InputOf<typeof orderHistory>) {
  const { rows, ...page } = await pageOf(ctx, query, await filterOf(ctx, query))
  return { ...page, list: await summariesOf(ctx, rows) }
}

/** What the caller may read, narrowed by what was asked. */
export async function filterOf(ctx: Ctx<Customer>, asked: Asked): Promise<OrderFilter> {
  const { kw, sample, from, to, project, member, payer, funding } = asked
  const whose = whoseOrders(ctx.actor)
  const own = whose.customerId !== undefined
  return {
    ...whose,
    ...(own || member === 0 ? {} : { customerId: member }),
    ...(own && payer === 'self' ? { payerId: ctx.actor.id } : {}),
    ...(own && payer !== '' && payer !== 'self' ? { groupId: await groupIdOf(ctx, payer) } : {}),
    kw,
    rid: project,
    fundingNo: funding,
    ids: sample === '' ? undefined : await ordersWithSample(ctx, whose, sample),
    from: from === '' ? undefined : fromShanghai(from),
    to: to === '' ? undefined : addDays(fromShanghai(to), 1),
  }
}

export async function summariesOf(ctx: Ctx, rows: OrderRow[]) {
  const facts = await nextFactsOf(ctx, rows)
  const groups = await groupsOf(ctx, rows)
  return rows.map((row) => ({
    ...summaryOf(row, ctx.clock.now(), facts.get(row.id)),
    cluster: groups.get(row.id) ?? null,
  }))
}

/** The group that pays for each of these orders, with the member who ordered. */
export async function groupsOf(ctx: Pick<Ctx, 'db'>, rows: readonly OrderRow[]) {
  const ofGroups = rows.flatMap(({ id, groupId, customerId }) =>
    groupId === null ? [] : [{ id, groupId, customerId }],
  )
  const groups = await groupsNamed(
    ctx,
    ofGroups.map(({ groupId }) => groupId),
  )
  const members = await customersOf(
    ctx,
    ofGroups.map(({ customerId }) => customerId),
  )
  return new Map(
    ofGroups.map(({ id, groupId, customerId }) => {
      const { groupNo = '', name = '' } = groups.get(groupId) ?? {}
      return [id, { groupNo, name, member: customerName(members.get(customerId)) }]
    }),
  )
}

/** Orders of every customer, for staff. */
export async function allOrders(ctx: Ctx, { queue, project, sort, ...query }: InputOf<typeof staffOrderList>) {
  const now = ctx.clock.now()
  const { rows, ...page } = await pageOf(ctx, query, {
    kw: query.kw,
    ...(query.kw === '' ? {} : await ordersAbout(ctx, query.kw)),
    projectName: project,
    queue: queue === '' ? undefined : { name: queue, now },
    pressing: sort === 'pressing' ? { now } : undefined,
  })
  return { ...page, list: await withCustomers(ctx, rows) }
}

/** One page of the orders of a tab, or of one stage of it, with the counts of all tabs. */
async function pageOf(
  ctx: Ctx,
  { tab, stage, page, size }: { tab: OrderTab; stage: string; page: number; size: number },
  filter: OrderFilter,
) {
  const ofTab: readonly OrderStage[] = orderTabs[tab].stages
  const [found, byStage] = await Promise.all([
    findOrders(ctx, {
      ...filter,
      stages: stage === '' ? ofTab : ofTab.filter((each) => each === stage),
      limit: size,
      offset: (page - 1) * size,
    }),
    stageCounts(
      ctx,
      filter.payerId === undefined || filter.customerId === undefined ? filter : { customerId: filter.customerId },
    ),
  ])
  return { ...found, page, size, counts: tabCounts(byStage) }
}

/** Facts of other slices that the next step of each order depends on, for all orders of a page at once. */
export async function nextFactsOf(ctx: Pick<Ctx, 'db' | 'clock'>, rows: OrderRow[]): Promise<Map<number, OrderFacts>> {
  const now = ctx.clock.now()
  const visits = rows.filter((row) => row.serviceType === 2 && visitPending(row.stage)).map((row) => row.id)
  const signing = rows.filter((row) => row.stage === 'contract').map((row) => row.orderNo)
  const [bookings, contracts] = await Promise.all([bookingsOfOrders(ctx, visits), contractStates(ctx, signing)])
  return new Map(
    rows.map(({ id, orderNo }) => [
      id,
      { booking: bookingProblem(bookings.get(id) ?? [], now), contract: contracts.get(orderNo) },
    ]),
  )
}

interface OrderFacts {
  booking: ReturnType<typeof bookingProblem>
  contract: OrderContractState | undefined
}

export function summaryOf(row: OrderRow, now: Date, facts: OrderFacts | undefined) {
  const next = nextStepOf(row, facts)
  return {
    orderNo: row.orderNo,
    title: row.title,
    serviceType: row.serviceType,
    stage: row.stage,
    stageName: stageLabel(row.stage, row.serviceType),
    urgent: row.urgent,
    sampleCount: row.sampleCount,
    amountFen: row.finalFen ?? agreedFen(row),
    createdAt: shanghaiTime(row.createdAt),
    deliveredAt: row.deliveredAt && shanghaiTime(row.deliveredAt),
    paidAt: row.paidAt && shanghaiTime(row.paidAt),
    next: next
      ? {
          what: next.what,
          who: next.who,
          dueAt: next.dueAt ? shanghaiTime(next.dueAt) : null,
          overdue: next.dueAt !== undefined && next.dueAt < now,
        }
      : null,
  }
}

/** Rows of the staff list, with the customer of each. */
async function withCustomers(ctx: Ctx, rows: OrderRow[]) {
  const now = ctx.clock.now()
  const facts = await nextFactsOf(ctx, rows)
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  return rows.map((row) => {
    const { deliveredAt: _d, paidAt: _p, ...summary } = summaryOf(row, now, facts.get(row.id))
    return {
      ...summary,
      customerName: customerName(customers.get(row.customerId)),
      group: row.customerGroup,
      groupName: groupNames[row.customerGroup],
      version: row.version,
    }
  })
}
