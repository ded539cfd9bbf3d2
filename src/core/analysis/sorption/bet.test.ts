import { describe, expect, test } from 'vitest'
import { bookIsotherms, curveOf, valueOf } from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { betAmount } from './bet-fit-rules.ts'
import { bet } from './bet-rules.ts'

const isotherm = (x: readonly number[], y: readonly number[], yLabel = '吸附量') => curveOf(x, y, 'p/p0', yLabel)

const refusal = (curve: Curve, parameters = {}) => refusalOf(bet, curve, parameters)

/** An isotherm that is a BET isotherm up to 0.4: vm and C are known by construction. */
const pressures = [0.01, 0.03, 0.05, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7]
const known = (vm: number, c: number, x = pressures) =>
  isotherm(
    x,
    x.map((p) => betAmount(vm, c, p)),
  )

describe('published values', () => {
  const whole = { range: 'given', from: 0, to: 0.5 }

  test('nitrogen on rutile at 75 K (Atkins & de Paula, Physical Chemistry, example on the BET isotherm): 811 mm³, c = 310', () => {
    const result = bet.run(bookIsotherms.rutile, whole)
    expect(Math.abs(valueOf(result, '单层吸附量 vm') * 1000 - 811)).toBeLessThan(811 * 0.005)
    expect(Math.abs(valueOf(result, 'C 值') - 310)).toBeLessThan(310 * 0.03)
  })

  test('ammonia on barium fluoride (Atkins, Physical Chemistry, problem): 13.1 cm³, c = 164 at 0 °C; 12.5 cm³, c = 264 at 18.6 °C', () => {
    const [cold, warm] = [bet.run(bookIsotherms.cold, whole), bet.run(bookIsotherms.warm, whole)]
    expect(valueOf(cold, '单层吸附量 vm')).toBeCloseTo(13.1, 1)
    expect(valueOf(cold, 'C 值')).toBeCloseTo(164, -1)
    expect(valueOf(warm, '单层吸附量 vm')).toBeCloseTo(12.5, 1)
    expect(valueOf(warm, 'C 值')).toBeCloseTo(264, -1)
  })

  test('1 cm³ STP of nitrogen as a monolayer covers 4.35 m² (Gregg & Sing 1982, σ = 0.162 nm²)', () => {
    expect(valueOf(bet.run(known(1, 100), {}), 'BET')).toBeCloseTo(4.35, 2)
  })
})

describe('isotherms with known vm and C', () => {
  test.each([
    [25, 100],
    [3, 60],
    [180, 140],
    [0.4, 20],
  ])('vm = %f, C = %f come back', (vm, c) => {
    const result = bet.run(known(vm, c), {})
    expect(valueOf(result, '单层吸附量 vm')).toBeCloseTo(vm, 6)
    expect(valueOf(result, 'C 值')).toBeCloseTo(c, 4)
    expect(valueOf(result, '相关系数')).toBeCloseTo(1, 8)
    expect(result.warnings.filter((warning) => warning.includes('Rouquerol'))).toEqual([])
  })

  test('the found range ends where v(1−p/p₀) has its maximum', () => {
    const y = pressures.map((p) => betAmount(20, 100, p) * (p > 0.2 ? 0.85 : 1))
    const rows = bet.run(isotherm(pressures, y), {}).tables[0]?.rows ?? []
    expect(rows.at(-1)?.[0]).toBe(0.2)
  })

  test('amounts in mmol/g become the same area', () => {
    const molar = isotherm(
      pressures,
      pressures.map((p) => betAmount(25, 100, p) / 22.414),
      'mmol/g',
    )
    expect(valueOf(bet.run(molar, { unit: 'mmol' }), 'BET')).toBeCloseTo(valueOf(bet.run(known(25, 100), {}), 'BET'), 8)
  })

  test('only the points before the turn count as adsorption', () => {
    const back = [...pressures].reverse().slice(1)
    const y = [...pressures, ...back].map((p, i) => betAmount(25, 100, p) + (i >= pressures.length ? 8 : 0))
    expect(valueOf(bet.run(isotherm([...pressures, ...back], y), {}), '单层吸附量 vm')).toBeCloseTo(25, 6)
  })

  test('the total volume is the amount at the chosen pressure as liquid: 100 cm³ STP are 0.15468 cm³ (IUPAC 2015)', () => {
    const result = bet.run(isotherm([...pressures, 0.98, 1], [...known(25, 100).y, 100, 100]), {})
    expect(valueOf(result, '总孔容')).toBeCloseTo(0.15468, 6)
  })

  test('noise shows in the uncertainty', () => {
    const y = known(25, 100).y.map((v, i) => v * (1 + 0.002 * Math.sin(17 * i)))
    const area = bet.run(isotherm(pressures, y), { range: 'given', from: 0.04, to: 0.3 }).values[0]
    expect(area?.uncertainty).toBeGreaterThan(0.05)
    expect(Math.abs((area?.value ?? 0) - 25 * 4.3526)).toBeLessThan(3 * (area?.uncertainty ?? 0))
  })
})

describe('what cannot be used', () => {
  test('a given range tells which criteria it does not meet', () => {
    const warnings = bet.run(known(20, 100), { range: 'given', from: 0.2, to: 0.45 }).warnings.join()
    expect(warnings).toContain('③')
  })

  test('curves and ranges', () => {
    expect(refusal(isotherm([1, 20, 40, 60, 80], [1, 2, 3, 4, 5]))).toContain('相对压力')
    expect(refusal({ ...known(20, 100), xLabel: '波长 (nm)' })).toContain('横轴是相对压力')
    expect(refusal(isotherm([0.1, 0.2, 0.3], [1, 2, 3]))).toContain('只有 3 个点')
    expect(refusal(isotherm([0.1, 0.2, NaN, 0.4, 0.5], [1, 2, 3, 4, 5]))).toContain('第 3 个点')
    expect(refusal(isotherm([0.1, 0.2, 0.3, 0.4, 0.5], [3, 3, 3, 3, 3]))).toContain('全部相同')
    expect(refusal(isotherm([0.1, 0.5, 0.2, 0.4, 0.05, 0.6, 0.3, 0.7], [1, 5, 2, 4, 1, 6, 3, 7]))).toContain('时升时降')
    expect(refusal(isotherm([0.5, 0.4, 0.3, 0.2, 0.1], [5, 4, 3, 2, 1]))).toContain('吸附支')
    expect(refusal(isotherm(pressures, known(20, 100).y, 'Quantity (mmol/g)'))).toContain('mmol/g')
    expect(refusal(known(20, 100), { range: 'given', from: 0.3, to: 0.1 })).toContain('要小于')
    expect(refusal(known(20, 100), { range: 'given', from: 0.31, to: 0.35 })).toContain('至少需要 3 个')
    expect(refusal(known(20, 100), { area: 5 })).toContain('0.1 到 0.3')
    expect(refusal(known(20, 100), { range: 'guess' })).toContain('选项')
  })

  test('no range of a straight line through the origin meets the criteria', () => {
    expect(
      refusal(
        isotherm(
          pressures,
          pressures.map((p) => 10 * p),
        ),
      ),
    ).toContain('没有一段')
  })
})
