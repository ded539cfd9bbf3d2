import { describe, expect, test } from 'vitest'
import { isothermOfPores, poresAround, valueOf } from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { bjh } from './bjh-rules.ts'
import { kelvinRadius, thicknesses } from './pore-rules.ts'

const refusal = (curve: Curve, parameters = {}) => refusalOf(bjh, curve, parameters)

describe('published values', () => {
  test('Kelvin radius and film of nitrogen at p/p₀ = 0.5: 1.37 nm; 0.68 nm (Halsey), 0.65 nm (Harkins-Jura)', () => {
    expect(kelvinRadius(0.5)).toBeCloseTo(1.37, 2)
    expect(thicknesses['halsey']?.(0.5)).toBeCloseTo(0.68, 2)
    expect(thicknesses['harkins']?.(0.5)).toBeCloseTo(0.65, 2)
  })
})

describe('samples with known pores', () => {
  test.each([
    ['halsey', 3, 0.3],
    ['harkins', 5, 0.6],
    ['halsey', 8, 1],
  ])('%s, radius %f nm: volume, area and mode come back', (thickness, centre, width) => {
    const pores = poresAround(centre, width)
    const area = pores.reduce((sum, { radius, volume }) => sum + (2000 * volume) / radius, 0)
    const result = bjh.run(isothermOfPores(pores, thickness), { thickness })
    expect(Math.abs(valueOf(result, 'BJH 孔容') / 0.4 - 1)).toBeLessThan(0.01)
    expect(Math.abs(valueOf(result, 'BJH 孔表面积') / area - 1)).toBeLessThan(0.015)
    expect(Math.abs(valueOf(result, '最可几') / (2 * centre) - 1)).toBeLessThan(0.06)
  })

  test('two families of pores show as two peaks with their volumes', () => {
    const both = [...poresAround(2.5, 0.2), ...poresAround(7, 0.6)]
    const rows = bjh.run(isothermOfPores(both, 'halsey'), {}).tables[0]?.rows ?? []
    const inside = (from: number, to: number) =>
      rows.reduce((sum, row) => sum + (Number(row[2]) >= from && Number(row[2]) < to ? Number(row[3]) : 0), 0)
    expect(inside(3, 8)).toBeCloseTo(0.4, 2)
    expect(inside(8, 20)).toBeCloseTo(0.4, 2)
  })

  test('both branches of an isotherm without hysteresis give the same', () => {
    const curve = isothermOfPores(poresAround(4, 0.4), 'halsey')
    const both = ['adsorption', 'desorption'].map((branch) => bjh.run(curve, { branch }).values)
    expect(both[0]).toEqual(both[1])
  })
})

describe('what cannot be used', () => {
  const curve = isothermOfPores(poresAround(3, 0.3), 'halsey')
  const rising = { ...curve, x: curve.x.slice(0, 140), y: curve.y.slice(0, 140) }

  test('branches, ranges and curves', () => {
    expect(refusal(rising)).toContain('没有脱附支')
    expect(refusal(rising, { branch: 'adsorption' })).toBe('analysed')
    expect(refusal(curve, { least: 40, most: 30 })).toContain('要小于')
    expect(refusal(curve, { least: 49, most: 60 })).toContain('至少需要 6 个')
    expect(refusal({ ...curve, x: curve.x.map((x) => x * 100) })).toContain('相对压力')
    expect(refusal({ ...curve, y: curve.y.map((y) => 300 - y) })).toContain('没有毛细凝聚')
  })

  test('a peak where nitrogen always evaporates is told to be doubtful', () => {
    const doubtful = bjh.run(isothermOfPores(poresAround(1.9, 0.05), 'halsey'), {}).warnings.join()
    expect(doubtful).toContain('假峰')
  })
})
