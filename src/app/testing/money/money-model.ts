// What the money of one customer should be after any steps: plain numbers, no database, no product code. `money-steps.ts` makes the same steps
// with the product, and `money-model.call.test.ts` compares both after every step.

import type { Attempt, Coupon, Model, Order, Row, Settlement } from './money-state.ts'

export const picked = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
export const orderOf = (m: Model, n: number): Order => picked(m.orders, n) as Order
/** The rows that a step groups; every bit of the amount chooses an order. */
export const openRows = (m: Model, bits: number) =>
  m.orders.filter(({ row }, i) => row && !row.in && !row.paid && (bits >> i) & 1)
/** Half of the orders ask for a coupon of the customer. */
export const couponFor = (m: Model, n: number): Coupon | undefined => (n % 8 < 4 ? undefined : picked(m.coupons, n))
export const feeOf = (fen: number): number => (fen % 3 === 0 ? fen : 0)
/** How the channel answers a refund: refuses it, does it later, does it at once. */
export const refundWay = (fen: number) => (['refuses', 'later', 'now', 'now'] as const)[fen % 4]

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
function off({ kind }: Coupon, baseFen: number): number {
  return kind === 2 ? Math.floor(baseFen / 5) : Math.min(kind === 0 ? 100 : 300, baseFen)
}
/** In proportion, the largest remainders first. */
function split(fen: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  const parts = weights.map((w, i) => ({ i, fen: Math.floor((fen * w) / all), rest: (fen * w) % all }))
  const left = fen - sum(parts.map((part) => part.fen))
  for (const part of parts.toSorted((a, b) => b.rest - a.rest || a.i - b.i).slice(0, left)) part.fen += 1
  return parts.map((part) => part.fen)
}
const give = (coupon: Coupon | undefined) => coupon && Object.assign(coupon, { stage: 'issued' })
const spend = (coupon: Coupon | undefined, fen: number) => coupon && (coupon.stage = fen > 0 ? 'used' : 'issued')

function prepaid(m: Model, o: Order): void {
  m.prestoreFen -= o.netFen
  Object.assign(o, { advanceFen: o.netFen, prepaidFen: o.netFen, stage: 'ready' })
}
function settled(m: Model, s: Settlement): void {
  m.prestoreFen -= s.totalFen
  s.stage = 'paid'
  spend(s.coupon, s.offFen)
  for (const o of s.orders) {
    const row = o.row as Row
    Object.assign(row, { paid: true })
    o.paid = true
    o.settledFen += row.fen
    if (row.onCredit) owe(m, -row.fen)
  }
}
function owe(m: Model, fen: number): void {
  m.usedFen += fen
  m.availableFen -= fen
}
function undone(m: Model, s: Settlement): void {
  s.stage = 'cancelled'
  give(s.coupon)
  for (const o of s.orders) {
    const row = o.row as Row
    if (row.onCredit) owe(m, row.offFen)
    o.finalFen = o.finalFen === undefined ? undefined : o.finalFen + row.offFen
    Object.assign(row, { fen: row.fen + row.offFen, offFen: 0, in: undefined })
  }
}
/** Money of the channel arrives, by a report, an answer or a closing; it pays what it was meant for, or stays in the balance. */
function receive(m: Model, a: Attempt): void {
  if (a.ours === 'paid') return
  const meant = a.ours === 'open' ? a.target : 'topUp'
  a.ours = 'paid'
  m.prestoreFen += a.fen
  if (meant === 'topUp') return
  if ('orders' in meant) {
    if (meant.stage === 'unpaid' && meant.totalFen === a.fen) settled(m, meant)
  } else if (meant.stage === 'prepay' && meant.netFen === a.fen) prepaid(m, meant)
}
function close(m: Model, a: Attempt): void {
  if (a.theirs === 'paid') return receive(m, a)
  a.ours = 'closed'
  if (a.scanned && a.theirs === 'open') a.theirs = 'closed'
}
/** Whatever is still open for the same thing is closed; answers whether one of them had been paid. */
function closeOthers(m: Model, target: Attempt['target'], except?: Attempt): boolean {
  const others = m.attempts.filter((a) => a !== except && a.target === target && a.ours === 'open').toReversed()
  for (const other of others) {
    close(m, other)
    if (other.ours === 'paid' && except) return true
  }
  return false
}

type Step = (m: Model, n: number, fen: number) => string | void

const ofOrder: Record<string, (m: Model, o: Order, fen: number, n: number) => string | void> = {
  place(m, o, fen, n) {
    if (o.stage !== 'none') return 'skipped'
    const coupon = couponFor(m, n)
    if (coupon && coupon.stage !== 'issued') return 'couponTaken'
    const couponOffFen = coupon ? off(coupon, fen) : 0
    const netFen = fen - couponOffFen
    if (o.onCredit && netFen > 0 && m.availableFen < netFen) return m.limitFen === undefined ? 'notOpened' : 'notEnough'
    if (coupon) coupon.stage = 'locked'
    Object.assign(o, { coupon, hadCoupon: coupon !== undefined, couponOffFen, netFen, stage: 'prepay' })
    if (!o.onCredit) return
    Object.assign(o, { heldFen: netFen, stage: 'ready' })
    m.availableFen -= netFen
  },
  prepay(m, o) {
    if (o.stage === 'none') return 'skipped'
    if (o.stage !== 'prepay') return 'notPayable'
    if (m.prestoreFen < o.netFen) return 'notEnough'
    prepaid(m, o)
    closeOthers(m, o)
  },
  cancel(m, o, fen) {
    const feeFen = feeOf(fen)
    if (o.stage === 'none') return 'skipped'
    if (o.finalFen !== undefined) return 'amountFixed'
    if (o.stage === 'cancelled') return 'stageConflict'
    if (feeFen > (o.onCredit ? o.heldFen : o.advanceFen)) return 'invalid'
    const backFen = o.advanceFen > 0 ? o.advanceFen - feeFen : 0
    if (backFen > 0 && o.prepaidFen - backFen < o.invoicedFen) return 'invoicedFirst'
    give(o.coupon)
    m.availableFen += o.heldFen
    m.prestoreFen += backFen
    if (o.onCredit && feeFen > 0) {
      owe(m, feeFen)
      o.row = { fen: feeFen, offFen: 0, onCredit: true, in: undefined, paid: false }
    }
    Object.assign(o, {
      stage: 'cancelled',
      coupon: undefined,
      heldFen: 0,
      advanceFen: 0,
      prepaidFen: o.prepaidFen - backFen,
    })
  },
  fix(m, o, grossFen) {
    if (o.stage === 'none') return 'skipped'
    if (o.stage !== 'ready') return 'notDelivered'
    if (o.finalFen !== undefined) return 'alreadyFixed'
    const offFen = o.couponOffFen > 0 && o.coupon ? off(o.coupon, grossFen) : 0
    const finalFen = grossFen - offFen
    const { heldFen, advanceFen } = o
    const earnedFen = Math.min(advanceFen, finalFen)
    const backFen = advanceFen - earnedFen
    if (backFen > 0 && o.prepaidFen - backFen < o.invoicedFen) return 'invoicedFirst'
    spend(o.coupon, offFen)
    if (o.coupon?.stage === 'issued') o.coupon = undefined
    m.prestoreFen += backFen
    m.availableFen += heldFen
    if (o.onCredit) owe(m, finalFen)
    const before = { heldFen, advanceFen, backFen, usedFen: o.onCredit ? finalFen : 0 }
    Object.assign(o, { before, heldFen: 0, advanceFen: 0, prepaidFen: o.prepaidFen - backFen, finalFen })
    const owedFen = finalFen - earnedFen
    if (owedFen > 0) o.row = { fen: owedFen, offFen: 0, onCredit: o.onCredit, in: undefined, paid: false }
    else o.paid = true
  },
  takeBack(m, o) {
    if (o.stage === 'none') return 'skipped'
    if (o.finalFen === undefined) return 'notFixed'
    if (o.paid) return 'alreadyPaid'
    const { heldFen, advanceFen, backFen, usedFen } = o.before
    if (m.prestoreFen < backFen) return 'belowFloor'
    if (o.row?.in) undone(m, o.row.in)
    if (o.coupon) o.coupon.stage = 'locked'
    owe(m, -usedFen)
    m.availableFen -= heldFen
    m.prestoreFen -= backFen
    Object.assign(o, { row: undefined, finalFen: undefined, heldFen, advanceFen, prepaidFen: o.prepaidFen + backFen })
  },
  giveBack(m, o, fen) {
    if (o.stage === 'none') return 'skipped'
    if (!o.paid || o.finalFen === undefined) return 'orderNotPaid'
    if (fen > o.finalFen) return 'moreThanPaid'
    if (o.prepaidFen + o.settledFen - fen < o.invoicedFen) return 'invoicedFirst'
    m.prestoreFen += fen
    o.settledFen -= fen
    if (fen === o.finalFen) {
      give(o.coupon)
      o.coupon = undefined
    }
    o.finalFen -= fen
  },
  invoice(_, o, fen) {
    if (o.invoicedFen + fen > o.prepaidFen + o.settledFen) return 'overInvoiced'
    o.invoicedFen += fen
  },
  redden(_, o) {
    if (o.invoicedFen === 0) return 'skipped'
    o.invoicedFen = 0
  },
}

const others: Record<string, Step> = {
  deposit(m, _, fen) {
    m.prestoreFen += fen * 3
  },
  buy(m, _, fen) {
    if (m.prestoreFen < fen) return 'notEnough'
    m.prestoreFen -= fen
  },
  withdraw(m, _, fen) {
    if (m.prestoreFen < fen) return 'notEnough'
    m.prestoreFen -= fen
    m.withdrawals.push(fen)
  },
  cancelWithdrawal(m) {
    if (m.withdrawals.length === 0) return 'skipped'
    m.prestoreFen += m.withdrawals.pop() ?? 0
  },
  openCredit(m, _, fen) {
    if (m.limitFen !== undefined) return 'skipped'
    Object.assign(m, { limitFen: fen * 4, availableFen: m.availableFen + fen * 4 })
  },
  limit(m, _, fen) {
    if (m.limitFen === undefined) return 'skipped'
    m.availableFen += fen * 4 - m.limitFen
    m.limitFen = fen * 4
  },
  issue(m, n) {
    m.coupons.push({ kind: n % 3, stage: 'issued' })
  },
  group(m, n, fen) {
    const orders = openRows(m, fen)
    if (orders.length === 0) return 'skipped'
    const coupon = couponFor(m, n)
    const grossFen = sum(orders.map(({ row }) => row?.fen ?? 0))
    const lines = orders.filter(({ hadCoupon, finalFen }) => !hadCoupon && finalFen !== undefined)
    const weights = lines.map(({ row }) => row?.fen ?? 0)
    if (coupon && coupon.stage !== 'issued') return 'couponTaken'
    if (coupon && lines.length === 0) return 'couponUnfit'
    const offFen = coupon ? off(coupon, sum(weights)) : 0
    if (offFen >= grossFen) return 'couponCoversAll'
    if (coupon) coupon.stage = 'locked'
    const settlement: Settlement = { orders, coupon, offFen, totalFen: grossFen - offFen, stage: 'unpaid' }
    for (const { row } of orders) if (row) row.in = settlement
    for (const [i, part] of (offFen === 0 ? [] : split(offFen, weights)).entries()) {
      const o = lines[i] as Order
      const row = o.row as Row
      Object.assign(row, { fen: row.fen - part, offFen: part })
      o.finalFen = (o.finalFen ?? 0) - part
      if (row.onCredit) owe(m, -part)
    }
    m.settlements.push(settlement)
  },
  pay(m, n) {
    const settlement = picked(m.settlements, n)
    if (!settlement) return 'skipped'
    if (settlement.stage !== 'unpaid') return 'stageConflict'
    if (m.prestoreFen < settlement.totalFen) return 'notEnough'
    settled(m, settlement)
    closeOthers(m, settlement)
  },
  ungroup(m, n) {
    const settlement = picked(m.settlements, n)
    if (!settlement) return 'skipped'
    if (settlement.stage !== 'unpaid') return 'stageConflict'
    undone(m, settlement)
  },
  attempt(m, n, fen) {
    const target = n % 3 === 0 ? 'topUp' : n % 3 === 1 ? picked(m.settlements, n) : orderOf(m, n)
    if (!target || (target !== 'topUp' && target.stage === 'none')) return 'skipped'
    if (target === 'topUp' && fen < 100) return 'amountOutOfBounds'
    const payable = target === 'topUp' || target.stage === ('orders' in target ? 'unpaid' : 'prepay')
    const askedFen = target === 'topUp' ? fen : 'orders' in target ? target.totalFen : target.netFen
    if (!payable || askedFen === 0) return 'notPayable'
    const open = m.attempts.find((a) => a.target === target && a.ours === 'open' && a.fen === askedFen)
    const scanned = fen % 2 === 0
    const attempt = open ?? { target, fen: askedFen, ours: 'open', theirs: 'none', scanned, refundedFen: 0 }
    if (!open) m.attempts.push(attempt)
    if (closeOthers(m, target, attempt)) return close(m, attempt)
    if (!open) attempt.theirs = 'open'
  },
  payAtChannel(m, n) {
    const attempt = picked(m.attempts, n)
    if (attempt?.theirs !== 'open') return 'skipped'
    Object.assign(attempt, { theirs: 'paid', scanned: true })
    m.reports.push(attempt)
  },
  report(m, n) {
    const attempt = picked(m.reports, n)
    if (!attempt) return 'skipped'
    receive(m, attempt)
  },
  ask(m, n) {
    const attempt = picked(m.attempts, n)
    if (!attempt) return 'skipped'
    if (attempt.theirs === 'paid') receive(m, attempt)
  },
  close(m, n) {
    const attempt = picked(m.attempts, n)
    if (attempt?.ours === 'open') close(m, attempt)
    return attempt ? undefined : 'skipped'
  },
  refund(m, n, fen) {
    const attempt = picked(m.attempts, n)
    if (!attempt) return 'skipped'
    if (attempt.ours !== 'paid') return 'notPaid'
    if (attempt.refundedFen + fen > attempt.fen) return 'moreThanPaid'
    if (m.prestoreFen < fen) return 'notInBalance'
    m.prestoreFen -= fen
    m.refundHeldFen += fen
    attempt.refundedFen += fen
    m.refunds.push({ attempt, fen, stage: 'processing', sent: false })
  },
  sendRefund(m, n) {
    const refund = picked(m.refunds, n)
    if (refund?.stage !== 'processing') return 'skipped'
    const way = refundWay(refund.fen)
    const over = way !== 'later' || refund.sent
    refund.sent = true
    if (!over) return
    refund.stage = way === 'refuses' ? 'failed' : 'done'
    m.refundHeldFen -= refund.fen
    if (way !== 'refuses') return
    m.prestoreFen += refund.fen
    refund.attempt.refundedFen -= refund.fen
  },
}

export interface Command {
  verb: string
  n: number
  fen: number
}
export const verbs = [...Object.keys(others), ...Object.keys(ofOrder)]

/** Makes the step in the model; answers `done`, `skipped`, or the name of the refusal. */
export function expected(m: Model, { verb, n, fen }: Command): string {
  return (others[verb]?.(m, n, fen) ?? ofOrder[verb]?.(m, orderOf(m, n), fen, n)) || 'done'
}
