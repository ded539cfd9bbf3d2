import type { SlotValue } from '../catalogue/form-rules.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../platform/http/ctx.ts'
import { recordBirth, transition } from '../platform/lifecycle/transition.ts'
import { addDays, fromShanghai, shanghaiDate } from '../platform/time.ts'
import { reservationErrors } from './errors.ts'
import { reservationLifecycle } from './rules.ts'
import { cellsOf, cellsOfDay, slotLimits, slotProblem, timesOf } from './slot-rules.ts'
import {
  type CellTake,
  cellsTaken,
  freeCells,
  insertReservations,
  type ReservationRow,
  reservationById,
  reservationsFrom,
  reservationsOfCustomer,
  reservationsOfOrder,
  takeCells,
} from './store.ts'

/** The half hours of a day with what is left of each. Browsing holds no place. */
export async function slotsOfDay(ctx: Ctx, rid: number, date: string) {
  const cells = cellsOfDay(date)
  const taken = await cellsTaken(ctx.db, rid, fromShanghai(date), addDays(fromShanghai(date), 1))
  const now = ctx.clock.now()
  return cells.map(({ startsAt, from, to, surchargeFen }) => {
    const row = taken.find((cell) => cell.startsAt.getTime() === startsAt.getTime())
    const capacity = row?.capacity ?? slotLimits.capacity
    const left = capacity - (row?.booked ?? 0)
    const reason = slotProblem({ date, from, minutes: slotLimits.cellMinutes }, now) ?? (left > 0 ? '' : '已约满')
    return { from, to, left, capacity, surchargeFen, bookable: reason === '', reason }
  })
}

export interface SlotRequest {
  rid: number
  projectName: string
  slot: SlotValue
}

/** Books the slots of an order in its transaction: all of them or, by refusing, none. */
export async function reserveSlots(
  ctx: Ctx,
  order: { id: number; orderNo: string; customerId: number },
  requests: SlotRequest[],
): Promise<void> {
  if (requests.length === 0) return
  const now = ctx.clock.now()
  for (const { slot } of requests) {
    const problem = slotProblem(slot, now)
    if (problem) throw refuse(reservationErrors.slotUnavailable, problem)
  }
  const cells = countedCells(requests)
  if (cells.some((cell) => cell.places > slotLimits.capacity)) throw refuse(reservationErrors.slotTaken)
  const given = await takeCells(ctx.db, cells, slotLimits.capacity)
  if (given !== cells.length) throw refuse(reservationErrors.slotTaken)
  const rows = requests.map(({ rid, projectName, slot }) => ({
    customerId: order.customerId,
    orderId: order.id,
    orderNo: order.orderNo,
    rid,
    projectName,
    ...timesOf(slot),
  }))
  for (const { id } of await insertReservations(ctx.db, rows, 'requested', now)) {
    await recordBirth(ctx, reservationLifecycle, id, 'requested')
  }
}

function countedCells(requests: SlotRequest[]): CellTake[] {
  const byKey = new Map<string, CellTake>()
  for (const { rid, slot } of requests) {
    for (const { startsAt } of cellsOf(slot)) {
      const key = `${rid} ${startsAt.getTime()}`
      const cell = byKey.get(key) ?? { rid, startsAt, places: 0 }
      byKey.set(key, { ...cell, places: cell.places + 1 })
    }
  }
  return [...byKey.values()].sort((a, b) => a.rid - b.rid || a.startsAt.getTime() - b.startsAt.getTime())
}

/** A customer may cancel until the day before; after that the instrument stands idle, so it takes a manager. */
export async function cancelReservation(ctx: Ctx<Customer>, id: number): Promise<{ stage: string }> {
  return inTx(ctx, async (inner) => {
    const row = await reservationById(inner.db, id)
    if (!row || row.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    if (shanghaiDate(ctx.clock.now()) >= shanghaiDate(row.startsAt)) throw refuse(reservationErrors.tooLateToCancel)
    const moved = await transition(inner, reservationLifecycle, id, 'cancel', { payload: payloadOf(row) })
    await freeCells(inner.db, row)
    return { stage: moved.to }
  })
}

export type StaffReservationAction = 'confirm' | 'begin' | 'finish' | 'miss' | 'drop'

export async function moveReservation(
  ctx: Ctx,
  id: number,
  action: StaffReservationAction,
  options: { reason?: string | undefined; version?: number | undefined },
): Promise<{ stage: string }> {
  return inTx(ctx, async (inner) => {
    const row = await reservationById(inner.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    const { reason, version } = options
    const moved = await transition(inner, reservationLifecycle, id, action, {
      ...(reason === undefined ? {} : { reason }),
      ...(version === undefined ? {} : { version }),
      payload: payloadOf(row),
    })
    if (action === 'drop') await freeCells(inner.db, row)
    return { stage: moved.to }
  })
}

/** Frees the places of a cancelled order. */
export async function dropReservations(ctx: Ctx, orderId: number, reason: string): Promise<void> {
  for (const row of await reservationsOfOrder(ctx.db, orderId)) {
    if (!(reservationLifecycle.transitions.drop.from as readonly string[]).includes(row.stage)) continue
    await transition(asSystem(ctx), reservationLifecycle, row.id, 'drop', { reason, payload: payloadOf(row) })
    await freeCells(ctx.db, row)
  }
}

/** Appointments go along with their order: begun when it checks in, finished when it is handed in. */
export async function followOrder(ctx: Ctx, orderId: number, action: 'begin' | 'finish'): Promise<void> {
  const from = reservationLifecycle.transitions[action].from as readonly string[]
  for (const row of await reservationsOfOrder(ctx.db, orderId)) {
    if (from.includes(row.stage))
      await transition(asSystem(ctx), reservationLifecycle, row.id, action, { payload: payloadOf(row) })
  }
}

export function reservationsOf(ctx: Ctx, orderId: number): Promise<ReservationRow[]> {
  return reservationsOfOrder(ctx.db, orderId)
}

export async function ownReservations(ctx: Ctx<Customer>, page: number, size: number) {
  return reservationsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
}

export async function comingReservations(
  ctx: Ctx,
  input: { from?: string | undefined; stage: string; page: number; size: number },
) {
  const from = fromShanghai(input.from ?? shanghaiDate(ctx.clock.now()))
  return reservationsFrom(ctx.db, from, input.stage, input.size, (input.page - 1) * input.size)
}

function payloadOf(row: ReservationRow): Record<string, unknown> {
  return { orderNo: row.orderNo, customerId: row.customerId, projectName: row.projectName, startsAt: row.startsAt }
}
