import { describe, expect, it } from 'vitest'
import { type Absence, standsInFor, whoWorks } from './absence-rules.ts'

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
})
