import { advanceOf } from '../prestore/advance-actions.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../platform/http/ctx.ts'
import type { Sql } from '../platform/db/sql.ts'
import { enqueue } from '../platform/jobs/outbox.ts'
import { transition } from '../platform/lifecycle/transition.ts'
import { formatFen } from '../platform/money.ts'
import { addDays, addHours } from '../platform/time.ts'
import { followOrder, requireArrival, requireBookings } from '../reservations/actions.ts'
import { moveSamplesAlong } from '../samples/actions.ts'
import { readSetting } from '../settings/actions.ts'
import { payloadOf } from './actions.ts'
import { requireData } from './data-actions.ts'
import { orderErrors } from './errors.ts'
import { undoOrder } from './move-actions.ts'
import { type OrderAction, orderLifecycle, orderLimits, type OrderStage, stageLabel } from './rules.ts'
import { along, amountOpen, linesOf, logCall, orderByNo, type OrderRow, otherTester, setLineAmounts } from './store.ts'
import { visitFacts } from './visit-actions.ts'

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

/** A visit is approved with the slots it needs, and its message says when and where to come. */
export function approveOrder(ctx: Ctx<Staff>, target: Target) {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    return move(inner, target, 'approve', {
      payload: await visitFacts(inner, row),
      after: async (deeper) => {
        await requireBookings(deeper, row.id)
      },
    })
  })
}

export function rejectOrder(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'reject', { reason, after: (inner, row) => undoOrder(inner, row, { reason, keepFen: 0 }) })
}

/** Cancels at any stage before done. A fee may be kept of what was prepaid, and of nothing else. */
export async function cancelOrderByStaff(
  ctx: Ctx<Staff>,
  { reason, feeFen, ...target }: Target & { reason: string; feeFen: number },
) {
  // What is fixed has become a debt or income already, which a cancelled order could not take back.
  if ((await anyOrder(ctx, target.orderNo)).finalFen !== null) throw refuse(orderErrors.amountFixed)
  return move(ctx, target, 'cancelByStaff', {
    reason,
    where: amountOpen,
    after: async (inner, row) => {
      const prepaidFen = await advanceOf(inner, { customerId: row.customerId, orderId: row.id })
      if (feeFen > prepaidFen) throw refuse(commonErrors.invalid, `取消费不能超过已预付的 ${formatFen(prepaidFen)}`)
      await undoOrder(inner, row, { reason, keepFen: feeFen })
    },
  })
}

export interface QuoteRequest extends Target {
  lines: { lineId: number; amountFen: number }[]
  validDays?: number | undefined
  note: string
}

/** Locks the plan with an amount for every line; a new version of the quote, valid until its day. */
export async function quoteOrder(ctx: Ctx<Staff>, { lines, validDays, note, ...target }: QuoteRequest) {
  return inTx(ctx, async (inner) => {
    const row = await anyOrder(inner, target.orderNo)
    const kept = await linesOf(inner.db, row.id)
    const amounts = new Map(lines.map((line) => [line.lineId, line.amountFen]))
    if (amounts.size !== lines.length || kept.length !== lines.length || kept.some((line) => !amounts.has(line.id)))
      throw refuse(orderErrors.quoteIncomplete)
    const quoteFen = lines.reduce((total, line) => total + line.amountFen, 0)
    const until = addDays(ctx.clock.now(), validDays ?? (await readSetting(inner, 'quoteValidDays')))
    const moved = await move(inner, target, 'quote', {
      set: along.quoted(quoteFen, until),
      ...(note === '' ? {} : { reason: note }),
      payload: { quoteFen },
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
    set: along.received(now, addHours(now, orderLimits.managerCallHours)),
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
    after: (inner, row) => moveSamplesAlong(inner, row.id, 'startTesting'),
  })
}

export function holdOrder(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'hold', { reason })
}

/** Handing in ends the experiment unless its end was recorded before: from then the data is due within two hours. */
export function handInOrder(ctx: Ctx<Staff>, target: Target) {
  const now = ctx.clock.now()
  return move(ctx, target, 'handIn', {
    set: along.handedIn(now, addHours(now, orderLimits.dataHours)),
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
    after: (inner, row) => enqueue(inner, 'order.auto-confirm', { orderId: row.id }, { at: confirmDueAt }),
  })
}

export function returnToTesting(ctx: Ctx<Staff>, { reason, ...target }: Target & { reason: string }) {
  return move(ctx, target, 'returnToTesting', {
    reason,
    set: along.again(),
    after: (inner, row) => moveSamplesAlong(inner, row.id, 'startTesting'),
  })
}

/** Back to the bench: the named lines, or all, are measured anew. Until they are, the order cannot be handed in. */
export function acceptRetest(ctx: Ctx<Staff>, { lineIds, ...target }: Target & { lineIds?: number[] | undefined }) {
  return inTx(ctx, async (inner) => {
    const lines = await linesOf(inner.db, (await anyOrder(inner, target.orderNo)).id)
    const again = lineIds ? [...new Set(lineIds)] : null
    if (again?.some((id) => !lines.some((line) => line.id === id))) throw refuse(orderErrors.unknownRetestLine)
    return move(inner, target, 'acceptRetest', {
      set: [...along.again(), ...along.retest(again)],
      after: (deeper, row) => moveSamplesAlong(deeper, row.id, 'startTesting'),
    })
  })
}

/** Back to delivered with a window of its own, so that the wait for our answer costs the customer nothing. */
export function declineRetest(ctx: Ctx<Staff>, target: Target & { reason: string }) {
  return deliverAgain(ctx, target, 'declineRetest')
}

export function settleDispute(ctx: Ctx<Staff>, target: Target & { reason: string }) {
  return deliverAgain(ctx, target, 'settleDispute')
}

async function deliverAgain(
  ctx: Ctx<Staff>,
  { reason, ...target }: Target & { reason: string },
  action: 'declineRetest' | 'settleDispute',
) {
  const confirmDueAt = addDays(ctx.clock.now(), await readSetting(ctx, 'deliveryWindowDays'))
  return move(ctx, target, action, {
    reason,
    set: along.redelivered(confirmDueAt),
    after: (inner, row) => enqueue(inner, 'order.auto-confirm', { orderId: row.id }, { at: confirmDueAt }),
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
