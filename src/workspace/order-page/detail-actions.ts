import { customerOf, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskAddress, maskEmail, maskPhone } from '../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, personOf } from '../../platform/http/ctx.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { historyOf, type HistoryRow } from '../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { refundsOfOrder } from '../../money/refunds/order-actions.ts'
import { advanceOf, paidTowards } from '../../money/prestore/advance-actions.ts'
import type { OrderContractState } from '../../lab/contracts/state-actions.ts'
import { reservationsOf } from '../../lab/bookings/actions.ts'
import { addedLabels, mayCancel, mayRebook, reservationLifecycle, videoShown } from '../../lab/bookings/rules.ts'
import { offerWire, openOffer } from '../../lab/bookings/wire-rules.ts'
import { mayReadPersonal } from '../../core/safety/actions.ts'
import { safetyErrors } from '../../core/safety/errors.ts'
import { groupsActedFor } from '../../people/groups/actions.ts'
import { samplesOf } from '../../lab/samples/actions.ts'
import { isTakenIn } from '../../lab/samples/rules.ts'
import { sampleWire } from '../../lab/samples/wire-rules.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { mayAct, type StaffAction } from '../../core/staff/rules.ts'
import { fundingHistory } from '../../lab/orders/spending/funding-actions.ts'
import { dataFilesOf, parameterFilesOf } from '../../lab/orders/analysis-data/data-actions.ts'
import { describedWithoutSlots } from '../../lab/orders/quotes/line-rules.ts'
import { lineAsItStands } from '../../lab/orders/quotes/price-rules.ts'
import { orderLines, orderRecord, readableOrderOf, readableOrderRecord } from '../../lab/orders/read-actions.ts'
import type { OrderContact, OrderRow, ReturnAddress } from '../../lab/orders/record-rules.ts'
import {
  actionLabel,
  checksIn,
  customerActions,
  orderLifecycle,
  type OrderStage,
  type OrderVerb,
  visitPending,
} from '../../lab/orders/rules.ts'
import { feeLimitOf } from '../../lab/orders/staff/staff-actions.ts'
import { slotLinesOf } from '../../lab/visits/added-slots/add-actions.ts'
import { customerSummaryOf, groupsOf, nextFactsOf, summaryOf } from './list-actions.ts'

// One order with everything about it, for the page of its customer and the page of staff.

/** The names in which the caller may read this order: the own one, and groups in whose name the caller acts. */
export async function identitiesFor(ctx: Ctx<Customer>, orderNo: string) {
  const groups: { groupNo: string; name: string }[] = []
  for (const { groupNo, name, accountId } of await groupsActedFor(ctx, ctx.actor.id))
    if (await readableOrderOf(ctx, accountId, orderNo)) groups.push({ groupNo, name })
  return { own: (await readableOrderRecord(ctx, orderNo)) !== undefined, groups }
}

export async function ownDetail(ctx: Ctx<Customer>, orderNo: string) {
  const row = await readableOrderRecord(ctx, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  if (row.customerId === ctx.actor.id)
    return { ...(await detailOf(ctx, row, '您')), actions: customerActions(row.stage, row.reportWithdrawnAt !== null) }
  return row.payerId === ctx.actor.id ? detailForGroup(ctx, row) : detailForPayer(ctx, row)
}

/** What the owner and managers read of an order of their group, in its name: everything but the addresses and parameter files of the member. */
async function detailForGroup(ctx: Ctx, row: OrderRow) {
  const whole = await detailForPayer(ctx, row)
  const contract = contractWire(row, (await nextFactsOf(ctx, [row])).get(row.id)?.contract)
  return { ...whole, remark: row.remark, contract, actions: customerActions(row.stage, false, 'group') }
}

/**
 * The fields that a payer reads as the customer of the order does. A new field is hidden from payers until it stands here, or in
 * `detailForPayer` with what it says to them.
 */
const sameForPayer = [
  ...['orderNo', 'title', 'serviceType', 'stage', 'stageName', 'urgent', 'sampleCount', 'amountFen', 'createdAt'],
  ...['deliveredAt', 'paidAt', 'next', 'cluster', 'id', 'version', 'group', 'estimateFen', 'quoteFen', 'quoteVersion'],
  ...['quoteValidUntil', 'discountFen', 'coupons', 'finalFen', 'finalGrossFen', 'finalDiscountFen', 'finalReason'],
  ...['paidFen', 'cancelFeeFen', 'fundingChanges', 'samples', 'received', 'delivery', 'invoice', 'agreementVersion'],
  ...['timeline', 'slotLines', 'confirmDueAt', 'retestOfferFen', 'retestFeeFen', 'reductionFen', 'reportWithdrawnAt'],
  ...['returnDueAt', 'heldFrom'],
] as const

/** What a payer reads of an order whose results are shown: no verbs, no files and addresses of its customer. */
async function detailForPayer(ctx: Ctx, row: OrderRow) {
  const whole = await detailOf(ctx, row, '客户')
  return {
    ...fieldsOf(whole, sameForPayer),
    readOnly: true,
    actions: [],
    lines: whole.lines.map((line) => ({ ...line, files: [] })),
    dataFiles: [],
    fundingOpen: false,
    contact: maskedContact(row.contact),
    returnAddress: null,
    remark: '',
    contract: null,
    reservations: whole.reservations.map((each) => ({
      ...each,
      cancellable: false,
      rebookable: false,
      answerable: false,
    })),
    bookable: false,
    holdAnswer: null,
  }
}

function fieldsOf<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, K>
}

export async function staffDetail(ctx: Ctx, orderNo: string) {
  const row = await orderRecord(ctx, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  const customer = await customerOf(ctx, row.customerId)
  const may = (action: StaffAction) => ctx.actor.kind === 'staff' && mayAct(ctx.actor, action)
  // Managers call customers, logistics send parcels.
  const calls = may('order.logCall')
  const seesPhones = calls || may('sample.send')
  // Reading full phone numbers and addresses is audited and limited.
  const read = { subject: `customer:${customer.id}`, about: { orderNo } }
  const whole = seesPhones && (await mayReadPersonal(ctx, read))
  const testers = await namesOfStaff(
    ctx,
    [row.testerId, row.assignedTo].flatMap((id) => id ?? []),
  )
  const staffActions: OrderVerb[] = actionsAt(orderLifecycle, row.stage, 'staff').filter(
    (action) => may(`order.${action}` as StaffAction) && (action !== 'checkIn' || checksIn(row.serviceType)),
  )
  if (row.callDueAt && !row.calledAt && calls) staffActions.push('logCall')
  return {
    ...(await detailOf(ctx, row, '客户')),
    ...(whole
      ? {}
      : { contact: maskedContact(row.contact), returnAddress: row.returnAddress && maskedAddress(row.returnAddress) }),
    personalNotice: seesPhones && !whole ? safetyErrors.tooManyPersonalReads.message : '',
    actions: staffActions,
    staffActions,
    // Managers need the full phone number and e-mail to contact the customer; other roles see them masked.
    customer: {
      id: customer.id,
      name: customerName(customer),
      phone: whole && calls ? customer.phone : maskPhone(customer.phone),
      company: customer.company,
      email: whole && calls ? customer.email : maskEmail(customer.email),
      teacher: customer.teacher,
    },
    payer: row.payerId === row.customerId ? null : await payerOf(ctx, row),
    refunds: await refundsOfOrder(ctx, row.orderNo),
    prepaidFen: await advanceOf(ctx, { customerId: row.payerId, orderId: row.id }),
    feeLimitFen: await feeLimitOf(ctx, row),
    callDueAt: row.callDueAt && shanghaiTime(row.callDueAt),
    calledAt: row.calledAt && shanghaiTime(row.calledAt),
    callNote: row.callNote,
    assignedTo: row.assignedTo,
    assigneeName: (row.assignedTo !== null && testers.get(row.assignedTo)) || '',
    testerId: row.testerId,
    testerName: row.testerId === null ? '' : (testers.get(row.testerId) ?? ''),
    experimentEndedAt: row.experimentEndedAt && shanghaiTime(row.experimentEndedAt),
    dataDueAt: row.dataDueAt && shanghaiTime(row.dataDueAt),
  }
}

/** The account that pays when somebody else ordered, mostly a group. */
async function payerOf(ctx: Ctx, row: OrderRow) {
  const group = (await groupsOf(ctx, [row])).get(row.id)
  return { id: row.payerId, name: group?.name || customerName(await customerOf(ctx, row.payerId)) }
}

function maskedContact(contact: OrderContact): OrderContact {
  return { ...contact, phone: maskPhone(contact.phone), email: maskEmail(contact.email) }
}

function maskedAddress(to: ReturnAddress): ReturnAddress {
  return { ...to, phone: maskPhone(to.phone), address: maskAddress(to.address) }
}

async function detailOf(ctx: Ctx, row: OrderRow, customerCalled: string) {
  const now = ctx.clock.now()
  const [lines, samples, reservations, timeline, facts, dataFiles, funding] = await Promise.all([
    orderLines(ctx, row.id),
    samplesOf(ctx, row.id),
    reservationsOf(ctx, row.id),
    timelineOf(ctx, row, customerCalled),
    nextFactsOf(ctx, [row]),
    row.serviceType === 3 ? dataFilesOf(ctx, row.id) : [],
    fundingHistory(ctx, row.id),
  ])
  const files = await parameterFilesOf(ctx, row.customerId, lines)
  const cluster = (await groupsOf(ctx, [row])).get(row.id) ?? null
  const own = facts.get(row.id)
  const pending = visitPending(row.stage)
  const { actor } = ctx
  const isOwn = actor.kind === 'customer' && actor.id === row.customerId
  return {
    ...(actor.kind === 'customer' ? customerSummaryOf(row, now, own, actor) : summaryOf(row, now, own)),
    cluster,
    id: row.id,
    version: row.version,
    readOnly: false,
    group: row.customerGroup,
    estimateFen: row.estimateFen,
    quoteFen: row.quoteFen,
    quoteVersion: row.quoteVersion,
    quoteValidUntil: row.quoteValidUntil && shanghaiTime(row.quoteValidUntil),
    discountFen: row.discountFen,
    coupons: row.coupons,
    finalFen: row.finalFen,
    finalGrossFen: row.finalGrossFen,
    finalDiscountFen: row.finalDiscountFen,
    finalReason: row.finalReason,
    paidFen: await paidFor(ctx, row),
    cancelFeeFen: row.cancelFeeFen,
    lines: lines.map(({ orderId: _, categoryId: _c, parameters, ...line }) => ({
      ...lineAsItStands(row, line, actor.kind === 'staff' ? 'staff' : 'customer'),
      described: describedWithoutSlots({ ...line, parameters }),
      files: files.get(line.id) ?? [],
    })),
    fundingChanges: funding.map((change) => ({ ...change, at: shanghaiTime(change.at) })),
    fundingOpen: row.paidAt === null,
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
    reservations: reservations.map((booking) => bookingWire(booking, pending, now)),
    /** Whether slots can be booked: the visitors have not arrived. */
    bookable: row.serviceType === 2 && pending,
    slotLines: isOwn ? await slotLinesOf(ctx, row, lines) : [],
    contract: contractWire(row, own?.contract),
    confirmDueAt: row.confirmDueAt && shanghaiTime(row.confirmDueAt),
    retestOfferFen: row.retestOfferFen,
    retestFeeFen: row.retestFeeFen,
    reductionFen: row.reductionFen,
    reportWithdrawnAt: row.reportWithdrawnAt && shanghaiTime(row.reportWithdrawnAt),
    returnDueAt: row.returnDueAt && shanghaiTime(row.returnDueAt),
    heldFrom: row.heldFrom,
    holdAnswer: row.holdAnswer,
  }
}

function bookingWire(booking: Awaited<ReturnType<typeof reservationsOf>>[number], pending: boolean, now: Date) {
  return {
    id: booking.id,
    rid: booking.rid,
    projectName: booking.projectName,
    startsAt: shanghaiTime(booking.startsAt),
    endsAt: shanghaiTime(booking.endsAt),
    remote: booking.remote,
    addedText: addedLabels[booking.added],
    stage: booking.stage,
    stageName: reservationLifecycle.stages[booking.stage],
    version: booking.version,
    /** What the customer may do with the booking now. */
    cancellable: mayCancel(booking, now),
    rebookable: pending && mayRebook(booking, now),
    offer: offerWire(booking),
    videoUrl: videoShown(booking, now) ? booking.videoUrl : '',
    answerable: pending && (openOffer(booking)?.until ?? now) > now,
  }
}

/** The final amount (or cancellation fee) when the order is paid in full; otherwise the prepayment. */
async function paidFor(ctx: Ctx, row: OrderRow): Promise<number> {
  if (row.paidAt && row.stage !== 'cancelled') return row.finalFen ?? 0
  if (row.paidAt) return row.cancelFeeFen
  return row.customerGroup === 'institute' ? 0 : paidTowards(ctx, { customerId: row.payerId, orderId: row.id })
}

async function timelineOf(ctx: Ctx, row: OrderRow, customerCalled: string) {
  const history = await historyOf(ctx, 'order', row.id)
  const names = await namesOfStaff(
    ctx,
    history.flatMap((entry) => (entry.actorKind === 'staff' && entry.actorId !== null ? [entry.actorId] : [])),
  )
  const calledBy = row.groupId === null ? () => customerCalled : await calledInGroup(ctx, row, history, customerCalled)
  return history.map((entry) => ({
    stage: entry.toStage as OrderStage,
    what: actionLabel(entry.action, row.serviceType),
    who: whoDid(entry, names, calledBy),
    when: shanghaiTime(entry.at),
    detail: entry.reason ?? '',
  }))
}

type CalledBy = (entry: HistoryRow) => string

/** Of an order that a group pays, the member and those who act for the group each have steps, so they are named. */
async function calledInGroup(
  ctx: Ctx,
  { customerId }: OrderRow,
  history: readonly HistoryRow[],
  customerCalled: string,
): Promise<CalledBy> {
  const readerId = ctx.actor.kind === 'customer' ? personOf(ctx.actor) : undefined
  const people = await customersOf(
    ctx,
    history.flatMap((entry) => (entry.actorKind === 'customer' && entry.actorId !== null ? [entry.actorId] : [])),
  )
  return ({ actorId }) => {
    if (actorId !== null && actorId === readerId) return '您'
    const name = actorId === null ? undefined : customerName(people.get(actorId))
    if (!name) return customerCalled
    return actorId === customerId ? name : `${name}（课题组）`
  }
}

function whoDid(entry: HistoryRow, names: Map<number, string>, calledBy: CalledBy): string {
  if (entry.actorKind === 'customer') return calledBy(entry)
  if (entry.actorKind === 'staff') return names.get(entry.actorId ?? 0) ?? '工作人员'
  return '系统'
}

function contractWire(row: OrderRow, contract: OrderContractState | undefined) {
  if (row.stage !== 'contract') return null
  if (!contract) return { state: 'none' as const, contractNo: '', signBy: null, reason: '' }
  const { contractNo, stage, signBy, reason } = contract
  return { state: stage, contractNo, signBy: shanghaiTime(signBy), reason: stage === 'sent_back' ? reason : '' }
}
