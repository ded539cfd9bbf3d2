// Whether the house is open at a moment, read from the working hours as an editor writes them: 「周一至周六 8:30-18:30」.
import { shanghaiTime } from '../platform/time.ts'

export type Opening = { open: true; closesAt: string } | { open: false; opensAt: string }

const DAYS = '日一二三四五六'
const DAY_MS = 24 * 3600 * 1000

interface Hours {
  days: number[]
  from: string
  until: string
}

/** Undefined when the text does not say it in this form: then nothing is claimed. */
export function openingAt(workingHours: string, now: Date): Opening | undefined {
  const hours = readHours(workingHours)
  if (!hours) return undefined
  const time = shanghaiTime(now).slice(11, 16)
  if (hours.days.includes(weekdayOf(now)) && time >= hours.from && time < hours.until)
    return { open: true, closesAt: plain(hours.until) }
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = new Date(now.getTime() + ahead * DAY_MS)
    if (!hours.days.includes(weekdayOf(day)) || (ahead === 0 && time >= hours.from)) continue
    const name = ahead === 0 ? '今天' : ahead === 1 ? '明天' : `周${DAYS[weekdayOf(day)]}`
    return { open: false, opensAt: `${name} ${plain(hours.from)}` }
  }
  return undefined
}

function readHours(text: string): Hours | undefined {
  const match = /周([一二三四五六日])(?:至|到|-)周([一二三四五六日])\s*(\d{1,2}:\d{2})\s*[-–至]\s*(\d{1,2}:\d{2})/.exec(
    text,
  )
  if (!match) return undefined
  const [, first = '', last = '', from = '', until = ''] = match
  const start = DAYS.indexOf(first)
  const count = ((DAYS.indexOf(last) - start + 7) % 7) + 1
  return {
    days: Array.from({ length: count }, (_, index) => (start + index) % 7),
    from: from.padStart(5, '0'),
    until: until.padStart(5, '0'),
  }
}

function weekdayOf(at: Date): number {
  return new Date(`${shanghaiTime(at).slice(0, 10)}T00:00:00Z`).getUTCDay()
}

function plain(time: string): string {
  return time.replace(/^0/, '')
}
