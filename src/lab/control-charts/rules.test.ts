import { expect, it } from 'vitest'
import {
  dueAfter,
  dueState,
  limitsOf,
  limitsText,
  notYetText,
  spread,
  uncertaintyOf,
  uncertaintyText,
  withUnit,
} from './rules.ts'

const now = new Date('2026-03-02T01:00:00Z')

it('the next measurement is due its interval after the latest one; a new chart is due at once; a stopped one never', () => {
  expect(dueAfter(now, now, 7).toISOString()).toBe('2026-03-09T01:00:00.000Z')
  expect(dueAfter(null, now, 7)).toEqual(now)
  expect(dueState({ stoppedAt: null, dueAt: new Date(now.getTime() - 1) }, now)).toBe('overdue')
  expect(dueState({ stoppedAt: null, dueAt: now }, now)).toBe('ok')
  expect(dueState({ stoppedAt: now, dueAt: new Date(0) }, now)).toBe('stopped')
})

it('the sample standard deviation of 2, 4, 4, 4, 5, 5, 7, 9 is 2.138; equal values have none', () => {
  expect(spread([2, 4, 4, 4, 5, 5, 7, 9])).toMatchObject({ mean: 5, deviation: expect.closeTo(2.13809, 5) })
  expect(spread([28.44, 28.44, 28.44])).toBeUndefined()
  expect(spread([1])).toBeUndefined()
})

it('limits from measurements are rounded to three digits of the deviation', () => {
  expect(limitsOf([28.441, 28.443, 28.442, 28.444, 28.44])).toEqual({ target: 28.442, deviation: 0.00158 })
  expect(limitsOf([1200, 1300, 1250])).toEqual({ target: 1250, deviation: 50 })
})

it('the uncertainty takes ten measurements in control at least, and none out of control', () => {
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => ({ value, state: 'in' as const }))
  expect(uncertaintyOf(nine)).toBeUndefined()
  expect(uncertaintyOf([...nine, { value: 1000, state: 'out' }])).toBeUndefined()
  const ten = uncertaintyOf([...nine, { value: 10, state: 'warning' }])
  expect(ten).toEqual({ deviation: 3, count: 10, expanded: 6.1 })
  expect(ten && uncertaintyText(ten)).toBe('6.1（k=2，质控 10 次）')
})

it('numbers are written as a person writes them', () => {
  expect(limitsText({ target: 28.442, deviation: 0.005 })).toBe('28.442 ± 0.005')
  expect([withUnit('28.443', '°'), withUnit('532', 'nm'), withUnit('0.98', '')]).toEqual(['28.443°', '532 nm', '0.98'])
  expect(notYetText(3)).toBe('现有界限下只有 3 次测量，还不能判断 4-1s、10-x（需要 10 次）')
  expect(notYetText(10)).toBe('')
})
