import { describe, expect, it } from 'vitest'
import { highestIndex, nearestIndex, niceTicks, panned, rangeOf, visibleIndexes, zoomed } from './scale.ts'

describe('scale of a plot', () => {
  it('ticks are round and inside the range', () => {
    expect(niceTicks([0, 100], 5)).toEqual([0, 20, 40, 60, 80, 100])
    expect(niceTicks([280.3, 294.1], 6)).toEqual([285, 290])
    expect(niceTicks([-0.001, 0.001], 4)).toEqual([-0.001, -0.0005, 0, 0.0005, 0.001])
  })

  it('thinning 100,000 points keeps a peak of one point', () => {
    const x = Array.from({ length: 100_000 }, (_, i) => i / 1000)
    const y = x.map(() => 1)
    y[54_321] = 999
    const series = { name: 's', x, y }
    const shown = visibleIndexes(series, rangeOf(x))
    expect(shown.length).toBeLessThan(900)
    expect(shown).toContain(54_321)
    expect(highestIndex(series, [0, 100])).toBe(54_321)
    expect(highestIndex(series, [200, 300])).toBe(-1)
  })

  it('zoom and pan never leave what was measured', () => {
    expect(zoomed([0, 100], [0, 100], 0.5)).toEqual([25, 75])
    expect(zoomed([0, 50], [0, 100], 4)).toEqual([0, 100])
    expect(panned([0, 50], [0, 100], 5)).toEqual([50, 100])
    expect(panned([10, 60], [0, 100], -5)).toEqual([0, 50])
  })

  it('finds the nearest point also in a descending measurement', () => {
    expect(nearestIndex([4000, 3000, 2000, 1000], 1900)).toBe(2)
  })

  it('an empty or flat series has a drawable range', () => {
    expect(rangeOf([])).toEqual([0, 1])
    expect(rangeOf([5, 5])).toEqual([4.5, 5.5])
  })
})
