import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addHours, shanghaiDate, shanghaiTime } from '../../platform/time.ts'

export interface ReservationFacts {
  orderNo: string
  customerId: number
  projectName: string
  /** Date and time, as in messages. */
  when: string
  remote: boolean
  /** Cancelled together with its order. */
  withOrder?: boolean
  reason?: string
}

/** A booking of an instrument for on-site work. */
export const reservationLifecycle = defineLifecycle({
  entity: 'reservation',
  table: 'reservations',
  facts: factsOf<ReservationFacts>(),
  stages: {
    requested: '待确认',
    booked: '已预约',
    ongoing: '进行中',
    finished: '已完成',
    cancelled: '已取消',
    missed: '爽约',
  },
  transitions: {
    confirm: { label: '确认预约', from: ['requested'], to: 'booked', by: ['staff'] },
    begin: { label: '开始', from: ['requested', 'booked'], to: 'ongoing', by: ['staff', 'system'] },
    finish: { label: '结束', from: ['ongoing'], to: 'finished', by: ['staff', 'system'] },
    miss: { label: '登记爽约', from: ['booked'], to: 'missed', by: ['staff'] },
    cancel: { label: '取消预约', from: ['requested', 'booked'], to: 'cancelled', by: ['customer'] },
    drop: {
      label: '取消预约',
      from: ['requested', 'booked'],
      to: 'cancelled',
      by: ['staff', 'system'],
      reason: 'required',
    },
    /** Replaced by a booking of another slot. */
    move: { label: '改约', from: ['requested', 'booked'], to: 'cancelled', by: ['customer', 'staff'] },
  },
})

export type ReservationStage = keyof typeof reservationLifecycle.stages
export const reservationStages = Object.keys(reservationLifecycle.stages) as ReservationStage[]

export interface OfferFacts {
  orderNo: string
  customerId: number
  projectName: string
  /** The time that was proposed. */
  when: string
  /** The time of the booking. */
  former: string
  /** A consequence of something that the customer knows: the booking was cancelled, moved or begun. */
  bySystem?: boolean
}

/** Another time that staff propose for a booking; the booking is moved only when the customer agrees. */
export const offerLifecycle = defineLifecycle({
  entity: 'reservationOffer',
  table: 'reservation_offers',
  facts: factsOf<OfferFacts>(),
  stages: {
    offered: '待客户答复',
    accepted: '客户已同意',
    declined: '客户不同意',
    withdrawn: '已撤回',
    lapsed: '逾期未答复',
  },
  transitions: {
    accept: { label: '同意改期', from: ['offered'], to: 'accepted', by: ['customer'] },
    decline: { label: '不同意改期', from: ['offered'], to: 'declined', by: ['customer'] },
    withdraw: { label: '撤回改期', from: ['offered'], to: 'withdrawn', by: ['staff', 'system'] },
    lapse: { label: '逾期', from: ['offered'], to: 'lapsed', by: ['system'] },
  },
})
export type OfferStage = keyof typeof offerLifecycle.stages
export const offerStages = Object.keys(offerLifecycle.stages) as OfferStage[]

/** The customer has this long to answer, but not later than an hour before the proposed time. */
export const offerHours = 48
const leastOfferNoticeHours = 1

export function offerUntil(startsAt: Date, now: Date): Date {
  return new Date(Math.min(addHours(now, offerHours).getTime(), addHours(startsAt, -leastOfferNoticeHours).getTime()))
}

/** Whether the booking holds its slot. */
export function isLive(stage: ReservationStage): boolean {
  return stage === 'requested' || stage === 'booked'
}

/** What staff do with a booking; to move it, they propose another slot. */
export const staffActions = ['confirm', 'begin', 'finish', 'miss', 'drop'] as const
export type StaffAction = (typeof staffActions)[number]

/** Whether it is the day of the slot, or a later one. */
export function dayReached({ startsAt }: Pick<Booking, 'startsAt'>, now: Date): boolean {
  return shanghaiDate(startsAt) <= shanghaiDate(now)
}

/** A visit begins at any hour of its day; nobody has missed a slot that has not begun. */
export function isDue(action: StaffAction, booking: Pick<Booking, 'startsAt'>, now: Date): boolean {
  if (action === 'begin') return dayReached(booking, now)
  return action !== 'miss' || booking.startsAt <= now
}

/** Whether staff may do it at this moment. */
export function staffMay(action: StaffAction, booking: Pick<Booking, 'stage' | 'startsAt'>, now: Date): boolean {
  const from: readonly ReservationStage[] = reservationLifecycle.transitions[action].from
  return from.includes(booking.stage) && isDue(action, booking, now)
}

/** The customer sees the link of the meeting from a day before the slot until its end. */
const videoShownHours = 24

export function videoShown({ stage, startsAt, endsAt }: Booking, now: Date): boolean {
  return (isLive(stage) || stage === 'ongoing') && addHours(startsAt, -videoShownHours) <= now && now < endsAt
}

/** The reminder is sent this long before the slot. */
export const visitReminderDays = 1

/**
 * How a booking came to its order: with it, or added by the customer, without changing the price (the order does without such a one) or
 * before the manager's quote, which counts it in.
 */
export type Added = '' | 'free' | 'quoted'
export const addedLabels: Record<Added, string> = { '': '', free: '加的时段，不另收费', quoted: '加的时段，计入报价' }

export interface Booking {
  stage: ReservationStage
  startsAt: Date
  endsAt: Date
  added?: Added
}

/** Until the day before. On the day itself only a manager may cancel, since the instrument would stand idle. */
export function mayCancel({ stage, startsAt }: Booking, now: Date): boolean {
  return isLive(stage) && shanghaiDate(now) < shanghaiDate(startsAt)
}

/** A booking can be moved while it can be cancelled, and also when it was cancelled, missed or is over. */
export function mayRebook(booking: Booking, now: Date): boolean {
  const { stage, endsAt } = booking
  if (stage === 'cancelled' || stage === 'missed') return true
  return mayCancel(booking, now) || (isLive(stage) && endsAt <= now)
}

/** A booking that the order needs and that does not hold. */
export function isGap({ stage, added }: Pick<Booking, 'stage' | 'added'>): boolean {
  return added !== 'free' && (stage === 'cancelled' || stage === 'missed')
}

/** Why an order cannot go on with its bookings; undefined when it can. */
export function bookingProblem(bookings: readonly Booking[], now: Date): 'missing' | 'over' | undefined {
  if (bookings.some(isGap)) return 'missing'
  return bookings.some(({ stage, endsAt }) => isLive(stage) && endsAt <= now) ? 'over' : undefined
}

/** `2026-03-05 10:00–12:00` */
export function spanText({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  return `${shanghaiTime(startsAt).slice(0, 16)}–${shanghaiTime(endsAt).slice(11, 16)}`
}
