import { openingOn, workingDaysBetween } from '../../../core/settings/opening-hours/opening-rules.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { type Calendar, isDown, quantile } from '../forecast/forecast-rules.ts'
import type { Availability, Span } from '../../instruments/rules.ts'

// The work in the laboratory against what it can do in the days to come (decision 0115).

/** How many days are looked ahead, today among them. */
export const loadDays = 14
/** The capacity is what was finished on the best days of so many days before. */
export const capacityDays = 60
/** With fewer finished orders in that time the capacity is unknown. */
export const leastFinished = 10

export interface Served {
  id: number
  label: string
  rids: readonly number[]
}

export interface Group {
  key: string
  instruments: { id: number; label: string }[]
  rids: readonly number[]
}

/** Instruments that share a project stand in one group, because either can do its work. */
export function groupsOf(instruments: readonly Served[]): Group[] {
  const groups: { instruments: Served[]; rids: Set<number> }[] = []
  for (const instrument of instruments) {
    const joined = groups.filter(({ rids }) => instrument.rids.some((rid) => rids.has(rid)))
    const whole = {
      instruments: [...joined.flatMap((group) => group.instruments), instrument],
      rids: new Set([...joined.flatMap(({ rids }) => [...rids]), ...instrument.rids]),
    }
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push(whole)
  }
  return groups.map((group) => ({
    key: `i${Math.min(...group.instruments.map(({ id }) => id))}`,
    instruments: group.instruments.map(({ id, label }) => ({ id, label })),
    rids: [...group.rids],
  }))
}

/** Orders that the group finishes on a good working day: nine of ten days had at most so many. Null when too few are known. */
export function capacityOf(finishedByDay: readonly number[], now: Date, time: Calendar): number | null {
  const total = finishedByDay.reduce((sum, orders) => sum + orders, 0)
  if (total < leastFinished) return null
  const days = workingDaysBetween(addDays(now, -capacityDays), now, time)
  const idle = Array.from({ length: Math.max(0, days - finishedByDay.length) }, () => 0)
  return Math.max(1, quantile([...finishedByDay, ...idle], 0.9) ?? 1)
}

export interface DayLoad {
  date: string
  /** Orders promised for the day; on the first day also the late ones. */
  due: number
  /** Orders that can be finished on the day. */
  capacity: number
  /** Orders promised until the end of the day that cannot be finished by then, even if all work goes to what is promised first. */
  short: number
  /** The laboratory is closed. */
  closed: boolean
  /** Not every instrument of the group works. */
  down: boolean
}

/** Nothing promised until a day can be kept when more is due until then than can be finished until then. */
export function loadOf(
  due: ReadonlyMap<string, number>,
  perDay: number | null,
  { now, time, downtimes }: { now: Date; time: Calendar; downtimes: readonly (readonly Span[])[] },
): DayLoad[] {
  const days: DayLoad[] = []
  let left = 0
  for (let ahead = 0; ahead < loadDays; ahead++) {
    const day = addDays(now, ahead)
    const date = shanghaiDate(day)
    const open = openingOn(day, time)
    const working = downtimes.filter((each) => !isDown({ downtimes: each as Availability['downtimes'] }, day, time))
    const usable = downtimes.length === 0 ? 1 : working.length / downtimes.length
    const capacity = open ? (perDay ?? 0) * usable * (ahead === 0 ? restOf(open, now) : 1) : 0
    const dueThen = due.get(date) ?? 0
    // What is finished before it is due makes room later, so `left` may be below zero.
    left += dueThen - capacity
    days.push({
      date,
      due: dueThen,
      capacity: tenths(capacity),
      short: perDay === null ? 0 : Math.max(0, Math.ceil(left - 0.05)),
      closed: !open,
      down: open !== undefined && usable < 1,
    })
  }
  return days
}

/** The share of today's opening hours that is left. */
function restOf({ opensAt, closesAt }: { opensAt: Date; closesAt: Date }, now: Date): number {
  const whole = closesAt.getTime() - opensAt.getTime()
  return Math.min(1, Math.max(0, closesAt.getTime() - now.getTime()) / whole)
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Working days from today until the promised day: how far the order can be moved. */
export function slackDays(promisedAt: Date, now: Date, time: Calendar): number {
  return workingDaysBetween(now, promisedAt, time)
}

/** The first moment of tomorrow in Shanghai: what is promised from then on can be moved. */
export function tomorrow(now: Date): Date {
  return addDays(fromShanghai(shanghaiDate(now)), 1)
}
