import { creditHeldFor } from '../../money/credit/actions.ts'
import { advanceOf } from '../../money/prestore/advance-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { formatFen } from '../../platform/money.ts'
import { addDays } from '../../platform/time.ts'
import { followOrder, requireArrival, requireBookings } from '../bookings/actions.ts'
import { moveSamplesAlong, samplesOf, testSamples } from '../samples/actions.ts'
import { linesWithoutSample } from '../samples/rules.ts'
import { readSetting, workingDeadline } from '../../ground/settings/actions.ts'
import { agreedFen, payloadOf } from './actions.ts'
import { admitParked } from './arrival-actions.ts'
import { requireData } from './data-actions.ts'
import { orderErrors } from './errors.ts'
import { undoOrder } from './move-actions.ts'
import {
  minuteText,
  type OrderAction,
  orderLifecycle,
  orderLimits,
  type OrderStage,
  resumedConfirmDue,
  stageLabel,
} from './rules.ts'
import { along, amountOpen, correctable, otherTester } from './along-store.ts'
import { linesOf, lockedOrder, logCall, orderByNo, setLineAmounts } from './store.ts'
import type { OrderRow } from './record-rules.ts'
import { arrivalFacts } from './message-facts-actions.ts'
import { openConfirmWindow } from './window-actions.ts'

// The verbs of staff. Which role may which stands in staff/rules.ts and was checked before these are reached.

export interface Target {
  orderNo: string
  version?: number | undefined
}

export interface MovedOrder {
  stage: OrderStage
  stageName: string
  version: number
}

/** A visit is approved with the slots it needs. The message says when and where to come, or where to send samples. */
export function approveOrder(ctx: Ctx<Staff>, target: Target) {
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

export function rejectOrder(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'reject', { reason, after: (inner, row) => undoOrder(inner, row, { reason, keepFen: 0 }) })
}

/** What a fee for cancelling an order can be at most: what is prepaid or set aside for it, and nothing else. */
export function feeLimitOf(ctx: Ctx, row: Pick<OrderRow, 'id' | 'customerId' | 'customerGroup'>): Promise<number> {
  const order = { customerId: row.customerId, orderId: row.id }
  return row.customerGroup === 'institute' ? creditHeldFor(ctx, order) : advanceOf(ctx, order)
}

/**
 * Cancels at any stage before done. A fee may be kept of what was prepaid, or become a debt of what was held on credit.
 * Answered through settlements/cancel-actions.ts, which opens the row of that debt in the same transaction.
 */
export async function cancelOrderByStaff(
  ctx: Ctx<Staff>,
  { reason, feeFen, ...target }: Target & { reason: string; feeFen: number },
) {
  return inTx(ctx, async (inner) => {
    const { id } = await anyOrder(inner, target.orderNo)
    // Locked, so that what the message says of the money is what is moved.
    const row = (await lockedOrder(inner.db, id)) ?? (await anyOrder(inner, target.orderNo))
    // What is fixed has become a debt or income already, which a cancelled order could not take back.
    if (row.finalFen !== null) throw refuse(orderErrors.amountFixed)
    const limitFen = await feeLimitOf(inner, row)
    return move(inner, target, 'cancelByStaff', {
      reason,
      where: amountOpen,
      set: along.cancelled(feeFen),
      payload: { feeFen, ...releasedBy(row, limitFen - feeFen) },
      after: async (deeper, order) => {
        if (feeFen > limitFen)
          throw refuse(commonErrors.invalid, `取消费不能超过已预付或预占的 ${formatFen(limitFen)}`, {
            fields: { feeFen: `不能超过 ${formatFen(limitFen)}` },
          })
        await undoOrder(deeper, order, { reason, keepFen: feeFen })
      },
    })
  })
}

/** What the customer has again: money on the balance, or credit. */
function releasedBy({ customerGroup }: OrderRow, restFen: number): Record<string, unknown> {
  if (restFen <= 0) return {}
  return customerGroup === 'institute' ? { onCredit: true } : { refundFen: restFen }
}

export interface QuoteRequest extends Target {
  lines: { lineId: number; amountFen: number }[]
  validDays?: number | undefined
  note: string
}

/**
 * Locks the plan with an amount for every line; a new version of the quote, valid until its day. One that was sent already
 * is replaced: its version can be accepted no more.
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
    const until = addDays(ctx.clock.now(), validDays ?? (await readSetting(inner, 'quoteValidDays')))
    const moved = await move(inner, target, action, {
      set: along.quoted(quoteFen, until),
      ...(note === '' ? {} : { reason: note }),
      payload: { quoteFen, until: minuteText(until) },
    })
    const priced = kept.map((line) => {
      const amountFen = amounts.get(line.id) ?? 0
      // A line quoted as it was calculated keeps its calculation; any other amount stands for itself.
      const priceLines =
        amountFen === line.amountFen
          ? line.priceLines
          : [{ label: '报价', quantity: 1, unit: '项', unitFen: amountFen, amountFen }]
      return { lineId: line.id, amountFen, priceLines }
    })
    await setLineAmounts(inner.db, row.id, priced)
    const quoteVersion = row.quoteVersion + 1
    await enqueue(inner, 'order.expire-quote', { orderId: row.id, quoteVersion }, { at: until })
    return { ...moved, quoteFen, quoteVersion, quoteValidUntil: until }
  })
}

/** Takes a sent quote back, so that it can be worked out anew; nobody can accept it any more. */
export function withdrawQuote(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'withdrawQuote', { reason, set: along.quoteWithdrawn() })
}

export async function logManagerCall(ctx: Ctx<Staff>, orderNo: string, note: string): Promise<Date> {
  const row = await anyOrder(ctx, orderNo)
  const now = ctx.clock.now()
  if ((await logCall(ctx.db, row.id, note, now)) === 0)
    throw refuse(row.calledAt ? orderErrors.alreadyCalled : commonErrors.stageConflict)
  return now
}

/** The party is here, or the data has come: what scanning is to parcels. */
export async function checkInOrder(ctx: Ctx<Staff>, target: Target) {
  const row = await anyOrder(ctx, target.orderNo)
  if (row.serviceType === 1) throw refuse(commonErrors.stageConflict, '送样检测的订单请扫码收样')
  const now = ctx.clock.now()
  return move(ctx, target, 'checkIn', {
    set: along.received(now, await workingDeadline(ctx, now, orderLimits.managerCallHours)),
    after: async (inner) => {
      if (row.serviceType === 2) await requireArrival(inner, row.id)
      else await requireData(inner, row)
      await moveSamplesAlong(inner, row.id, 'checkIn')
      await followOrder(inner, row.id, 'begin')
    },
  })
}

export function startTesting(ctx: Ctx<Staff>, target: Target) {
  return move(ctx, target, 'startTesting', {
    set: along.testing(ctx.clock.now(), ctx.actor.id),
    after: async (inner, row) => {
      await requireSamples(inner, row.id, null)
      await testSamples(inner, row.id)
    },
  })
}

export function holdOrder(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'hold', { reason, set: along.held() })
}

/** Handing in ends the experiment unless its end was recorded before: from then the data is due within two working hours. */
export async function handInOrder(ctx: Ctx<Staff>, target: Target) {
  const now = ctx.clock.now()
  return move(ctx, target, 'handIn', {
    set: along.handedIn(now, await workingDeadline(ctx, now, orderLimits.dataHours)),
    after: async (inner, row) => {
      await moveSamplesAlong(inner, row.id, 'finishTesting')
      await followOrder(inner, row.id, 'finish')
    },
  })
}

/** Delivers. Whoever tested may not verify: the condition stands in the update itself. */
export async function verifyOrder(ctx: Ctx<Staff>, target: Target) {
  const { testerId } = await anyOrder(ctx, target.orderNo)
  if (testerId === ctx.actor.id) throw refuse(orderErrors.ownWork)
  const now = ctx.clock.now()
  const confirmDueAt = addDays(now, await readSetting(ctx, 'deliveryWindowDays'))
  return move(ctx, target, 'verify', {
    set: along.delivered(now, confirmDueAt, ctx.actor.id),
    where: otherTester(ctx.actor.id),
    payload: { until: minuteText(confirmDueAt) },
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

export function returnToTesting(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'returnToTesting', {
    reason,
    set: along.again(),
    after: (inner, row) => testSamples(inner, row.id),
  })
}

interface RetestDecision extends Target {
  /** The lines to measure again; absent: all of them. */
  lineIds?: number[] | undefined
}

/** Back to the bench, free of charge: the named lines, or all, are measured anew. Until they are, the order cannot be handed in. */
export function acceptRetest(ctx: Ctx<Staff>, { lineIds, ...target }: RetestDecision) {
  return inTx(ctx, async (inner) => {
    const again = await retestLines(inner, target.orderNo, lineIds)
    return move(inner, target, 'acceptRetest', {
      set: [...along.again(), ...along.retest(again)],
      after: async (deeper, row) => {
        await requireSamples(deeper, row.id, again)
        await testSamples(deeper, row.id)
      },
    })
  })
}

/** Nothing is put to a test of which no sample is on hand: of the named lines, or of any line. */
async function requireSamples(ctx: Ctx, orderId: number, lineIds: number[] | null): Promise<void> {
  const without = linesWithoutSample(await samplesOf(ctx, orderId), lineIds)
  if (without.length === 0) return
  const names = (await linesOf(ctx.db, orderId))
    .filter(({ id }) => without.includes(id))
    .map((line) => line.projectName)
  if (names.length === 0) throw refuse(orderErrors.noSampleOnHand)
  throw refuse(orderErrors.noSampleOnHand, `「${names.join('」「')}」没有在库样品，请先联系客户重新寄样`)
}

/** A retest for a fee: the customer is asked, and work starts when the customer has agreed. An offer nobody answers lapses. */
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
      set: [...along.retestOffered(feeFen), ...along.retest(again)],
      payload: { feeFen, amountFen: feeFen, until: minuteText(at) },
    })
    const { id: orderId } = await anyOrder(inner, target.orderNo)
    await enqueue(inner, 'order.expire-retest', { orderId, version: moved.version }, { at })
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

/** The report is wrong, or was withdrawn: it goes back to the laboratory, and a new edition follows verification. Nothing is measured again. */
export async function startCorrection(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  const row = await anyOrder(ctx, target.orderNo)
  const doneSince = addDays(ctx.clock.now(), -orderLimits.correctionDays)
  if (row.stage === 'done' && row.confirmedAt && row.confirmedAt < doneSince)
    throw refuse(orderErrors.correctionTooLate)
  return move(ctx, target, 'startCorrection', { reason, where: correctable(doneSince), set: along.again() })
}

/** The confirmation window goes on with what was left of it: the wait for our answer costs the customer nothing, and brings nothing either. */
export function declineRetest(ctx: Ctx<Staff>, target: Target & { reason: string }) {
  return deliverAgain(ctx, target, 'declineRetest')
}

export function dismissDispute(ctx: Ctx<Staff>, target: Target & { reason: string }) {
  return deliverAgain(ctx, target, 'dismissDispute')
}

/** Only the move: what the reduction does to the money is the business of settlements, which call this. */
export function reduceDisputed(ctx: Ctx<Staff>, target: Target & { reason: string }, amountFen: number) {
  return deliverAgain(ctx, target, 'reduceDisputed', { amountFen })
}

async function deliverAgain(
  ctx: Ctx<Staff>,
  { reason, ...target }: Target & { reason: string },
  action: 'declineRetest' | 'dismissDispute' | 'reduceDisputed',
  payload: Record<string, unknown> = {},
) {
  const confirmDueAt = resumedConfirmDue(await anyOrder(ctx, target.orderNo), ctx.clock.now())
  return move(ctx, target, action, {
    reason,
    payload: { ...payload, until: minuteText(confirmDueAt) },
    set: along.redelivered(confirmDueAt),
    after: (inner, row) => openConfirmWindow(inner, row.id, confirmDueAt),
  })
}

interface MoveOptions {
  reason?: string
  set?: Sql[]
  where?: Sql
  payload?: Record<string, unknown>
  after?: (ctx: Ctx, row: OrderRow) => Promise<void>
}

async function move(
  ctx: Ctx<Staff>,
  target: Target,
  action: OrderAction,
  options: MoveOptions = {},
): Promise<MovedOrder> {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    const { reason, set, where, after, payload } = options
    const moved = await transition(inner, orderLifecycle, row.id, action, {
      ...(reason === undefined ? {} : { reason }),
      ...(target.version === undefined ? {} : { version: target.version }),
      ...(set ? { set } : {}),
      ...(where ? { where } : {}),
      payload: { ...payloadOf(row), ...(reason === undefined ? {} : { reason }), ...payload },
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
