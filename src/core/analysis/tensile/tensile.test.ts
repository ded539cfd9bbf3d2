import { describe, expect, test } from 'vitest'
import { straightLine } from '../fitting/straight-line-rules.ts'
import {
  curveOf as curve,
  noiseFrom,
  norris,
  rambergOsgood,
  spaced as steps,
  valueOf,
} from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { tensile } from './tensile-rules.ts'

const refusal = (given: Curve, parameters = {}) => refusalOf(tensile, given, parameters)

const curveOf = (x: readonly number[], y: readonly number[]) => curve(x, y, 'Strain (%)', 'Stress (MPa)')

test('straight lines: the reference set Norris of NIST StRD, certified to 15 figures', () => {
  const line = straightLine(norris)
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
    expect(Math.abs(valueOf(result, '弹性模量') / modulus - 1)).toBeLessThan(1e-4)
    expect(Math.abs(valueOf(result, '规定塑性') / proof - 1)).toBeLessThan(1e-3)
    expect(valueOf(result, '抗拉强度')).toBe(highest)
    expect(valueOf(result, '最大力塑性')).toBeCloseTo(0.2 * (highest / proof) ** n, 2)
  })

  test('a toe moves the origin, not the proof strength', () => {
    const straight = rambergOsgood(72400, 345, 15, 440)
    const toed = curveOf([0, ...straight.x.map((x) => x + 0.1)], [0, ...straight.y])
    const result = tensile.run(toed, {})
    expect(valueOf(result, '规定塑性')).toBeCloseTo(345, 0)
    expect(result.warnings.join()).toContain('不在原点')
    const shifted = tensile.run(toed, { toe: 'shift' })
    expect(valueOf(shifted, '断裂总')).toBeCloseTo(valueOf(result, '断裂总') - 0.1, 3)
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
    expect(valueOf(result, '弹性模量')).toBeCloseTo(206000, 0)
    expect(valueOf(result, '上屈服')).toBeCloseTo(309, 6)
    expect(valueOf(result, '抗拉强度')).toBeCloseTo(435, 6)
    expect(valueOf(result, '最大力总')).toBeCloseTo(20, 6)
    expect(valueOf(result, '断裂总')).toBeCloseTo(28, 6)
    expect(valueOf(result, '断裂塑性')).toBeCloseTo(28 - (435 - 128) / 2060, 6)
    expect(result.warnings).toEqual([])
  })

  test('noise of the load cell changes little and is no yield point of its own', () => {
    const noise = noiseFrom(3)
    const shaken = tensile.run(
      curveOf(
        x,
        y.map((s) => s + 2 * noise()),
      ),
      {},
    )
    expect(Math.abs(valueOf(shaken, '弹性模量') / 206000 - 1)).toBeLessThan(0.03)
    expect(valueOf(shaken, '上屈服')).toBeCloseTo(309, -1)
    expect(Math.abs(valueOf(shaken, '规定塑性') - 285)).toBeLessThan(2)
  })

  test('the neck of a curve without yield point is no yield point', () => {
    const smooth = rambergOsgood(72400, 345, 15, 440)
    const neck = steps(0.1, 3, 30)
    const end = smooth.x.at(-1) ?? 0
    const necked = curveOf([...smooth.x, ...neck.map((e) => end + e)], [...smooth.y, ...neck.map((e) => 440 - 8 * e)])
    expect(valueOf(tensile.run(necked, {}), '上屈服')).toBeNaN()
  })
})

test('plastics: the slope between 0.05 % and 0.25 % of strain (ISO 527)', () => {
  const x = steps(0, 5, 1001)
  const plastic = curveOf(
    x,
    x.map((e) => 30 * e - 2 * e ** 2),
  )
  const result = tensile.run(plastic, { elastic: 'given' })
  // Regression of a parabola over an interval is its chord: 30 − 2·(0.05 + 0.25).
  expect(valueOf(result, '弹性模量')).toBeCloseTo(2940, 0)
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
  expect(valueOf(result, '弹性模量')).toBeCloseTo(300000, 0)
  expect(valueOf(result, '规定塑性')).toBeNaN()
  expect(result.warnings.join()).toContain('之前断裂')
})

test('a strain that is a ratio is told by its modulus', () => {
  const ratio = rambergOsgood(72400, 345, 15, 440)
  const strain = ratio.x.map((x) => x / 100)
  const given = { elastic: 'given', from: 0, to: 0.002 }
  expect(tensile.run({ ...ratio, x: strain }, given).warnings.join()).toContain('单位可能不是 %')
})

test('what cannot be used is refused in words', () => {
  const metal = rambergOsgood(72400, 345, 15, 440)
  expect(refusal({ ...metal, xLabel: 'Displacement (mm)' })).toContain('横轴是应变')
  const twice = { ...metal, x: metal.x.map((x, i) => (i === 200 ? (metal.x[199] ?? x) : x)) }
  expect(tensile.run(twice, {}).warnings.join()).toContain('1 个点的应变与其他点相同')
  expect(refusal({ ...metal, yLabel: 'Force (kN)' })).toContain('截面积')
  expect(refusal({ ...metal, yLabel: 'Stress (GPa)' })).toContain('MPa')
  expect(refusal({ ...metal, xLabel: 'Strain (mm/mm)' })).toContain('乘以 100')
  expect(refusal({ ...metal, y: metal.y.map((y) => -y) })).toContain('没有正值')
  expect(refusal({ ...metal, x: metal.x.map((x, i) => (i === 200 ? x - 0.5 : x)) })).toContain('卸载')
  expect(refusal({ ...metal, x: metal.x.slice(0, 5), y: metal.y.slice(0, 5) })).toContain('至少需要 20')
  expect(refusal(metal, { elastic: 'given', from: 0.2, to: 0.1 })).toContain('要小于')
  expect(refusal(metal, { elastic: 'given', from: 50, to: 60 })).toContain('至少需要 5')
  expect(refusal(metal, { offset: 0 })).toContain('规定塑性延伸率')
  expect(refusal({ ...metal, y: metal.y.map((y, i) => (i === 3 ? NaN : y)) })).toContain('第 4 个点')
})
