import { shanghaiTime } from '../../platform/time.ts'
import { reservationLifecycle, type ReservationStage } from './rules.ts'

export interface ReservationRow {
  id: number
  customerId: number
  orderId: number | null
  orderNo: string
  rid: number
  projectName: string
  startsAt: Date
  endsAt: Date
  /** The customer takes part by video. */
  remote: boolean
  stage: ReservationStage
  version: number
}

/** A booking as lists show it. */
export function bookingWire(row: ReservationRow) {
  return {
    id: row.id,
    orderNo: row.orderNo,
    rid: row.rid,
    projectName: row.projectName,
    startsAt: shanghaiTime(row.startsAt),
    endsAt: shanghaiTime(row.endsAt),
    stage: row.stage,
    stageName: reservationLifecycle.stages[row.stage],
    remote: row.remote,
    version: row.version,
  }
}
