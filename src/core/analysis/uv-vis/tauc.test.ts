import { describe, expect, it } from 'vitest'
import { absorber } from '../testing/known-spectra.ts'
import { NotAnalysable } from '../tool-rules.ts'
import { HC, uvvisTauc } from './tauc-rules.ts'

describe('Tauc plot', () => {
  it('hc is the product of the exact constants of the SI in eV·nm (CODATA 2018)', () => {
    expect((6.62607015e-34 * 299792458 * 1e9) / 1.602176634e-19).toBeCloseTo(HC, 5)
  })

  // ZnO 3.37 eV: Özgür et al., J. Appl. Phys. 98 (2005) 041301; anatase 3.2 eV: Tang et al., J. Appl. Phys. 75 (1994) 2042; 1.9 and 2.4 eV are chosen freely.
  it.each([
    ['direct', 3.37],
    ['direct', 1.9],
    ['indirect', 3.2],
    ['indirect', 2.4],
  ])('finds the gap of a known %s absorber at %d eV by its own choice of the straight part', (transition, gap) => {
    const result = uvvisTauc.run(absorber(gap, transition === 'direct'), { transition })
    expect(result.values[0]!.value).toBeCloseTo(gap, 1)
    expect(Math.abs(result.values[0]!.value - gap)).toBeLessThan(0.02)
    expect(result.values[1]!.value).toBeCloseTo(HC / result.values[0]!.value, 6)
    expect(result.values[2]!.value).toBeGreaterThan(0.995)
    expect(result.figure!.lines).toHaveLength(2)
  })

  it('reflectance goes through Kubelka and Munk, in percent and as a fraction', () => {
    const plain = absorber(3.2, false)
    // R of F = (1−R)²/(2R): R = 1 + F − √(F² + 2F)
    const reflectance = plain.y.map((value) => {
      const f = Math.max(0, value) * 2
      return 1 + f - Math.sqrt(f * f + 2 * f)
    })
    const percent = { ...plain, y: reflectance.map((r) => 100 * r), yLabel: '反射率 (%)' }
    const fraction = { ...plain, y: reflectance, yLabel: 'R' }
    const a = uvvisTauc.run(percent, { transition: 'indirect' })
    const b = uvvisTauc.run(fraction, { transition: 'indirect', signal: 'reflectance' })
    expect(Math.abs(a.values[0]!.value - 3.2)).toBeLessThan(0.02)
    expect(b.values[0]!.value).toBeCloseTo(a.values[0]!.value, 10)
    expect(a.steps[1]).toContain('F(R) = (1−R)²/(2R)')
  })

  it('a given range is used as it is', () => {
    const result = uvvisTauc.run(absorber(3.37, true), { from: 3.6, to: 4.5 })
    expect(result.steps[3]).toBe('直线段：按给定范围 3.6–4.5 eV。')
    expect(result.values[0]!.value).toBeCloseTo(3.37, 2)
    expect(Math.abs(result.values[0]!.value - 3.37)).toBeLessThan(4 * result.values[0]!.uncertainty!)
  })

  it('warns of absorption below the edge and of a part that is not straight', () => {
    expect(uvvisTauc.run(absorber(3.2, false, { base: 0.3 }), { transition: 'indirect' }).warnings.join()).toContain(
      '吸收边以下的吸收明显不为零',
    )
    expect(uvvisTauc.run(absorber(3.37, true), { from: 2.5, to: 4 }).warnings.join()).toContain('不够直')
  })
})

describe('what the Tauc plot refuses', () => {
  const good = absorber(3.37, true)
  it.each([
    ['another axis', { ...good, xLabel: '波数 (cm⁻¹)' }, {}, /要求横轴是波长/],
    ['an ordinate without a name', { ...good, yLabel: 'y' }, {}, /看不出是吸光度还是反射率/],
    ['reflectance of nothing', { ...good, y: good.y.with(3, -1) }, { signal: 'reflectance' }, /不大于 0/],
    [
      'percent taken for a fraction',
      { ...good, y: good.y.map(() => 50).with(0, 40) },
      { signal: 'reflectance' },
      /超过 1/,
    ],
    ['a wavelength in another unit', { ...good, x: good.x.map((x) => x * 10) }, {}, /不像紫外可见近红外光谱/],
    ['a range without points', good, { from: 12, to: 13 }, /至少需要 6 个点/],
    ['a range that falls', { ...good, y: good.y.toReversed() }, { from: 1.56, to: 1.9 }, /直线段没有上升/],
    ['no straight rise anywhere', { ...good, y: good.y.map((_, i) => 1 + (i % 2)) }, {}, /没有一段/],
    [
      'a line that meets zero below zero',
      { ...good, y: good.x.map((x) => 1 + 1 / x) },
      { from: 2, to: 6, transition: 'indirect' },
      /不是正值/,
    ],
  ])('%s', (_, curve, parameters, message) => {
    expect(() => uvvisTauc.run(curve, parameters)).toThrow(NotAnalysable)
    expect(() => uvvisTauc.run(curve, parameters)).toThrow(message)
  })
})
