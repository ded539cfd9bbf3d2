import { describe, expect, it } from 'vitest'
import { fromShanghai } from '../../platform/time.ts'
import { type Availability, blockedText, blockedTextForStaff, calibrationState } from './rules.ts'

const at = (from: string, to: string) => ({ startsAt: fromShanghai(from), endsAt: fromShanghai(to) })
const usable: Availability = { stage: 'usable', calibrationDue: null, calibrationRule: 'block', downtimes: [] }
const morning = at('2026-03-05 09:00', '2026-03-05 10:00')

describe('whether a project can be tested in a time', () => {
  it('a project without instruments is not limited', () => {
    expect(blockedText([], morning)).toBeUndefined()
  })

  it('a downtime blocks what it overlaps, and not what ends when it begins', () => {
    const down = { ...usable, downtimes: [{ ...at('2026-03-05 10:00', '2026-03-06 18:00'), reason: '更换灯丝' }] }
    expect(blockedText([down], morning)).toBeUndefined()
    const overlap = at('2026-03-05 09:30', '2026-03-05 10:30')
    expect(blockedText([down], overlap)).toBe('仪器停机维护')
    expect(blockedTextForStaff([down], overlap)).toBe('仪器停机维护：更换灯丝，至 2026-03-06 18:00')
    expect(blockedText([down], at('2026-03-06 18:00', '2026-03-06 19:00'))).toBeUndefined()
  })

  it('the last day of a calibration counts; the day after it is refused, unless the rule only warns', () => {
    const due = { ...usable, calibrationDue: '2026-03-05' }
    expect(blockedText([due], at('2026-03-05 21:00', '2026-03-05 22:00'))).toBeUndefined()
    expect(blockedText([due], at('2026-03-06 09:00', '2026-03-06 10:00'))).toMatch(/校准/)
    expect(
      blockedText([{ ...due, calibrationRule: 'warn' }], at('2026-03-06 09:00', '2026-03-06 10:00')),
    ).toBeUndefined()
  })

  it('one usable instrument of several is enough', () => {
    const stopped: Availability = { ...usable, stage: 'stopped' }
    expect(blockedText([stopped, usable], morning)).toBeUndefined()
    expect(blockedText([stopped, { ...usable, stage: 'calibrating' }], morning)).toBe('仪器已停用')
  })
})

it('a calibration is due soon in its last thirty days', () => {
  const now = fromShanghai('2026-03-05 12:00')
  expect(
    [null, '2026-03-04', '2026-03-05', '2026-04-04', '2026-04-05'].map((due) => calibrationState(due, now)),
  ).toEqual(['none', 'overdue', 'soon', 'soon', 'ok'])
})
