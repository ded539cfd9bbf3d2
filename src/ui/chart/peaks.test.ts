import { describe, expect, it } from 'vitest'
import { findPeaks } from './peaks.ts'

const x = Array.from({ length: 1001 }, (_, i) => i / 10)
const gauss = (centre: number, height: number, width = 1) =>
  x.map((at) => height * Math.exp(-((at - centre) ** 2) / (2 * width ** 2)))
const sum = (...curves: number[][]) => x.map((_, i) => curves.reduce((all, curve) => all + (curve[i] as number), 0))
const places = (y: number[], downwards = false) => findPeaks({ x, y }, downwards).map((peak) => peak.x)

describe('peaks of a curve', () => {
  it('finds known peaks on a sloping background, in the order of x', () => {
    const slope = x.map((at) => at * 0.1)
    expect(places(sum(gauss(70, 50), gauss(30, 100), slope))).toEqual([30, 70])
  })
  it('leaves out ripples below a twentieth of the height', () => {
    const ripple = x.map((_, i) => (i % 2 ? 1 : -1))
    expect(places(sum(gauss(40, 100, 0.02), ripple))).toEqual([40])
  })
  it('finds the bands of a transmission spectrum downwards', () => {
    expect(
      places(
        sum(
          x.map(() => 100),
          gauss(25, -60),
        ),
        true,
      ),
    ).toEqual([25])
  })
  it('counts a flat top once and reads falling x', () => {
    expect(findPeaks({ x: [5, 4, 3, 2, 1], y: [0, 2, 2, 2, 0] })).toEqual([{ x: 3, y: 2, prominence: 2, width: 3 }])
  })
  it('measures the full width at half height', () => {
    const [peak] = findPeaks({ x, y: gauss(50, 80, 1.5) })
    expect(peak?.width).toBeCloseTo(2 * Math.sqrt(2 * Math.log(2)) * 1.5, 2)
  })
  it('finds lower peaks when asked to', () => {
    const y = sum(gauss(30, 100), gauss(70, 3))
    expect(places(y)).toEqual([30])
    expect(findPeaks({ x, y }, false, { share: 0.02 }).map((peak) => peak.x)).toEqual([30, 70])
  })
  it('finds none in a curve that turns back', () => {
    expect(findPeaks({ x: [0, 1, 2, 1, 0], y: [0, 5, 0, 5, 0] })).toEqual([])
  })
  it('finds none in a level line, at the ends or in two points', () => {
    expect(findPeaks({ x: [1, 2, 3], y: [4, 4, 4] })).toEqual([])
    expect(findPeaks({ x: [1, 2, 3], y: [1, 2, 3] })).toEqual([])
    expect(findPeaks({ x: [1, 2], y: [1, 2] })).toEqual([])
  })
})
