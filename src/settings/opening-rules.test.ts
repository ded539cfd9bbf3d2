import { describe, expect, it } from 'vitest'
import { fromShanghai } from '../platform/time.ts'
import { openingAt } from './opening-rules.ts'

const hours = '周一至周六 8:30-18:30'
const at = (text: string) => openingAt(hours, fromShanghai(text))

describe('whether the house is open', () => {
  it('[N-11] Monday to Saturday 8:30-18:30, by Shanghai time', () => {
    expect(at('2026-03-02 08:29')).toEqual({ open: false, opensAt: '今天 8:30' })
    expect(at('2026-03-02 08:30')).toEqual({ open: true, closesAt: '18:30' })
    expect(at('2026-03-07 18:29')).toEqual({ open: true, closesAt: '18:30' })
    expect(at('2026-03-02 18:30')).toEqual({ open: false, opensAt: '明天 8:30' })
  })
  it('skips the days that are closed', () => {
    expect(at('2026-03-07 18:30')).toEqual({ open: false, opensAt: '周一 8:30' })
    expect(at('2026-03-08 12:00')).toEqual({ open: false, opensAt: '明天 8:30' })
  })
  it('knows the days that are not as usual', () => {
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
  it('claims nothing about hours it cannot read', () => {
    expect(openingAt('请电话预约', new Date())).toBeUndefined()
  })
})
