import {
  addWorkingDays,
  type HourException,
  openingOn,
  workingDaysBetween,
} from '../../../core/settings/opening-hours/opening-rules.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import { type Availability, unusable } from '../../instruments/rules.ts'
import { leastPast } from './forecast-words-rules.ts'

// When the data of an order is to be expected (decision 0115): a range from what the project took before, moved by the queue and by downtimes.

/** The newest orders of a project that a forecast reads; older ones say little about the laboratory of today. */
export const mostPast = 200
/** Of projects that only share the instrument, enough for the speed of the queue. */
export const mostPastOfOthers = 60
/** The quantiles of the last orders are read from so many of them. */
export const samplePast = 60
/** A share is shown from so many orders on. */
export const leastJudged = 20
/** The share is of orders that arrived within these days. */
export const judgedDays = 90
/** The speed of a queue is measured over these days. */
export const speedDays = 42
/** With fewer orders in that time nothing is said about its speed. */
export const leastSpeed = 5
/** Downtimes are looked for so far ahead. */
export const daysAhead = 60

export interface Calendar {
  workingHours: string
  exceptions?: readonly HourException[]
}

export interface PastOrder {
  orderId: number
  rid: number
  receivedAt: Date
  /** Null while the work goes on. */
  dataAt: Date | null
  urgent: boolean
}

type FinishedOrder = PastOrder & { dataAt: Date }

export interface Question {
  now: Date
  /** Null before the samples arrive: as if they came now. */
  receivedAt: Date | null
  /** Working days from arrival to data of past orders, the newest first. */
  took: readonly number[]
  /** The promise of the catalogue in working days; null when no project says. */
  catalogueDays: number | null
  /** Orders that come first. */
  ahead: number
  /** Orders that the queue finishes on a working day; null: not known. */
  perDay: number | null
  /** Days on which no instrument works. */
  down: readonly string[]
  time: Calendar
}

export type Method = 'history' | 'catalogue'

export interface Range {
  method: Method
  /** How many orders it is read from; 0 by the catalogue. */
  basedOn: number
  /** Half of the orders came until then; null when the order already took longer than all that came before. */
  expectedAt: Date | null
  /** Nine of ten came until then. */
  latestAt: Date | null
  /** Working days without an instrument until then. */
  downDays: number
}

/** The smallest value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

/**
 * The expected day and the latest probable one. The past orders had queued as well: by Little's law as long as the usual queue takes at the
 * usual speed. So the queue counts only where it takes longer than they did. An order that is at work is compared with those that took at
 * least as long as it has. More orders ahead and more downtime never make a day earlier.
 */
export function rangeOf(question: Question): Range {
  const { now, receivedAt, ahead, perDay } = question
  const from = receivedAt ?? now
  const time = withoutDown(question)
  const sample = question.took.slice(0, samplePast)
  const method = sample.length < leastPast ? 'catalogue' : 'history'
  const first = leastDaysFrom(from, now, time)
  const queue = perDay === null || ahead === 0 ? 0 : workingDaysBetween(from, now, time) + Math.ceil(ahead / perDay)
  const days =
    method === 'history' ? ofHistory(sample, first, queue) : ofCatalogue(question.catalogueDays, first, queue)
  const at = (count: number) => addWorkingDays(from, count, time)
  const latestAt = days && at(days.latest)
  return {
    method,
    basedOn: method === 'history' ? sample.length : 0,
    expectedAt: days ? at(days.expected) : null,
    latestAt: latestAt ?? null,
    downDays: latestAt ? downBetween(question, latestAt) : 0,
  }
}

interface Days {
  expected: number
  latest: number
}

function ofHistory(sample: readonly number[], first: number, queue: number): Days | undefined {
  const possible = sample.filter((days) => days >= first)
  const expected = quantile(possible, 0.5)
  const latest = quantile(possible, 0.9)
  if (expected === undefined || latest === undefined) return undefined
  return { expected: Math.max(expected, queue), latest: Math.max(latest, queue + latest - expected) }
}

function ofCatalogue(promised: number | null, first: number, queue: number): Days | undefined {
  if (promised === null || promised < first) return undefined
  const days = Math.max(promised, queue)
  return { expected: days, latest: days }
}

/** The least number of working days after which data can still come: the end of that day lies ahead. */
function leastDaysFrom(from: Date, now: Date, time: Calendar): number {
  const passed = workingDaysBetween(from, now, time)
  return addWorkingDays(from, passed, time) > now ? passed : passed + 1
}

/** The calendar without the days to come on which no instrument works. */
function withoutDown({ now, down, time }: Question): Calendar {
  const today = shanghaiDate(now)
  const closed = down.filter((date) => date >= today).map((date) => ({ date, hours: '', note: '' }))
  return { ...time, exceptions: [...closed, ...(time.exceptions ?? [])] }
}

function downBetween({ now, down, time }: Question, until: Date): number {
  const [from, to] = [shanghaiDate(now), shanghaiDate(until)]
  return down.filter((date) => date >= from && date <= to && openingOn(new Date(`${date}T04:00:00Z`), time)).length
}

/** What past orders took: of the same urgency where enough of them are known, otherwise of all. */
export function tookOf(past: readonly PastOrder[], urgent: boolean, time: Calendar): number[] {
  const finished = past.filter(isFinished)
  const alike = finished.filter((order) => order.urgent === urgent)
  return (alike.length < leastPast ? finished : alike).map((order) =>
    workingDaysBetween(order.receivedAt, order.dataAt, time),
  )
}

function isFinished(order: PastOrder): order is FinishedOrder {
  return order.dataAt !== null
}

/** Orders of a queue that are finished on a working day; null when too few are known. `past` reaches back `mostPastOfOthers` orders of each project. */
export function speedOf(past: readonly PastOrder[], now: Date, time: Calendar): number | null {
  const since = addDays(now, -speedDays)
  const finished = new Set(
    past.flatMap(({ orderId, dataAt }) => (dataAt !== null && dataAt >= since && dataAt <= now ? [orderId] : [])),
  )
  const days = workingDaysBetween(since, now, time)
  return finished.size < leastSpeed || days === 0 ? null : finished.size / days
}

export interface Judged {
  orders: number
  /** Data came not later than the range that this method gave on the day of arrival. */
  kept: number
}

/**
 * How the method did: for every order of the last days, the range that the orders finished before its arrival gave, against what it took. An
 * order at work counts as missed once its range is over, so that the late ones are not left out by being unfinished.
 */
export function judged(past: readonly PastOrder[], now: Date, time: Calendar): Judged {
  const since = addDays(now, -judgedDays)
  const finished = past
    .filter(isFinished)
    .map((order) => ({ ...order, days: workingDaysBetween(order.receivedAt, order.dataAt, time) }))
  const result = { orders: 0, kept: 0 }
  for (const order of past) {
    if (order.receivedAt < since) continue
    const before = finished.filter(({ dataAt }) => dataAt <= order.receivedAt)
    const alike = before.filter(({ urgent }) => urgent === order.urgent)
    const known = (alike.length < leastPast ? before : alike).slice(0, samplePast).map(({ days }) => days)
    if (known.length < leastPast) continue
    const within = workingDaysBetween(order.receivedAt, order.dataAt ?? now, time) <= (quantile(known, 0.9) ?? 0)
    if (within && order.dataAt === null) continue
    result.orders += 1
    if (within) result.kept += 1
  }
  return result
}

/** Days to come on which every instrument is down for at least half of the opening hours; none for a project without instruments. */
export function downDaysOf(instruments: readonly Availability[], now: Date, time: Calendar): string[] {
  if (instruments.every(({ downtimes }) => downtimes.length === 0)) return []
  return Array.from({ length: daysAhead }, (_, ahead) => addDays(now, ahead))
    .filter((day) => instruments.every((instrument) => isDown(instrument, day, time)))
    .map((day) => shanghaiDate(day))
}

export function isDown({ downtimes }: Pick<Availability, 'downtimes'>, day: Date, time: Calendar): boolean {
  const open = openingOn(day, time)
  if (!open) return false
  const [opens, closes] = [open.opensAt.getTime(), open.closesAt.getTime()]
  const lost = downtimes.reduce(
    (sum, { startsAt, endsAt }) =>
      sum + Math.max(0, Math.min(closes, endsAt.getTime()) - Math.max(opens, startsAt.getTime())),
    0,
  )
  return lost * 2 >= closes - opens
}

/** No instrument can be used, and nobody has said until when. */
export function isStopped(instruments: readonly Availability[], now: Date): boolean {
  const moment = { startsAt: now, endsAt: new Date(now.getTime() + 1) }
  return (
    instruments.length > 0 &&
    instruments.every((instrument) => unusable({ ...instrument, downtimes: [] }, moment) !== undefined)
  )
}
