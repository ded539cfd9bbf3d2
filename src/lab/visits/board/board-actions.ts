import { customersOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { namesOfProjects } from '../../../shop/catalogue/actions.ts'
import { bookingsOnBoard } from '../../bookings/pools/instrument-actions.ts'
import { bookingWire, openOffer, type ReservationRow } from '../../bookings/wire-rules.ts'
import { instrumentsServingNow } from '../../instruments/availability-actions.ts'
import { type Span, unusableForStaff } from '../../instruments/rules.ts'
import type { staffReservationBoard } from './board-contract.ts'
import { boardLimit, daysOf, instrumentOfPool, usageOf } from './board-rules.ts'
import { movableOf } from '../rebook-actions.ts'

/** All instruments that serve a project, with their bookings, proposals and downtimes of a day or a week. */
export async function boardOf(
  ctx: Ctx<Staff>,
  input: { date?: string | undefined; span: 'day' | 'week' },
): Promise<OutputOf<typeof staffReservationBoard>> {
  const now = ctx.clock.now()
  const days = daysOf(input.date ?? shanghaiDate(now), input.span)
  const shown = { startsAt: fromShanghai(days[0] ?? ''), endsAt: addDays(fromShanghai(days[0] ?? ''), days.length) }
  const instruments = await instrumentsServingNow(ctx, shownAndNow(shown, now))
  const serving = servingOf(instruments)
  const found = await bookingsOnBoard(ctx, shown.startsAt, shown.endsAt, boardLimit + 1)
  const rows = found.slice(0, boardLimit)
  const movable = await movableOf(ctx, rows)
  const ids = rows.map(({ customerId }) => customerId)
  const customers = ids.length > 0 ? await customersOf(ctx, ids) : new Map()
  const rids = [...serving.all.keys()]
  const placed = rows
    .filter((row) => row.stage !== 'cancelled' && row.startsAt >= shown.startsAt && row.startsAt < shown.endsAt)
    .map((row) => ({ row, instrumentId: instrumentOfPool(row.pool, row.rid, serving.all) }))
  const whole = (span: Span) => span.startsAt < shown.endsAt && span.endsAt > shown.startsAt
  return {
    now: shanghaiTime(now),
    days,
    instruments: instruments.map((each) => ({
      id: each.id,
      instrumentNo: each.instrumentNo,
      name: each.name,
      keeper: each.keeper,
      obstacle: unusableForStaff(each, { startsAt: now, endsAt: new Date(now.getTime() + 1) }) ?? '',
      rids: each.serves.map(({ rid }) => rid),
      ...usageOf(
        days,
        placed
          .filter(({ row, instrumentId }) => instrumentId === each.id && row.stage !== 'missed')
          .map(({ row }) => row),
        each.downtimes,
      ),
    })),
    projects: rids.length > 0 ? await namesOfProjects(ctx, rids) : [],
    bookings: placed.map(({ row, instrumentId }) => ({
      ...bookingWire(row),
      customerName: customerName(customers.get(row.customerId)),
      instrumentId,
      movable: movable.has(row.id),
      places: serving.shared.get(row.rid) ?? [],
    })),
    offers: offersOf(rows, shown).map(({ row, offer }) => ({
      id: offer.id,
      orderNo: row.orderNo,
      projectName: row.projectName,
      customerName: customerName(customers.get(row.customerId)),
      instrumentId: instrumentOfPool(offer.pool, row.rid, serving.all),
      startsAt: shanghaiTime(offer.startsAt),
      endsAt: shanghaiTime(offer.endsAt),
    })),
    downtimes: instruments.flatMap(({ id, downtimes }) =>
      downtimes.filter(whole).map((down) => ({
        instrumentId: id,
        startsAt: shanghaiTime(down.startsAt),
        endsAt: shanghaiTime(down.endsAt),
        reason: down.reason,
      })),
    ),
    more: found.length > boardLimit,
  }
}

/** Downtimes are read once, for what is shown and for what holds now. */
function shownAndNow(shown: Span, now: Date): Span {
  return {
    startsAt: new Date(Math.min(shown.startsAt.getTime(), now.getTime())),
    endsAt: new Date(Math.max(shown.endsAt.getTime(), now.getTime() + 1)),
  }
}

/** The instruments of each project, and those whose slots it shares. */
function servingOf(instruments: readonly { id: number; serves: readonly { rid: number; shared: boolean }[] }[]) {
  const [all, shared] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (const { id, serves } of instruments)
    for (const each of serves) {
      all.set(each.rid, [...(all.get(each.rid) ?? []), id])
      if (each.shared) shared.set(each.rid, [...(shared.get(each.rid) ?? []), id])
    }
  return { all, shared }
}

function offersOf(rows: readonly ReservationRow[], shown: Span) {
  return rows.flatMap((row) => {
    const offer = openOffer(row)
    return offer && offer.startsAt >= shown.startsAt && offer.startsAt < shown.endsAt ? [{ row, offer }] : []
  })
}
