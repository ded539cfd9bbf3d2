import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { slotLimits } from '../../bookings/slot-rules.ts'

// The board of all instruments: which row a booking stands in, and how much of the open hours is booked.

interface Span {
  startsAt: Date
  endsAt: Date
}

/** Most bookings and proposals that one answer holds; a laboratory that reaches it looks at single days. */
export const boardLimit = 1500

/** The day alone, or its week, Monday first. */
export function daysOf(date: string, span: 'day' | 'week'): string[] {
  if (span === 'day') return [date]
  const noon = new Date(`${date}T12:00:00Z`)
  const monday = addDays(noon, -((noon.getUTCDay() + 6) % 7))
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day).toISOString().slice(0, 10))
}

/**
 * The instrument of a pool. Places of a project stand on its instrument when only one serves it; otherwise nobody has decided yet, and the
 * answer is null.
 */
export function instrumentOfPool(pool: string, rid: number, serving: ReadonlyMap<number, readonly number[]>) {
  if (pool.startsWith('instrument:')) return Number(pool.slice('instrument:'.length))
  const [only, ...others] = serving.get(rid) ?? []
  return only !== undefined && others.length === 0 ? only : null
}

/** Booked and open minutes: downtimes are not open, and two bookings at the same time count once. */
export function usageOf(days: readonly string[], booked: readonly Span[], downtimes: readonly Span[]) {
  let [open, used] = [0, 0]
  for (const day of days) {
    const hours = {
      startsAt: fromShanghai(`${day} ${slotLimits.opens}`),
      endsAt: fromShanghai(`${day} ${slotLimits.closes}`),
    }
    const down = minutesWithin(hours, downtimes)
    open += minutesOf(hours) - down
    // A booking inside a downtime counts neither as open nor as used.
    used += minutesWithin(hours, [...booked, ...downtimes]) - down
  }
  return { bookedMinutes: used, openMinutes: open }
}

function minutesWithin(hours: Span, spans: readonly Span[]): number {
  let reached = hours.startsAt.getTime()
  let total = 0
  for (const { startsAt, endsAt } of spans.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const from = Math.max(reached, startsAt.getTime())
    const to = Math.min(hours.endsAt.getTime(), endsAt.getTime())
    if (to <= from) continue
    total += to - from
    reached = to
  }
  return total / 60_000
}

function minutesOf({ startsAt, endsAt }: Span): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** `2026年11月24日 周二` */
export function dayText(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return `${year}年${month}月${day}日 ${weekdayText(date)}`
}

/** `周二` */
export function weekdayText(date: string): string {
  return `周${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]}`
}

/** `2026年11月23日–29日`, with the month or year of the end where it differs. */
export function weekText(days: readonly string[]): string {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const [year, month, day] = to.split('-').map(Number)
  const [first] = dayText(from).split(' ')
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${first}–${year}年${month}月${day}日`
  return from.slice(5, 7) === to.slice(5, 7) ? `${first}–${day}日` : `${first}–${month}月${day}日`
}

/** Whether a day is written as in addresses. */
export function isDay(text: string): boolean {
  const at = fromShanghai(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && shanghaiDate(at) === text
}

export function dayAfter(date: string, days: number): string {
  return addDays(new Date(`${date}T12:00:00Z`), days)
    .toISOString()
    .slice(0, 10)
}

/** Puts what overlaps in lanes below one another; each answers its lane. In the order of the beginnings. */
export function lanesOf(spans: readonly { startsAt: string; endsAt: string }[]): number[] {
  const ends: string[] = []
  return spans.map(({ startsAt, endsAt }) => {
    const free = ends.findIndex((end) => end <= startsAt)
    const lane = free === -1 ? ends.length : free
    ends[lane] = endsAt
    return lane
  })
}

const openMinute = minuteOf(slotLimits.opens)
const dayMinutes = minuteOf(slotLimits.closes) - openMinute

/** Where a wall-clock time `HH:mm` stands between the opening and the closing hour: 0 to 1. */
export function shareOfDay(time: string): number {
  return Math.min(1, Math.max(0, (minuteOf(time) - openMinute) / dayMinutes))
}

/** Whether a wall-clock time `HH:mm` stands on the line from the opening to the closing hour. */
export function isOnDayLine(time: string): boolean {
  return time >= slotLimits.opens && time < slotLimits.closes
}

/** The half hour at which a booking that is dropped at this share of the day begins; it must end before closing. */
export function startAt(share: number, minutes: number): string {
  const cells = Math.round((share * dayMinutes) / slotLimits.cellMinutes)
  const last = Math.floor((dayMinutes - minutes) / slotLimits.cellMinutes)
  const at = openMinute + Math.min(last, Math.max(0, cells)) * slotLimits.cellMinutes
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The half hours at which a booking of this length can begin. */
export function startsFor(minutes: number): string[] {
  const last = Math.floor((dayMinutes - minutes) / slotLimits.cellMinutes)
  return Array.from({ length: Math.max(0, last + 1) }, (_, cell) =>
    startAt((cell * slotLimits.cellMinutes) / dayMinutes, minutes),
  )
}
