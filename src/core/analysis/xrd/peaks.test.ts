import { describe, expect, it } from 'vitest'
import { CU_PAIR, curveOf, knownPattern, noise, positions, CU, SILICON, silicon } from '../testing/known-curves.ts'
import { type AnalysisTable, NotAnalysable } from '../tool-rules.ts'
import { xrdPeaks } from './peaks-rules.ts'
import { angleOf, spacing } from './radiation-rules.ts'

const column = (table: AnalysisTable, name: string) =>
  table.rows.map((row) => row[table.columns.findIndex((one) => one.name === name)] as number)

describe('XRD peaks', () => {
  it('finds the lines of silicon at the angles of the certificate of SRM 640c, Kα2 not counted as peaks', () => {
    const pattern = knownPattern(silicon(), { pair: CU_PAIR, to: 100, background: (x) => 80 + 300 * Math.exp(-x / 20) })
    const result = xrdPeaks.run(pattern, {})
    const [table] = result.tables as [AnalysisTable]
    expect(table.rows).toHaveLength(7)
    for (const [i, angle] of column(table, '2θ').entries()) expect(Math.abs(angle - SILICON[i]!)).toBeLessThan(0.003)
    for (const width of column(table, '半高宽')) expect(Math.abs(width - 0.1)).toBeLessThan(0.012)
    expect(column(table, '相对强度')[1]).toBeCloseTo(55, -0.5)
    expect(column(table, '来自').every((how) => String(how) === '拟合')).toBe(true)
    expect(result.warnings).toEqual([])
  })

  it('the stated uncertainty of a position is what 40 patterns with other noise scatter', () => {
    const runs = Array.from({ length: 40 }, (_, seed) => {
      const pattern = knownPattern(silicon().slice(0, 1), { pair: CU_PAIR, from: 26, to: 31, seed: seed + 1 })
      return xrdPeaks.run(pattern, {}).values[1]!
    })
    const true2Theta = angleOf(5.4311946 / Math.sqrt(3), CU)
    const scatter = Math.sqrt(runs.reduce((sum, { value }) => sum + (value - true2Theta) ** 2, 0) / runs.length)
    const stated = runs.reduce((sum, { uncertainty }) => sum + uncertainty!, 0) / runs.length
    expect(scatter / stated).toBeGreaterThan(0.7)
    expect(scatter / stated).toBeLessThan(1.4)
  })

  it('d follows Bragg’s law, and the radiation is named with its wavelength', () => {
    expect(spacing(28.441, 1.5405929)).toBeCloseTo(3.13565, 4)
    const mono = xrdPeaks.run(knownPattern(silicon()), { radiation: 'Cu-1' })
    expect(mono.steps[0]).toContain('1.540593')
    const cobalt = xrdPeaks.run(knownPattern(silicon()), { radiation: 'Co-mean' })
    expect(cobalt.steps[0]).toContain('1.7903')
    const own = xrdPeaks.run(knownPattern(silicon()), { radiation: 'own', wavelength: 1 })
    expect(column(own.tables[0]!, 'd')[0]).toBeCloseTo(spacing(28.441, 1), 3)
  })

  it('two lines that overlap are fitted together', () => {
    const lines = [
      { twoTheta: 40, height: 4000, width: 0.2 },
      { twoTheta: 40.28, height: 2500, width: 0.2 },
    ]
    const result = xrdPeaks.run(knownPattern(lines, { from: 37, to: 43 }), { radiation: 'Cu-1' })
    const [first, second] = column(result.tables[0]!, '2θ') as [number, number]
    expect(first).toBeCloseTo(40, 2)
    expect(second).toBeCloseTo(40.28, 2)
  })
})

describe('what XRD peaks refuses, in words that say what to change', () => {
  const flat = curveOf(positions(20, 80, 0.02), '2θ (°)', () => 5)
  const random = noise(3)
  const onlyNoise = curveOf(positions(20, 80, 0.02), '2θ (°)', () => 100 + 10 * random())
  const good = knownPattern(silicon())
  it.each([
    [
      'few points',
      { ...good, x: good.x.slice(0, 10), y: good.y.slice(0, 10) },
      {},
      /只有 10 个点，本分析至少需要 30 个点/,
    ],
    ['another axis', { ...good, xLabel: '波长 (nm)' }, {}, /要求横轴是2θ，这条曲线的横轴是“波长 \(nm\)”/],
    ['a gap in the numbers', { ...good, y: good.y.with(4, Number.NaN) }, {}, /第 5 个点不是有效数字/],
    ['one position twice', { ...good, x: good.x.with(4, good.x[3]!) }, {}, /出现了两次/],
    ['positions to and fro', { ...good, x: good.x.with(4, 21.5) }, {}, /没有一直增大或一直减小/],
    ['a flat curve', flat, {}, /全部相同/],
    ['noise only', onlyNoise, {}, /没有高过噪声 5 倍的峰/],
    ['a parameter out of its range', good, { signal: 0 }, /“峰高至少为噪声的”应在 2 到 100 倍 之间/],
    ['a window as wide as the curve', knownPattern(silicon(), { to: 40 }), { backgroundWidth: 20 }, /太宽/],
  ])('%s', (_, curve, parameters, message) => {
    expect(() => xrdPeaks.run(curve, parameters)).toThrow(NotAnalysable)
    expect(() => xrdPeaks.run(curve, parameters)).toThrow(message)
  })

  it('a falling axis is read from its end', () => {
    const turned = { ...good, x: [...good.x].toReversed(), y: [...good.y].toReversed() }
    expect(xrdPeaks.run(turned, {})).toEqual(xrdPeaks.run(good, {}))
  })
})
