import { customerOf, customersOf } from '../../people/customers/actions.ts'
import { groupNames, maskAddress, maskEmail, maskPhone } from '../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { historyOf, type HistoryRow } from '../../platform/lifecycle/transition.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../platform/time.ts'
import { advanceOf, paidTowards } from '../../money/prestore/advance-actions.ts'
import { contractStates, type OrderContractState } from '../../lab/contracts/state-actions.ts'
import { bookingsOfOrders, reservationsOf } from '../../lab/bookings/actions.ts'
import { bookingProblem, mayCancel, mayRebook, reservationLifecycle } from '../../lab/bookings/rules.ts'
import { mayReadPersonal } from '../../ground/safety/actions.ts'
import { safetyErrors } from '../../ground/safety/errors.ts'
import { likePattern, ordersWithSample, samplesOf } from '../../lab/samples/actions.ts'
import { isTakenIn } from '../../lab/samples/rules.ts'
import { sampleWire } from '../../lab/samples/wire-rules.ts'
import { namesOfStaff } from '../../ground/staff/actions.ts'
import { mayAct } from '../../ground/staff/rules.ts'
import type { OrderQueue } from '../inbox/inbox-rules.ts'
import { feeLimitOf } from '../../lab/orders/staff-actions.ts'
import { agreedFen } from '../../lab/orders/actions.ts'
import { dataFilesOf, parameterFilesOf } from '../../lab/orders/data-actions.ts'
import { nextStepOf } from './promise-rules.ts'
import { ordersAbout } from './search-actions.ts'
import {
  actionLabel,
  customerActions,
  orderLifecycle,
  type OrderStage,
  type OrderTab,
  orderTabKeys,
  orderTabs,
  type OrderVerb,
  stageLabel,
  visitPending,
} from '../../lab/orders/rules.ts'
import {
  countOrdersByStage,
  linesOf,
  listOrders,
  orderByNo,
  type OrderFilter,
  type OrderRow,
  ownOrder,
  projectsAtWork,
} from '../../lab/orders/store.ts'
import { describedWithoutSlots } from '../../lab/visits/visit-actions.ts'

// Orders as pages show them: lists with counts, and one order with everything about it.

export interface HistoryQuery {
  tab: OrderTab
  stage: string
  kw: string
  sample: string
  from: string
  to: string
  page: number
  size: number
}

export async function ordersOf(ctx: Ctx<Customer>, query: HistoryQuery) {
  const ids = query.sample === '' ? undefined : await ordersWithSample(ctx, ctx.actor.id, query.sample)
  return listed(ctx, ctx.actor.id, { ...query, ids })
}

export interface StaffQuery {
  tab: OrderTab
  stage: string
  queue: OrderQueue | ''
  project: string
  sort: 'newest' | 'pressing'
  kw: string
  page: number
  size: number
}

export async function allOrders(ctx: Ctx, { queue, project, sort, ...query }: StaffQuery) {
  const now = ctx.clock.now()
  return listed(ctx, undefined, {
    ...query,
    from: '',
    to: '',
    ids: undefined,
    ...(query.kw === '' ? {} : await ordersAbout(ctx, query.kw)),
    projectName: project,
    queue: queue === '' ? undefined : { name: queue, now },
    pressing: sort === 'pressing' ? { now } : undefined,
  })
}

type Listed = Omit<HistoryQuery, 'sample'> &
  Pick<OrderFilter, 'ids' | 'matchingOrders' | 'matchingCustomers' | 'projectName' | 'queue' | 'pressing'>

async function listed(ctx: Ctx, customerId: number | undefined, query: Listed) {
  const ofTab: readonly OrderStage[] = orderTabs[query.tab].stages
  const { ids, matchingOrders, matchingCustomers, projectName, queue, pressing } = query
  const [rows, byStage] = await Promise.all([
    listOrders(ctx.db, {
      customerId: customerId ?? 0,
      stages: query.stage === '' ? ofTab : ofTab.filter((stage) => stage === query.stage),
      pattern: query.kw === '' ? '' : likePattern(query.kw),
      ids,
      ...(matchingOrders ? { matchingOrders } : {}),
      ...(matchingCustomers ? { matchingCustomers } : {}),
      ...(projectName ? { projectName } : {}),
      queue,
      pressing,
      from: query.from === '' ? undefined : fromShanghai(query.from),
      to: query.to === '' ? undefined : addDays(fromShanghai(query.to), 1),
      limit: query.size,
      offset: (query.page - 1) * query.size,
    }),
    countOrdersByStage(ctx.db, customerId ?? 0),
  ])
  const countOf = (stages: readonly OrderStage[]) =>
    byStage.reduce((total, row) => total + (stages.includes(row.stage) ? row.count : 0), 0)
  const counts = Object.fromEntries(orderTabKeys.map((tab) => [tab, countOf(orderTabs[tab].stages)]))
  return { rows, total: rows[0]?.total ?? 0, counts }
}

/** One page of the orders whose quote was accepted and for which a contract is to be drawn up, the oldest first. */
export async function ordersAtContract(
  ctx: Ctx,
  { without, page, size }: { without: number[]; page: number; size: number },
) {
  const rows = await listOrders(ctx.db, {
    customerId: 0,
    stages: ['contract'],
    pattern: '',
    ids: undefined,
    without,
    from: undefined,
    to: undefined,
    pressing: { now: ctx.clock.now() },
    limit: size,
    offset: (page - 1) * size,
  })
  return { list: await withCustomers(ctx, rows), total: rows[0]?.total ?? 0, page, size }
}

/** What the laboratory has orders of, for the filter of its board. */
export async function taskProjects(ctx: Pick<Ctx, 'db'>) {
  return { projects: await projectsAtWork(ctx.db, orderTabs.testing.stages) }
}

/** Orders per stage of one customer, for the member home. */
export async function stageCounts(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
): Promise<Partial<Record<OrderStage, number>>> {
  return Object.fromEntries((await countOrdersByStage(ctx.db, customerId)).map(({ stage, count }) => [stage, count]))
}

/** What the next step of each order depends on besides the order itself, for all of a page at once. */
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
    deliveredAt: timeOrNull(row.deliveredAt),
    paidAt: timeOrNull(row.paidAt),
    next: next
      ? {
          what: next.what,
          who: next.who,
          dueAt: timeOrNull(next.dueAt ?? null),
          overdue: next.dueAt !== undefined && next.dueAt < now,
        }
      : null,
  }
}

export async function ownDetail(ctx: Ctx<Customer>, orderNo: string) {
  const row = await ownOrder(ctx.db, ctx.actor.id, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  return { ...(await detailOf(ctx, row, '您')), actions: customerActions(row.stage, row.reportWithdrawnAt !== null) }
}

export async function staffDetail(ctx: Ctx, orderNo: string) {
  const row = await orderByNo(ctx.db, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  const customer = await customerOf(ctx, row.customerId)
  const role = ctx.actor.kind === 'staff' ? ctx.actor.role : ''
  // Whoever sees a whole number or address leaves a trace of it, and who reads many is stopped.
  const read = { subject: `customer:${customer.id}`, about: { orderNo } }
  const whole = seesPhones(role) && (await mayReadPersonal(ctx, read))
  const testers = await namesOfStaff(ctx, row.testerId === null ? [] : [row.testerId])
  const staffActions: OrderVerb[] = actionsAt(orderLifecycle, row.stage, 'staff').filter((action) =>
    mayAct(role, `order.${action}`),
  )
  if (row.callDueAt && !row.calledAt && mayAct(role, 'order.logCall')) staffActions.push('logCall')
  return {
    ...(await detailOf(ctx, row, '客户')),
    ...(whole ? {} : { contact: masked(row.contact), returnAddress: masked(row.returnAddress) }),
    personalNotice: seesPhones(role) && !whole ? safetyErrors.tooManyPersonalReads.message : '',
    actions: staffActions,
    staffActions,
    // Whoever calls or writes needs the whole number and address; everybody else sees that there is one.
    customer: {
      id: customer.id,
      name: customerName(customer),
      phone: whole && role === 'manager' ? customer.phone : maskPhone(customer.phone),
      company: customer.company,
      email: whole && role === 'manager' ? customer.email : maskEmail(customer.email),
      teacher: customer.teacher,
    },
    prepaidFen: await advanceOf(ctx, { customerId: row.customerId, orderId: row.id }),
    feeLimitFen: await feeLimitOf(ctx, row),
    callDueAt: timeOrNull(row.callDueAt),
    calledAt: timeOrNull(row.calledAt),
    callNote: row.callNote,
    testerId: row.testerId,
    testerName: row.testerId === null ? '' : (testers.get(row.testerId) ?? ''),
    experimentEndedAt: timeOrNull(row.experimentEndedAt),
    dataDueAt: timeOrNull(row.dataDueAt),
  }
}

/** Those who ring people up and those who send parcels. */
const seesPhones = (role: string) => role === 'manager' || role === 'logistics'

function masked<T extends Record<string, unknown> | null>(person: T): T {
  if (!person) return person
  const shown: Record<string, unknown> = { ...person }
  if (typeof person.phone === 'string') shown.phone = maskPhone(person.phone)
  if (typeof person.email === 'string') shown.email = maskEmail(person.email)
  if (typeof person.address === 'string') shown.address = maskAddress(person.address)
  return shown as T
}

/** Rows of the staff list with who ordered. */
export async function withCustomers(ctx: Ctx, rows: OrderRow[]) {
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

/** What staff call a customer. */
export function customerName(customer: { name: string; nickname: string; phone: string } | undefined): string {
  return customer ? customer.name || customer.nickname || maskPhone(customer.phone) : ''
}

async function detailOf(ctx: Ctx, row: OrderRow, customerCalled: string) {
  const now = ctx.clock.now()
  const [lines, samples, reservations, timeline, facts, dataFiles] = await Promise.all([
    linesOf(ctx.db, row.id),
    samplesOf(ctx, row.id),
    reservationsOf(ctx, row.id),
    timelineOf(ctx, row, customerCalled),
    nextFactsOf(ctx, [row]),
    row.serviceType === 3 ? dataFilesOf(ctx, row.id) : [],
  ])
  const files = await parameterFilesOf(ctx, row.customerId, lines)
  const own = facts.get(row.id)
  const pending = visitPending(row.stage)
  return {
    ...summaryOf(row, now, own),
    id: row.id,
    version: row.version,
    group: row.customerGroup,
    estimateFen: row.estimateFen,
    quoteFen: row.quoteFen,
    quoteVersion: row.quoteVersion,
    quoteValidUntil: timeOrNull(row.quoteValidUntil),
    finalFen: row.finalFen,
    finalReason: row.finalReason,
    paidFen: await paidFor(ctx, row),
    cancelFeeFen: row.cancelFeeFen,
    lines: lines.map(({ orderId: _, categoryId: _c, parameters, ...line }) => ({
      ...line,
      described: describedWithoutSlots({ ...line, parameters }),
      files: files.get(line.id) ?? [],
    })),
    dataFiles,
    samples: samples.map(sampleWire),
    received: samples.filter(isTakenIn).length,
    contact: row.contact,
    delivery: row.delivery,
    returnAddress: row.returnAddress,
    invoice: row.invoice,
    remark: row.remark,
    agreementVersion: row.agreementVersion,
    timeline,
    reservations: reservations.map((booking) => ({
      id: booking.id,
      rid: booking.rid,
      projectName: booking.projectName,
      startsAt: shanghaiTime(booking.startsAt),
      endsAt: shanghaiTime(booking.endsAt),
      remote: booking.remote,
      stage: booking.stage,
      stageName: reservationLifecycle.stages[booking.stage],
      version: booking.version,
      /** What the customer may do with it now. */
      cancellable: mayCancel(booking, now),
      rebookable: pending && mayRebook(booking, now),
    })),
    /** Slots can be taken: nobody is here yet. */
    bookable: row.serviceType === 2 && pending,
    contract: contractWire(row, own?.contract),
    confirmDueAt: timeOrNull(row.confirmDueAt),
    retestOfferFen: row.retestOfferFen,
    retestFeeFen: row.retestFeeFen,
    reductionFen: row.reductionFen,
    reportWithdrawnAt: timeOrNull(row.reportWithdrawnAt),
    returnDueAt: timeOrNull(row.returnDueAt),
    heldFrom: row.heldFrom,
    holdAnswer: row.holdAnswer,
  }
}

/** An order paid in full is paid what it cost in the end; until then what was prepaid counts. */
async function paidFor(ctx: Ctx, row: OrderRow): Promise<number> {
  if (row.paidAt && row.stage !== 'cancelled') return row.finalFen ?? 0
  if (row.paidAt) return row.cancelFeeFen
  return row.customerGroup === 'institute' ? 0 : paidTowards(ctx, { customerId: row.customerId, orderId: row.id })
}

async function timelineOf(ctx: Ctx, row: OrderRow, customerCalled: string) {
  const history = await historyOf(ctx, 'order', row.id)
  const names = await namesOfStaff(
    ctx,
    history.flatMap((entry) => (entry.actorKind === 'staff' && entry.actorId !== null ? [entry.actorId] : [])),
  )
  return history.map((entry) => ({
    stage: entry.toStage as OrderStage,
    what: actionLabel(entry.action, row.serviceType),
    who: whoDid(entry, names, customerCalled),
    when: shanghaiTime(entry.at),
    detail: entry.reason ?? '',
  }))
}

function whoDid(entry: HistoryRow, names: Map<number, string>, customerCalled: string): string {
  if (entry.actorKind === 'customer') return customerCalled
  if (entry.actorKind === 'staff') return names.get(entry.actorId ?? 0) ?? '工作人员'
  return '系统'
}

function contractWire(row: OrderRow, contract: OrderContractState | undefined) {
  if (row.stage !== 'contract') return null
  if (!contract) return { state: 'none' as const, contractNo: '', signBy: null, reason: '' }
  const { contractNo, stage, signBy, reason } = contract
  return { state: stage, contractNo, signBy: shanghaiTime(signBy), reason: stage === 'sent_back' ? reason : '' }
}

function timeOrNull(at: Date | null): string | null {
  return at ? shanghaiTime(at) : null
}
