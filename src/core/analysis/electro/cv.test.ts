import { describe, expect, test } from 'vitest'
import { halfWave, reversible, valueOf } from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { cv } from './cv-rules.ts'

const refusal = (curve: Curve, parameters = {}) => refusalOf(cv, curve, parameters)

describe('the reversible voltammogram of Nicholson and Shain (1964), 25 °C, n = 1', () => {
  const curve = reversible(0.2715)
  const result = cv.run(curve, { speed: 100 })

  test('the peak has 0.4463 units and lies 28.5 mV after the half-wave potential', () => {
    expect(valueOf(result, '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect((valueOf(result, '还原峰电位') - halfWave) * 1000).toBeCloseTo(-28.5, 0)
    expect(valueOf(result, '半波电位')).toBeCloseTo(halfWave, 3)
  })

  test.each([
    [0.0715, 60.5],
    [0.1215, 59.2],
    [0.1715, 58.3],
    [0.2715, 57.8],
  ])('turning %f V after the peak: ΔEp = %f mV (Bard & Faulkner, table 6.5.1)', (beyond, apart) => {
    expect(Math.abs(valueOf(cv.run(reversible(beyond), { window: 4 }), '峰电位差') - apart)).toBeLessThan(0.6)
  })

  test('Nicholson (1966): the ratio of the peak currents is 1', () => {
    expect(Math.abs(valueOf(result, '峰电流比') - 1)).toBeLessThan(0.02)
  })
})

test('linear baselines: triangles on a sloping charging current come back', () => {
  const up = Array.from({ length: 401 }, (_, i) => i * 0.002)
  const bump = (e: number, at: number) => 3 * Math.exp(-(((e - at) / 0.03) ** 2))
  const x = [...up, ...[...up].reverse().slice(1)]
  const y = x.map((e, i) => (i < up.length ? 1 + 0.5 * e + bump(e, 0.45) : -1 + 0.5 * e - bump(e, 0.35)))
  const curve = { label: 'CV', x: x.map((e) => e * 1000), y, xLabel: 'Potential (mV)', yLabel: 'I/µA' }
  const result = cv.run(curve, { baseline: 'line', speed: 50, window: 8 })
  expect(valueOf(result, '氧化峰电位')).toBeCloseTo(0.45, 3)
  expect(valueOf(result, '氧化峰电流')).toBeCloseTo(3, 1)
  expect(valueOf(result, '还原峰电流')).toBeCloseTo(3, 1)
  expect(valueOf(result, '峰电位差')).toBeCloseTo(100, 0)
  expect(valueOf(result, '峰电流比')).toBeCloseTo(1, 2)
  const bumps = 3 * 0.03 * Math.sqrt(Math.PI)
  expect(valueOf(result, '氧化电荷')).toBeCloseTo((0.8 + 0.16 + bumps) / 0.05, 1)
  expect(result.values.find(({ name }) => name === '氧化电荷')?.unit).toBe('µC')
})

describe('cycles and signs', () => {
  const one = reversible(0.2)

  test('the last of several cycles, or the chosen one', () => {
    const two = { ...one, x: [...one.x, ...one.x.slice(1)], y: [...one.y, ...one.y.slice(1).map((i) => i / 2)] }
    expect(valueOf(cv.run(two, {}), '还原峰电流')).toBeCloseTo(0.2232, 3)
    expect(valueOf(cv.run(two, { cycle: 1 }), '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(refusal(two, { cycle: 3 })).toContain('只有 2 圈')
  })

  test('a program that starts between its turns: the longer part before counts, the rest at the end does not', () => {
    const place = 300
    const x = [...one.x.slice(place), ...one.x.slice(1, place)]
    const y = [...one.y.slice(place), ...one.y.slice(1, place)]
    expect(valueOf(cv.run({ ...one, x, y }, {}), '还原峰电流')).toBeCloseTo(0.4463, 3)
  })

  test('reduction currents drawn as positive', () => {
    const turned = { ...one, y: one.y.map((i) => -i) }
    expect(valueOf(cv.run(turned, { sign: 'reduction' }), '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(refusal(turned).includes('电流符号') || cv.run(turned, {}).warnings.join().includes('电流符号')).toBe(true)
  })

  test('a single sweep has no difference of peaks', () => {
    const half = (one.x.length + 1) / 2
    const result = cv.run({ ...one, x: one.x.slice(0, half), y: one.y.slice(0, half) }, {})
    expect(valueOf(result, '还原峰电流')).toBeCloseTo(0.4463, 3)
    expect(valueOf(result, '峰电位差')).toBeNaN()
    expect(result.warnings.join()).toContain('只有一次扫描')
  })

  test('what cannot be used is refused in words', () => {
    expect(refusal({ ...one, yLabel: 'Current' })).toContain('电流单位')
    const thousands = { ...one, x: one.x.map((e) => e * 1000) }
    expect(refusal(thousands)).toContain('电位单位')
    expect(refusal(thousands, { potential: 'mV' })).toBe('analysed')
    expect(refusal({ ...one, xLabel: '2θ (°)' })).toContain('横轴是电位')
    expect(refusal({ ...one, y: one.x })).toContain('没有氧化峰')
    expect(refusal({ ...one, y: one.x.map(() => 0) })).toContain('全部相同')
    expect(refusal(one, { from: 0.5, to: 0.2 })).toContain('要小于')
    expect(refusal(one, { from: 2, to: 3 })).toContain('放宽范围')
    expect(refusal(one, { baseline: 'line', gap: 1900 })).toContain('基线段')
  })
})
