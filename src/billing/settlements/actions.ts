import { type Account, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { repayCredit, settleDue } from '../../money/credit/actions.ts'
import { lockOrder, type MoneyOrder, markPaid, ordersInStages, prepaymentsDue } from '../../lab/orders/actions.ts'
import { fundingOf } from '../../lab/orders/spending/funding-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { lockCustomers } from '../../money/ledger/actions.ts'
import { debitPrestore } from '../../money/prestore/actions.ts'
import { noteSettled } from '../../money/prestore/paid-actions.ts'
import { couponPaid, useCouponFor } from './coupons/coupon-actions.ts'
import { settlementErrors } from './errors.ts'
import { dueOf } from './final-amounts/fix-actions.ts'
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
  payer,
  rowsOfSettlements,
  rowsPaid,
  type Settlement,
  settlementOfOwner,
  type SettlementRow,
  settlementsAssigned,
  settlementsBetween,
  settlementsByIds,
  settlementsPage,
  settlementsToPay,
} from './store.ts'
import { agreeByPaying, askPayer, endAssignment, payerOfPhone } from './payers/assign-actions.ts'
import { paidForCustomer, settlementAssigned } from './events.ts'

/** Rows that are not grouped into a settlement. */
export async function unsettledRows(ctx: Ctx<Customer>) {
  const rows = await openRows(ctx.db, ctx.actor.id)
  const orders = await ordersOf(ctx, rows)
  return {
    list: rows.map((row) => rowView(ctx, row, orders)),
    totalFen: rows.reduce((sum, row) => sum + row.amountFen, 0),
  }
}

/**
 * Groups the customer's rows under one payer, all or none: the customer, or another one by phone, who has to agree first. Rows of a
 * disputed order are refused.
 */
export async function assignSettlement(
  ctx: Ctx<Customer>,
  {
    rowIds,
    payerName,
    payerPhone = '',
    shareResults = false,
    couponId,
  }: {
    rowIds: number[]
    payerName: string
    payerPhone?: string | undefined
    shareResults?: boolean | undefined
    couponId: number | null
  },
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
    const customerId = ctx.actor.id
    const payer =
      payerPhone === '' ? { payerId: customerId, payerPhone, answerBy: null } : await payerOfPhone(inner, payerPhone)
    const stage = payer.answerBy ? 'proposed' : 'unpaid'
    const settlement = { settlementNo: no, customerId, ...payer, shareResults, payerName, stage, dueAt } as const
    const { id } = await insertSettlement(inner.db, { ...settlement, totalFen: grossFen }, now)
    await recordCreation(inner, settlementLifecycle, id, stage)
    if ((await groupRows(inner.db, id, ids)) !== ids.length) throw refuse(settlementErrors.rowsChanged)
    const discountFen = couponId === null ? 0 : await useCouponFor(inner, couponId, { id, settlementNo: no }, rows)
    const totalFen = grossFen - discountFen
    const until = shanghaiDate(dueAt)
    if (payer.answerBy) await askPayer(inner, { id, ...settlement, totalFen })
    else await emit(inner, settlementAssigned, { id, settlementNo: no, customerId, totalFen, until })
    return { settlementNo: no, totalFen, discountFen, asked: payer.answerBy !== null }
  })
}

/** Cancels an unpaid settlement; its rows can be grouped again. What a payer took over returns. */
export async function cancelSettlement(ctx: Ctx<Customer>, no: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const settlement = await settlementOfOwner(inner.db, no, ctx.actor.id)
    if (!settlement) throw refuse(commonErrors.notFound)
    await transition(inner, settlementLifecycle, settlement.id, 'cancel', { where: owner(ctx.actor.id) })
    await endAssignment(inner, settlement)
  })
}

/**
 * Pays a settlement in full from the payer's balance: the payer (`pay`), the system with money of a channel (`payByChannel`), staff with
 * received bank money (`payFromReceived`), or a claimed transfer that arrived (`confirmTransfer`). Refused with prestoreErrors.notEnough
 * when the balance is too small. Joins the caller's transaction.
 */
export async function paySettlement(
  ctx: Ctx,
  settlement: Settlement,
  action: 'pay' | 'payByChannel' | 'payFromReceived' | 'confirmTransfer',
): Promise<{ amountFen: number }> {
  const { id, customerId, payerId, settlementNo: no, totalFen } = settlement
  if (payerId === null) throw refuse(commonErrors.notFound)
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const paysNow = action === 'pay' || action === 'payByChannel'
    if (settlement.stage === 'proposed' && paysNow) await agreeByPaying(inner, settlement, payerId)
    await transition(inner, settlementLifecycle, id, action, {
      where: payer(payerId),
      set: changes.paid(now, action === 'pay' ? 'prestore' : 'transfer'),
      payload: { customerId: payerId, settlementNo: no, totalFen },
    })
    const rows = await rowsPaid(inner.db, id, now)
    for (const row of rows.sort((a, b) => a.orderId - b.orderId)) await markPaid(inner, row.orderId)
    await couponPaid(inner, settlement)
    await lockCustomers(inner, [payerId, customerId])
    const memo = `结算单 ${no} 付款`
    await debitPrestore(inner, {
      customerId: payerId,
      amountFen: totalFen,
      kind: 'settlement.pay',
      businessId: id,
      operation: 'pay',
      memo,
    })
    // A coupon may cover a row in full.
    for (const row of rows)
      if (row.amountFen > 0) await noteSettled(inner, { customerId: payerId, orderId: row.orderId }, row.amountFen)
    await repayCredit(inner, creditOfPayment(settlement, rows))
    for (const row of rows) await settleDue(inner, dueOf(row.id))
    if (payerId !== customerId) await tellPaid(inner, settlement, payerId)
    return { amountFen: totalFen }
  })
}

/**
 * Locks what paying a settlement changes, in the order of paying: its orders, then the accounts of payer and customer, since the balance of
 * one is debited and the credit of the other repaid. Called with the settlement locked, before the money that pays it is credited.
 */
export async function lockForPayment(ctx: Ctx, { id, customerId, payerId }: Settlement): Promise<void> {
  for (const orderId of (await ordersOfSettlement(ctx, id)).sort((a, b) => a - b)) await lockOrder(ctx, orderId)
  await lockCustomers(ctx, [customerId, payerId ?? customerId])
}

/**
 * Whose credit the payment repays: a payer who agreed took the whole amount on the own credit; otherwise the customer's rows that are on
 * credit count.
 */
function creditOfPayment({ id, customerId, payerId, onPayer, totalFen }: Settlement, rows: SettlementRow[]) {
  const businessId = `settlement:${id}`
  if (onPayer && payerId !== null) return { customerId: payerId, businessId, amountFen: totalFen }
  const amountFen = rows.filter((row) => row.kind === 'credit').reduce((sum, row) => sum + row.amountFen, 0)
  return { customerId, businessId, amountFen }
}

async function tellPaid(ctx: Ctx, { id, customerId, settlementNo, totalFen }: Settlement, payerId: number) {
  const other = customerName((await customersOf(ctx, [payerId])).get(payerId))
  await emit(ctx, paidForCustomer, { id, customerId, settlementNo, totalFen, other })
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

/**
 * What the customer has to pay, with those whose transfer finance has not found yet; what the customer is asked to pay; and the customer's
 * own that somebody else was asked to pay or agreed to.
 */
export async function unpaidSettlements(ctx: Ctx<Customer>) {
  const me = ctx.actor.id
  const unpaid = await settlementsToPay(ctx.db, me, ['unpaid'])
  const confirming = await settlementsToPay(ctx.db, me, ['confirming'])
  return {
    settlements: await views(ctx, [...unpaid, ...confirming]),
    asked: await views(ctx, await settlementsToPay(ctx.db, me, ['proposed'])),
    handedOver: await views(ctx, await settlementsAssigned(ctx.db, me, ['proposed', 'unpaid', 'confirming'])),
  }
}

/** The customer's settlements of a time, as owner or payer, seen by that customer. */
export async function settlementsOfTime(ctx: Ctx, customerId: number, { from, until }: { from: Date; until: Date }) {
  return views(ctx, await settlementsBetween(ctx.db, customerId, from, until), customerId)
}

/** Settlements of any customer, for staff, in the order of the ids. */
export async function settlementViews(ctx: Ctx, ids: number[]) {
  const rows = await settlementsByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.flatMap((row) => [row.customerId, row.payerId ?? row.customerId]),
  )
  return (await views(ctx, rows)).map((view, i) => {
    const { customerId = 0, payerId = 0, payerPhone = '', method = null, remindedAt = null } = rows[i] ?? {}
    const customer = customers.get(customerId)
    const assigned = payerId !== customerId
    return {
      ...view,
      customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      paidByName: assigned ? customerName(customers.get(payerId ?? 0)) || payerPhone : '',
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

/** `reader`: the customer who sees them; staff see them as the owner does. */
async function views(ctx: Ctx, settlements: Settlement[], reader = ctx.actor.kind === 'customer' ? ctx.actor.id : 0) {
  const rows = await rowsOfSettlements(
    ctx.db,
    settlements.map((s) => s.id),
  )
  const orders = await ordersOf(ctx, rows)
  const people = await customersOf(
    ctx,
    settlements.filter(isAssigned).flatMap((s) => [s.customerId, s.payerId ?? s.customerId]),
  )
  return settlements.map((s) => ({
    settlementNo: s.settlementNo,
    payerName: s.payerName,
    ...sidesOf(s, people, reader),
    shareResults: s.shareResults,
    answerBy: s.answerBy && shanghaiTime(s.answerBy),
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

const isAssigned = ({ customerId, payerId }: Settlement) => payerId !== customerId

/** Which side the reader is on, and the other one. The name of a payer who has not agreed is not told: it would say who has an account. */
function sidesOf(s: Settlement, people: Map<number, Account>, reader: number) {
  if (!isAssigned(s)) return { side: 'own' as const, other: '' }
  if (reader === s.payerId) {
    const customer = people.get(s.customerId)
    const name = customerName(customer)
    const phone = maskPhone(customer?.phone ?? '')
    return { side: 'payer' as const, other: name === phone ? phone : `${name} ${phone}` }
  }
  const agreed = s.stage !== 'proposed' && s.stage !== 'cancelled'
  const name = agreed && s.payerId !== null ? customerName(people.get(s.payerId)) : ''
  return { side: 'customer' as const, other: name === s.payerPhone ? name : `${name} ${s.payerPhone}`.trim() }
}

type FundedOrder = MoneyOrder & { fundingNo: string }

async function ordersOf(ctx: Ctx, rows: SettlementRow[]): Promise<Map<number, FundedOrder>> {
  if (rows.length === 0) return new Map()
  const orders = await ordersInStages(ctx, { ids: rows.map((row) => row.orderId) })
  const funding = await fundingOf(
    ctx,
    orders.map(({ id }) => id),
  )
  return new Map(orders.map((order) => [order.id, { ...order, fundingNo: funding.get(order.id) ?? '' }]))
}

function rowView(ctx: Ctx, row: SettlementRow, orders: Map<number, FundedOrder>) {
  const order = orders.get(row.orderId)
  return {
    id: row.id,
    orderNo: order?.orderNo ?? '',
    title: order?.title ?? '',
    fundingNo: order?.fundingNo ?? '',
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
