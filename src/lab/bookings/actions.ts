import type { SlotValue } from '../../shop/catalogue/forms/form-rules.ts'
import { heldInstruments, instrumentsOfProject } from '../instruments/availability-actions.ts'
import { blockedText } from '../instruments/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { addDays, fromShanghai } from '../../platform/time.ts'
import { reservationErrors } from './errors.ts'
import {
  type Added,
  bookingProblem,
  dayReached,
  isDue,
  isGap,
  isLive,
  mayCancel,
  reservationLifecycle,
  type ReservationStage,
  type StaffAction,
  visitReminderDays,
} from './rules.ts'
import { setPool } from './pools/pool-store.ts'
import { heldBooking } from './held-actions.ts'
import { endOffer } from './offers/offer-actions.ts'
import { changePlaces, freePool, placesOf } from './pools/place-actions.ts'
import { poolFacts, poolsAt, poolsOf } from './pools/pool-actions.ts'
import { poolOfInstrument, poolOfProject, poolsFor } from './pools/pool-rules.ts'
import { cellsBetween, cellsOf, cellsOfDay, slotLimits, slotProblem, timesOf } from './slot-rules.ts'
import {
  cellsTaken,
  insertReservations,
  lockedReservations,
  reservationById,
  reservationsBetween,
  reservationsForCalendar,
  reservationsOfCustomer,
  reservationsOfOrder,
  reservationsOfOrders,
  reservationsWithin,
  setVideoUrl,
} from './store.ts'
import { nextVisits } from './board-store.ts'
import { payloadOf, type ReservationRow } from './wire-rules.ts'
import { remindVisitJob } from './events.ts'

/** The half hours of a day with the free capacity of each. */
export async function slotsOfDay(ctx: Ctx, rid: number, date: string) {
  const cells = cellsOfDay(date)
  const day = dayOf(date)
  const facts = await poolFacts(ctx, rid, day)
  const all = [poolOfProject(rid), ...facts.instruments.map(({ id }) => poolOfInstrument(id))]
  const taken = await cellsTaken(ctx.db, all, day.startsAt, day.endsAt)
  const now = ctx.clock.now()
  return cells.map(({ startsAt, from, to, surchargeFen }) => {
    const row = (pool: string) =>
      taken.find((cell) => cell.pool === pool && cell.startsAt.getTime() === startsAt.getTime())
    const slot = { date, from, minutes: slotLimits.cellMinutes }
    const pools = poolsAt(facts, timesOf(slot))
    const left = pools.reduce(
      (sum, pool) => sum + (row(pool)?.capacity ?? slotLimits.capacity) - (row(pool)?.booked ?? 0),
      0,
    )
    const capacity = Math.max(1, poolsFor(rid, facts.instruments, timesOf(slot)).length) * slotLimits.capacity
    const reason = slotProblem(slot, now) ?? blockedText(facts.instruments, timesOf(slot)) ?? (left > 0 ? '' : '已约满')
    return { from, to, left, capacity, surchargeFen, bookable: reason === '', reason }
  })
}

function dayOf(date: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: fromShanghai(date), endsAt: addDays(fromShanghai(date), 1) }
}

/** Refuses a slot in which no instrument of the project can be used; until the commit nobody can block them. */
export async function requireUsable(ctx: Ctx, slots: readonly { rid: number; slot: SlotValue }[]): Promise<void> {
  await heldInstruments(
    ctx,
    slots.map(({ rid }) => rid),
  )
  for (const { rid, slot } of slots) {
    const obstacle = blockedText(await instrumentsOfProject(ctx, rid, timesOf(slot)), timesOf(slot))
    if (obstacle) throw refuse(reservationErrors.instrumentBlocked, `${obstacle}，请选择其他时段`)
  }
}

export interface SlotRequest {
  rid: number
  projectName: string
  slot: SlotValue
  remote: boolean
  added?: Added
}

/** Books all slots of an order in its transaction, or refuses; answers their ids. */
export async function reserveSlots(
  ctx: Ctx,
  order: { id: number; orderNo: string; customerId: number },
  requests: SlotRequest[],
): Promise<number[]> {
  if (requests.length === 0) return []
  const now = ctx.clock.now()
  for (const { slot } of requests) {
    const problem = slotProblem(slot, now)
    if (problem) throw refuse(reservationErrors.slotUnavailable, problem)
  }
  await requireUsable(ctx, requests)
  const wanted = []
  for (const { rid, slot } of requests)
    wanted.push({ pools: await poolsOf(ctx, rid, timesOf(slot)), cells: cellsOf(slot) })
  const pools = await changePlaces(ctx, { wanted })
  const rows = requests.map(({ rid, projectName, slot, remote, added = '' }, index) => ({
    pool: pools[index] ?? '',
    customerId: order.customerId,
    orderId: order.id,
    orderNo: order.orderNo,
    rid,
    projectName,
    remote,
    added,
    ...timesOf(slot),
  }))
  const inserted = await insertReservations(ctx.db, rows, 'requested', now)
  for (const { id } of inserted) {
    await recordCreation(ctx, reservationLifecycle, id, 'requested')
  }
  for (const [index, { id }] of inserted.entries()) await enqueueReminder(ctx, id, rows[index]?.startsAt ?? now)
  return inserted.map(({ id }) => id)
}

/** Joins the transaction that creates the booking. A booking less than a day ahead gets no reminder. */
export async function enqueueReminder(ctx: Ctx, id: number, startsAt: Date): Promise<void> {
  const at = addDays(startsAt, -visitReminderDays)
  if (at > ctx.clock.now()) await enqueue(ctx, remindVisitJob, { id }, { at })
}

/** A customer may cancel until the day before. On the day itself only a manager may, since the instrument would stand idle. */
export async function cancelReservation(ctx: Ctx<Customer>, id: number): Promise<{ stage: ReservationStage }> {
  return inTx(ctx, async (inner) => {
    const row = await heldBooking(inner, id)
    if (!row || row.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    if (isLive(row.stage) && !mayCancel(row, ctx.clock.now())) throw refuse(reservationErrors.tooLateToCancel)
    await endOffer(inner, row)
    const moved = await transition(inner, reservationLifecycle, id, 'cancel', { payload: payloadOf(row) })
    await changePlaces(inner, { back: [placesOf(row)] })
    return { stage: moved.to }
  })
}

export async function moveReservation(
  ctx: Ctx,
  id: number,
  action: StaffAction,
  options: { reason?: string; version?: number },
): Promise<{ stage: ReservationStage }> {
  return inTx(ctx, async (inner) => {
    const row = await heldBooking(inner, id)
    if (!row) throw refuse(commonErrors.notFound)
    if (!isDue(action, row, ctx.clock.now())) throw refuse(reservationErrors.tooEarly)
    const { reason, version } = options
    if (action === 'begin' || action === 'miss' || action === 'drop') await endOffer(inner, row)
    const moved = await transition(inner, reservationLifecycle, id, action, {
      reason,
      version,
      payload: { ...payloadOf(row), reason },
    })
    if (action === 'drop') await changePlaces(inner, { back: [placesOf(row)] })
    return { stage: moved.to }
  })
}

/** Releases the places of a cancelled order. */
export async function dropReservations(ctx: Ctx, orderId: number, reason: string): Promise<void> {
  for (const row of await reservationsOfOrder(ctx.db, orderId)) {
    await endOffer(ctx, row)
    if (!(reservationLifecycle.transitions.drop.from as readonly string[]).includes(row.stage)) continue
    await transition(asSystem(ctx), reservationLifecycle, row.id, 'drop', {
      reason,
      payload: { ...payloadOf(row), withOrder: true },
    })
    await changePlaces(ctx, { back: [placesOf(row)] })
  }
}

/** Moves the bookings with their order: they begin when it is checked in and finish when it is handed in. */
export async function followOrder(ctx: Ctx, orderId: number, action: 'begin' | 'finish'): Promise<void> {
  const from = reservationLifecycle.transitions[action].from as readonly string[]
  for (const row of await reservationsOfOrder(ctx.db, orderId)) {
    if (!from.includes(row.stage)) continue
    // A slot of a later day begins on its day.
    if (action === 'begin' && !dayReached(row, ctx.clock.now())) continue
    if (action === 'begin') await endOffer(ctx, row)
    await transition(asSystem(ctx), reservationLifecycle, row.id, action, { payload: payloadOf(row) })
  }
}

/** Refuses while a booking that the order needs was cancelled or missed. */
export function requireNoGap(rows: readonly ReservationRow[]): void {
  if (rows.some(isGap)) throw refuse(reservationErrors.slotGap)
}

/** Refuses unless all bookings of the order hold. Locks them, so that a cancellation at the same time waits. */
export async function requireBookings(ctx: Ctx, orderId: number): Promise<ReservationRow[]> {
  const rows = await lockedReservations(ctx.db, orderId)
  const problem = bookingProblem(rows, ctx.clock.now())
  if (problem === 'missing') throw refuse(reservationErrors.slotMissing)
  if (problem === 'over') throw refuse(reservationErrors.slotOver)
  return rows
}

/** Refuses visitors without a valid booking or before its day. Registering them later than the slot is allowed. */
export async function requireArrival(ctx: Ctx, orderId: number): Promise<void> {
  const rows = await lockedReservations(ctx.db, orderId)
  const now = ctx.clock.now()
  const needed = rows.filter(({ added, stage }) => added !== 'free' || isLive(stage))
  if (needed.some(({ stage }) => !isLive(stage))) throw refuse(reservationErrors.slotMissing)
  if (needed.length > 0 && !needed.some((row) => dayReached(row, now))) throw refuse(reservationErrors.tooEarly)
}

/** Bookings by order, without replaced ones. */
export async function bookingsOfOrders(
  ctx: Pick<Ctx, 'db'>,
  orderIds: number[],
): Promise<Map<number, ReservationRow[]>> {
  if (orderIds.length === 0) return new Map()
  return Map.groupBy(await reservationsOfOrders(ctx.db, orderIds), (row) => row.orderId ?? 0)
}

/** Visitors who did not come are still expected for so long. */
const DAYS_EXPECTED = 30
/** More visits than a laboratory has ahead; later ones have no time there and stand behind. */
const MOST_VISITS = 1000

/** When the next visit of each order begins, the soonest first. */
export async function nextVisitOfOrders(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Map<string, Date>> {
  const visits = await nextVisits(ctx.db, addDays(ctx.clock.now(), -DAYS_EXPECTED), MOST_VISITS)
  return new Map(visits.map(({ orderNo, startsAt }) => [orderNo, startsAt]))
}

export function bookingsForCalendar(
  ctx: Pick<Ctx, 'db'>,
  whose: { customerId?: number; rids?: readonly number[] },
  from: Date,
) {
  return reservationsForCalendar(ctx.db, whose, from)
}

export function bookingsBetween(ctx: Pick<Ctx, 'db'>, rids: readonly number[], from: Date, to: Date) {
  return reservationsBetween(ctx.db, rids, from, to)
}

export function bookingsWithin(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  rids: readonly number[],
  spans: readonly { startsAt: Date; endsAt: Date }[],
  most: number,
) {
  return reservationsWithin(ctx.db, rids, spans, ctx.clock.now(), most)
}

export function bookingById(ctx: Pick<Ctx, 'db'>, id: number): Promise<ReservationRow | undefined> {
  return reservationById(ctx.db, id)
}

export function reservationsOf(ctx: Ctx, orderId: number): Promise<ReservationRow[]> {
  return reservationsOfOrder(ctx.db, orderId)
}

export async function ownReservations(ctx: Ctx<Customer>, page: number, size: number) {
  return reservationsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
}

/** Another pool of the project at the same time, when one is free; false when there is none. Joins the caller's transaction. */
export async function switchPool(ctx: Ctx, id: number): Promise<boolean> {
  const row = await heldBooking(ctx, id)
  if (!row || !isLive(row.stage)) return false
  const pools = (await poolsOf(ctx, row.rid, row, row)).filter((pool) => pool !== row.pool)
  const free = await freePool(ctx, pools, cellsBetween(row.startsAt, row.endsAt))
  if (free === undefined) return false
  await endOffer(ctx, row)
  await changePlaces(ctx, { back: [placesOf(row)], wanted: [{ pools: [free], cells: placesOf(row).cells }] })
  await setPool(ctx.db, id, free)
  return true
}

/** The meeting of a booking by video that is not over. Joins the caller's transaction. */
export async function setVideo(ctx: Ctx, id: number, url: string): Promise<void> {
  const row = await heldBooking(ctx, id)
  if (!row) throw refuse(commonErrors.notFound)
  if (!row.remote) throw refuse(reservationErrors.notRemote)
  if (!isLive(row.stage) && row.stage !== 'ongoing') throw refuse(commonErrors.stageConflict)
  await setVideoUrl(ctx.db, id, url)
}
