import { describe, expect, test } from 'vitest'
import { NotAnalysable, type AnalysisResult, type Curve } from '../tool-rules.ts'
import { cv } from './cv-rules.ts'

const value = (result: AnalysisResult, name: string) =>
  result.values.find((value) => value.name.startsWith(name))?.value ?? NaN

const refusal = (curve: Curve, parameters = {}) => {
  try {
    cv.run(curve, parameters)
  } catch (error) {
    if (error instanceof NotAnalysable) return error.message
    throw error
  }
  return 'analysed'
}

/** 1/V at 25 °C. */
const nF = 96485.33212 / (8.314462618 * 298.15)
const halfWave = 0.23

/**
 * The reversible voltammogram of Nicholson and Shain: reduction first, from 0.35 V before the half-wave potential to `beyond` after the
 * cathodic peak and back. The current is the semi-derivative of the surface concentration, in units of nFAC√(D·nFv/RT).
 */
function reversible(beyond: number, step = 0.0005): Curve {
  const turn = halfWave - 0.0285 - beyond
  const start = halfWave + 0.35
  const count = Math.round((start - turn) / step)
  const down = Array.from({ length: count + 1 }, (_, i) => start - i * step)
  const x = [...down, ...[...down].reverse().slice(1)]
  const used = x.map((e) => 1 / (1 + Math.exp(nF * (e - halfWave))))
  const weights = x.map((_, k) => Math.sqrt(k + 1) - Math.sqrt(k))
  const y = x.map((_, n) => {
    let sum = 0
    for (let k = 1; k <= n; k++) sum += ((used[k] ?? 0) - (used[k - 1] ?? 0)) * (weights[n - k] ?? 0)
    return (-2 * sum) / Math.sqrt(Math.PI * step * nF)
  })
  return { label: 'CV', x, y, xLabel: 'Potential (V vs. Ag/AgCl)', yLabel: 'Current (mA)' }
}

describe('the reversible voltammogram of Nicholson and Shain (1964), 25 °C, n = 1', () => {
  const curve = reversible(0.2715)
  const result = cv.run(curve, { speed: 100 })

  test('the peak has 0.4463 units and lies 28.5 mV after the half-wave potential', () => {
    expect(value(result, '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect((value(result, '还原峰电位') - halfWave) * 1000).toBeCloseTo(-28.5, 0)
    expect(value(result, '半波电位')).toBeCloseTo(halfWave, 3)
  })

  test.each([
    [0.0715, 60.5],
    [0.1215, 59.2],
    [0.1715, 58.3],
    [0.2715, 57.8],
  ])('turning %f V after the peak: ΔEp = %f mV (Bard & Faulkner, table 6.5.1)', (beyond, apart) => {
    expect(Math.abs(value(cv.run(reversible(beyond), { window: 4 }), '峰电位差') - apart)).toBeLessThan(0.6)
  })

  test('Nicholson (1966): the ratio of the peak currents is 1', () => {
    expect(Math.abs(value(result, '峰电流比') - 1)).toBeLessThan(0.02)
  })
})

test('linear baselines: triangles on a sloping charging current come back', () => {
  const up = Array.from({ length: 401 }, (_, i) => i * 0.002)
  const bump = (e: number, at: number) => 3 * Math.exp(-(((e - at) / 0.03) ** 2))
  const x = [...up, ...[...up].reverse().slice(1)]
  const y = x.map((e, i) => (i < up.length ? 1 + 0.5 * e + bump(e, 0.45) : -1 + 0.5 * e - bump(e, 0.35)))
  const curve = { label: 'CV', x: x.map((e) => e * 1000), y, xLabel: 'E (mV)', yLabel: 'I/µA' }
  const result = cv.run(curve, { baseline: 'line', speed: 50, window: 8 })
  expect(value(result, '氧化峰电位')).toBeCloseTo(0.45, 3)
  expect(value(result, '氧化峰电流')).toBeCloseTo(3, 1)
  expect(value(result, '还原峰电流')).toBeCloseTo(3, 1)
  expect(value(result, '峰电位差')).toBeCloseTo(100, 0)
  expect(value(result, '峰电流比')).toBeCloseTo(1, 2)
  const bumps = 3 * 0.03 * Math.sqrt(Math.PI)
  expect(value(result, '氧化电荷')).toBeCloseTo((0.8 + 0.16 + bumps) / 0.05, 1)
  expect(result.values.find(({ name }) => name === '氧化电荷')?.unit).toBe('µC')
})

describe('cycles and signs', () => {
  const one = reversible(0.2)

  test('the last of several cycles, or the chosen one', () => {
    const two = { ...one, x: [...one.x, ...one.x.slice(1)], y: [...one.y, ...one.y.slice(1).map((i) => i / 2)] }
    expect(value(cv.run(two, {}), '还原峰电流')).toBeCloseTo(0.2232, 3)
    expect(value(cv.run(two, { cycle: 1 }), '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(refusal(two, { cycle: 3 })).toContain('只有 2 圈')
  })

  test('reduction currents drawn as positive', () => {
    const turned = { ...one, y: one.y.map((i) => -i) }
    expect(value(cv.run(turned, { sign: 'reduction' }), '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(refusal(turned).includes('电流符号') || cv.run(turned, {}).warnings.join().includes('电流符号')).toBe(true)
  })

  test('a single sweep has no difference of peaks', () => {
    const half = (one.x.length + 1) / 2
    const result = cv.run({ ...one, x: one.x.slice(0, half), y: one.y.slice(0, half) }, {})
    expect(value(result, '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(value(result, '峰电位差')).toBeNaN()
    expect(result.warnings.join()).toContain('只有一次扫描')
  })

  test('what cannot be used is refused in words', () => {
    expect(refusal({ ...one, yLabel: 'Current' })).toContain('电流单位')
    expect(refusal({ ...one, x: one.x.map((e) => e * 1000) })).toContain('mV')
    expect(refusal({ ...one, y: one.x })).toContain('没有氧化峰')
    expect(refusal({ ...one, y: one.x.map(() => 0) })).toContain('全部相同')
    expect(refusal(one, { from: 0.5, to: 0.2 })).toContain('小于终点')
    expect(refusal(one, { from: 2, to: 3 })).toContain('放宽范围')
    expect(refusal(one, { baseline: 'line', gap: 1900 })).toContain('基线段')
  })
})
