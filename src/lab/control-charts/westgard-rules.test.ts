import { describe, expect, it } from 'vitest'
import { brokenText, distance, judged, rulesNotYet, type WestgardRule } from './westgard-rules.ts'

/** Standard deviations from the target as values. */
const unit = { target: 0, deviation: 1 }
const last = (z: number[]) => judged(z, unit).at(-1)

// Published exercise with its answers: Sten Westgard, Break All the Rules, Part One (2015), mean 47, SD 3. Its table marks the first
// measurement of a group; here the one that completes it is marked. Its 8:x rule is not among ours.
const published = [
  ...[42.5, 55.1, 46.4, 47.0, 43.1, 56.9, 41.3, 44.9, 45.5, 41.3, 47.0, 37.7, 41.6, 53.3, 55.4, 44.6, 47.3, 48.2],
  ...[41.3, 42.8, 44.3, 47.6, 44.3, 45.8, 47.6, 39.8, 39.8, 50.9, 49.7, 45.5, 45.2, 47.3, 47.9, 44.3, 40.1, 48.2],
  ...[40.7, 41.9, 43.4, 43.7, 49.7, 42.2, 52.1, 44.6, 45.2, 45.8, 41.6, 41.3, 44.9, 43.7, 45.2, 50.6, 50.3, 51.2, 51.5],
]

describe('the published exercise of one control', () => {
  const all = judged(published, { target: 47, deviation: 3 })
  const marked = (rule: WestgardRule) => all.flatMap(({ broken }, i) => (broken.includes(rule) ? [i + 1] : []))

  it('breaks 1-3s at measurements 6 and 12', () => expect(marked('1-3s')).toEqual([6, 12]))
  it('breaks 2-2s with 14 and 15, and with 26 and 27', () => expect(marked('2-2s')).toEqual([15, 27]))
  it('breaks 4-1s with 37 to 40, and with 52 to 55', () => expect(marked('4-1s')).toEqual([40, 55]))
  it('breaks neither R-4s nor 10-x before measurement 56', () => {
    expect([...marked('R-4s'), ...marked('10-x')]).toEqual([])
  })
  it('is out of control at these measurements and no others', () => {
    expect(all.flatMap(({ state }, i) => (state === 'out' ? [i + 1] : []))).toEqual([6, 12, 15, 27, 40, 55])
  })
  it('only warns where one measurement is beyond 2s', () => {
    expect(all.flatMap(({ state }, i) => (state === 'warning' ? [i + 1] : []))).toEqual([2, 14, 26, 35, 37])
  })
})

describe('each rule', () => {
  it('takes a value on a line as inside of it: mean 200, SD 4, limits 192–208 and 188–212', () => {
    const limits = { target: 200, deviation: 4 }
    expect(judged([208], limits)[0]).toEqual({ state: 'in', broken: [] })
    expect(judged([192], limits)[0]?.state).toBe('in')
    expect(judged([208.1], limits)[0]).toEqual({ state: 'warning', broken: ['1-2s'] })
    expect(judged([212], limits)[0]?.state).toBe('warning')
    expect(judged([187.9], limits)[0]).toEqual({ state: 'out', broken: ['1-2s', '1-3s'] })
    expect(distance(0.3, { target: 0.1, deviation: 0.1 })).toBe(2)
  })

  it('R-4s: +2.4s and −2.12s one after the other, as in run 26 of Part Two; not +1.9s and −2.33s', () => {
    expect(last([2.4, -2.12])?.broken).toEqual(['1-2s', 'R-4s'])
    expect(last([-2.33, 1.9])?.broken).toEqual([])
  })

  it('2-2s: the same side, one after the other', () => {
    expect(last([2.1, 2.1])?.broken).toContain('2-2s')
    expect(last([2.1, 0, 2.1])?.broken).toEqual(['1-2s'])
  })

  it('4-1s: three are too few, and one inside of 1s ends the row', () => {
    expect(last([1.2, 1.3, 1.1])?.state).toBe('in')
    expect(last([-1.2, -1.3, -1.1, -1.5])?.broken).toEqual(['4-1s'])
    expect(last([1.2, 1.3, 0.9, 1.1])?.state).toBe('in')
  })

  it('10-x: ten on one side; a value on the target is on no side', () => {
    const nine = Array.from({ length: 9 }, () => 0.4)
    expect(last(nine)?.state).toBe('in')
    expect(last([...nine, 0.1])?.broken).toEqual(['10-x'])
    expect(last([...nine, 0.1, 0.2])?.broken).toEqual(['10-x'])
    expect(last([...nine, 0])?.state).toBe('in')
  })
})

describe('words', () => {
  it('says which rules so few measurements cannot break', () => {
    expect(rulesNotYet(0)).toHaveLength(6)
    expect(rulesNotYet(3)).toEqual(['4-1s', '10-x'])
    expect(rulesNotYet(10)).toEqual([])
  })
  it('names the warning only alone', () => {
    expect(brokenText(['1-2s'])).toBe('1-2s（1 次超出 ±2s）')
    expect(brokenText(['1-2s', '1-3s'])).toBe('1-3s（1 次超出 ±3s）')
  })
})
