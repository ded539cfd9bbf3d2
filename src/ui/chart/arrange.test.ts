import { describe, expect, it } from 'vitest'
import { arranged, plainly } from './arrange.ts'

const low = { name: 'a', x: [1, 2, 3], y: [0, 10, 100] }
const high = { name: 'b', x: [1, 2, 3], y: [0, 1, 200] }

describe('arranging curves', () => {
  it('leaves the values as they are at first', () => {
    expect(arranged([low], plainly)).toEqual({ series: [low], left: 0 })
  })
  it('draws logarithms and counts the points that have none', () => {
    const { series, left } = arranged([low], { ...plainly, scale: 'log' })
    expect(series[0]?.y).toEqual([Number.NaN, 1, 2])
    expect(left).toBe(1)
  })
  it('brings every curve to the same height', () => {
    const { series } = arranged([low, high], { ...plainly, normalised: true })
    expect(series.map((each) => each.y)).toEqual([
      [0, 10, 100],
      [0, 0.5, 100],
    ])
  })
  it('raises each curve above the one before', () => {
    const { series } = arranged([low, high], { ...plainly, offset: 0.5 })
    expect(series[1]?.y).toEqual([100, 101, 300])
  })
})
