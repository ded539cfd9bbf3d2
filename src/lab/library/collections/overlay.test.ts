import { describe, expect, it } from 'vitest'
import {
  differenceOf,
  type OverlaidCurve,
  overlaid,
  overlayProblem,
  plainOverlay,
  snip,
  unitOf,
} from './overlay-rules.ts'

const curve = (x: number[], y: number[], change: Partial<OverlaidCurve> = {}): OverlaidCurve => ({
  name: 'A',
  x,
  y,
  xLabel: '2θ (°)',
  yLabel: '强度 (counts)',
  ...change,
})

describe('the unit of an axis', () => {
  it('stands in brackets or behind a stroke', () => {
    expect(['2θ (°)', 'Two-Theta (deg)', '波长（nm）', 'T/K', '强度', 'I [counts]'].map(unitOf)).toEqual([
      '°',
      '°',
      'nm',
      'K',
      '',
      'counts',
    ])
  })
})

describe('curves drawn together', () => {
  it('mean the same on their x axis', () => {
    const other = curve([1, 2], [1, 2], { xLabel: '波数 (cm⁻¹)' })
    expect(overlayProblem([curve([1, 2], [1, 2]), other], { ...plainOverlay, sameUnits: true })).toBe('axesDiffer')
    expect(
      overlayProblem([curve([1, 2], [1, 2]), curve([1, 2], [1, 2], { xLabel: 'Two-Theta (deg)' })], plainOverlay),
    ).toBeUndefined()
  })

  it('ask whether units that differ are the same, and take the answer', () => {
    const curves = [curve([1, 2], [1, 2], { xLabel: '波长 (nm)' }), curve([1, 2], [1, 2], { xLabel: '波长 (µm)' })]
    expect(overlayProblem(curves, plainOverlay)).toBe('unitsDiffer')
    expect(overlayProblem(curves, { ...plainOverlay, sameUnits: true })).toBeUndefined()
  })

  it('are taken from each other only when the units of their values are known to be the same', () => {
    const difference = { of: 0, minus: 1 }
    const a = curve([1, 2], [1, 2])
    expect(overlayProblem([a, a], { ...plainOverlay, difference })).toBeUndefined()
    for (const yLabel of ['强度 (cps)', '强度', '透过率 (%)'])
      expect(overlayProblem([a, curve([1, 2], [1, 2], { yLabel })], { ...plainOverlay, difference })).toBe(
        'unitsDiffer',
      )
    const unnamed = curve([1, 2], [1, 2], { yLabel: '强度' })
    expect(overlayProblem([unnamed, unnamed], { ...plainOverlay, difference })).toBe('unitsDiffer')
    expect(overlayProblem([unnamed, unnamed], { ...plainOverlay, difference, sameUnits: true })).toBeUndefined()
  })

  it('are normalised to their maximum or their area, whatever the direction of measuring', () => {
    const ys = (normalise: 'max' | 'area', each: OverlaidCurve) => {
      const drawn = overlaid([each], { ...plainOverlay, normalise })
      return drawn === 'noOverlap' ? [] : drawn[0]?.y
    }
    expect(ys('max', curve([0, 1, 2], [0, 4, 2]))).toEqual([0, 1, 0.5])
    expect(ys('area', curve([0, 1, 2], [0, 4, 0]))).toEqual([0, 1, 0])
    expect(ys('area', curve([2, 1, 0], [0, 4, 0]))).toEqual([0, 1, 0])
    expect(ys('max', curve([0, 1], [0, 0]))).toEqual([0, 0])
  })

  it('lose the line between their ends, or their slow background', () => {
    const drawn = overlaid([curve([0, 1, 2], [1, 7, 3])], { ...plainOverlay, baseline: 'line' })
    expect(drawn).toMatchObject([{ y: [0, 5, 0] }])
    const y = Array.from({ length: 201 }, (_, i) => i / 10 + (Math.abs(i - 100) <= 2 ? 50 : 0))
    const base = snip(y)
    expect(base[100]).toBeCloseTo(10, 6)
    expect(base[30]).toBeCloseTo(3, 6)
  })
})

describe('a difference', () => {
  it('is taken where both were measured, with the second interpolated', () => {
    expect(differenceOf(curve([0, 1, 2, 3], [5, 5, 5, 5]), curve([1, 3], [1, 3], { name: 'B' }))).toMatchObject({
      name: 'A − B',
      x: [1, 2, 3],
      y: [4, 3, 2],
    })
  })

  it('does not depend on the direction of measuring', () => {
    expect(differenceOf(curve([3, 2, 1], [5, 5, 5]), curve([3, 1], [3, 1]))).toMatchObject({
      x: [1, 2, 3],
      y: [4, 3, 2],
    })
  })

  it('of curves without a common range is none', () => {
    expect(differenceOf(curve([0, 1], [1, 1]), curve([5, 6], [1, 1]))).toBeUndefined()
    expect(
      overlaid([curve([0, 1], [1, 1]), curve([5, 6], [1, 1])], { ...plainOverlay, difference: { of: 0, minus: 1 } }),
    ).toBe('noOverlap')
  })
})
