import { creditHeldFor } from '../../../money/credit/actions.ts'
import { advanceOf } from '../../../money/prestore/advance-actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { formatFen } from '../../../platform/money.ts'
import { addDays } from '../../../platform/time.ts'
import { followOrder, requireArrival, requireBookings } from '../../bookings/actions.ts'
import { requireInstruments } from '../../instruments/availability-actions.ts'
import { moveSamples, samplesOf, testSamples } from '../../samples/actions.ts'
import { linesWithoutSample } from '../../samples/rules.ts'
import { readSetting, workingDeadline } from '../../../core/settings/actions.ts'
import { agreedFen, quotedLine, quoteText } from '../quotes/price-rules.ts'
import { askGroup } from '../spending/spend-actions.ts'
import { admitParked } from '../arrival-actions.ts'
import { requireData } from '../analysis-data/data-actions.ts'
import { discountQuote } from '../quotes/discount-actions.ts'
import { orderErrors } from '../errors.ts'
import { releaseOrder } from '../move-actions.ts'
import {
  minuteText,
  type OrderAction,
  orderLifecycle,
  orderLimits,
  type OrderStage,
  resumedConfirmDue,
  stageLabel,
  checksIn,
  type OrderFacts,
} from '../rules.ts'
import { changes, amountOpen, correctable, otherTester } from '../transition-store.ts'
import { watchPromise } from '../promises/missed-actions.ts'
import { promisesOf } from '../promises/promise-actions.ts'
import { linesOf, lockedOrder, logCall, orderByNo, setLineAmounts } from '../store.ts'
import { type OrderRow, type OrderTarget, payloadOf } from '../record-rules.ts'
import { arrivalFacts } from '../message-facts-actions.ts'
import { openConfirmWindow } from '../closing/window-actions.ts'
import { expireQuoteJob, expireRetestJob } from '../events.ts'

// What staff do with an order. The dispatcher has checked the role (core/staff/rules.ts) before these run.

export interface MovedOrder {
  stage: OrderStage
  stageName: string
  version: number
}

/** A visit is approved only with all its slots. The message says when and where to come, or where to send samples. */
export function approveOrder(ctx: Ctx<Staff>, target: OrderTarget) {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    return move(inner, target, 'approve', {
      payload: { ...(await arrivalFacts(inner, row)), amountFen: agreedFen(row) },
      after: async (deeper) => {
        await requireBookings(deeper, row.id)
        await admitParked(deeper, await anyOrder(deeper, row.orderNo))
      },
    })
  })
}

export function rejectOrder(ctx: Ctx<Staff>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'reject', {
    reason,
    after: (inner, row) => releaseOrder(inner, row, { reason, keepFen: 0 }),
  })
}

/** The highest cancellation fee: the amount that is prepaid, or held on credit, for the order. */
export function feeLimitOf(ctx: Ctx, row: Pick<OrderRow, 'id' | 'payerId' | 'customerGroup'>): Promise<number> {
  const order = { customerId: row.payerId, orderId: row.id }
  return row.customerGroup === 'institute' ? creditHeldFor(ctx, order) : advanceOf(ctx, order)
}

/**
 * Cancels at any stage before done. A fee is taken from the prepayment, or becomes a debt of what was held on credit.
 * Called by settlements/cancel-actions.ts, which creates the row of that debt in the same transaction.
 */
export async function cancelOrderByStaff(
  ctx: Ctx<Staff>,
  { reason, feeFen, ...target }: OrderTarget & { reason: string; feeFen: number },
) {
  return inTx(ctx, async (inner) => {
    const { id } = await anyOrder(inner, target.orderNo)
    // Locked, so that the amounts in the message are those that are moved.
    const row = (await lockedOrder(inner.db, id)) ?? (await anyOrder(inner, target.orderNo))
    // A fixed amount is a debt or income already, and cancelling would not undo it.
    if (row.finalFen !== null) throw refuse(orderErrors.amountFixed)
    const limitFen = await feeLimitOf(inner, row)
    return move(inner, target, 'cancelByStaff', {
      reason,
      where: amountOpen,
      set: changes.cancelled(feeFen),
      payload: { feeFen, ...releasedBy(row, limitFen - feeFen) },
      after: async (deeper, order) => {
        if (feeFen > limitFen)
          throw refuse(commonErrors.invalid, `取消费不能超过已预付或预占的 ${formatFen(limitFen)}`, {
            fields: { feeFen: `不能超过 ${formatFen(limitFen)}` },
          })
        await releaseOrder(deeper, order, { reason, keepFen: feeFen })
      },
    })
  })
}

/** What is released to the customer: money to the balance, or credit. */
function releasedBy({ customerGroup }: OrderRow, restFen: number): Partial<OrderFacts> {
  if (restFen <= 0) return {}
  return customerGroup === 'institute' ? { onCredit: true } : { refundFen: restFen }
}

export interface QuoteRequest extends OrderTarget {
  lines: { lineId: number; amountFen: number }[]
  validDays?: number | undefined
  note: string
}

/**
 * Sends a new version of the quote, with an amount for every line. It replaces a version sent before, which can no longer be
 * accepted.
 */
export async function quoteOrder(
  ctx: Ctx<Staff>,
  { lines, validDays, note, ...target }: QuoteRequest,
  action: 'quote' | 'reviseQuote' = 'quote',
) {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    const kept = await linesOf(inner.db, row.id)
    const amounts = new Map(lines.map((line) => [line.lineId, line.amountFen]))
    if (amounts.size !== lines.length || kept.length !== lines.length || kept.some((line) => !amounts.has(line.id)))
      throw refuse(orderErrors.quoteIncomplete)
    const quoteFen = lines.reduce((total, line) => total + line.amountFen, 0)
    const quoteVersion = row.quoteVersion + 1
    const until = addDays(ctx.clock.now(), validDays ?? (await readSetting(inner, 'quoteValidDays')))
    const quotedLines = kept.map((line) => ({ ...line, amountFen: amounts.get(line.id) ?? 0 }))
    const discountFen = await discountQuote(inner, row, quotedLines)
    const moved = await move(inner, target, action, {
      set: changes.quoted(quoteFen, until),
      reason: quoteText({ version: quoteVersion, quoteFen, until: minuteText(until), note }),
      payload: { quoteFen: quoteFen - discountFen, until: minuteText(until), reason: note || undefined },
    })
    const priced = kept.map((line) => {
      const amountFen = amounts.get(line.id) ?? 0
      // A line quoted at its calculated amount keeps the calculation; otherwise the quoted amount is its only price line.
      const priceLines = amountFen === line.amountFen ? line.priceLines : quotedLine(amountFen)
      return { lineId: line.id, amountFen, priceLines }
    })
    await setLineAmounts(inner.db, row.id, priced)
    await askGroup(inner, row, { what: 'quote', version: moved.version, amountFen: quoteFen - discountFen })
    await enqueue(inner, expireQuoteJob, { orderId: row.id, quoteVersion }, { at: until })
    return { ...moved, quoteFen, discountFen, quoteVersion, quoteValidUntil: until }
  })
}

/** Withdraws a sent quote, so that it cannot be accepted and a new one can be prepared. */
export function withdrawQuote(ctx: Ctx<Staff>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'withdrawQuote', { reason, set: changes.quoteWithdrawn() })
}

export async function logManagerCall(ctx: Ctx<Staff>, orderNo: string, note: string): Promise<Date> {
  const row = await anyOrder(ctx, orderNo)
  const now = ctx.clock.now()
  if ((await logCall(ctx.db, row.id, note, now)) === 0)
    throw refuse(row.calledAt ? orderErrors.alreadyCalled : commonErrors.stageConflict)
  return now
}

/** Registers that the visitors or the data have arrived. Samples sent by parcel are scanned instead. */
export async function checkInOrder(ctx: Ctx<Staff>, target: OrderTarget) {
  const row = await anyOrder(ctx, target.orderNo)
  if (!checksIn(row.serviceType)) throw refuse(commonErrors.stageConflict, '送样检测的订单请扫码收样')
  const now = ctx.clock.now()
  const promises = await promisesOf(ctx, row.id, now)
  return move(ctx, target, 'checkIn', {
    set: changes.received(now, promises),
    after: async (inner) => {
      if (row.serviceType === 2) await requireArrival(inner, row.id)
      else await requireData(inner, row)
      await moveSamples(inner, row.id, 'checkIn')
      await followOrder(inner, row.id, 'begin')
      await watchPromise(inner, row.id, promises.promisedAt)
    },
  })
}

export function startTesting(ctx: Ctx<Staff>, target: OrderTarget) {
  return move(ctx, target, 'startTesting', {
    set: changes.testing(ctx.clock.now(), ctx.actor.id),
    after: async (inner, row) => {
      const lines = await linesOf(inner.db, row.id)
      await requireInstruments(
        inner,
        lines.map(({ rid, projectName }) => ({ rid, name: projectName })),
      )
      await requireSamples(inner, row.id, null)
      await testSamples(inner, row.id)
    },
  })
}

export function holdOrder(ctx: Ctx<Staff>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'hold', { reason, set: changes.held() })
}

/** Handing in ends the experiment, unless its end was recorded before; the data is due two working hours after the end. */
export async function handInOrder(ctx: Ctx<Staff>, target: OrderTarget) {
  const now = ctx.clock.now()
  return move(ctx, target, 'handIn', {
    set: changes.handedIn(now, await workingDeadline(ctx, now, orderLimits.dataHours)),
    after: async (inner, row) => {
      await moveSamples(inner, row.id, 'finishTesting')
      await followOrder(inner, row.id, 'finish')
    },
  })
}

/** Delivers. The tester may not verify their own work; the update itself has this condition, too. */
export async function verifyOrder(ctx: Ctx<Staff>, target: OrderTarget) {
  const { testerId } = await anyOrder(ctx, target.orderNo)
  if (testerId === ctx.actor.id) throw refuse(orderErrors.ownWork)
  const now = ctx.clock.now()
  const confirmDueAt = addDays(now, await readSetting(ctx, 'deliveryWindowDays'))
  return move(ctx, target, 'verify', {
    set: changes.delivered(now, confirmDueAt, ctx.actor.id),
    where: otherTester(ctx.actor.id),
    payload: { until: minuteText(confirmDueAt) },
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

export function returnToTesting(ctx: Ctx<Staff>, { reason, ...target }: OrderTarget & { reason: string }) {
  return move(ctx, target, 'returnToTesting', {
    reason,
    set: changes.again(),
    after: (inner, row) => testSamples(inner, row.id),
  })
}

interface RetestDecision extends OrderTarget {
  /** The lines to measure again; absent: all lines. */
  lineIds?: number[]
}

/** Starts a free retest of the given lines, or of all. The order cannot be handed in before they are measured again. */
export function acceptRetest(ctx: Ctx<Staff>, { lineIds, ...target }: RetestDecision) {
  return inTx(ctx, async (inner) => {
    const again = await retestLines(inner, target.orderNo, lineIds)
    return move(inner, target, 'acceptRetest', {
      set: [...changes.again(), ...changes.retest(again)],
      after: async (deeper, row) => {
        await requireSamples(deeper, row.id, again)
        await testSamples(deeper, row.id)
      },
    })
  })
}

/** Refuses when one of the given lines (or, without lines, the whole order) has no sample in the laboratory. */
async function requireSamples(ctx: Ctx, orderId: number, lineIds: number[] | null): Promise<void> {
  const without = linesWithoutSample(await samplesOf(ctx, orderId), lineIds)
  if (without.length === 0) return
  const names = (await linesOf(ctx.db, orderId))
    .filter(({ id }) => without.includes(id))
    .map((line) => line.projectName)
  if (names.length === 0) throw refuse(orderErrors.noSampleOnHand)
  throw refuse(orderErrors.noSampleOnHand, `「${names.join('」「')}」没有在库样品，请先联系客户重新寄样`)
}

/** Offers a retest for a fee. Work starts when the customer agrees; an offer that is not answered expires. */
export function offerRetest(
  ctx: Ctx<Staff>,
  { lineIds, feeFen, reason, ...target }: RetestDecision & { feeFen: number; reason: string },
) {
  return inTx(ctx, async (inner) => {
    if ((await anyOrder(inner, target.orderNo)).finalFen !== null) throw refuse(orderErrors.retestAmountFixed)
    const again = await retestLines(inner, target.orderNo, lineIds)
    const at = addDays(ctx.clock.now(), orderLimits.retestOfferDays)
    const moved = await move(inner, target, 'offerRetest', {
      reason,
      where: amountOpen,
      set: [...changes.retestOffered(feeFen), ...changes.retest(again)],
      payload: { feeFen, amountFen: feeFen, until: minuteText(at) },
    })
    const row = await anyOrder(inner, target.orderNo)
    await enqueue(inner, expireRetestJob, { orderId: row.id, version: moved.version }, { at })
    await askGroup(inner, row, { what: 'retest', version: moved.version, amountFen: feeFen })
    return moved
  })
}

async function retestLines(ctx: Ctx, orderNo: string, lineIds: number[] | undefined): Promise<number[] | null> {
  if (!lineIds) return null
  const lines = await linesOf(ctx.db, (await anyOrder(ctx, orderNo)).id)
  const again = [...new Set(lineIds)]
  if (again.some((id) => !lines.some((line) => line.id === id))) throw refuse(orderErrors.unknownRetestLine)
  return again
}

/** Returns a wrong or withdrawn report to the laboratory. A new edition follows verification; nothing is measured again. */
export async function startCorrection(ctx: Ctx<Staff>, { reason, ...target }: OrderTarget & { reason: string }) {
  const row = await anyOrder(ctx, target.orderNo)
  const doneSince = addDays(ctx.clock.now(), -orderLimits.correctionDays)
  if (row.stage === 'done' && row.confirmedAt && row.confirmedAt < doneSince)
    throw refuse(orderErrors.correctionTooLate)
  return move(ctx, target, 'startCorrection', { reason, where: correctable(doneSince), set: changes.again() })
}

/** The confirmation window continues with the time that was left when the customer asked. */
export function declineRetest(ctx: Ctx<Staff>, target: OrderTarget & { reason: string }) {
  return deliverAgain(ctx, target, 'declineRetest')
}

export function dismissDispute(ctx: Ctx<Staff>, target: OrderTarget & { reason: string }) {
  return deliverAgain(ctx, target, 'dismissDispute')
}

/** Moves the order only. Settlements call this and reduce the amount. */
export function reduceDisputed(ctx: Ctx<Staff>, target: OrderTarget & { reason: string }, amountFen: number) {
  return deliverAgain(ctx, target, 'reduceDisputed', { amountFen })
}

async function deliverAgain(
  ctx: Ctx<Staff>,
  { reason, ...target }: OrderTarget & { reason: string },
  action: 'declineRetest' | 'dismissDispute' | 'reduceDisputed',
  payload: Partial<OrderFacts> = {},
) {
  const confirmDueAt = resumedConfirmDue(await anyOrder(ctx, target.orderNo), ctx.clock.now())
  return move(ctx, target, action, {
    reason,
    payload: { ...payload, until: minuteText(confirmDueAt) },
    set: changes.redelivered(confirmDueAt),
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

interface MoveOptions {
  reason?: string
  set?: Sql[]
  where?: Sql
  payload?: Partial<OrderFacts>
  after?: (ctx: Ctx, row: OrderRow) => Promise<void>
}

async function move(
  ctx: Ctx<Staff>,
  target: OrderTarget,
  action: OrderAction,
  options: MoveOptions = {},
): Promise<MovedOrder> {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    const { reason, set, where, after, payload } = options
    const moved = await transition(inner, orderLifecycle, row.id, action, {
      reason,
      version: target.version,
      set,
      where,
      payload: { ...payloadOf(row), reason, ...payload },
    })
    await after?.(inner, row)
    return { stage: moved.to, stageName: stageLabel(moved.to, row.serviceType), version: moved.version }
  })
}

async function anyOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const row = await orderByNo(ctx.db, orderNo)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
