import { describe, expect, it } from 'vitest'
import { asymmetricBaseline, polynomialBaseline } from '../baselines/smooth-baseline-rules.ts'
import { sumShape } from '../fitting/shape-rules.ts'
import { curveOf, noise, positions } from '../testing/known-curves.ts'
import { type AnalysisResult, NotAnalysable } from '../tool-rules.ts'
import { BANDS } from './band-table-rules.ts'
import { bandsPeaks } from './peaks-rules.ts'

/** ASTM E1840: Raman shifts of polystyrene in cm⁻¹. */
const POLYSTYRENE_RAMAN = [620.9, 795.8, 1001.4, 1031.8, 1155.3, 1450.5, 1602.3, 2904.5, 3054.3]
/** European Pharmacopoeia 2.2.24: bands of polystyrene in the infrared, cm⁻¹. */
const POLYSTYRENE_IR = [1028.3, 1154.5, 1583, 1601.2, 1942.9, 2849.5, 3060]

function raman(bands: readonly number[], seed = 9) {
  const random = noise(seed)
  return curveOf(positions(400, 3300, 1), '拉曼位移 (cm⁻¹)', (x) => {
    const fluorescence = 4000 * Math.exp(-(((x - 1800) / 1500) ** 2)) + 800
    const y = fluorescence + bands.reduce((sum, at, i) => sum + (1500 - 100 * i) * sumShape(x - at, 10, 0.7), 0)
    return y + Math.sqrt(y) * 0.5 * random()
  })
}

function infrared(bands: readonly number[], percent: boolean) {
  const random = noise(3)
  return curveOf(
    positions(450, 3900, 1),
    '波数 (cm⁻¹)',
    (x) => {
      const absorbance =
        0.05 + 2e-5 * (4000 - x) + bands.reduce((sum, at) => sum + 0.4 * sumShape(x - at, 8, 0.5), 0) + 5e-4 * random()
      return percent ? 100 * 10 ** -absorbance : absorbance
    },
    percent ? '透过率 (%)' : '吸光度',
  )
}

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
    const als = asymmetricBaseline(y, 1e7, 0.001)
    const polynomial = polynomialBaseline({ x, y }, 2)!
    expect(als.converged && polynomial.converged).toBe(true)
    for (const [i, value] of under.entries()) {
      expect(Math.abs(als.y[i]! - value)).toBeLessThan(1.5)
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
    ['another axis', { ...good, xLabel: '2θ (°)' }, {}, /要求横坐标是拉曼位移或波数/],
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
    ['a degree out of its range', good, { degree: 12 }, /“多项式次数”要在 0 到 9/],
    ['a parameter that is no number', good, { stiffness: 'abc' }, /“ALS 平滑 lg λ”要填一个数字/],
  ])('%s', (_, curve, parameters, message) => {
    expect(() => bandsPeaks.run(curve, parameters)).toThrow(NotAnalysable)
    expect(() => bandsPeaks.run(curve, parameters)).toThrow(message)
  })
})
