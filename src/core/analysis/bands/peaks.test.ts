import { describe, expect, it } from 'vitest'
import { asymmetricBaseline, polynomialBaseline } from '../baselines/smooth-baseline-rules.ts'
import { sumShape } from '../fitting/shape-rules.ts'
import { curveOf, noise, positions } from '../testing/known-curves.ts'
import { infrared, POLYSTYRENE_IR, POLYSTYRENE_RAMAN, raman } from '../testing/known-spectra.ts'
import { type AnalysisResult, NotAnalysable } from '../tool-rules.ts'
import { BANDS } from './band-table-rules.ts'
import { bandsPeaks } from './peaks-rules.ts'

const places = (result: AnalysisResult) => result.tables[0]!.rows.map(([at]) => Number(at))

describe('bands', () => {
  it.each(['als', 'polynomial'])(
    'the Raman shifts of polystyrene (ASTM E1840) are found above fluorescence, baseline %s',
    (baseline) => {
      const found = places(bandsPeaks.run(raman(POLYSTYRENE_RAMAN), { baseline, degree: 7 }))
      expect(found).toHaveLength(POLYSTYRENE_RAMAN.length)
      for (const [i, at] of POLYSTYRENE_RAMAN.entries()) expect(Math.abs(found[i]! - at)).toBeLessThan(0.5)
    },
  )

  it.each([true, false])(
    'the infrared bands of polystyrene (Ph. Eur. 2.2.24) are found within its tolerance of 1 cm⁻¹, transmittance: %s',
    (percent) => {
      const result = bandsPeaks.run(infrared(POLYSTYRENE_IR, percent), {})
      expect(places(result)).toHaveLength(POLYSTYRENE_IR.length)
      for (const [i, at] of POLYSTYRENE_IR.entries()) expect(Math.abs(places(result)[i]! - at)).toBeLessThan(1)
      expect(Boolean(result.figure)).toBe(percent)
      expect(Number(result.tables[0]!.rows[0]![3])).toBeCloseTo(8, -0.5)
    },
  )

  it.each([0.2, 1, 4])(
    'the baseline is as stiff at a step of %d cm⁻¹ as at another: one band stays one band',
    (step) => {
      const one = curveOf(positions(400, 3300, step), '拉曼位移 (cm⁻¹)', (x) => 100 + 1000 * sumShape(x - 1000, 20, 0))
      expect(bandsPeaks.run(one, { smoothing: 5 }).tables[0]!.rows).toHaveLength(1)
    },
  )

  it('names the groups whose ranges hold a band, the narrowest first', () => {
    const named = (at: number, curve = raman([at])) => bandsPeaks.run(curve, {}).tables[0]!.rows[0]![4]
    expect(named(520.5)).toBe('硅（一级声子，520.5）；S–S 伸缩')
    expect(named(2450)).toBe('表中没有')
    expect(String(named(1740, infrared([1740], false)))).toContain('C=O 伸缩（酯）')
    const wavenumber = { ...raman([1001]), xLabel: 'Wavenumber (cm-1)' }
    expect(bandsPeaks.run(wavenumber, { method: 'raman' }).tables[0]!.rows[0]![4]).toContain('芳环呼吸振动')
  })

  it('baselines give back what was put under the peaks', () => {
    const x = positions(0, 1000, 1)
    const under = x.map((at) => 50 + 0.05 * at - 4e-5 * at * at)
    const y = under.map((value, i) => value + 100 * sumShape(x[i]! - 300, 12, 0) + 60 * sumShape(x[i]! - 700, 15, 0))
    const als = asymmetricBaseline(y, 1e6, 0.001)
    const polynomial = polynomialBaseline({ x, y }, 2)!
    expect(als.converged && polynomial.converged).toBe(true)
    for (const [i, value] of under.entries()) {
      expect(Math.abs(als.y[i]! - value)).toBeLessThan(0.5)
      expect(Math.abs(polynomial.y[i]! - value)).toBeLessThan(1)
    }
  })

  it('asymmetric least squares with equal weights is Whittaker’s smoother: a straight line stays as it is', () => {
    const line = positions(0, 50, 1).map((at) => 3 + 2 * at)
    for (const [i, value] of asymmetricBaseline(line, 1e8, 0.5).y.entries()) expect(value).toBeCloseTo(line[i]!, 4)
  })

  it('ranges of the table run upwards', () => {
    expect(BANDS.filter(({ from, to }) => from >= to)).toEqual([])
  })
})

describe('what the search for bands refuses', () => {
  const good = raman([1000])
  const random = noise(8)
  it.each([
    ['another axis', { ...good, xLabel: '2θ (°)' }, {}, /要求横轴是拉曼位移或波数/],
    ['noise only', { ...good, y: good.y.map(() => 100 + random()) }, {}, /没有高过噪声/],
    [
      'an infrared ordinate without a name',
      { ...infrared([1000], false), yLabel: 'y' },
      {},
      /看不出是吸光度还是透过率/,
    ],
    [
      'transmittance of nothing',
      { ...infrared([1000], true), y: infrared([1000], true).y.with(7, 0) },
      {},
      /第 8 个点的透过率不大于 0/,
    ],
    ['percent taken for fractions', infrared([1000], true), { signal: 'transmittance' }, /透过率超过 1/],
    ['a degree out of its range', good, { degree: 12 }, /“多项式次数”应在 0 到 9/],
    ['a parameter that is no number', good, { stiffness: 'abc' }, /请在“ALS 平滑 lg λ（步长 1 cm⁻¹ 时）”填写一个数/],
  ])('%s', (_, curve, parameters, message) => {
    expect(() => bandsPeaks.run(curve, parameters)).toThrow(NotAnalysable)
    expect(() => bandsPeaks.run(curve, parameters)).toThrow(message)
  })
})
