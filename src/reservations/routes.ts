import { handle } from '../platform/http/handler.ts'
import { shanghaiTime } from '../platform/time.ts'
import { cancelReservation, comingReservations, moveReservation, ownReservations, slotsOfDay } from './actions.ts'
import {
  deviceExtraTimes,
  reservationCancel,
  reservationList,
  staffReservationList,
  staffReservationMove,
} from './contract.ts'
import { reservationLifecycle } from './rules.ts'
import type { ReservationRow } from './store.ts'

export const routes = [
  handle(deviceExtraTimes, async (ctx, input) => ({
    date: input.date,
    slots: await slotsOfDay(ctx, input.rid, input.date),
  })),
  handle(reservationList, async (ctx, input) => listed(await ownReservations(ctx, input.page, input.size), input)),
  handle(reservationCancel, (ctx, input) => cancelReservation(ctx, input.id)),
  handle(staffReservationList, async (ctx, input) => listed(await comingReservations(ctx, input), input)),
  handle(staffReservationMove, (ctx, input) => moveReservation(ctx, input.id, input.action, input)),
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
    stageName: reservationLifecycle.stages[row.stage],
    version: row.version,
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}
