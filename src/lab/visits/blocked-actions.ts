import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { fromShanghai } from '../../platform/time.ts'
import { bookingsWithin, switchPool } from '../bookings/actions.ts'
import { bookingBlocked } from '../bookings/events.ts'
import { mayStandOn, poolOfInstrument } from '../bookings/pools/pool-rules.ts'
import { bookingWire, payloadOf, type ReservationRow } from '../bookings/wire-rules.ts'
import {
  downtimesAhead,
  instrumentChoices,
  instrumentsOfProject,
  projectsOfInstrument,
} from '../instruments/availability-actions.ts'
import { blockedText, type Span } from '../instruments/rules.ts'
import { blockedShown } from './blocked-rules.ts'
import { movableOf } from './rebook-actions.ts'

// Bookings whose instrument is down at their time.

/** Those of a downtime that is about to be entered, or without one those of all downtimes that are not over. */
export async function blockedBookings(
  ctx: Ctx<Staff>,
  input: { instrumentId: number; startsAt?: string | undefined; endsAt?: string | undefined },
) {
  if (!(await instrumentChoices(ctx)).some(({ id }) => id === input.instrumentId)) return { list: [], more: false }
  const planned = input.startsAt && input.endsAt ? spanOf(input.startsAt, input.endsAt) : undefined
  const rows = await blockedWithin(ctx, input.instrumentId, planned)
  const shown = rows.slice(0, blockedShown)
  const movable = await movableOf(ctx, shown)
  const customers = await customersOf(
    ctx,
    shown.map((row) => row.customerId),
  )
  const list = shown.map((row) => ({
    ...bookingWire(row),
    customerName: customerName(customers.get(row.customerId)),
    movable: movable.has(row.id),
  }))
  return { list, more: rows.length > blockedShown }
}

/** Gives bookings that stand in a new downtime another instrument of their project at the same time; where none is free, tells the customer. */
export async function tellBlocked(
  ctx: Ctx,
  { id, downtimeId, startsAt, endsAt }: { id: number; downtimeId: number } & Span,
) {
  for (const row of await blockedWithin(ctx, id, { startsAt, endsAt })) {
    if (await inTx(ctx, (inner) => switchPool(inner, row.id))) continue
    await emit(ctx, bookingBlocked, { id: row.id, version: downtimeId, ...payloadOf(row) })
  }
}

/**
 * A booking of this instrument is concerned. One with places of its project is not when another instrument of the project can be used for
 * the whole time.
 */
async function blockedWithin(ctx: Ctx, instrumentId: number, planned: Span | undefined): Promise<ReservationRow[]> {
  const spans = planned ? [planned] : await downtimesAhead(ctx, instrumentId)
  if (spans.length === 0) return []
  const rids = await projectsOfInstrument(ctx, instrumentId)
  const blocked: ReservationRow[] = []
  for (const row of await bookingsWithin(ctx, rids, spans, blockedShown + 1)) {
    if (row.pool === poolOfInstrument(instrumentId)) {
      blocked.push(row)
      continue
    }
    if (!mayStandOn(instrumentId, row)) continue
    const instruments = await instrumentsOfProject(ctx, row.rid, row)
    const others = instruments.filter(({ id }) => id !== instrumentId)
    if (others.length === 0 || blockedText(others, row)) blocked.push(row)
  }
  return blocked
}

function spanOf(from: string, to: string): Span {
  const [startsAt, endsAt] = [fromShanghai(from), fromShanghai(to)]
  if (endsAt <= startsAt) throw refuse(commonErrors.invalid, '停机结束时间应晚于开始时间')
  return { startsAt, endsAt }
}
