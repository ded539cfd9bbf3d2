import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { heldInstruments, instrumentsOfProject } from '../../instruments/availability-actions.ts'
import { type Span, unusableForStaff } from '../../instruments/rules.ts'
import { reservationsOnBoard } from '../board-store.ts'
import { reservationErrors } from '../errors.ts'
import { changePlaces, placesOf } from './place-actions.ts'
import { poolsOf } from './pool-actions.ts'
import { poolOfInstrument } from './pool-rules.ts'
import { setPool } from './pool-store.ts'
import { isLive } from '../rules.ts'
import { openOffer, type ReservationRow } from '../wire-rules.ts'

// Staff choose the instrument of a booking, among those whose slots its project shares.

/** The places of the chosen instrument; refused when the project does not allow it, or it cannot be used then. */
export async function chosenPool(ctx: Ctx, rid: number, instrumentId: number, span: Span): Promise<string> {
  const instrument = (await instrumentsOfProject(ctx, rid, span)).find(({ id }) => id === instrumentId)
  if (!instrument?.shared) throw refuse(reservationErrors.instrumentUnfit)
  const obstacle = unusableForStaff(instrument, span)
  if (obstacle) throw refuse(reservationErrors.instrumentBlocked, `${obstacle}，请选择其他仪器或时段`)
  return poolOfInstrument(instrumentId)
}

/** The same time on another instrument. The customer is not asked, since nothing changes for them. Joins the caller's transaction. */
export async function placeOn(ctx: Ctx<Staff>, row: ReservationRow, instrumentId: number): Promise<void> {
  if (!isLive(row.stage)) throw refuse(commonErrors.stageConflict)
  if (openOffer(row)) throw refuse(reservationErrors.offerOpen)
  await heldInstruments(ctx, [row.rid])
  const pool = await chosenPool(ctx, row.rid, instrumentId, row)
  if (pool === row.pool) return
  const free = (await poolsOf(ctx, row.rid, row, row)).filter((each) => each === pool)
  await changePlaces(ctx, { back: [placesOf(row)], wanted: [{ pools: free, cells: placesOf(row).cells }] })
  await setPool(ctx.db, row.id, pool)
  const [before, after] = [{ pool: row.pool }, { pool }]
  await recordAudit(ctx, { action: 'reservation.place', subject: `reservation:${row.id}`, before, after })
}

/** Bookings and open proposals of all instruments, one more than are shown when there are more. */
export function bookingsOnBoard(ctx: Pick<Ctx, 'db'>, from: Date, to: Date, most: number): Promise<ReservationRow[]> {
  return reservationsOnBoard(ctx.db, from, to, most)
}
