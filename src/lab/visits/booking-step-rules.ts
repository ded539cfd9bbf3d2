import { fromShanghai } from '../../platform/time.ts'
import { isLive, type ReservationStage, staffMay } from '../bookings/rules.ts'

export const stepLabels = {
  confirm: '确认',
  begin: '开始',
  finish: '结束',
  withdraw: '撤回改期',
  offer: '改约',
  miss: '登记爽约',
  video: '云视频链接',
  drop: '取消预约',
} as const
export type BookingStep = keyof typeof stepLabels

/** Steps that are never the next one of the work: they stand in the menu only. */
export const stepsAside: ReadonlySet<BookingStep> = new Set(['miss', 'video', 'drop'])

interface StepBooking {
  stage: ReservationStage
  /** `YYYY-MM-DD HH:mm:ss` */
  startsAt: string
  remote: boolean
  offer: { stage: string } | null
}

/**
 * What staff may do with a booking at a moment, the next step of the work first. `movable`: another slot can be taken, because the order is
 * open and the visitors have not arrived; such a visit is not begun here, but by checking the order in.
 */
export function bookingSteps(booking: StepBooking, { movable, now }: { movable: boolean; now: Date }): BookingStep[] {
  const { stage, remote } = booking
  const isOffered = booking.offer?.stage === 'offered'
  const held = { stage, startsAt: fromShanghai(booking.startsAt) }
  const may: Record<BookingStep, boolean> = {
    confirm: staffMay('confirm', held, now),
    begin: !movable && staffMay('begin', held, now),
    finish: staffMay('finish', held, now),
    withdraw: isOffered,
    offer: movable && !isOffered && stage !== 'ongoing' && stage !== 'finished',
    miss: staffMay('miss', held, now),
    video: remote && (isLive(stage) || stage === 'ongoing'),
    drop: staffMay('drop', held, now),
  }
  return (Object.keys(stepLabels) as BookingStep[]).filter((step) => may[step])
}
