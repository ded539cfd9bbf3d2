import { describe, expect, test } from 'vitest'
import {
  curveOf as curve,
  indium,
  logistic,
  melting,
  noiseFrom,
  spaced as evenly,
  valueOf,
} from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import { dsc } from './dsc-rules.ts'
import { glass } from './glass-rules.ts'

const refusal = refusalOf

const spaced = (from: number, to: number, step: number) => evenly(from, to, Math.round((to - from) / step) + 1)

const curveOf = (x: number[], flow: (t: number) => number, yLabel = 'DSC (mW/mg)') =>
  curve(x, x.map(flow), 'Temp./°C', yLabel)

const up = { exo: 'up', speed: 10 }
const down = { exo: 'down', speed: 10 }

describe('indium: 156.6 °C (ITS-90), 28.6 J/g (Höhne, Hemminger, Flammersheim, Differential Scanning Calorimetry, 2003)', () => {
  const x = spaced(140, 180, 0.05)

  test.each(['straight', 'sigmoid'])('onset and enthalpy with a %s baseline', (baseline) => {
    const level = (t: number) => 0.5 + melting(t, 156.5985, 28.6, 10)
    const result = dsc.run(curveOf(x, baseline === 'straight' ? indium : level), { ...down, baseline, window: 0.3 })
    expect(Math.abs(valueOf(result, '外推起始') - 156.6)).toBeLessThan(0.05)
    expect(Math.abs(valueOf(result, '焓（吸热') - 28.6)).toBeLessThan(0.05)
    expect(Math.abs(valueOf(result, '峰温') - 157.8)).toBeLessThan(0.1)
    expect(result.warnings).toEqual([])
  })

  test('exothermic up turns the curve, not the result; mW with the mass gives the same', () => {
    const turned = dsc.run(
      curveOf(x, (t) => -indium(t)),
      { ...up, window: 0.3 },
    )
    expect(valueOf(turned, '焓（吸热')).toBeCloseTo(28.6, 1)
    const whole = dsc.run(
      curveOf(x, (t) => 8 * indium(t), 'DSC (mW)'),
      { ...down, flow: 'whole', sample: 8, window: 0.3 },
    )
    expect(valueOf(whole, '焓（吸热')).toBeCloseTo(28.6, 1)
  })

  test('noise of 1 % of the height moves the onset by less than 0.3 K and the enthalpy by less than 1 %', () => {
    const noise = noiseFrom(5)
    const result = dsc.run(
      curveOf(x, (t) => indium(t) + 0.05 * noise()),
      down,
    )
    expect(Math.abs(valueOf(result, '外推起始') - 156.6)).toBeLessThan(0.3)
    expect(Math.abs(valueOf(result, '焓（吸热') / 28.6 - 1)).toBeLessThan(0.01)
  })

  test('crystallisation while cooling: onset on the warm side, heat given off', () => {
    const cooled = (t: number) => -melting(300 - t, 300 - 154, 28.6, 10)
    const result = dsc.run(curveOf([...x].reverse(), cooled), { ...down, window: 0.3 })
    expect(valueOf(result, '焓（放热')).toBeCloseTo(28.6, 1)
    expect(Math.abs(valueOf(result, '外推起始') - 154)).toBeLessThan(0.05)
  })

  test('the chosen part of a program with heating, cooling and heating', () => {
    const program = [...x, ...[...x].reverse(), ...x]
    const y = program.map((t, i) => (i >= 2 * x.length ? indium(t) : 0.2))
    const result = dsc.run({ ...curveOf(program, indium), y }, { ...down, segment: 3, window: 0.3 })
    expect(valueOf(result, '焓（吸热')).toBeCloseTo(28.6, 1)
    expect(result.warnings.join()).toContain('3 段')
  })
})

test('a sigmoid baseline between two levels keeps the enthalpy that a straight one misses', () => {
  const x = spaced(100, 200, 0.1)
  const peak = (t: number) => Math.exp(-(((t - 140) / 4) ** 2) / 2)
  const done = (t: number) => logistic(t, 1, 140, 2.35)
  const truth = (4 * Math.sqrt(2 * Math.PI)) / (10 / 60)
  const levels = curveOf(x, (t) => peak(t) + 0.2 * done(t))
  const given = { ...down, range: 'given', from: 115, to: 185 }
  const right = valueOf(dsc.run(levels, { ...given, baseline: 'sigmoid' }), '焓')
  const wrong = valueOf(dsc.run(levels, { ...given, baseline: 'straight' }), '焓')
  expect(Math.abs(right / truth - 1)).toBeLessThan(0.005)
  expect(Math.abs(wrong / truth - 1)).toBeGreaterThan(0.05)
})

describe('glass transition', () => {
  const x = spaced(40, 160, 0.2)
  /** A logistic step of 0.3 J/(g·K) at 100 °C, width 2 K, on a sloping baseline: half height at 100, tangent at 96 and 104. */
  const flow = (t: number) => 0.1 + 0.0005 * t + logistic(t, 0.3 * (10 / 60), 100, 2)

  test('half height, tangents and the change of heat capacity come back', () => {
    const result = glass.run(curveOf(x, flow), { ...down, window: 1 })
    expect(valueOf(result, '玻璃化')).toBeCloseTo(100, 1)
    expect(valueOf(result, '外推起始')).toBeCloseTo(96, 1)
    expect(valueOf(result, '外推终止')).toBeCloseTo(104, 1)
    expect(valueOf(result, '比热')).toBeCloseTo(0.3, 3)
    expect(result.warnings).toEqual([])
  })

  test('a step in the wrong direction and a relaxation are told', () => {
    expect(glass.run(curveOf(x, flow), up).warnings.join()).toContain('核对放热方向')
    const relaxed = curveOf(x, (t) => flow(t) + 0.02 * Math.exp(-(((t - 106) / 2) ** 2)))
    expect(glass.run(relaxed, down).warnings.join()).toContain('过冲')
  })

  test('a line has no transition', () => {
    const wave = (t: number) => 0.1 + 0.001 * t + 0.0004 * Math.sin(37 * t)
    expect(refusal(glass, curveOf(x, wave), down)).toContain('看不到台阶')
  })
})

test('what the file does not tell is asked, and nonsense is refused', () => {
  const peak = curveOf(spaced(140, 180, 0.1), (t) => melting(t, 156.6, 28.6, 10))
  expect(refusal(dsc, peak)).toContain('放热方向')
  expect(refusal(dsc, peak, { exo: 'up' })).toContain('升（降）温速率')
  expect(refusal(dsc, peak, { ...down, flow: 'whole' })).toContain('样品质量')
  expect(refusal(dsc, { ...peak, yLabel: 'DSC (µV/mg)' }, down)).toContain('灵敏度')
  expect(refusal(dsc, { ...peak, yLabel: 'Heat flow (mW)' }, down)).toContain('mW')
  expect(refusal(dsc, peak, { ...down, range: 'given', from: 200, to: 250 })).toContain('没有数据')
  expect(refusal(dsc, peak, { ...down, range: 'given', from: 157, to: 157.3 })).toContain('至少需要 10 个')
  expect(refusal(dsc, peak, { ...down, range: 'given', from: 142, to: 150 })).toContain('没有可辨认的峰')
  expect(refusal(dsc, { ...peak, xLabel: 't (min)' }, down)).toContain('横轴是温度')
  expect(refusal(dsc, peak, { ...down, segment: 1.5 })).toContain('整数')
  expect(dsc.run({ ...peak, yLabel: 'DSC mW/mg exo up' }, down).warnings.join()).toContain('不一致')
})
