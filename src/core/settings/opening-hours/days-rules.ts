// How long work takes, in working days: two numbers in every row, one writer for every screen and paper.

export interface Days {
  daysFrom: number
  daysTo: number
}

export const MOST_DAYS = 365
const UNIT = ' 个工作日'
/** 10, 7–10, 7-10 天, 10～15 个工作日: what staff typed while the field was free text. */
const written = /^(\d{1,3})(?:\s*(?:–|—|-|－|~|～|至|到)\s*(\d{1,3}))?\s*(?:个?工作日|天|日)?$/

/** Without the unit, as answers of calls carry it: 7–10. */
export function daysText(from: number, to: number): string {
  return from === to ? String(to) : `${from}–${to}`
}

/** Undefined for a text that names no span of days. */
export function readDays(text: string): Days | undefined {
  const [, from, to = from] = written.exec(text.trim()) ?? []
  const days = { daysFrom: Number(from), daysTo: Number(to) }
  return days.daysFrom >= 1 && days.daysFrom <= days.daysTo && days.daysTo <= MOST_DAYS ? days : undefined
}

/** The text of stored days without the unit; what cannot be read stays as it was written. */
export function plainDays(text: string): string {
  const days = readDays(text)
  return days ? daysText(days.daysFrom, days.daysTo) : text
}

/** 7–10 个工作日. Also for texts that bring a unit of their own, or none that can be read. */
export function workingDays(days: string): string {
  const plain = plainDays(days)
  if (plain === '') return '—'
  return /^\d+(–\d+)?$/.test(plain) ? plain + UNIT : plain
}
