import { describe, expect, it } from 'vitest'

import { addDays, fromShanghai, shanghaiTime } from '../../../platform/time.ts'
import { addWorkingHours, type HourException, openingAt } from './opening-rules.ts'

const hours = '周一至周六 8:30-18:30'
const at = (text: string) => openingAt(hours, fromShanghai(text))

describe('whether the laboratory is open', () => {
  it('[N-11] Monday to Saturday 8:30-18:30, by Shanghai time', () => {
    expect(at('2026-03-02 08:29')).toEqual({ open: false, opensAt: '今天 8:30' })
    expect(at('2026-03-02 08:30')).toEqual({ open: true, closesAt: '18:30' })
    expect(at('2026-03-07 18:29')).toEqual({ open: true, closesAt: '18:30' })
    expect(at('2026-03-02 18:30')).toEqual({ open: false, opensAt: '明天 8:30' })
  })
  it('[Q-110] reads full-width digits and 每天, and no span that ends before it begins', () => {
    const sunday = fromShanghai('2026-03-08 12:00')
    expect(openingAt('每天　９：００－１８：００', sunday)).toEqual({ open: true, closesAt: '18:00' })
    expect(openingAt('周一至周五 9:00～18:00', sunday)).toEqual({ open: false, opensAt: '明天 9:00' })
    for (const text of ['9点到6点', '周一至周五 18:00-9:00', '周一至周五 9:00-25:00'])
      expect(openingAt(text, sunday), text).toBeUndefined()
  })
  it('skips days that are closed', () => {
    expect(at('2026-03-07 18:30')).toEqual({ open: false, opensAt: '周一 8:30' })
    expect(at('2026-03-08 12:00')).toEqual({ open: false, opensAt: '明天 8:30' })
  })
  it('knows days with other hours', () => {
    const exceptions = [
      { date: '2026-03-02', hours: '', note: '盘点' },
      { date: '2026-03-03', hours: '9:00-12:00', note: '' },
      { date: '2026-03-08', hours: '10:00-16:00', note: '加班' },
    ]
    const on = (text: string) => openingAt(hours, fromShanghai(text), exceptions)
    expect(on('2026-03-02 10:00')).toEqual({ open: false, opensAt: '明天 9:00' })
    expect(on('2026-03-03 12:00')).toEqual({ open: false, opensAt: '明天 8:30' })
    expect(on('2026-03-08 15:59')).toEqual({ open: true, closesAt: '16:00' })
    const holiday = Array.from({ length: 9 }, (_, i) => ({ date: `2026-03-0${i + 1}`, hours: '', note: '' }))
    expect(openingAt(hours, fromShanghai('2026-03-02 10:00'), holiday)).toEqual({
      open: false,
      opensAt: '3 月 10 日 8:30',
    })
  })
  it('makes no statement about hours that it cannot parse', () => {
    expect(openingAt('请电话预约', new Date())).toBeUndefined()
  })
})

describe('[F-31] deadlines in working hours', () => {
  const workingHours = '周一至周六 8:30-18:30'
  const due = (from: string, hours = 2, exceptions: HourException[] = []) =>
    shanghaiTime(addWorkingHours(fromShanghai(from), hours, { workingHours, exceptions }))

  it('run within one day like on any clock', () => {
    expect(due('2026-03-02 10:00')).toBe('2026-03-02 12:00:00')
    expect(due('2026-03-02 16:30')).toBe('2026-03-02 18:30:00')
  })

  it('stop in the evening, over the night and over Sunday', () => {
    expect(due('2026-03-02 17:45')).toBe('2026-03-03 09:45:00')
    expect(due('2026-03-02 23:00')).toBe('2026-03-03 10:30:00')
    expect(due('2026-03-02 05:00')).toBe('2026-03-02 10:30:00')
    // Saturday evening, and Sunday.
    expect(due('2026-03-07 18:00')).toBe('2026-03-09 10:00:00')
    expect(due('2026-03-08 12:00')).toBe('2026-03-09 10:30:00')
  })

  it('skip holidays and follow the hours of a day with other hours', () => {
    const holidays = [
      { date: '2026-03-03', hours: '', note: '放假' },
      { date: '2026-03-04', hours: '9:00-10:00', note: '值班' },
    ]
    expect(due('2026-03-02 17:30', 2, holidays)).toBe('2026-03-04 10:00:00')
    expect(due('2026-03-02 17:30', 3, holidays)).toBe('2026-03-05 09:30:00')
  })

  it('use the usual hours where the setting cannot be parsed, and always end', () => {
    expect(shanghaiTime(addWorkingHours(fromShanghai('2026-03-08 12:00'), 2, { workingHours: '全年无休' }))).toBe(
      '2026-03-09 10:30:00',
    )
    const shut = Array.from({ length: 90 }, (_, day) => ({
      date: shanghaiTime(addDays(fromShanghai('2026-03-01'), day)).slice(0, 10),
      hours: '',
      note: '',
    }))
    expect(due('2026-03-02 10:00', 2, shut)).toBe('2026-03-02 12:00:00')
  })
})
