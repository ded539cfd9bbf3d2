import { describe, expect, it } from 'vitest'
import { xrd } from '../../../../demo/catalogue/examples/example-spectra.ts'
import { knownPattern, type KnownLine, positions } from '../testing/known-curves.ts'
import { fitCell } from './cell-fit-rules.ts'
import { commonPhases, type KnownPhase } from './phase-lines-rules.ts'
import { phasesTool, xrdPhases } from './phases-rules.ts'
import { angleOf } from './radiation-rules.ts'

const CU = 1.540593
const phase = (key: string) => commonPhases().find((one) => one.key === key) as KnownPhase
const intensities = (key: string) =>
  new Map(phase(key).lines.map((line) => [line.hkl.join(''), line.intensity] as const))

/** Peaks at the places of a phase, in the table's intensities. */
const linesOf = (key: string, height = 10000): KnownLine[] =>
  phase(key).lines.map(({ d, intensity }) => ({
    twoTheta: angleOf(d, CU),
    height: (intensity * height) / 100,
    width: 0.15,
  }))

describe('lines computed from structures against published cards', () => {
  it.each([
    [
      'nacl',
      'NBS Circular 539 II (1953) 41, PDF 5-628',
      { 111: 13, 200: 100, 220: 55, 311: 2, 222: 15, 400: 6, 331: 1, 420: 11, 422: 7 },
    ],
    ['si', 'NBS Circular 539 II (1953) 6, PDF 5-565', { 111: 100, 220: 60, 311: 35, 400: 8, 331: 13, 422: 17 }],
    [
      'corundum',
      'NBS Circular 539 IX (1960) 3, PDF 10-173',
      { '012': 75, 104: 90, 110: 40, 113: 100, '024': 45, 116: 80, 214: 30, 300: 50 },
    ],
    [
      'rutile',
      'NBS Monograph 25-7 (1969) 83, PDF 21-1276',
      { 110: 100, 101: 50, 200: 8, 111: 25, 210: 10, 211: 60, 220: 20 },
    ],
    [
      'anatase',
      'NBS Monograph 25-7 (1969) 82, PDF 21-1272',
      { 101: 100, 103: 10, '004': 20, 112: 10, 200: 35, 105: 20, 211: 20, 204: 14 },
    ],
    ['ceria', 'NBS Monograph 25-20 (1983) 38, PDF 34-394', { 111: 100, 200: 27, 220: 46, 311: 34, 222: 6 }],
    [
      'zincite',
      'NBS Circular 539 II (1953) 25, PDF 5-664',
      { 100: 71, '002': 56, 101: 100, 102: 29, 110: 40, 103: 35, 112: 28 },
    ],
    ['au', 'NBS Circular 539 I (1953) 33, PDF 4-784', { 111: 100, 200: 52, 220: 32, 311: 36, 222: 12 }],
    ['al', 'NBS Circular 539 I (1953) 11, PDF 4-787', { 111: 100, 200: 47, 220: 22, 311: 24, 222: 7 }],
  ])('%s: %s', (key, _, card) => {
    const ours = intensities(key)
    for (const [hkl, published] of Object.entries(card)) {
      expect(
        Math.abs((ours.get(hkl) ?? 0) - published),
        `${key} ${hkl}: ${ours.get(hkl)} and ${published}`,
      ).toBeLessThan(20)
    }
  })

  it('the structures extinguish what their space groups extinguish', () => {
    const mixed = ([h, k, l]: readonly number[]) => new Set([h! % 2, k! % 2, l! % 2].map(Math.abs)).size > 1
    for (const key of ['nacl', 'si', 'ceria', 'magnetite', 'au', 'cu']) {
      expect(
        phase(key).lines.filter(({ hkl }) => mixed(hkl)),
        key,
      ).toEqual([])
    }
    const names = (key: string) => [...intensities(key).keys()]
    expect(names('si')).not.toContain('222')
    expect(names('si')).not.toContain('200')
    expect(names('fe').slice(0, 3)).toEqual(['110', '200', '211'])
    expect(names('corundum')).not.toContain('003')
    expect(names('quartz')).not.toContain('001')
    expect(names('zincite')).not.toContain('001')
    expect(names('rutile')).not.toContain('100')
  })

  it('strongest d values agree with published ones', () => {
    const strongest = (key: string) => phase(key).lines.toSorted((a, b) => b.intensity - a.intensity)[0]!.d
    expect(strongest('quartz')).toBeCloseTo(3.343, 2)
    expect(strongest('calcite')).toBeCloseTo(3.035, 2)
    expect(strongest('hematite')).toBeCloseTo(2.7, 2)
    expect(strongest('magnetite')).toBeCloseTo(2.532, 2)
    expect(strongest('lab6')).toBeCloseTo(2.939, 3)
  })
})

describe('phases of a pattern', () => {
  it('the demo’s pattern of salt (computed from rounded published angles, with noise): NaCl with a = 5.6402 Å (NBS Circular 539 II)', () => {
    const y = xrd.curves[0]!.y as number[]
    const salt = { label: 'NaCl', x: positions(10, 90, 0.05), y, xLabel: '2θ (°)', yLabel: '强度' }
    const result = xrdPhases.run(salt, { radiation: 'Cu-1' })
    expect(result.values[0]!.name).toBe('氯化钠（石盐） NaCl 得分')
    expect(result.values[0]!.value).toBeGreaterThan(95)
    const a = result.values.find(({ name }) => name === 'NaCl 晶胞参数 a')!
    expect(Math.abs(a.value - 5.6402)).toBeLessThan(0.0006)
    expect(result.tables.map(({ title }) => title)).not.toContain('没有归属的峰')
  })

  it('SRM 640c: the certified angles of silicon give the certified a = 5.4311946 Å', () => {
    const angles = [28.441, 47.3, 56.12, 69.126, 76.372, 88.025, 94.946, 106.701, 114.084, 127.533, 136.88]
    const indices = [
      [1, 1, 1],
      [2, 2, 0],
      [3, 1, 1],
      [4, 0, 0],
      [3, 3, 1],
      [4, 2, 2],
      [5, 1, 1],
      [4, 4, 0],
      [5, 3, 1],
      [6, 2, 0],
      [5, 3, 3],
    ] as const
    const lines = angles.map((twoTheta, i) => ({ twoTheta, hkl: indices[i]! }))
    const cell = fitCell('cubic', lines, { wavelength: 1.5405929, correction: 'none' })!
    expect(cell.a).toBeCloseTo(5.4311946, 4)
  })

  it('a zero error or a displaced sample is found beside the cell', () => {
    const hkls = phase('corundum').lines.filter(({ d, intensity }) => d > 1.1 && intensity > 5)
    const radian = Math.PI / 180
    const angles = hkls.map(({ d, hkl }) => ({ hkl, true: angleOf(d, CU) }))
    const moved = angles.map((line) => ({ hkl: line.hkl, twoTheta: line.true + 0.05 }))
    const zero = fitCell('hexagonal', moved, { wavelength: CU, correction: 'zero' })!
    expect(zero.a).toBeCloseTo(4.759091, 4)
    expect(zero.c).toBeCloseTo(12.991779, 3)
    expect(zero.shift).toBeCloseTo(0.05, 3)
    const lowered = angles.map((line) => ({
      hkl: line.hkl,
      twoTheta: line.true - (2 * 5e-4 * Math.cos((line.true / 2) * radian)) / radian,
    }))
    const displaced = fitCell('hexagonal', lowered, { wavelength: CU, correction: 'displacement' })!
    expect(displaced.a).toBeCloseTo(4.759091, 4)
    expect(displaced.shift).toBeCloseTo(5e-4, 5)
  })

  it('both phases of a mixture are found, each with its lines, and foreign peaks are named', () => {
    const mixture = [...linesOf('rutile', 8000), ...linesOf('anatase'), { twoTheta: 33.1, height: 1500, width: 0.15 }]
    const result = xrdPhases.run(knownPattern(mixture, { from: 20, to: 80 }), { radiation: 'Cu-1' })
    const named = result.tables[0]!.rows.slice(0, 2).map((row) => row[0])
    expect(named.toSorted()).toEqual(['金红石', '锐钛矿'])
    const left = result.tables.find(({ title }) => title === '没有归属的峰')!
    expect(left.rows.map(([angle]) => Number(angle).toFixed(1))).toEqual(['33.1'])
    expect(result.warnings.join()).toContain('还有 1 个峰没有归属')
    const c = result.values.find(({ name }) => name === 'TiO2 晶胞参数 c')!
    expect(Math.min(Math.abs(c.value - 9.5146), Math.abs(c.value - 2.958682))).toBeLessThan(0.003)
  })

  it('every phase of the table is the first answer to its own pattern', () => {
    for (const { key, formula, name } of commonPhases()) {
      const result = xrdPhases.run(knownPattern(linesOf(key), { from: 20, to: 95 }), { radiation: 'Cu-1' })
      expect(result.tables[0]!.rows[0]!.slice(0, 2), key).toEqual([name, formula])
    }
  })

  it('an unknown pattern gets no phase and says so; the table of a laboratory takes the place of ours', () => {
    const unknown = [21.3, 33.33, 52.7].map((twoTheta) => ({ twoTheta, height: 3000, width: 0.15 }))
    const pattern = knownPattern(unknown, { from: 15, to: 60 })
    const none = xrdPhases.run(pattern, { radiation: 'Cu-1' })
    expect(none.values).toEqual([])
    expect(none.warnings.join()).toContain('表中没有得分达到 60 的物相')
    const own: KnownPhase = {
      key: 'own',
      name: '实验室物相',
      formula: 'X',
      source: '实验室卡片 1',
      lines: unknown.map(({ twoTheta }, i) => ({
        hkl: [i + 1, 0, 0],
        d: CU / (2 * Math.sin((twoTheta * Math.PI) / 360)),
        intensity: 100,
      })),
    }
    const found = phasesTool(() => [own]).run(pattern, { radiation: 'Cu-1' })
    expect(found.values.map(({ name }) => name)).toEqual(['实验室物相 X 得分'])
    expect(() => xrdPhases.run(knownPattern(unknown.slice(0, 1), { from: 15, to: 30 }), {})).toThrow(/只找到 1 个峰/)
  })
})
