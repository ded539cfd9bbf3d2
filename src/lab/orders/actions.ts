import type { CustomerGroup } from '../../people/customers/rules.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { addHours } from '../../platform/time.ts'
import { releaseSamples, samplesOf } from '../samples/actions.ts'
import { workingDeadline } from '../../core/settings/actions.ts'
import { admitParked } from './arrival-actions.ts'
import { mayClose, type OrderAction, type OrderFacts, orderLifecycle, orderLimits, type OrderStage } from './rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'
import { agreedFen, agreedGrossFen } from './quotes/price-rules.ts'
import { orderLowered, orderPaid } from './events.ts'
import { findOrders } from './read-actions.ts'
import { spendFollows } from './spending/spend-actions.ts'
import { changes } from './transition-store.ts'
import { arrivalFacts } from './message-facts-actions.ts'
import { describedWithoutSlots } from './quotes/line-rules.ts'
import {
  addReduction,
  clearFinal,
  type FinalAmount,
  linesOf,
  lockedOrder,
  lowerFinal,
  orderById,
  orderByNo,
  ordersToPrepay,
  setExperimentEnd,
  setFinal,
  setReturnAddress,
  setPaid,
  setReportWithdrawn,
} from './store.ts'
import { type OrderRow, payloadOf, type ReturnAddress } from './record-rules.ts'

// What other slices read of an order and do with it. What its customer does: move-actions.ts; what staff do: staff-actions.ts.

/** An order as money sees it. */
export interface MoneyOrder {
  id: number
  orderNo: string
  /** Who ordered: reads about the work. */
  customerId: number
  /** Whose money it is: credit, prepayments, debts and invoices of the order. */
  payerId: number
  group: CustomerGroup
  serviceType: ServiceType
  stage: OrderStage
  title: string
  sampleCount: number
  estimateFen: number | null
  quoteFen: number | null
  /** The agreed amount before the discount of coupons: quote or estimate, plus agreed retest fees, minus reductions of disputes. */
  grossFen: number | null
  discountFen: number
  /** Whether it was ordered with coupons, also when they were given back since. */
  hasCoupons: boolean
  /** The agreed amount to be paid: gross less discount; null while nothing is priced. */
  prepayFen: number | null
  finalFen: number | null
  createdAt: Date
  deliveredAt: Date | null
  confirmedAt: Date | null
  paidAt: Date | null
}

export async function orderForMoney(ctx: Pick<Ctx, 'db'>, order: number | string): Promise<MoneyOrder> {
  return moneyOrder(await found(ctx, order))
}

/** Locked until the end of the transaction, so that its stage cannot change meanwhile. */
export async function lockedOrderForMoney(ctx: Pick<Ctx, 'db'>, orderId: number): Promise<MoneyOrder> {
  const row = await lockedOrder(ctx.db, orderId)
  if (!row) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

/** All orders of one customer, or all with the given ids, newest first. */
export async function ordersInStages(
  ctx: Pick<Ctx, 'db'>,
  filter: { stages?: readonly OrderStage[] } & ({ customerId: number } | { ids: number[] }),
): Promise<MoneyOrder[]> {
  const { rows } = await findOrders(ctx, filter)
  return rows.map(moneyOrder)
}

/** One page of the orders whose quote was accepted and that need a contract, urgent ones first, then the oldest. */
export async function ordersAtContract(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { without, page, size }: { without: number[]; page: number; size: number },
): Promise<{ orders: MoneyOrder[]; total: number }> {
  const { rows, total } = await findOrders(ctx, {
    stages: ['contract'],
    without,
    pressing: { now: ctx.clock.now() },
    limit: size,
    offset: (page - 1) * size,
  })
  return { orders: rows.map(moneyOrder), total }
}

/** An order as the laboratory sees it, with lines and samples. */
export async function orderForLab(ctx: Pick<Ctx, 'db'>, order: number | string) {
  const row = await found(ctx, order)
  const [kept, samples] = [await linesOf(ctx.db, row.id), await samplesOf(ctx, row.id)]
  const lines = kept.map((line) => ({ ...line, described: describedWithoutSlots(line) }))
  const {
    id,
    orderNo,
    customerId,
    payerId,
    customerGroup: group,
    serviceType,
    stage,
    version,
    title,
    urgent,
    testerId,
    reviewerId,
    remark,
    retestLineIds,
  } = row
  return {
    id,
    orderNo,
    customerId,
    payerId,
    group,
    serviceType,
    stage,
    version,
    title,
    urgent,
    testerId,
    reviewerId,
    remark,
    retestLineIds,
    dataDueAt: row.dataDueAt,
    deliveredAt: row.deliveredAt,
    /** From the invoice data; a contract names its party by this number. */
    taxNo: row.invoice.type === 0 ? '' : row.invoice.taxNo,
    lines,
    samples,
  }
}

/** An order that this person ordered or pays. Any other is refused like one that does not exist. */
export async function orderOfParty(ctx: Pick<Ctx, 'db'>, id: number, orderNo: string): Promise<MoneyOrder> {
  const row = await orderByNo(ctx.db, orderNo)
  if (row?.customerId !== id && row?.payerId !== id) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

/** An order that this customer pays. An order that somebody else pays is refused like one that does not exist. */
export async function orderToPay(ctx: Pick<Ctx, 'db'>, payerId: number, orderNo: string): Promise<MoneyOrder> {
  const row = await orderByNo(ctx.db, orderNo)
  if (row?.payerId !== payerId) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

/** The prepayments that a payer still owes. Every page that lists or sums them uses this. */
export function prepaymentsDue(ctx: Pick<Ctx, 'db'>, payerId: number) {
  return ordersToPrepay(ctx.db, payerId)
}

/** The same, locked, for paying it together with something else. */
export async function lockOrderToPay(ctx: Pick<Ctx, 'db'>, payerId: number, orderNo: string): Promise<MoneyOrder> {
  const { id } = await orderToPay(ctx, payerId, orderNo)
  const row = await lockedOrder(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

/** The order is prepaid: samples are awaited, and samples that arrived early count as received. */
export async function markPrepaid(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const order = await found(inner, orderId)
    await moveBySystem(inner, orderId, 'prepaid', undefined, {
      ...(await arrivalFacts(inner, order)),
      amountFen: agreedFen(order),
    })
    await admitParked(inner, await found(inner, orderId))
  })
}

export async function contractSigned(ctx: Ctx, orderId: number): Promise<void> {
  await moveBySystem(ctx, orderId, 'contractSigned')
}

/** Fixes the final amount, with the reason that the customer reads. A different amount later is refused. */
export async function setFinalAmount(ctx: Ctx, orderId: number, final: FinalAmount, reason: string): Promise<void> {
  if ((await setFinal(ctx.db, orderId, final, reason)) === 0) throw refuse(commonErrors.stageConflict)
  await spendFollows(ctx, orderId)
}

/** Removes the final amount while the order is not paid. Answers what disputes had reduced it by, which the agreed amount is less from now on. */
export async function clearFinalAmount(ctx: Ctx, orderId: number): Promise<{ loweredFen: number }> {
  const cleared = await clearFinal(ctx.db, orderId)
  if (!cleared) throw refuse(commonErrors.stageConflict)
  await spendFollows(ctx, orderId)
  return cleared
}

/** The order is paid in full: samples are due back within 48 hours, and a finished order closes. Safe to repeat. */
export async function markPaid(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const paid = await setPaid(inner.db, orderId, now, addHours(now, orderLimits.returnHours))
    if (!paid) return
    await releaseSamples(inner, orderId)
    await closeIfDone(inner, orderId)
    await emit(inner, orderPaid, { orderId, ...paid })
  })
}

/** Reduces a fixed amount after a dispute or a refund. Refused when no amount is fixed or it is smaller than the reduction. */
export async function lowerFinalAmount(ctx: Ctx, orderId: number, byFen: number): Promise<void> {
  const lowered = await lowerFinal(ctx.db, orderId, byFen)
  if (!lowered) throw refuse(commonErrors.stageConflict)
  await spendFollows(ctx, orderId)
  await emit(ctx, orderLowered, { orderId, finalFen: lowered.finalFen })
}

/** Reduces the agreed amount after a dispute, while no final amount is fixed. */
export async function lowerAgreedAmount(ctx: Ctx, orderId: number, byFen: number): Promise<void> {
  if ((await addReduction(ctx.db, orderId, byFen)) === 0) throw refuse(commonErrors.stageConflict)
  await spendFollows(ctx, orderId)
}

/** The order cannot be confirmed until a corrected report is delivered. */
export async function markReportWithdrawn(ctx: Ctx, orderId: number): Promise<void> {
  await setReportWithdrawn(ctx.db, orderId, ctx.clock.now())
}

/** Samples of these orders go back to another address than was ordered, or to the first one. */
export async function changeReturnAddress(ctx: Ctx, orderIds: readonly number[], to: ReturnAddress): Promise<void> {
  await setReturnAddress(ctx.db, orderIds, to)
}

/** Locked until the caller's transaction ends. */
export async function lockOrder(
  ctx: Ctx,
  orderId: number,
): Promise<{ stage: OrderStage; version: number } | undefined> {
  return lockedOrder(ctx.db, orderId)
}

/** The experiment has ended: the data is due within two working hours. */
export async function recordExperimentEnd(ctx: Ctx, orderId: number, at: Date): Promise<void> {
  await setExperimentEnd(ctx.db, orderId, at, await workingDeadline(ctx, at, orderLimits.dataHours))
}

/** Closes an order that is done and paid and has no open samples. */
export async function closeIfDone(ctx: Ctx, orderId: number): Promise<void> {
  // The lock makes two samples that leave at the same time see each other.
  await inTx(ctx, async (inner) => {
    const row = await lockedOrder(inner.db, orderId)
    if (!row || !mayClose(row, await samplesOf(inner, orderId))) return
    await moveBySystem(inner, orderId, 'close', changes.closed(ctx.clock.now()))
  })
}

async function moveBySystem(
  ctx: Ctx,
  orderId: number,
  action: OrderAction,
  set?: ReturnType<typeof changes.closed>,
  facts: Partial<OrderFacts> = {},
): Promise<void> {
  const row = await found(ctx, orderId)
  await transition(asSystem(ctx), orderLifecycle, orderId, action, {
    payload: { ...payloadOf(row), ...facts },
    set,
  })
}

/** Whether a job came too late: the order has moved on, so nothing is left to do. */
export function movedOn(error: unknown): boolean {
  return error instanceof Refusal && error.kind === commonErrors.stageConflict
}

async function found(ctx: Pick<Ctx, 'db'>, order: number | string): Promise<OrderRow> {
  const row = typeof order === 'number' ? await orderById(ctx.db, order) : await orderByNo(ctx.db, order)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

function moneyOrder(row: OrderRow): MoneyOrder {
  const {
    id,
    orderNo,
    customerId,
    payerId,
    customerGroup: group,
    serviceType,
    stage,
    title,
    sampleCount,
    estimateFen,
    quoteFen,
    finalFen,
    discountFen,
  } = row
  const { createdAt, deliveredAt, confirmedAt, paidAt } = row
  const prepayFen = agreedFen(row)
  return {
    id,
    orderNo,
    customerId,
    payerId,
    group,
    serviceType,
    stage,
    title,
    sampleCount,
    estimateFen,
    quoteFen,
    grossFen: agreedGrossFen(row),
    discountFen,
    hasCoupons: row.coupons.length > 0,
    prepayFen,
    finalFen,
    createdAt,
    deliveredAt,
    confirmedAt,
    paidAt,
  }
}
