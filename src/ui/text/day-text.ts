/** A day or time as it stands in a list: the year only where it is another one, so that what differs is seen. `text` begins with `YYYY-MM-DD`. */
export function withoutThisYear(text: string, now: Date = new Date()): string {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Shanghai' }).format(now)
  return text.startsWith(`${year}-`) ? text.slice(year.length + 1) : text
}

/**
 * A moment on a screen, to the minute: `MM-DD HH:mm`, with the year where it is another one. `at` begins with `YYYY-MM-DD HH:mm`. Papers and
 * what has legal weight (contracts, statements, seals, consents) write the year always and do not use this.
 */
export function minuteText(at: string): string
export function minuteText(at: string | null | undefined): string | undefined
export function minuteText(at: string | null | undefined): string | undefined {
  return at ? withoutThisYear(at.slice(0, 16)) : undefined
}

/** A moment in a narrow column: to the minute in this year, the day alone of another year, whose hour nobody looks for. */
export function briefMoment(at: string, now: Date = new Date()): string {
  const minute = at.slice(0, 16)
  const inThisYear = withoutThisYear(minute, now)
  return inThisYear === minute ? at.slice(0, 10) : inThisYear
}

/** The day of a moment on a screen: `MM-DD`, with the year where it is another one. `at` begins with `YYYY-MM-DD`. */
export function shortDay(at: string): string
export function shortDay(at: string | null | undefined): string | undefined
export function shortDay(at: string | null | undefined): string | undefined {
  return at ? withoutThisYear(at.slice(0, 10)) : undefined
}
