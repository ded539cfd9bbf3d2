// Whether the laboratory is open at a moment, parsed from the working hours as an editor writes them: 「周一至周六 8:30-18:30」.
import { addDays, addHours, fromShanghai, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'

export type Opening = { open: true; closesAt: string } | { open: false; opensAt: string }

const DAYS = '日一二三四五六'
const DAY_MS = 24 * 3600 * 1000

interface Hours {
  days: number[]
  from: string
  until: string
}

/** Days with other hours than usual; empty `hours`: closed all day. */
export type HourException = { date: string; hours: string; note: string }

/** Undefined when the text does not have this form: then nothing is shown. */
export function openingAt(
  workingHours: string,
  now: Date,
  exceptions: readonly HourException[] = [],
): Opening | undefined {
  const usual = readHours(workingHours)
  if (!usual) return undefined
  const time = shanghaiTime(now).slice(11, 16)
  const today = hoursOf(now, usual, exceptions)
  if (today && time >= today.from && time < today.until) return { open: true, closesAt: plain(today.until) }
  for (let ahead = 0; ahead <= 30; ahead++) {
    const day = new Date(now.getTime() + ahead * DAY_MS)
    const hours = hoursOf(day, usual, exceptions)
    if (!hours || (ahead === 0 && time >= hours.from)) continue
    return { open: false, opensAt: `${dayName(day, ahead)} ${plain(hours.from)}` }
  }
  return undefined
}

const usualHours = '周一至周六 8:30-18:30'
/** Longer than any closure; bounds the search when no day has working hours. */
const MOST_DAYS_AHEAD = 60

/**
 * The moment at which so many working hours have passed: nights, closed weekdays and holidays do not count. Hours that cannot be parsed are
 * replaced by the usual ones; if the laboratory is closed for two months, hours of the clock are used.
 */
export function addWorkingHours(
  from: Date,
  hours: number,
  { workingHours, exceptions = [] }: { workingHours: string; exceptions?: readonly HourException[] },
): Date {
  const usual = readHours(workingHours) ?? (readHours(usualHours) as Hours)
  let leftMs = hours * 3600 * 1000
  for (let ahead = 0; ahead <= MOST_DAYS_AHEAD; ahead++) {
    const day = addDays(from, ahead)
    const open = hoursOf(day, usual, exceptions)
    if (!open) continue
    const opens = fromShanghai(`${shanghaiDate(day)} ${open.from}`).getTime()
    const closes = fromShanghai(`${shanghaiDate(day)} ${open.until}`).getTime()
    const start = ahead === 0 ? Math.max(opens, from.getTime()) : opens
    if (start >= closes) continue
    if (leftMs <= closes - start) return new Date(start + leftMs)
    leftMs -= closes - start
  }
  return addHours(from, hours)
}

/** The end of work on the last of so many working days after `from`; the day of `from` does not count. */
export function addWorkingDays(
  from: Date,
  days: number,
  { workingHours, exceptions = [] }: { workingHours: string; exceptions?: readonly HourException[] },
): Date {
  const usual = readHours(workingHours) ?? (readHours(usualHours) as Hours)
  let left = Math.max(0, days)
  // Every fourth day may be closed, and a closure of two months may lie between.
  for (let ahead = left === 0 ? 0 : 1; ahead <= 2 * days + MOST_DAYS_AHEAD; ahead++) {
    const day = addDays(from, ahead)
    const open = hoursOf(day, usual, exceptions)
    if (!open) continue
    left -= 1
    if (left <= 0) return fromShanghai(`${shanghaiDate(day)} ${open.until}`)
  }
  return addDays(from, days)
}

/** How many working days lie after the day of `from`, up to and with the day of `to`: what `addWorkingDays` adds. */
export function workingDaysBetween(
  from: Date,
  to: Date,
  { workingHours, exceptions = [] }: { workingHours: string; exceptions?: readonly HourException[] },
): number {
  const usual = readHours(workingHours) ?? (readHours(usualHours) as Hours)
  const last = shanghaiDate(to)
  let days = 0
  for (let day = addDays(from, 1); shanghaiDate(day) <= last; day = addDays(day, 1))
    if (hoursOf(day, usual, exceptions)) days += 1
  return days
}

/** When the laboratory opens and closes on the day of `day`; undefined when it is closed. */
export function openingOn(
  day: Date,
  { workingHours, exceptions = [] }: { workingHours: string; exceptions?: readonly HourException[] },
): { opensAt: Date; closesAt: Date } | undefined {
  const hours = hoursOf(day, readHours(workingHours) ?? (readHours(usualHours) as Hours), exceptions)
  const date = shanghaiDate(day)
  return hours && { opensAt: fromShanghai(`${date} ${hours.from}`), closesAt: fromShanghai(`${date} ${hours.until}`) }
}

/** The hours of one day; undefined when the laboratory is closed. */
function hoursOf(day: Date, usual: Hours, exceptions: readonly HourException[]): Omit<Hours, 'days'> | undefined {
  const date = shanghaiTime(day).slice(0, 10)
  const exception = exceptions.find((each) => each.date === date)
  if (!exception) return usual.days.includes(weekdayOf(day)) ? usual : undefined
  return readSpan(exception.hours)
}

function dayName(day: Date, ahead: number): string {
  if (ahead < 2) return ahead === 0 ? '今天' : '明天'
  return ahead < 7
    ? `周${DAYS[weekdayOf(day)]}`
    : `${Number(shanghaiTime(day).slice(5, 7))} 月 ${Number(shanghaiTime(day).slice(8, 10))} 日`
}

/** The text with half-width digits and signs, so that what was typed in full width can be read. */
export function plainHours(text: string): string {
  return text.replace(/[０-９：－～　]/g, (sign) => sign.normalize('NFKC')).trim()
}

/** Whether the opening hours of a week can be computed from the text. */
export function hasWeekHours(text: string): boolean {
  return readHours(text) !== undefined
}

/** Whether the opening hours of one day can be computed from the text. */
export function hasDayHours(text: string): boolean {
  return readSpan(text) !== undefined
}

function readHours(text: string): Hours | undefined {
  const match = /(?:每[天日]|周([一二三四五六日])(?:至|到|[-–—~])周([一二三四五六日]))\s*(.*)/.exec(plainHours(text))
  const span = match && readSpan(match[3] ?? '')
  if (!match || !span) return undefined
  const [, first = DAYS.charAt(0), last = DAYS.charAt(6)] = match
  const start = DAYS.indexOf(first)
  const count = ((DAYS.indexOf(last) - start + 7) % 7) + 1
  return { days: Array.from({ length: count }, (_, index) => (start + index) % 7), ...span }
}

/** The first span of the text, 9:00-18:00. Undefined when there is none, or when it does not end after it begins. */
function readSpan(text: string): Omit<Hours, 'days'> | undefined {
  const time = String.raw`((?:[01]?\d|2[0-3]):[0-5]\d|24:00)`
  const [, first, last] = new RegExp(`(?<!\\d)${time}\\s*[-–—~至到]\\s*${time}(?!\\d)`).exec(plainHours(text)) ?? []
  if (!first || !last) return undefined
  const [from, until] = [first.padStart(5, '0'), last.padStart(5, '0')]
  return from < until ? { from, until } : undefined
}

function weekdayOf(at: Date): number {
  return new Date(`${shanghaiTime(at).slice(0, 10)}T00:00:00Z`).getUTCDay()
}

function plain(time: string): string {
  return time.replace(/^0/, '')
}
