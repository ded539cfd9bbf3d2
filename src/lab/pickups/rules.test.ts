import { describe, expect, it } from 'vitest'
import { defaultSettings, settingSchemas } from '../../core/settings/rules.ts'
import { fromShanghai } from '../../platform/time.ts'
import { type Calendar, dayProblem, dayText, mayRequest, nextOpenDay, pickupDays, slotProblem } from './rules.ts'

const calendar: Calendar = { ...defaultSettings.samplingSetting, capacity: 2 }
// 2026-03-02 is a Monday; Sundays are closed by default.
const monday9 = fromShanghai('2026-03-02 09:00')

describe('the calendar of pickups', () => {
  it.each([
    ['yesterday', {}, '2026-03-01', '09:00', '日期已过'],
    ['today before the cut-off', {}, '2026-03-02', '14:59', undefined],
    ['today from the cut-off on', {}, '2026-03-02', '15:00', '当天 15:00 后不再接受当日取样'],
    ['tomorrow after the cut-off', {}, '2026-03-03', '15:00', undefined],
    ['the fourteenth day ahead', {}, '2026-03-16', '09:00', undefined],
    ['the fifteenth day ahead', {}, '2026-03-17', '09:00', '最多提前 14 天预约'],
    ['a disabled weekday', {}, '2026-03-08', '09:00', '每周日不取样'],
    [
      'a disabled weekday that is a listed exception',
      { invalid_disabled_date: ['2026-03-08'] },
      '2026-03-08',
      '09:00',
      undefined,
    ],
    ['a disabled date', { disabled_date: ['2026-03-04'] }, '2026-03-04', '09:00', '当天不取样'],
    [
      'a disabled date that is a listed exception',
      { disabled_date: ['2026-03-04'], invalid_disabled_date: ['2026-03-04'] },
      '2026-03-04',
      '09:00',
      undefined,
    ],
    ['an exception in the past', { invalid_disabled_date: ['2026-03-01'] }, '2026-03-01', '09:00', '日期已过'],
    [
      'an exception after the cut-off of its own day',
      { invalid_disabled_date: ['2026-03-02'] },
      '2026-03-02',
      '15:00',
      '当天 15:00 后不再接受当日取样',
    ],
    [
      'an exception beyond the limit',
      { invalid_disabled_date: ['2026-03-29'] },
      '2026-03-29',
      '09:00',
      '最多提前 14 天预约',
    ],
  ])('[K-02] %s', (_, change, day, time, problem) => {
    expect(dayProblem({ ...calendar, ...change }, day, fromShanghai(`2026-03-02 ${time}`))).toBe(problem)
  })

  it('[K-06] uses the day of Shanghai, where it is Tuesday while UTC still has Monday', () => {
    const tuesdayThere = new Date('2026-03-02T17:30:00Z')
    expect(dayProblem(calendar, '2026-03-02', tuesdayThere)).toBe('日期已过')
    expect(pickupDays(calendar, tuesdayThere, [])[0]).toMatchObject({ date: '2026-03-03', weekday: '周二', open: true })
  })

  it.each([
    ['before it begins', 2, '10:59', undefined],
    ['from its begin on', 2, '11:00', '时段已过'],
    ['a later one of the same day', 3, '11:00', undefined],
  ] as const)('[K-03] a slot of today: %s', (_, slot, time, problem) => {
    expect(slotProblem(calendar, '2026-03-02', slot, fromShanghai(`2026-03-02 ${time}`))).toBe(problem)
  })

  it('[K-03] slots are closed on every day or on one', () => {
    const some = { ...calendar, disabled_time: [1], disabled_date_time: [{ date: '2026-03-03', times: [4] }] }
    expect(slotProblem(some, '2026-03-04', 1, monday9)).toBe('该时段停用')
    expect(slotProblem(some, '2026-03-03', 4, monday9)).toBe('当天该时段停用')
    expect(slotProblem(some, '2026-03-04', 4, monday9)).toBeUndefined()
  })

  it('[K-02] [K-03] the day moves on to the next that has an open slot', () => {
    const afternoon = fromShanghai('2026-03-07 15:30')
    // Saturday after the cut-off, Sunday closed, Monday full.
    const full = [1, 2, 3, 4].map((slot) => ({ day: '2026-03-09', slot, taken: 2 }))
    const days = pickupDays(calendar, afternoon, full)
    expect(days).toHaveLength(15)
    expect(nextOpenDay(days)?.date).toBe('2026-03-10')
    expect(nextOpenDay(days, '2026-03-11')?.date).toBe('2026-03-11')
    expect(days.slice(0, 3).map(({ open, reason }) => [open, reason])).toEqual([
      [false, '当天 15:00 后不再接受当日取样'],
      [false, '每周日不取样'],
      [false, '当天已约满或停用'],
    ])
    // All slots of today have begun, and the cut-off has not come: an early calendar.
    const early = {
      ...calendar,
      sampling_time1: '08:00-09:00',
      sampling_time2: '09:00-10:00',
      sampling_time3: '10:00-11:00',
      sampling_time4: '11:00-12:00',
    }
    const noon = pickupDays(early, fromShanghai('2026-03-02 12:00'), [])
    expect([noon[0]?.reason, nextOpenDay(noon)?.date]).toEqual(['当天时段已过', '2026-03-03'])
  })

  it('[K-03] a full slot has no place left, and a lower capacity never leaves a negative number', () => {
    const taken = [{ day: '2026-03-03', slot: 1, taken: 5 }]
    const [slot] = pickupDays(calendar, monday9, taken)[1]?.slots ?? []
    expect(slot).toEqual({ slot: 1, text: '09:00-11:00', left: 0, open: false, reason: '已约满' })
    expect(nextOpenDay(pickupDays({ ...calendar, capacity: 0 }, monday9, []))).toBeUndefined()
  })

  it('[K-04] the list of regions is read as a JSON array, as a text with commas, and as an array', () => {
    for (const stored of ['["110100","310100"]', '110100, 310100', '110100，310100', ['110100', '310100']])
      expect(settingSchemas.allowRegion.parse(stored)).toEqual(['110100', '310100'])
    expect(settingSchemas.allowRegion.parse('')).toEqual([])
    for (const wrong of ['["110100"', '上海', [110100], '11010']) {
      expect(settingSchemas.allowRegion.safeParse(wrong).success).toBe(false)
    }
  })

  it('reads dates as people do, and knows for which orders somebody comes', () => {
    expect(dayText('2026-03-02')).toBe('3月2日（周一）')
    expect(mayRequest({ stage: 'awaiting_sample', serviceType: 1 })).toBe(true)
    expect(mayRequest({ stage: 'awaiting_sample', serviceType: 3 })).toBe(false)
    expect(mayRequest({ stage: 'quoting', serviceType: 1 })).toBe(false)
  })
})
