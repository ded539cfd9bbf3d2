import type { InputOf } from '../../platform/contract/call.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { groupNames } from '../../people/customers/rules.ts'
import { groupIdOf, groupNames as groupsNamed } from '../../people/groups/actions.ts'
import { namesOfStaff, staffNamed } from '../../core/staff/actions.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { lastMoves } from '../../platform/lifecycle/transition.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { bookingsOfOrders } from '../../lab/bookings/actions.ts'
import { bookingProblem, isLive } from '../../lab/bookings/rules.ts'
import { openOffer, type ReservationRow } from '../../lab/bookings/wire-rules.ts'
import { contractStates, type OrderContractState } from '../../lab/contracts/state-actions.ts'
import { agreedFen } from '../../lab/orders/quotes/price-rules.ts'
import type { orderHistory } from '../../lab/orders/contract.ts'
import { findOrders, type OrderFilter, stageCounts, whoseOrders } from '../../lab/orders/read-actions.ts'
import type { OrderRow } from '../../lab/orders/record-rules.ts'
import {
  orderLifecycle,
  orderLimits,
  type OrderStage,
  type OrderTab,
  orderTabs,
  stageLabel,
  tabCounts,
  visitPending,
} from '../../lab/orders/rules.ts'
import { instrumentNosOf, projectsOfNumber } from '../../lab/instruments/served-actions.ts'
import { livePickupsOf } from '../../lab/pickups/actions.ts'
import { ordersOnTheWay, ordersToReturnFor, ordersWithSample } from '../../lab/samples/actions.ts'
import { type ListedOrder, orderIndex, verifyIndex } from '../../lab/orders/lists/list-contract.ts'
import { bandOf, keptOf, tenthsBetween } from '../../lab/orders/figures/figure-rules.ts'
import { type PlacedOrder, placedOrders, type Related, sourceOfOrders } from '../../lab/orders/lists/list-actions.ts'
import { taskFilter } from '../../lab/orders/tasks/task-actions.ts'
import type { staffTaskList } from '../../lab/orders/tasks/task-contract.ts'
import { type TaskStage, taskStages } from '../../lab/orders/tasks/task-rules.ts'
import { listed } from '../../core/lists/listed-actions.ts'
import {
  customerStepOf,
  groupStepOf,
  type NextFacts,
  type NextStep,
  nextStepOf,
  waitingStages,
} from './promise-rules.ts'
import { customersAbout } from '../../people/customers/search-actions.ts'
import { ordersAbout } from './search-actions.ts'

// Lists of orders, with the next step of each and the counts of the tabs.

type Asked = Omit<InputOf<typeof orderHistory>, 'tab' | 'stage' | 'waits' | 'page' | 'size'>

/** The customer's own orders, or in the name of a group those that it pays. */
export async function ordersOf(ctx: Ctx<Customer>, query: InputOf<typeof orderHistory>) {
  const { rows, ...page } = await pageOf(ctx, query, await filterOf(ctx, query))
  return { ...page, list: await summariesOf(ctx, rows) }
}

/** What the caller may read, narrowed by what was asked. */
export async function filterOf(ctx: Ctx<Customer>, asked: Asked): Promise<OrderFilter> {
  const { kw, sample, from, to, rid, memberId, payer, funding } = asked
  const whose = whoseOrders(ctx.actor)
  const own = whose.customerId !== undefined
  return {
    ...whose,
    ...(own || memberId === 0 ? {} : { customerId: memberId }),
    ...(own && payer === 'self' ? { payerId: ctx.actor.id } : {}),
    ...(own && payer !== '' && payer !== 'self' ? { groupId: await groupIdOf(ctx, payer) } : {}),
    kw,
    rid,
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
    ...customerSummaryOf(row, ctx.clock.now(), facts.get(row.id), ctx.actor),
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
export const orders = listed<ListedOrder>({
  index: orderIndex,
  source: (ctx) => sourceOfOrders(ctx, relatedTo(ctx)),
  rows: async (ctx, ids) => withCustomers(ctx, await placedOrders(ctx, ids)),
})

export const ordersToVerify = listed<ListedOrder>({
  index: verifyIndex,
  source: (ctx) => sourceOfOrders(ctx, relatedTo(ctx), 'verifying'),
  rows: orders.rows,
})

const relatedTo = (ctx: Ctx): Related => ({
  staff: (typed) => staffNamed(ctx, typed),
  customers: (typed) => customersAbout(ctx, typed),
  served: (instrumentNo) => projectsOfNumber(ctx, instrumentNo),
  about: (typed) => ordersAbout(ctx, typed),
})

/** One column of the task board, overdue and urgent orders first. */
export async function tasksOf(ctx: Ctx<Staff>, { stage, page, size, ...asked }: InputOf<typeof staffTaskList>) {
  const now = ctx.clock.now()
  const found = await findOrders(ctx, {
    ...(await taskFilter(ctx, asked)),
    stages: stage ? [stage] : taskStages,
    pressing: { now },
    limit: size,
    offset: (page - 1) * size,
  })
  const [facts, people, customers] = await Promise.all([
    nextFactsOf(ctx, found.rows),
    namesOfStaff(ctx, assigneesOf(found.rows)),
    customersOf(
      ctx,
      found.rows.map(({ customerId }) => customerId),
    ),
  ])
  const list = found.rows.map((row) => {
    const { orderNo, title, urgent, sampleCount, stageName, next } = summaryOf(row, now, facts.get(row.id))
    return {
      ...{ orderNo, title, urgent, sampleCount, stageName, next },
      // The filter lets these stages alone pass.
      stage: row.stage as TaskStage,
      customerName: customerName(customers.get(row.customerId)),
      ...assigneeOf(row, people),
    }
  })
  return { list, total: found.total, page, size }
}

/** One page of the orders of a tab, or of one stage of it, with the counts of all tabs. */
async function pageOf(
  ctx: Ctx,
  { tab, stage, waits, page, size }: { tab: OrderTab; stage: string; waits: boolean; page: number; size: number },
  filter: OrderFilter,
) {
  const stages = stagesOf(tab, stage)
  const [found, byStage] = await Promise.all([
    findOrders(ctx, {
      ...filter,
      stages: waits ? stages.filter((each) => waitingStages.has(each)) : stages,
      limit: size,
      offset: (page - 1) * size,
    }),
    stageCounts(ctx, filter),
  ])
  return { ...found, page, size, counts: tabCounts(byStage) }
}

/** The stages of a tab, or the one that was chosen when the tab has it. */
export function stagesOf(tab: OrderTab, stage: string): OrderStage[] {
  return orderTabs[tab].stages.filter((each) => stage === '' || each === stage)
}

/** Facts of other slices that the next step of each order depends on, for all orders of a page at once. */
export async function nextFactsOf(ctx: Pick<Ctx, 'db' | 'clock'>, rows: OrderRow[]): Promise<Map<number, OrderFacts>> {
  const now = ctx.clock.now()
  const visits = rows.filter((row) => row.serviceType === 2 && visitPending(row.stage)).map((row) => row.id)
  const signing = rows.filter((row) => row.stage === 'contract').map((row) => row.orderNo)
  const sending = rows.filter((row) => row.serviceType === 1 && row.stage === 'awaiting_sample').map((row) => row.id)
  const returning = rows.filter((row) => row.stage === 'done' && row.paidAt && row.returnAddress).map((row) => row.id)
  const offered = rows.filter((row) => row.stage === 'retest_offered').map((row) => row.id)
  const [bookings, contracts, pickups, sent, returns, offers] = await Promise.all([
    bookingsOfOrders(ctx, visits),
    contractStates(ctx, signing),
    livePickupsOf(ctx, sending),
    ordersOnTheWay(ctx, sending),
    ordersToReturnFor(ctx, returning),
    lastMoves(ctx, orderLifecycle, ['offerRetest'], offered),
  ])
  const retestBy = (offeredAt: Date | undefined) => offeredAt && addDays(offeredAt, orderLimits.retestOfferDays)
  return new Map(
    rows.map(({ id, orderNo }) => [
      id,
      {
        booking: bookingFact(bookings.get(id) ?? [], now),
        visitAt: nextVisitOf(bookings.get(id) ?? [], now),
        contract: contracts.get(orderNo),
        pickup: pickups.get(id),
        returns: returns.has(id),
        sent: sent.has(id),
        retestBy: retestBy(offers.get(id)?.at),
      },
    ]),
  )
}

/** A proposal that waits for the customer comes first: with it the slot is settled. */
function bookingFact(bookings: readonly ReservationRow[], now: Date): NextFacts['booking'] {
  return bookings.some(openOffer) ? 'offered' : bookingProblem(bookings, now)
}

/** The first visit that is still ahead; the bookings stand in the order of their times. */
function nextVisitOf(bookings: readonly ReservationRow[], now: Date): Date | undefined {
  return bookings.find(({ stage, startsAt }) => isLive(stage) && startsAt > now)?.startsAt
}

interface OrderFacts {
  booking: ReturnType<typeof bookingFact>
  visitAt: Date | undefined
  contract: OrderContractState | undefined
  pickup: NextFacts['pickup']
  returns: boolean
  sent: boolean
  retestBy: Date | undefined
}

export function summaryOf(row: OrderRow, now: Date, facts: OrderFacts | undefined) {
  return summaryWith(row, now, nextStepOf(row, facts))
}

/** Without the clock of the laboratory, in the words for this account: that of who ordered, or of the group that pays. */
export function customerSummaryOf(row: OrderRow, now: Date, facts: OrderFacts | undefined, reader: Ctx['actor']) {
  const step = nextStepOf(row, facts)
  const next = step && customerStepOf(step, row, now)
  const isOfGroup = row.groupId !== null && reader.kind === 'customer' && row.payerId === reader.id
  return summaryWith(row, now, next && isOfGroup ? groupStepOf(next) : next)
}

function summaryWith(row: OrderRow, now: Date, next: NextStep | undefined) {
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

/** Rows of the list of staff, with customer and payer of each. */
async function withCustomers(ctx: Ctx, rows: PlacedOrder[]): Promise<ListedOrder[]> {
  const now = ctx.clock.now()
  const facts = await nextFactsOf(ctx, rows)
  const customers = await customersOf(
    ctx,
    rows.flatMap((row) => [row.customerId, row.payerId]),
  )
  const people = await namesOfStaff(ctx, assigneesOf(rows))
  const serving = await instrumentNosOf(ctx)
  const time = (at: Date | null) => at && shanghaiTime(at)
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      ...summaryOf(row, now, facts.get(row.id)),
      customerName: customerName(customer),
      company: customer?.company ?? '',
      payerName: row.payerId === row.customerId ? '' : customerName(customers.get(row.payerId)),
      group: row.customerGroup,
      groupName: groupNames[row.customerGroup],
      version: row.version,
      agreedFen: agreedFen(row),
      finalFen: row.finalFen,
      ...assigneeOf(row, people),
      fundingNo: row.fundingNo,
      queues: row.queues,
      quoteValidUntil: time(row.quoteValidUntil),
      callDueAt: row.calledAt ? null : time(row.callDueAt),
      dataDueAt: time(row.dataDueAt),
      confirmDueAt: time(row.confirmDueAt),
      returnDueAt: time(row.returnDueAt),
      receivedAt: time(row.receivedAt),
      promisedAt: time(row.promisedAt),
      callBy: time(row.callDueAt),
      retested: row.retested,
      returnKept: row.returnKept,
      lateQueues: row.lateQueues,
      instruments: [...new Set(row.rids.flatMap((rid) => serving.get(rid) ?? []))].toSorted(),
      ...keptBy(row, now),
    }
  })
}

/** How long the work took and which promises were kept, as the columns of the list decide it. */
function keptBy(row: PlacedOrder, now: Date) {
  const { receivedAt, deliveredAt, promisedAt, promiseKept } = row
  const ended = row.stage === 'cancelled' || row.stage === 'rejected'
  const kept = (dueAt: Date | null, doneAt: Date | null) => (ended ? null : (keptOf(dueAt, doneAt, now) ?? null))
  return {
    took: receivedAt && deliveredAt ? bandOf(tenthsBetween(receivedAt, deliveredAt)) : null,
    callKept: kept(row.callDueAt, row.calledAt),
    dataKept: kept(row.dataDueAt, deliveredAt),
    dayKept:
      ended || promiseKept === null ? kept(promisedAt, null) : promiseKept ? ('kept' as const) : ('late' as const),
  }
}

const assigneesOf = (rows: readonly OrderRow[]): number[] => rows.flatMap(({ assignedTo }) => assignedTo ?? [])

const assigneeOf = ({ assignedTo }: OrderRow, people: Map<number, string>) => ({
  assignedTo,
  assigneeName: (assignedTo !== null && people.get(assignedTo)) || '',
})
