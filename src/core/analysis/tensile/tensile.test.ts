import { describe, expect, test } from 'vitest'
import { straightLine } from '../lines/straight-rules.ts'
import { NotAnalysable, type AnalysisResult, type Curve } from '../tool-rules.ts'
import { tensile } from './tensile-rules.ts'

const value = (result: AnalysisResult, name: string) =>
  result.values.find((value) => value.name.startsWith(name))?.value ?? NaN

const refusal = (curve: Curve, parameters = {}) => {
  try {
    tensile.run(curve, parameters)
  } catch (error) {
    if (error instanceof NotAnalysable) return error.message
    throw error
  }
  return 'analysed'
}

const curveOf = (x: readonly number[], y: readonly number[]): Curve => ({
  label: 'σ-ε',
  x,
  y,
  xLabel: 'Strain (%)',
  yLabel: 'Stress (MPa)',
})

const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))

/** Ramberg and Osgood (NACA TN 902, 1943): ε = σ/E + 0.002 (σ/Rp0.2)ⁿ. Its proof strength is exact by construction. */
function rambergOsgood(modulus: number, proof: number, n: number, highest: number): Curve {
  const stress = steps(0, highest, 400)
  return curveOf(
    stress.map((s) => (100 * s) / modulus + 0.2 * (s / proof) ** n),
    stress,
  )
}

test('straight lines: the reference set Norris of NIST StRD, certified to 15 figures', () => {
  const x = [
    0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5,
    11.6,
  ]
  x.push(
    556.0,
    228.1,
    995.8,
    887.6,
    120.2,
    0.3,
    0.3,
    556.8,
    339.1,
    887.2,
    999.0,
    779.0,
    11.1,
    118.3,
    229.2,
    669.1,
    448.9,
    0.5,
  )
  const y = [
    0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8,
  ]
  y.push(
    557.7,
    228.3,
    998.0,
    888.8,
    119.6,
    0.3,
    0.6,
    557.6,
    339.3,
    888.0,
    998.5,
    778.9,
    10.2,
    117.6,
    228.9,
    668.4,
    449.2,
    0.2,
  )
  const line = straightLine({ x, y })
  expect(line.slope).toBeCloseTo(1.00211681802045, 12)
  expect(line.intercept).toBeCloseTo(-0.262323073774029, 10)
  expect(line.slopeError).toBeCloseTo(0.429796848199937e-3, 13)
  expect(line.interceptError).toBeCloseTo(0.232818234301152, 10)
  expect(line.r ** 2).toBeCloseTo(0.999993745883712, 12)
})

describe('curves of Ramberg and Osgood', () => {
  test.each([
    [72400, 345, 15, 440],
    [206000, 620, 20, 690],
    [193000, 290, 12, 400],
  ])('E = %f MPa, Rp0.2 = %f MPa, n = %f', (modulus, proof, n, highest) => {
    const result = tensile.run(rambergOsgood(modulus, proof, n, highest), {})
    expect(Math.abs(value(result, '弹性模量') / modulus - 1)).toBeLessThan(1e-4)
    expect(Math.abs(value(result, '规定塑性') / proof - 1)).toBeLessThan(1e-3)
    expect(value(result, '抗拉强度')).toBe(highest)
    expect(value(result, '最大力塑性')).toBeCloseTo(0.2 * (highest / proof) ** n, 2)
  })

  test('a toe moves the origin, not the proof strength', () => {
    const straight = rambergOsgood(72400, 345, 15, 440)
    const curve = curveOf([0, ...straight.x.map((x) => x + 0.1)], [0, ...straight.y])
    const result = tensile.run(curve, {})
    expect(value(result, '规定塑性')).toBeCloseTo(345, 0)
    expect(result.warnings.join()).toContain('不在原点')
    const shifted = tensile.run(curve, { toe: 'shift' })
    expect(value(shifted, '断裂总')).toBeCloseTo(value(result, '断裂总') - 0.1, 3)
  })
})

describe('steel with a yield point, a neck and a break', () => {
  const elastic = steps(0, 0.15, 40)
  const yielding = steps(0.16, 2, 100)
  const hardening = steps(2.02, 20, 200)
  const necking = steps(20.1, 28, 100)
  const x = [...elastic, ...yielding, ...hardening, ...necking, 28.01, 28.02]
  const y = [
    ...elastic.map((e) => 2060 * e),
    ...yielding.map(() => 285),
    ...hardening.map((e) => 285 + 150 * Math.sin(((e - 2) / 18) * (Math.PI / 2))),
    ...necking.map((e) => 435 - 2 * (e - 20) ** 2),
    30,
    2,
  ]
  const result = tensile.run(curveOf(x, y), {})

  test('its values come back', () => {
    expect(value(result, '弹性模量')).toBeCloseTo(206000, 0)
    expect(value(result, '上屈服')).toBeCloseTo(309, 6)
    expect(value(result, '抗拉强度')).toBeCloseTo(435, 6)
    expect(value(result, '最大力总')).toBeCloseTo(20, 6)
    expect(value(result, '断裂总')).toBeCloseTo(28, 6)
    expect(value(result, '断裂塑性')).toBeCloseTo(28 - (435 - 128) / 2060, 6)
    expect(result.warnings).toEqual([])
  })

  test('noise of the load cell changes little and is no yield point of its own', () => {
    let seed = 3
    const noise = () => ((seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5) * 2
    const shaken = tensile.run(
      curveOf(
        x,
        y.map((s) => s + noise()),
      ),
      {},
    )
    expect(Math.abs(value(shaken, '弹性模量') / 206000 - 1)).toBeLessThan(0.03)
    expect(value(shaken, '上屈服')).toBeCloseTo(309, -1)
    expect(Math.abs(value(shaken, '规定塑性') - 285)).toBeLessThan(2)
  })

  test('the neck of a curve without yield point is no yield point', () => {
    const smooth = rambergOsgood(72400, 345, 15, 440)
    const neck = steps(0.1, 3, 30)
    const end = smooth.x.at(-1) ?? 0
    const curve = curveOf([...smooth.x, ...neck.map((e) => end + e)], [...smooth.y, ...neck.map((e) => 440 - 8 * e)])
    expect(value(tensile.run(curve, {}), '上屈服')).toBeNaN()
  })
})

test('plastics: the slope between 0.05 % and 0.25 % of strain (ISO 527)', () => {
  const x = steps(0, 5, 1001)
  const curve = curveOf(
    x,
    x.map((e) => 30 * e - 2 * e ** 2),
  )
  const result = tensile.run(curve, { elastic: 'given' })
  // Regression of a parabola over an interval is its chord: 30 − 2·(0.05 + 0.25).
  expect(value(result, '弹性模量')).toBeCloseTo(2940, 0)
})

test('a brittle specimen has no proof strength', () => {
  const x = steps(0, 0.1, 50)
  const result = tensile.run(
    curveOf(
      x,
      x.map((e) => 3000 * e),
    ),
    {},
  )
  expect(value(result, '弹性模量')).toBeCloseTo(300000, 0)
  expect(value(result, '规定塑性')).toBeNaN()
  expect(result.warnings.join()).toContain('之前断裂')
})

test('what cannot be used is refused in words', () => {
  const curve = rambergOsgood(72400, 345, 15, 440)
  expect(refusal({ ...curve, yLabel: 'Force (kN)' })).toContain('截面积')
  expect(refusal({ ...curve, yLabel: 'Stress (GPa)' })).toContain('MPa')
  expect(refusal({ ...curve, xLabel: 'Strain (mm/mm)' })).toContain('乘以 100')
  expect(refusal({ ...curve, y: curve.y.map((y) => -y) })).toContain('没有正值')
  expect(refusal({ ...curve, x: curve.x.map((x, i) => (i === 200 ? x - 0.5 : x)) })).toContain('卸载')
  expect(refusal({ ...curve, x: curve.x.slice(0, 5), y: curve.y.slice(0, 5) })).toContain('至少需要 20')
  expect(refusal(curve, { elastic: 'given', from: 0.2, to: 0.1 })).toContain('小于终点')
  expect(refusal(curve, { elastic: 'given', from: 50, to: 60 })).toContain('至少需要 5')
  expect(refusal(curve, { offset: 0 })).toContain('规定塑性延伸率')
  expect(refusal({ ...curve, y: curve.y.map((y, i) => (i === 3 ? NaN : y)) })).toContain('第 4 个点')
})
