import { describe, expect, test } from 'vitest'
import { curveOf as curve, logistic, noiseFrom, oxalate, valueOf } from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { tg } from './tg-rules.ts'

const refusal = (given: Curve, parameters = {}) => refusalOf(tg, given, parameters)

const curveOf = (mass: (t: number) => number, temperatures = every(1)) =>
  curve(temperatures, temperatures.map(mass), '温度 (°C)', '质量 (%)')

function every(spacing: number): number[] {
  return Array.from({ length: Math.floor(870 / spacing) + 1 }, (_, i) => 30 + i * spacing)
}

describe('calcium oxalate monohydrate', () => {
  test('loses 12.33 %, 19.17 % and 30.12 % (atomic weights of IUPAC)', () => {
    const result = tg.run(curveOf(oxalate), {})
    expect(valueOf(result, '第 1 步')).toBeCloseTo(12.33, 2)
    expect(valueOf(result, '第 2 步')).toBeCloseTo(19.17, 2)
    expect(valueOf(result, '第 3 步')).toBeCloseTo(30.12, 1)
    expect(valueOf(result, '残余')).toBeCloseTo(38.38, 1)
    expect(result.warnings).toEqual([])
  })

  test('tangents meet the plateaus where the shape of the step says', () => {
    const rows = tg.run(curveOf(oxalate, every(0.5)), { window: 4 }).tables[0]?.rows ?? []
    const expected = [
      [154, 170, 186],
      [479, 495, 511],
      [712, 740, 768],
    ]
    for (const [i, [onset, peak, endset]] of expected.entries()) {
      expect(Math.abs(Number(rows[i]?.[4]) - (onset ?? 0))).toBeLessThan(1)
      expect(Math.abs(Number(rows[i]?.[5]) - (peak ?? 0))).toBeLessThan(0.6)
      expect(Math.abs(Number(rows[i]?.[6]) - (endset ?? 0))).toBeLessThan(1)
    }
  })

  test('noise, uneven spacing and masses in mg change little', () => {
    const noise = noiseFrom(7)
    const temperatures = every(1).map((t, i) => t + 0.4 * Math.sin(i))
    const shaken = curveOf((t) => (oxalate(t) + 0.06 * noise()) * 0.12, temperatures)
    const result = tg.run({ ...shaken, yLabel: 'Mass/mg' }, { mass: 'mg', window: 20 })
    expect(valueOf(result, '第 1 步')).toBeCloseTo(12.33, 0)
    expect(valueOf(result, '第 2 步')).toBeCloseTo(19.17, 0)
    expect(valueOf(result, '第 3 步')).toBeCloseTo(30.12, 0)
    expect(result.tables[0]?.rows).toHaveLength(3)
  })
})

describe('other curves', () => {
  test('a gain is named a gain', () => {
    const result = tg.run(
      curveOf((t) => 100 + logistic(t, 8, 400, 10)),
      {},
    )
    expect(valueOf(result, '第 1 步增重')).toBeCloseTo(8, 1)
  })

  test('overlapping steps and a step that is cut off are told', () => {
    const overlap = tg.run(
      curveOf((t) => 100 - logistic(t, 20, 400, 10) - logistic(t, 20, 450, 10)),
      {},
    )
    expect(overlap.warnings.join()).toContain('重叠')
    const cut = tg.run(
      curveOf((t) => 100 - logistic(t, 40, 890, 30)),
      {},
    )
    expect(cut.warnings.join()).toContain('仍未结束')
  })

  test('small steps are left out and counted', () => {
    const four = curveOf((t) => oxalate(t) - logistic(t, 0.6, 300, 5))
    expect(tg.run(four, { rate: 1 }).steps.join()).toContain('略去 1 步')
    expect(tg.run(four, { rate: 1, least: 0.3 }).tables[0]?.rows).toHaveLength(4)
  })
})

test('what cannot be used is refused in words', () => {
  const twice = curveOf(
    oxalate,
    [...every(1), ...every(1).slice(-20)].sort((a, b) => a - b),
  )
  expect(tg.run(twice, {}).warnings.join()).toContain('20 个点的温度与其他点相同')
  expect(refusal({ ...curveOf(oxalate), xLabel: '2θ (°)' })).toContain('横轴是温度')
  expect(refusal(curveOf(() => 100))).toContain('全部相同')
  expect(refusal(curveOf((t) => 100 - t * 1e-5))).toContain('没有找到')
  expect(refusal({ ...curveOf(oxalate), yLabel: 'Mass/mg' })).toContain('质量 (mg)')
  expect(refusal(curveOf(oxalate), { mass: 'mg' })).toContain('质量分数 (%)')
  expect(refusal(curveOf((t) => 5000 - t))).toContain('质量分数')
  expect(refusal({ ...curveOf(oxalate), xLabel: 'Temp (K)' })).toContain('°C')
  expect(refusal(curveOf(oxalate, [30, 40, 50]))).toContain('至少需要 20')
  expect(refusal(curveOf(oxalate), { segment: 2 })).toContain('没有第 2 段')
  expect(refusal(curveOf(oxalate), { window: 0 })).toContain('平滑窗口')
  expect(refusal(curveOf((t) => (t > 100 ? NaN : 1)))).toContain('不是有效数字')
})
