import { customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { repayCredit, settleDue } from '../../money/credit/actions.ts'
import { type MoneyOrder, markPaid, ordersInStages, prepaymentsDue } from '../../lab/orders/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { debitPrestore } from '../../money/prestore/actions.ts'
import { noteSettled } from '../../money/prestore/paid-actions.ts'
import { couponPaid, undoCoupon, useCouponFor } from './coupon-actions.ts'
import { settlementErrors } from './errors.ts'
import { dueOf } from './fix-actions.ts'
import { type SettlementStage, settlementLifecycle, settlementNo } from './rules.ts'
import {
  changes,
  countSettlements,
  groupRows,
  insertSettlement,
  lockOpenRows,
  nextNumber,
  openRows,
  type Owed,
  owedBy,
  owner,
  rowsOfSettlements,
  rowsPaid,
  type Settlement,
  settlementOfCustomer,
  type SettlementRow,
  settlementsByIds,
  settlementsPage,
  ungroupRows,
} from './store.ts'
import { settlementAssigned } from './events.ts'

/** Rows that are not grouped into a settlement. */
export async function unsettledRows(ctx: Ctx<Customer>) {
  const rows = await openRows(ctx.db, ctx.actor.id)
  const orders = await ordersOf(ctx, rows)
  return {
    list: rows.map((row) => rowView(ctx, row, orders)),
    totalFen: rows.reduce((sum, row) => sum + row.amountFen, 0),
  }
}

/** Groups the customer's rows under one payer, all or none. Rows of a disputed order are refused. */
export async function assignSettlement(
  ctx: Ctx<Customer>,
  { rowIds, payerName, couponId }: { rowIds: number[]; payerName: string; couponId: number | null },
) {
  return inTx(ctx, async (inner) => {
    const ids = [...new Set(rowIds)]
    const rows = await lockOpenRows(inner.db, ctx.actor.id, ids)
    if (rows.length !== ids.length) throw refuse(settlementErrors.rowsChanged)
    const orders = await ordersOf(inner, rows)
    if (rows.some((row) => orders.get(row.orderId)?.stage === 'disputed')) throw refuse(settlementErrors.disputed)
    const now = ctx.clock.now()
    const no = settlementNo(shanghaiDate(now), await nextNumber(inner.db))
    const grossFen = rows.reduce((sum, row) => sum + row.amountFen, 0)
    // The earliest due date applies: grouping does not extend it.
    const dueAt = new Date(Math.min(...rows.map((row) => row.dueAt.getTime())))
    const { id } = await insertSettlement(
      inner.db,
      { settlementNo: no, customerId: ctx.actor.id, payerName, totalFen: grossFen, dueAt },
      now,
    )
    await recordCreation(inner, settlementLifecycle, id, 'unpaid')
    if ((await groupRows(inner.db, id, ids)) !== ids.length) throw refuse(settlementErrors.rowsChanged)
    const discountFen = couponId === null ? 0 : await useCouponFor(inner, couponId, { id, settlementNo: no }, rows)
    const totalFen = grossFen - discountFen
    const until = shanghaiDate(dueAt)
    await emit(inner, settlementAssigned, { id, settlementNo: no, customerId: ctx.actor.id, totalFen, until })
    return { settlementNo: no, totalFen, discountFen }
  })
}

/** Cancels an unpaid settlement; its rows can be grouped again. */
export async function cancelSettlement(ctx: Ctx<Customer>, no: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const settlement = await ownSettlement(inner, no)
    await transition(inner, settlementLifecycle, settlement.id, 'cancel', { where: owner(ctx.actor.id) })
    await undoCoupon(inner, settlement)
    await ungroupRows(inner.db, settlement.id)
  })
}

/**
 * Pays a settlement in full from the balance: the customer (`pay`), the system with money of a channel (`payByChannel`), staff with received
 * bank money (`payFromReceived`), or a claimed transfer that arrived (`confirmTransfer`). Refused with prestoreErrors.notEnough when the
 * balance is too small. Joins the caller's transaction.
 */
export async function paySettlement(
  ctx: Ctx,
  settlement: Settlement,
  action: 'pay' | 'payByChannel' | 'payFromReceived' | 'confirmTransfer',
): Promise<{ amountFen: number }> {
  const { id, customerId, settlementNo: no, totalFen } = settlement
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    await transition(inner, settlementLifecycle, id, action, {
      where: owner(customerId),
      set: changes.paid(now, action === 'pay' ? 'prestore' : 'transfer'),
      payload: { customerId, settlementNo: no, totalFen },
    })
    const rows = await rowsPaid(inner.db, id, now)
    for (const row of rows.sort((a, b) => a.orderId - b.orderId)) await markPaid(inner, row.orderId)
    await couponPaid(inner, settlement)
    const memo = `结算单 ${no} 付款`
    await debitPrestore(inner, {
      customerId,
      amountFen: totalFen,
      kind: 'settlement.pay',
      businessId: id,
      operation: 'pay',
      memo,
    })
    // A coupon may cover a row in full.
    for (const row of rows)
      if (row.amountFen > 0) await noteSettled(inner, { customerId, orderId: row.orderId }, row.amountFen)
    const onCreditFen = rows.filter((row) => row.kind === 'credit').reduce((sum, row) => sum + row.amountFen, 0)
    await repayCredit(inner, { customerId, businessId: `settlement:${id}`, amountFen: onCreditFen })
    for (const row of rows) await settleDue(inner, dueOf(row.id))
    return { amountFen: totalFen }
  })
}

export async function ownSettlement(ctx: Ctx<Customer>, no: string): Promise<Settlement> {
  const found = await settlementOfCustomer(ctx.db, no, ctx.actor.id)
  if (!found) throw refuse(commonErrors.notFound)
  return found
}

/** The orders whose rows a settlement groups. */
export async function ordersOfSettlement(ctx: Pick<Ctx, 'db'>, settlementId: number): Promise<number[]> {
  return (await rowsOfSettlements(ctx.db, [settlementId])).map((row) => row.orderId)
}

interface Filter {
  stage: SettlementStage | ''
  page: number
  size: number
}

export async function settlementsOf(ctx: Ctx<Customer>, { stage, page, size }: Filter) {
  const rows = await settlementsPage(ctx.db, ctx.actor.id, stage, size, (page - 1) * size)
  const list = await views(ctx, rows)
  return { list, total: await countSettlements(ctx.db, ctx.actor.id, stage), page, size }
}

/** All settlements that the customer has to pay, and those whose transfer finance has not found yet. */
export async function unpaidSettlements(ctx: Ctx<Customer>) {
  const [unpaid, confirming] = [
    await settlementsPage(ctx.db, ctx.actor.id, 'unpaid', null, 0),
    await settlementsPage(ctx.db, ctx.actor.id, 'confirming', null, 0),
  ]
  return views(ctx, [...unpaid, ...confirming])
}

/** Settlements of any customer, for staff, in the order of the ids. */
export async function settlementViews(ctx: Ctx, ids: number[]) {
  const rows = await settlementsByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  return (await views(ctx, rows)).map((view, i) => {
    const { customerId = 0, method = null, remindedAt = null } = rows[i] ?? {}
    const customer = customers.get(customerId)
    return {
      ...view,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      method,
      remindedAt: remindedAt && shanghaiTime(remindedAt),
    }
  })
}

/**
 * What a customer owes. Unpaid amounts include prepayments and settlements; member home, the page of open payments and the badges
 * show these numbers.
 */
export async function owed(ctx: Pick<Ctx, 'db' | 'clock'>, customerId: number): Promise<Owed> {
  const [rows, prepayments] = [await owedBy(ctx.db, customerId, ctx.clock.now()), await prepaymentsDue(ctx, customerId)]
  return {
    ...rows,
    unpaidCount: rows.unpaidCount + prepayments.length,
    unpaidFen: prepayments.reduce((sum, order) => sum + order.amountFen, rows.unpaidFen),
  }
}

async function views(ctx: Ctx, settlements: Settlement[]) {
  const rows = await rowsOfSettlements(
    ctx.db,
    settlements.map((s) => s.id),
  )
  const orders = await ordersOf(ctx, rows)
  return settlements.map((s) => ({
    settlementNo: s.settlementNo,
    payerName: s.payerName,
    stage: s.stage,
    stageLabel: settlementLifecycle.stages[s.stage],
    totalFen: s.totalFen,
    discountFen: s.discountFen,
    couponName: s.coupon?.name ?? '',
    createdAt: shanghaiTime(s.createdAt),
    dueAt: shanghaiTime(s.dueAt),
    overdue: s.stage === 'unpaid' && s.dueAt < ctx.clock.now(),
    paidAt: s.paidAt && shanghaiTime(s.paidAt),
    rows: rows.filter((row) => row.settlementId === s.id).map((row) => rowView(ctx, row, orders)),
  }))
}

async function ordersOf(ctx: Ctx, rows: SettlementRow[]): Promise<Map<number, MoneyOrder>> {
  if (rows.length === 0) return new Map()
  const orders = await ordersInStages(ctx, { ids: rows.map((row) => row.orderId) })
  return new Map(orders.map((order) => [order.id, order]))
}

function rowView(ctx: Ctx, row: SettlementRow, orders: Map<number, MoneyOrder>) {
  const order = orders.get(row.orderId)
  return {
    id: row.id,
    orderNo: order?.orderNo ?? '',
    title: order?.title ?? '',
    supplement: row.kind === 'supplement',
    amountFen: row.amountFen,
    discountFen: row.discountFen,
    withCoupon: order?.hasCoupons ?? false,
    agreedFen: row.estimateFen,
    reason: row.reason,
    deliveredAt: order?.deliveredAt ? shanghaiTime(order.deliveredAt) : null,
    dueAt: shanghaiTime(row.dueAt),
    overdue: row.paidAt === null && row.dueAt < ctx.clock.now(),
    disputed: order?.stage === 'disputed',
  }
}
