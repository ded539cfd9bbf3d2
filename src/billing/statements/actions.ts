import { customerOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { type DeliveredOrder, ordersDelivered } from '../../lab/orders/closing/delivered-actions.ts'
import { type AccountKind, accountKinds } from '../../money/ledger/rules.ts'
import { entriesOf, standBefore, type StatementEntry } from '../../money/ledger/statement-actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { invoicesIssued } from '../invoices/statement-actions.ts'
import { owed, settlementsOfTime } from '../settlements/actions.ts'
import type { StatementView } from './contract.ts'
import { statementErrors } from './errors.ts'
import { isRefund, isWay, moneyAccounts, type Period, periodOf, ways, whatMoved } from './rules.ts'

/**
 * The statement of a customer for a month or a year, in one transaction. All sums of money come from the ledger: what stood before, every
 * entry, and what stands at the end.
 */
export function statementOf(ctx: Ctx, customerId: number, text: string): Promise<StatementView> {
  return inTx(ctx, async (inner) => {
    const period = periodOf(text)
    const now = ctx.clock.now()
    if (period.from > now) throw refuse(statementErrors.notYet)
    const customer = await customerOf(inner, customerId)
    const opening = await standBefore(inner, customerId, period.from)
    const entries = (await entriesOf(inner, customerId, period)).filter(({ account }) => isMoney(account))
    const orders = await ordersDelivered(inner, customerId, period)
    const settlements = await settlementsOfTime(inner, customerId, period)
    const invoices = await invoicesIssued(inner, customerId, period)
    const { unsettledFen, unpaidFen, overdueFen } = await owed(inner, customerId)
    const openingFen = opening.get('prestore') ?? 0
    const balance = entries.filter(({ account }) => account === 'prestore')
    return {
      period: text,
      label: period.label,
      firstDay: period.firstDay,
      lastDay: period.lastDay,
      madeAt: shanghaiTime(now),
      running: period.until > now,
      customerName: customerName(customer),
      company: customer.company,
      accounts: accountsOf(opening, entries),
      openingFen,
      closingFen: openingFen + sum(balance),
      movements: text.length === 4 ? [] : movementsOf(openingFen, balance),
      months: text.length === 4 ? monthsOf(period, openingFen, balance, orders) : [],
      ways: waysOf(entries),
      orders: orders.map((order) => ({
        orderNo: order.orderNo,
        title: order.title,
        fundingNo: order.fundingNo,
        deliveredAt: shanghaiTime(order.deliveredAt),
        grossFen: order.grossFen,
        discountFen: order.discountFen,
        netFen: order.finalFen,
      })),
      settlements: settlements.map((s) => ({
        settlementNo: s.settlementNo,
        side: s.side,
        other: s.other,
        fundingNo: [...new Set(s.rows.map((row) => row.fundingNo).filter(Boolean))].join('、'),
        totalFen: s.totalFen,
        stageLabel: s.stageLabel,
        createdAt: s.createdAt,
        paidAt: s.paidAt,
      })),
      invoices,
      sums: {
        ...sumsOf(orders),
        paidFen: 0 - sum(balance.filter(({ kind }) => kind === 'settlement.pay')),
        refundedFen: sum(balance.filter(isRefund)),
        invoicedFen: invoices.reduce((all, each) => all + each.amountFen - each.reddenedFen, 0),
      },
      owed: { unsettledFen, unpaidFen, overdueFen },
    }
  })
}

function isMoney(account: AccountKind): boolean {
  return (moneyAccounts as readonly AccountKind[]).includes(account)
}

/** The balance is always listed; other accounts when they were used. */
function accountsOf(opening: Map<AccountKind, number>, entries: StatementEntry[]) {
  return moneyAccounts.flatMap((kind) => {
    const moved = entries.filter(({ account }) => account === kind)
    const openingFen = opening.get(kind) ?? 0
    if (kind !== 'prestore' && openingFen === 0 && moved.length === 0) return []
    const { inFen, outFen } = bothWays(moved)
    return { label: accountKinds[kind].label, openingFen, inFen, outFen, closingFen: openingFen + inFen - outFen }
  })
}

function movementsOf(openingFen: number, balance: StatementEntry[]) {
  let balanceFen = openingFen
  return balance.map((entry) => {
    balanceFen += entry.amountFen
    const { memo, amountFen } = entry
    return { at: shanghaiTime(entry.at), what: whatMoved(entry), memo, amountFen, balanceFen }
  })
}

function monthsOf({ months }: Period, openingFen: number, balance: StatementEntry[], orders: DeliveredOrder[]) {
  let closingFen = openingFen
  return months.map((month) => {
    const moved = bothWays(balance.filter(({ at }) => shanghaiDate(at).startsWith(month)))
    closingFen += moved.inFen - moved.outFen
    const delivered = orders.filter(({ deliveredAt }) => shanghaiDate(deliveredAt).startsWith(month))
    return { month, ...moved, closingFen, deliveredFen: sumsOf(delivered).netFen }
  })
}

/** Money that came from outside and went back there, whichever account of the customer it touched. */
function waysOf(entries: StatementEntry[]) {
  return Object.entries(ways).flatMap(([way, label]) => {
    const moved = entries.filter(({ counters }) => counters.some((kind) => isWay(kind) && kind === way))
    return moved.length === 0 ? [] : [{ label, ...bothWays(moved) }]
  })
}

/** An order without a final amount counts with what was agreed. */
function sumsOf(orders: DeliveredOrder[]) {
  const grossFen = orders.reduce((all, order) => all + (order.grossFen ?? 0), 0)
  const netFen = orders.reduce((all, order) => all + (order.finalFen ?? (order.grossFen ?? 0) - order.discountFen), 0)
  return { grossFen, discountFen: grossFen - netFen, netFen }
}

function bothWays(entries: readonly { amountFen: number }[]) {
  const inFen = sum(entries.filter(({ amountFen }) => amountFen > 0))
  return { inFen, outFen: inFen - sum(entries) }
}

function sum(entries: readonly { amountFen: number }[]): number {
  return entries.reduce((all, { amountFen }) => all + amountFen, 0)
}
