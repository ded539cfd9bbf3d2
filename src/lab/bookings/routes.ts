import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { cancelReservation, comingReservations, moveReservation, ownReservations, slotsOfDay } from './actions.ts'
import {
  deviceExtraTimes,
  reservationCancel,
  reservationList,
  reservationRebook,
  staffReservationList,
  staffReservationMove,
  staffReservationRebook,
} from './contract.ts'
import { movableOf, rebookByStaff, rebookOwn } from '../visits/rebook-actions.ts'
import { reservationLifecycle } from './rules.ts'
import type { ReservationRow } from './store.ts'

export const routes = [
  handle(deviceExtraTimes, async (ctx, input) => ({
    date: input.date,
    slots: await slotsOfDay(ctx, input.rid, input.date),
  })),
  handle(reservationList, async (ctx, input) => listed(await ownReservations(ctx, input.page, input.size), input)),
  handle(reservationCancel, (ctx, input) => cancelReservation(ctx, input.id)),
  handle(reservationRebook, (ctx, input) => rebookOwn(ctx, input)),
  handle(staffReservationList, async (ctx, input) => {
    const rows = await comingReservations(ctx, input)
    const movable = await movableOf(ctx, rows)
    const { list, ...page } = listed(rows, input)
    return { ...page, list: list.map((item) => ({ ...item, movable: movable.has(item.id) })) }
  }),
  handle(staffReservationMove, (ctx, input) => moveReservation(ctx, input.id, input.action, input)),
  handle(staffReservationRebook, (ctx, input) => rebookByStaff(ctx, input)),
]

function listed(rows: (ReservationRow & { total: number })[], { page, size }: { page: number; size: number }) {
  const list = rows.map((row) => ({
    id: row.id,
    orderNo: row.orderNo,
    rid: row.rid,
    projectName: row.projectName,
    startsAt: shanghaiTime(row.startsAt),
    endsAt: shanghaiTime(row.endsAt),
    stage: row.stage,
    remote: row.remote,
    stageName: reservationLifecycle.stages[row.stage],
    version: row.version,
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}
