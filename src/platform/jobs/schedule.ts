import { addDays, addHours, fromShanghai, shanghaiDate } from '../time.ts'

/** When periodic work is due: every N hours, or at a time of day in Shanghai on all or some days. */
export type Schedule = { everyHours: number } | ClockTime

interface ClockTime {
  /** `HH:MM`. */
  at: string
  /** 1 is Monday, 7 is Sunday; absent: every day. */
  weekday?: number
  /** Day of the month, at most 28, because every month has 28 days; absent: every day. */
  day?: number
}

export function daily(at: string): Schedule {
  return checked({ at })
}

export function weekly(weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7, at: string): Schedule {
  return checked({ at, weekday })
}

export function monthly(day: number, at: string): Schedule {
  return checked({ at, day })
}

/** The first time after `now`. */
export function nextDue(schedule: Schedule, now: Date): Date {
  if ('everyHours' in schedule) return addHours(now, schedule.everyHours)
  for (let days = 0; ; days++) {
    const date = shanghaiDate(addDays(now, days))
    const due = fromShanghai(`${date} ${schedule.at}`)
    if (due > now && isDay(schedule, date)) return due
  }
}

function isDay({ weekday, day }: ClockTime, date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return (weekday === undefined || (at.getUTCDay() || 7) === weekday) && (day === undefined || at.getUTCDate() === day)
}

function checked(time: ClockTime): Schedule {
  const { at, weekday = 1, day = 1 } = time
  const whole = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at) || !whole(weekday, 7) || !whole(day, 28))
    throw new Error(`not a time of day, week or month: ${JSON.stringify(time)}`)
  return time
}
