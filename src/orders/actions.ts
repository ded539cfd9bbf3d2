import type { CustomerGroup } from '../accounts/rules.ts'
import { commonErrors, Refusal, refuse } from '../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx } from '../platform/http/ctx.ts'
import { transition } from '../platform/lifecycle/transition.ts'
import { addHours } from '../platform/time.ts'
import { allSettled, releaseSamples, samplesOf } from '../samples/actions.ts'
import {
  type OrderAction,
  orderLifecycle,
  orderLimits,
  type OrderStage,
  orderStages,
  type ServiceType,
} from './rules.ts'
import { describedWithoutSlots, visitFacts } from './visit-actions.ts'
import {
  along,
  linesOf,
  listOrders,
  lockedOrder,
  orderById,
  orderByNo,
  type OrderRow,
  setExperimentEnd,
  setFinal,
  setPaid,
} from './store.ts'

// What other slices may know of an order and do to it. The customer's own verbs: move-actions.ts; those of staff: staff-actions.ts.

/** An order as money sees it. */
export interface MoneyOrder {
  id: number
  orderNo: string
  customerId: number
  payerId: number
  group: CustomerGroup
  serviceType: ServiceType
  stage: OrderStage
  title: string
  sampleCount: number
  estimateFen: number | null
  quoteFen: number | null
  /** What a prepayment is for: the quote, or else the estimate; null while nothing is priced. */
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

/** Locked until the end of the transaction, so that its stage holds while something is done on the strength of it. */
export async function orderHeld(ctx: Pick<Ctx, 'db'>, orderId: number): Promise<MoneyOrder> {
  const row = await lockedOrder(ctx.db, orderId)
  if (!row) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

/** A customer's orders in the given stages, newest first; with no customer, everybody's. */
export async function ordersInStages(
  ctx: Pick<Ctx, 'db'>,
  filter: { customerId?: number; stages?: readonly OrderStage[]; ids?: number[]; limit?: number },
): Promise<MoneyOrder[]> {
  const rows = await listOrders(ctx.db, {
    customerId: filter.customerId ?? 0,
    stages: filter.stages ?? orderStages,
    pattern: '',
    ids: filter.ids,
    from: undefined,
    to: undefined,
    limit: filter.limit ?? 500,
    offset: 0,
  })
  return rows.map(moneyOrder)
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
    /** As told for the invoice; a contract names the party by it. */
    taxNo: typeof row.invoice.taxNo === 'string' ? row.invoice.taxNo : '',
    lines,
    samples,
  }
}

/** A customer's own order; somebody else's is not found, like one that does not exist. */
export async function ownOrderFor(ctx: Pick<Ctx, 'db'>, customerId: number, orderNo: string): Promise<MoneyOrder> {
  const row = await orderByNo(ctx.db, orderNo)
  if (row?.customerId !== customerId) throw refuse(commonErrors.notFound)
  return moneyOrder(row)
}

export async function markPrepaid(ctx: Ctx, orderId: number): Promise<void> {
  await moveBySystem(ctx, orderId, 'prepaid', undefined, await visitFacts(ctx, await found(ctx, orderId)))
}

export async function contractSigned(ctx: Ctx, orderId: number): Promise<void> {
  await moveBySystem(ctx, orderId, 'contractSigned')
}

/** Fixes what the order costs in the end; another amount later is refused. */
export async function setFinalAmount(ctx: Ctx, orderId: number, finalFen: number): Promise<void> {
  if ((await setFinal(ctx.db, orderId, finalFen)) === 0) throw refuse(commonErrors.stageConflict)
}

/** Paid in full: samples start on their way back within 48 hours, and a finished order closes. Safe to repeat. */
export async function markPaid(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    if ((await setPaid(inner.db, orderId, now, addHours(now, orderLimits.returnHours))) === 0) return
    await releaseSamples(inner, orderId)
    await closeIfDone(inner, orderId)
  })
}

/** The experiment has ended: the data is due within two hours. */
export async function recordExperimentEnd(ctx: Ctx, orderId: number, at: Date): Promise<void> {
  await setExperimentEnd(ctx.db, orderId, at, addHours(at, orderLimits.dataHours))
}

/** Closes an order that is done, paid, and of whose samples nothing more is to come. */
export async function closeIfDone(ctx: Ctx, orderId: number): Promise<void> {
  const row = await found(ctx, orderId)
  if (row.stage !== 'done' || !row.paidAt || !(await allSettled(ctx, orderId))) return
  await moveBySystem(ctx, orderId, 'close', along.closed(ctx.clock.now()))
}

async function moveBySystem(
  ctx: Ctx,
  orderId: number,
  action: OrderAction,
  set?: ReturnType<typeof along.closed>,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const row = await found(ctx, orderId)
  await transition(asSystem(ctx), orderLifecycle, orderId, action, {
    payload: { ...payloadOf(row), ...facts },
    ...(set ? { set } : {}),
  })
}

/** What every event of an order tells its subscribers. */
export function payloadOf(
  row: Pick<OrderRow, 'orderNo' | 'customerId' | 'title' | 'serviceType'>,
): Record<string, unknown> {
  return { orderNo: row.orderNo, customerId: row.customerId, title: row.title, serviceType: row.serviceType }
}

/** For jobs that come too late: the order has moved on, and there is nothing left to do. */
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
  } = row
  const { createdAt, deliveredAt, confirmedAt, paidAt } = row
  const prepayFen = quoteFen ?? estimateFen
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
    prepayFen,
    finalFen,
    createdAt,
    deliveredAt,
    confirmedAt,
    paidAt,
  }
}
