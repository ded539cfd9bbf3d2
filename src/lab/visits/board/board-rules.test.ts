import { expect, it } from 'vitest'
import { fromShanghai } from '../../../platform/time.ts'
import {
  dayText,
  daysOf,
  instrumentOfPool,
  isDay,
  isOnDayLine,
  lanesOf,
  shareOfDay,
  startAt,
  usageOf,
  weekText,
} from './board-rules.ts'

const span = (from: string, to: string) => ({
  startsAt: fromShanghai(`2026-11-24 ${from}`),
  endsAt: fromShanghai(`2026-11-24 ${to}`),
})

it('[G-08] a date is written in Chinese, a week with the month or year where it differs', () => {
  expect(dayText('2026-11-24')).toBe('2026年11月24日 周二')
  expect(weekText(daysOf('2026-11-24', 'week'))).toBe('2026年11月23日–29日')
  expect(weekText(daysOf('2026-12-01', 'week'))).toBe('2026年11月30日–12月6日')
  expect(weekText(daysOf('2027-01-01', 'week'))).toBe('2026年12月28日–2027年1月3日')
  expect(daysOf('2026-11-29', 'week')[0]).toBe('2026-11-23')
  expect(daysOf('2026-11-29', 'day')).toEqual(['2026-11-29'])
  expect(['2026-02-28', '2026-02-30', '11/24/2026', ''].map(isDay)).toEqual([true, false, false, false])
})

it('[G-08] the utilisation is the booked share of the open hours, without downtimes', () => {
  expect(usageOf(['2026-11-24'], [], [])).toEqual({ bookedMinutes: 0, openMinutes: 810 })
  const booked = [span('09:00', '11:00'), span('10:00', '12:00'), span('21:00', '23:00')]
  expect(usageOf(['2026-11-24'], booked, [])).toEqual({ bookedMinutes: 240, openMinutes: 810 })
  expect(usageOf(['2026-11-24'], booked, [span('11:00', '14:00')])).toEqual({ bookedMinutes: 180, openMinutes: 630 })
  expect(usageOf(['2026-11-24', '2026-11-25'], booked, []).openMinutes).toBe(1620)
  expect(usageOf(['2026-11-24'], booked, [span('00:00', '23:00')])).toEqual({ bookedMinutes: 0, openMinutes: 0 })
})

it('[G-08] a booking stands on its instrument, or on the only one of its project, or on none', () => {
  const serving = new Map([
    [1, [7]],
    [2, [7, 8]],
  ])
  expect(instrumentOfPool('instrument:8', 2, serving)).toBe(8)
  expect([1, 2, 3].map((rid) => instrumentOfPool(`project:${rid}`, rid, serving))).toEqual([7, null, null])
})

it('[G-08] what overlaps stands in lanes, and a lane is used again', () => {
  const at = (from: string, to: string) => ({ startsAt: `2026-11-24 ${from}:00`, endsAt: `2026-11-24 ${to}:00` })
  expect(lanesOf([at('09:00', '11:00'), at('10:00', '12:00'), at('11:00', '12:00'), at('12:00', '13:00')])).toEqual([
    0, 1, 0, 0,
  ])
})

it('[G-08] a place in the day is a half hour, and the booking ends before closing', () => {
  expect([shareOfDay('08:30'), shareOfDay('22:00'), shareOfDay('07:00')]).toEqual([0, 1, 0])
  expect(startAt(shareOfDay('14:00'), 60)).toBe('14:00')
  expect(startAt(shareOfDay('14:10'), 60)).toBe('14:00')
  expect([startAt(-1, 60), startAt(1, 60)]).toEqual(['08:30', '21:00'])
})

it('[Q-384] the mark of the present stands on the line of the day only between opening and closing', () => {
  expect(['00:10', '08:29', '08:30', '21:59', '22:00', '23:59'].map(isOnDayLine)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
})
