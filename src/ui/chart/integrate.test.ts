import { describe, expect, it } from 'vitest'
import { areaUnit, integrate, type Integral } from './integrate.ts'

const x = Array.from({ length: 2001 }, (_, i) => i / 100)
const gauss = (at: number) => 50 * Math.exp(-((at - 10) ** 2) / (2 * 0.5 ** 2))
const areaOfGauss = 50 * 0.5 * Math.sqrt(2 * Math.PI)
const of = (result: Integral | string) => result as Integral

describe('integration of a range', () => {
  it('gives the area of a known peak above a sloping background', () => {
    const found = of(integrate({ x, y: x.map((at) => gauss(at) + 3 * at + 20) }, 6, 14))
    expect(found.net).toBeCloseTo(areaOfGauss, 6)
    expect(found.gross).toBeCloseTo(areaOfGauss + (3 * 10 + 20) * 8, 6)
    expect(found.baseline[0]).toBeCloseTo(38, 6)
    expect(found.baseline[1]).toBeCloseTo(62, 6)
  })
  it('is the same for falling x and for a range typed the other way round', () => {
    const y = x.map(gauss)
    const falling = of(integrate({ x: x.toReversed(), y: y.toReversed() }, 14, 6))
    expect(falling.net).toBeCloseTo(of(integrate({ x, y }, 6, 14)).net, 10)
  })
  it('interpolates at both ends, between points', () => {
    const found = of(integrate({ x: [0, 1, 2, 3], y: [0, 10, 20, 30] }, 0.5, 2.5))
    expect(found).toMatchObject({ gross: 30, net: 0, baseline: [5, 25], points: 2 })
  })
  it('is limited to the curve', () => {
    expect(of(integrate({ x: [0, 1], y: [4, 4] }, -5, 5))).toMatchObject({ from: 0, to: 1, gross: 4 })
    expect(integrate({ x: [0, 1], y: [4, 4] }, 2, 5)).toBe('区间不在曲线范围内')
    expect(integrate({ x: [0], y: [4] }, 0, 5)).toBe('曲线的点数不足')
  })
  it('refuses a curve that turns back', () => {
    expect(integrate({ x: [0, 1, 0.5], y: [1, 2, 3] }, 0, 1)).toContain('往返')
  })
  it('names the unit of the area by the axes', () => {
    expect(areaUnit('2θ (°)', '强度 (counts)')).toBe('counts·°')
    expect(areaUnit('波数 [cm⁻¹]', '吸光度')).toBe('吸光度·cm⁻¹')
  })
})
