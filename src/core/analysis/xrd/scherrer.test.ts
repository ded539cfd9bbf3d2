import { describe, expect, it } from 'vitest'
import { type KnownLine, knownPattern } from '../testing/known-curves.ts'
import { NotAnalysable } from '../tool-rules.ts'
import { xrdScherrer } from './scherrer-rules.ts'

const mono = { radiation: 'Cu-1' }
const line = (more: Partial<KnownLine>): KnownLine[] => [{ twoTheta: 40, height: 20000, width: 0.5, ...more }]

describe('Scherrer size', () => {
  it('Cullity, Elements of X-ray Diffraction (2nd ed. 1978, §3-7): 500 Å broaden a line at θ = 49° to 4·10⁻³ rad with λ = 1.5 Å', () => {
    const width = (0.9 * 1.5) / (500 * Math.cos((49 * Math.PI) / 180))
    expect(width).toBeCloseTo(4e-3, 3)
    const pattern = knownPattern(line({ twoTheta: 98, width: (width * 180) / Math.PI }), { from: 94, to: 102 })
    const result = xrdScherrer.run(pattern, { radiation: 'own', wavelength: 1.5, instrument: 0 })
    expect(result.values[0]).toMatchObject({ name: '晶粒尺寸（最强峰）', unit: 'nm' })
    expect(result.values[0]!.value).toBeCloseTo(50, 0)
    expect(result.warnings.join()).toContain('没有扣除仪器展宽')
  })

  it('takes the instrument off by squares for Gauss, by difference for Lorentz', () => {
    const radians = (degrees: number) => (degrees * Math.PI) / 180
    const expected = (beta: number) => (0.9 * 0.1540593) / (radians(beta) * Math.cos(radians(20)))
    const pattern = knownPattern(line({}), { from: 35, to: 45 })
    const gauss = xrdScherrer.run(pattern, { ...mono, instrument: 0.3, shape: 'gauss' })
    const lorentz = xrdScherrer.run(pattern, { ...mono, instrument: 0.3, shape: 'lorentz' })
    expect(gauss.values[0]!.value).toBeCloseTo(expected(0.4), 1)
    expect(lorentz.values[0]!.value / expected(0.2)).toBeCloseTo(1, 1)
    expect(gauss.values[0]!.uncertainty).toBeGreaterThan(0)
    expect(gauss.steps.join('\n')).toContain('β = √(B² − b²)，仪器半高宽 b = 0.3°')
  })

  it('refuses a peak that is not wider than the instrument, and a range without peaks', () => {
    const pattern = knownPattern(line({ width: 0.1 }), { from: 35, to: 45 })
    const narrow = () => xrdScherrer.run(pattern, { ...mono, instrument: 0.2 })
    expect(narrow).toThrow(NotAnalysable)
    expect(narrow).toThrow(/半高宽 0\.\d+° 不大于仪器半高宽 0\.2°/)
    expect(() => xrdScherrer.run(pattern, { ...mono, from: 41, to: 44 })).toThrow(/没有找到峰/)
    expect(() => xrdScherrer.run(pattern, { ...mono, from: 44, to: 41 })).toThrow(/要小于/)
    expect(() => xrdScherrer.run(pattern, { ...mono, k: 9 })).toThrow(/“Scherrer 常数 K”应在 0.5 到 1.5 之间/)
  })

  it('warns of sizes that the method does not reach', () => {
    const pattern = knownPattern(line({ width: 0.1 }), { from: 35, to: 45, step: 0.01 })
    const result = xrdScherrer.run(pattern, { ...mono, instrument: 0.09 })
    expect(result.warnings.join()).toContain('已接近本方法的上限')
    expect(result.warnings.join()).toContain('很敏感')
  })
})
