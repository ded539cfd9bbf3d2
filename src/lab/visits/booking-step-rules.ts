import { fromShanghai, shanghaiDate } from '../../platform/time.ts'

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

/** Stages before the visitor has come. */
export const liveStages: ReadonlySet<string> = new Set(['requested', 'booked'])

interface StepBooking {
  stage: string
  /** `YYYY-MM-DD HH:mm:ss` */
  startsAt: string
  remote: boolean
  offer: { stage: string } | null
}

/**
 * What staff may do with a booking at a moment, the next step of the work first. `movable`: another slot can be taken, because the order is
 * open and the visitors have not arrived. The server holds the same: stages by the lifecycle, times in `moveReservation`.
 */
export function bookingSteps(booking: StepBooking, { movable, now }: { movable: boolean; now: Date }): BookingStep[] {
  const { stage, startsAt, remote } = booking
  const isLive = liveStages.has(stage)
  const isOffered = booking.offer?.stage === 'offered'
  const dayReached = startsAt.slice(0, 10) <= shanghaiDate(now)
  const may: Record<BookingStep, boolean> = {
    confirm: stage === 'requested',
    begin: isLive && !movable && dayReached,
    finish: stage === 'ongoing',
    withdraw: isOffered,
    offer: movable && !isOffered && stage !== 'ongoing' && stage !== 'finished',
    miss: stage === 'booked' && fromShanghai(startsAt) <= now,
    video: remote && (isLive || stage === 'ongoing'),
    drop: isLive,
  }
  return (Object.keys(stepLabels) as BookingStep[]).filter((step) => may[step])
}
