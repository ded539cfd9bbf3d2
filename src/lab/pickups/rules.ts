import type { SettingValue } from '../../core/settings/rules.ts'
import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'

export interface PickupFacts {
  pickupNo: string
  orderNo: string
  customerId: number
  /** Date and time slot, as in messages. */
  when: string
  /** Who comes: the driver, or the courier with its waybill. */
  who?: string
  count?: number
  reason?: string
  /** A consequence of something that the customer knows: the order ended, or the samples came another way. */
  bySystem?: boolean
}

/** Samples fetched at the customer's door. */
export const pickupLifecycle = defineLifecycle({
  entity: 'pickup',
  table: 'pickups',
  facts: factsOf<PickupFacts>(),
  stages: {
    requested: '待确认',
    assigned: '已派单',
    collecting: '取样中',
    collected: '已取样',
    arrived: '已入库',
    failed: '取样失败',
    cancelled: '已取消',
  },
  transitions: {
    assign: { label: '派单', from: ['requested'], to: 'assigned', by: ['staff'] },
    /** Another driver or courier. */
    reassign: { label: '改派', from: ['assigned'], to: 'assigned', by: ['staff'] },
    depart: { label: '出发', from: ['assigned'], to: 'collecting', by: ['staff'] },
    collect: { label: '已取样', from: ['collecting'], to: 'collected', by: ['staff', 'system'] },
    fail: {
      label: '取样失败',
      from: ['assigned', 'collecting'],
      to: 'failed',
      by: ['staff', 'system'],
      reason: 'required',
    },
    /** With the first sample that is received, or by staff. A scan counts also when the driver did not record the collection. */
    arrive: { label: '入库', from: ['collecting', 'collected'], to: 'arrived', by: ['staff', 'system'] },
    cancel: { label: '取消取样', from: ['requested'], to: 'cancelled', by: ['customer'] },
    drop: {
      label: '取消取样',
      from: ['requested', 'assigned', 'collecting'],
      to: 'cancelled',
      by: ['staff', 'system'],
      reason: 'required',
    },
  },
})

export type PickupStage = keyof typeof pickupLifecycle.stages
export type PickupAction = keyof typeof pickupLifecycle.transitions
export const pickupStages = Object.keys(pickupLifecycle.stages) as PickupStage[]
const liveStages: readonly PickupStage[] = ['requested', 'assigned', 'collecting', 'collected']

/** Whether the pickup still goes on; an order has at most one such pickup. */
export function isLive(stage: PickupStage): boolean {
  return liveStages.includes(stage)
}

/** QY260302 followed by five digits. */
export function pickupNo(day: string, number: number): string {
  return `QY${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}

/** The ways in which samples reach the laboratory, as calls name them. */
export const sendTypes = { 0: '自行寄送', 1: '上门取样' } as const

const dispatchStages: readonly string[] = ['awaiting_sample', 'received', 'testing', 'on_hold', 'retest']

/** Stages of orders for which a pickup can be requested. Quotes and contracts may take longer than the calendar reaches. */
export const requestStages: readonly string[] = ['review', 'prepay', ...dispatchStages]

export function mayRequest(order: { stage: string; serviceType: number }): boolean {
  return order.serviceType === 1 && requestStages.includes(order.stage)
}

/** Before approval or prepayment an order may still be refused, so nobody is sent. */
export function mayDispatch(orderStage: string): boolean {
  return dispatchStages.includes(orderStage)
}

// The calendar. The dialog and the server use these functions with the same settings; times are those of Asia/Shanghai.

export const pickupLimits = {
  /** Nothing can be requested for the same day from this time. */
  cutOff: '15:00',
  mostDaysAhead: 14,
  message: 200,
  mostPhotos: 6,
  mostPieces: 999,
} as const

export type Calendar = Pick<
  SettingValue<'samplingSetting'>,
  | 'disabled_week'
  | 'disabled_date'
  | 'invalid_disabled_date'
  | 'disabled_time'
  | 'disabled_date_time'
  | 'sampling_time1'
  | 'sampling_time2'
  | 'sampling_time3'
  | 'sampling_time4'
  | 'capacity'
>

export const slotNumbers = [1, 2, 3, 4] as const
export type SlotNumber = (typeof slotNumbers)[number]

/** `09:00-11:00` */
export function slotText(calendar: Calendar, slot: SlotNumber): string {
  return calendar[`sampling_time${slot}`]
}

/** Why nothing is fetched on this day; otherwise undefined. */
export function dayProblem(calendar: Calendar, day: string, now: Date): string | undefined {
  const today = shanghaiDate(now)
  if (day < today) return '日期已过'
  if (day > shanghaiDate(addDays(now, pickupLimits.mostDaysAhead)))
    return `最多提前 ${pickupLimits.mostDaysAhead} 天预约`
  if (!calendar.invalid_disabled_date.includes(day)) {
    if (calendar.disabled_date.includes(day)) return '当天不取样'
    if (calendar.disabled_week.includes(weekdayOf(day))) return `每${weekdays[weekdayOf(day)]}不取样`
  }
  if (day === today && now >= fromShanghai(`${day} ${pickupLimits.cutOff}`))
    return `当天 ${pickupLimits.cutOff} 后不再接受当日取样`
  return undefined
}

/** Why this slot of an open day cannot be chosen, regardless of its places; otherwise undefined. */
export function slotProblem(calendar: Calendar, day: string, slot: SlotNumber, now: Date): string | undefined {
  if (calendar.disabled_time.includes(slot)) return '该时段停用'
  if (calendar.disabled_date_time.some(({ date, times }) => date === day && times.includes(slot)))
    return '当天该时段停用'
  if (fromShanghai(`${day} ${slotText(calendar, slot).slice(0, 5)}`) <= now) return '时段已过'
  return undefined
}

export interface PickupSlot {
  slot: SlotNumber
  text: string
  /** Places left; 0 where the slot is closed. */
  left: number
  open: boolean
  /** Why it is not open; otherwise empty. */
  reason: string
}

export interface PickupDay {
  date: string
  weekday: string
  open: boolean
  reason: string
  slots: PickupSlot[]
}

/** Today and the days up to the limit, each with its four slots. `taken`: places that are gone. */
export function pickupDays(
  calendar: Calendar,
  now: Date,
  taken: readonly { day: string; slot: number; taken: number }[],
): PickupDay[] {
  return Array.from({ length: pickupLimits.mostDaysAhead + 1 }, (_, ahead) => {
    const date = shanghaiDate(addDays(now, ahead))
    const closed = dayProblem(calendar, date, now)
    const slots = slotNumbers.map((slot) => {
      const gone = taken.find((row) => row.day === date && row.slot === slot)?.taken ?? 0
      const left = Math.max(0, calendar.capacity - gone)
      const reason = closed ?? slotProblem(calendar, date, slot, now) ?? (left > 0 ? '' : '已约满')
      return { slot, text: slotText(calendar, slot), left: reason === '' ? left : 0, open: reason === '', reason }
    })
    const open = slots.some((slot) => slot.open)
    const reason = closed ?? (open ? '' : wholeDay(slots))
    return { date, weekday: weekdays[weekdayOf(date)] ?? '', open, reason, slots }
  })
}

function wholeDay(slots: readonly PickupSlot[]): string {
  return slots.every(({ reason }) => reason === '时段已过') ? '当天时段已过' : '当天已约满或停用'
}

/** The first day with an open slot from `date` on: where the dialog moves a day that is closed. */
export function nextOpenDay(days: readonly PickupDay[], date = ''): PickupDay | undefined {
  return days.find((day) => day.open && day.date >= date)
}

/** 3月2日（周一）09:00-11:00 */
export function pickupTime({ day, slotText: text }: { day: string; slotText: string }): string {
  return `${dayText(day)} ${text}`
}

export function dayText(day: string): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日（${weekdays[weekdayOf(day)]}）`
}

export const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
