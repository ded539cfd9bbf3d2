import type { SlotValue } from '../../shop/catalogue/forms/form-rules.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import { formatFen } from '../../platform/money.ts'
import { addDays, addHours, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'

/** When instruments can be booked, in Asia/Shanghai time. Capacity is counted per half hour (a cell). */
export const slotLimits = {
  cellMinutes: 30,
  opens: '08:30',
  /** The evening surcharge applies from this time. */
  eveningFrom: '18:30',
  closes: '22:00',
  leastNoticeHours: 2,
  mostDaysAhead: 30,
  eveningExtraFenPerHour: 10_000,
  sundayExtraFenPerHour: 10_000,
  /** Bookings per instrument at the same time. */
  capacity: 1,
} as const

export interface Cell {
  startsAt: Date
  /** `HH:mm` */
  from: string
  to: string
  /** For this half hour. */
  surchargeFen: number
}

/** The bookable half hours of a day. */
export function cellsOfDay(date: string): Cell[] {
  return cellsBetween(fromShanghai(`${date} ${slotLimits.opens}`), fromShanghai(`${date} ${slotLimits.closes}`))
}

/** The half hours of a slot. */
export function cellsOf(slot: SlotValue): Cell[] {
  const { startsAt, endsAt } = timesOf(slot)
  return cellsBetween(startsAt, endsAt)
}

export function timesOf(slot: SlotValue): { startsAt: Date; endsAt: Date } {
  const startsAt = fromShanghai(`${slot.date} ${slot.from}`)
  return { startsAt, endsAt: addHours(startsAt, slot.minutes / 60) }
}

/** Why a slot cannot be booked, regardless of its free capacity; otherwise undefined. */
export function slotProblem(slot: SlotValue, now: Date): string | undefined {
  const { startsAt, endsAt } = timesOf(slot)
  const cellMs = slotLimits.cellMinutes * 60_000
  if (Number.isNaN(startsAt.getTime())) return '请选择日期和开始时间'
  if (startsAt.getTime() % cellMs !== 0 || slot.minutes <= 0 || slot.minutes % slotLimits.cellMinutes !== 0)
    return '时段应为半小时的整数倍'
  const opens = fromShanghai(`${slot.date} ${slotLimits.opens}`)
  const closes = fromShanghai(`${slot.date} ${slotLimits.closes}`)
  if (startsAt < opens || endsAt > closes) return `可预约时间为 ${slotLimits.opens}–${slotLimits.closes}`
  if (startsAt < addHours(now, slotLimits.leastNoticeHours)) return `请至少提前 ${slotLimits.leastNoticeHours} 小时预约`
  if (slot.date > shanghaiDate(addDays(now, slotLimits.mostDaysAhead)))
    return `最多提前 ${slotLimits.mostDaysAhead} 天预约`
  return undefined
}

/** Price lines of the evening and Sunday surcharges. The factor of urgent work does not apply to them. */
export function surchargeLines(slot: SlotValue): PriceLine[] {
  const cells = cellsOf(slot)
  const sunday = isSunday(slot.date)
  const evening = cells.filter((cell) => cell.from >= slotLimits.eveningFrom).length
  const lines: PriceLine[] = []
  if (evening > 0) lines.push(hoursLine('夜间时段加收', evening, slotLimits.eveningExtraFenPerHour))
  if (sunday && cells.length > 0) lines.push(hoursLine('周日加收', cells.length, slotLimits.sundayExtraFenPerHour))
  return lines
}

/** The surcharges in words, beside the prices of a project that is booked by the hour. */
export function surchargeNote(): string {
  const { eveningFrom, eveningExtraFenPerHour, sundayExtraFenPerHour } = slotLimits
  return `${eveningFrom} 之后的时段每小时加收 ${formatFen(eveningExtraFenPerHour)}，周日每小时加收 ${formatFen(sundayExtraFenPerHour)}，不因加急翻倍。`
}

function hoursLine(label: string, cells: number, unitFen: number): PriceLine {
  const quantity = (cells * slotLimits.cellMinutes) / 60
  return { label, quantity, unit: '小时', unitFen, amountFen: quantity * unitFen }
}

export function cellsBetween(start: Date, end: Date): Cell[] {
  const cells: Cell[] = []
  for (let at = start; at < end && cells.length < 96; at = new Date(at.getTime() + slotLimits.cellMinutes * 60_000)) {
    const [date = '', from = ''] = shanghaiTime(at).slice(0, 16).split(' ')
    const to = shanghaiTime(new Date(at.getTime() + slotLimits.cellMinutes * 60_000)).slice(11, 16)
    const extraPerHour =
      (from >= slotLimits.eveningFrom ? slotLimits.eveningExtraFenPerHour : 0) +
      (isSunday(date) ? slotLimits.sundayExtraFenPerHour : 0)
    cells.push({ startsAt: at, from, to, surchargeFen: (extraPerHour * slotLimits.cellMinutes) / 60 })
  }
  return cells
}

function isSunday(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 0
}

/** The sum of the surcharges of a slot. */
export function surchargeFen(slot: SlotValue): number {
  return surchargeLines(slot).reduce((total, line) => total + line.amountFen, 0)
}

/** The time of a booking as the slot value of a form. */
export function slotOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): SlotValue {
  const [date = '', from = ''] = shanghaiTime(startsAt).slice(0, 16).split(' ')
  return { date, from, minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000 }
}
