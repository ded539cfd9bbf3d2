import { describe, expect, it } from 'vitest'
import { type Absence, firstDayWithoutAnyone, standsInFor, whoWorks } from './absence-rules.ts'

const away = (staffId: number, deputyId: number | null): Absence => ({
  id: staffId,
  staffId,
  deputyId,
  firstDay: '2026-12-01',
  lastDay: '2026-12-05',
})

describe('absence of staff', () => {
  it('who is present does the own work', () => expect(whoWorks(1, [away(2, 3)])).toBe(1))

  it('the deputy of an absent deputy does the work of both', () => {
    const today = [away(1, 2), away(2, 3)]
    expect(whoWorks(1, today)).toBe(3)
    expect(standsInFor(3, today)).toEqual([1, 2])
    expect(standsInFor(2, today)).toEqual([])
  })

  it('nobody works for two who name each other, or without a deputy', () => {
    expect(whoWorks(1, [away(1, 2), away(2, 1)])).toBeUndefined()
    expect(whoWorks(1, [away(1, null)])).toBeUndefined()
  })

  it('[Q-86] names the first day on which nobody of the role would be present', () => {
    const week = { firstDay: '2026-12-01', lastDay: '2026-12-07' }
    const absences = [
      { staffId: 2, firstDay: '2026-11-28', lastDay: '2026-12-04' },
      { staffId: 3, firstDay: '2026-12-03', lastDay: '2026-12-03' },
    ]
    expect(firstDayWithoutAnyone([2, 3], absences, week)).toBe('2026-12-03')
    expect(firstDayWithoutAnyone([2, 3, 4], absences, week)).toBeUndefined()
    expect(firstDayWithoutAnyone([2], absences, week)).toBe('2026-12-01')
    expect(firstDayWithoutAnyone([2], absences, { firstDay: '2026-12-05', lastDay: '2026-12-07' })).toBeUndefined()
    expect(firstDayWithoutAnyone([], [], week)).toBe('2026-12-01')
  })
})
