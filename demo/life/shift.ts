// Moves the dates in the rows of the demo's life, so that its last day becomes today.

const DAY = 86_400_000
/** Dates further away than this from the end of the life are no part of it, such as the year of a standard. */
const FURTHEST_DAYS = 800
const weekdays = '日一二三四五六'

/**
 * Answers a function that moves every date in a text by whole days: `2026-11-23`, numbers of documents such as `MX26112300001`, and
 * `11月23日（周一）` of a notice.
 * @param ends the last day of the life as written in the rows, YYYY-MM-DD
 */
export function dateShifter(ends: string, days: number): (text: string) => string {
  const end = Date.parse(`${ends}T00:00:00Z`)
  const moved = new Map<string, string>()
  const move = (date: string): string => {
    let to = moved.get(date)
    if (to === undefined) {
      const at = Date.parse(`${date}T00:00:00Z`)
      const isDate = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
      to =
        isDate && Math.abs(end - at) < FURTHEST_DAYS * DAY ? new Date(at + days * DAY).toISOString().slice(0, 10) : date
      moved.set(date, to)
    }
    return to
  }
  const inNumber = (all: string, letters: string, year: string, month: string, day: string) => {
    const date = `20${year}-${month}-${day}`
    const to = move(date)
    return to === date ? all : `${letters}${to.slice(2, 4)}${to.slice(5, 7)}${to.slice(8)}`
  }
  const inWords = (all: string, month: string, day: string, weekday: string | undefined) => {
    const year = yearOf(end, Number(month), Number(day))
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const to = move(date)
    if (to === date) return all
    const named = weekday === undefined ? '' : `（周${weekdays[new Date(`${to}T00:00:00Z`).getUTCDay()]}）`
    return `${Number(to.slice(5, 7))}月${Number(to.slice(8))}日${named}`
  }
  return (text) =>
    text
      // In JSON a tab before a date or a number is written as \t, whose t stands before them.
      .replace(/(?<![\d-])20\d\d-[01]\d-[0-3]\d/g, move)
      .replace(/(?<![A-Z\d])([A-Z]{1,3})(2\d)([01]\d)([0-3]\d)(?=\d{4})/g, inNumber)
      .replace(/(?<![\d年])(\d{1,2})月(\d{1,2})日(（周[日一二三四五六]）)?/g, inWords)
}

/** The latest year in which this day is not far after the end. */
function yearOf(end: number, month: number, day: number): number {
  const year = new Date(end).getUTCFullYear() + 1
  return [year, year - 1, year - 2].find((each) => Date.UTC(each, month - 1, day) < end + 60 * DAY) ?? year - 1
}
