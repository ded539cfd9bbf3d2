// Whatever a file holds: every tool of the product answers with finite numbers and its steps, or says in Chinese why it cannot.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnalysisResult,
  type AnalysisTool,
  type Curve,
  everyAxis,
  NotAnalysable,
  type Parameters,
} from '../tool-rules.ts'
import { tools } from '../tools-rules.ts'
import { noise, positions } from './known-curves.ts'

interface Axis {
  xLabel: string
  yLabel: string
  x: number[]
  /** Whether a third column, the frequency, belongs to it. */
  third?: boolean
}

/** What is usual on an axis. One that does not stand here yet has positions from 0 to 100. */
const AXES: Readonly<Record<string, Axis[]>> = {
  '2θ': [{ xLabel: '2θ (°)', yLabel: '强度', x: positions(10, 80, 0.1) }],
  结合能: [
    { xLabel: '结合能 (eV)', yLabel: '计数', x: positions(280, 300, 0.1) },
    { xLabel: '结合能 (eV)', yLabel: '计数', x: positions(0, 1200, 1) },
  ],
  拉曼位移: [{ xLabel: '拉曼位移 (cm⁻¹)', yLabel: '强度', x: positions(100, 3300, 4) }],
  波数: [{ xLabel: '波数 (cm⁻¹)', yLabel: '吸光度', x: positions(400, 4000, 4) }],
  波长: [{ xLabel: '波长 (nm)', yLabel: '吸光度', x: positions(200, 800, 2) }],
  粒径: [{ xLabel: '粒径 (µm)', yLabel: '%', x: positions(1, 100, 1) }],
  相对压力: [{ xLabel: 'p/p0', yLabel: '吸附量', x: positions(0.01, 0.98, 0.01) }],
  温度: [{ xLabel: '温度 (°C)', yLabel: '信号', x: positions(30, 600, 1) }],
  电位: [{ xLabel: 'E (V)', yLabel: 'I (mA)', x: positions(-0.4, 0.8, 0.005) }],
  阻抗实部: [{ xLabel: "Z' (Ω)", yLabel: "-Z'' (Ω)", x: positions(10, 130, 2), third: true }],
  应变: [{ xLabel: '应变 (%)', yLabel: '应力 (MPa)', x: positions(0, 5, 0.02) }],
}
const axesOf = (meaning: string): Axis[] =>
  AXES[meaning] ?? [{ xLabel: meaning === everyAxis ? '时间 (s)' : meaning, yLabel: '信号', x: positions(0, 100, 0.5) }]

/** Answers to what some tools ask and do not guess. */
const ANSWERS: Parameters = { exo: 'up', speed: 10, sample: 5 }
const answersFor = (tool: AnalysisTool): Parameters =>
  Object.fromEntries(Object.entries(ANSWERS).filter(([key]) => tool.parameters.some((spec) => spec.key === key)))

/** Curves of these may pass one position twice; all others refuse it. */
const MAY_REPEAT = [everyAxis, '相对压力', '温度', '电位', '阻抗实部', '应变']

const random = noise(11)
const SHAPES: readonly (readonly [string, (x: number, i: number, n: number) => number])[] = [
  ['noise', () => 100 + 10 * random()],
  ['noise around zero', () => random()],
  ['a straight rise', (_, i) => i],
  ['a straight fall', (_, i, n) => n - i],
  ['one spike', (_, i, n) => (i === Math.floor(n / 2) ? 1000 : 0)],
  ['a spike at the end', (_, i) => (i === 0 ? 1000 : 1)],
  ['a step', (_, i, n) => (i < n / 2 ? 10 : 1000)],
  ['zeros and ones', (_, i) => i % 2],
  ['negative values', (_, i) => -50 - Math.sin(i / 20)],
  ['huge values', (_, i) => 1e12 * (1.1 + Math.sin(i / 15))],
  ['tiny values', (_, i) => 1e-12 * (1.1 + Math.sin(i / 15))],
  ['waves', (_, i) => 100 + 50 * Math.sin(i / 10)],
  ['a dip', (_, i, n) => 1000 - 900 * Math.exp(-(((i - n / 2) / 10) ** 2))],
  ['an exponential', (_, i, n) => Math.exp((20 * i) / n)],
  ['whole counts', (_, i, n) => Math.round(3 + 40 * Math.exp(-(((i - n / 2) / 6) ** 2)) + Math.abs(random()))],
]

/** Curves of every kind: wild points, smooth ones of any size, falling ones, steps, with repeated and turning positions. */
const anyShape = fc.oneof(
  fc.array(fc.tuple(fc.double({ min: 0, max: 1 }), fc.double({ min: -5, max: 5 })), { maxLength: 60 }),
  fc
    .tuple(
      fc.integer({ min: 2, max: 120 }),
      fc.double({ min: -3, max: 3 }),
      fc.double({ min: 0.1, max: 9 }),
      fc.double({ min: 0, max: 0.3 }),
      fc.boolean(),
    )
    .map(([n, tilt, speed, rough, back]) =>
      Array.from({ length: n }, (_, i): [number, number] => {
        const half = i / (n - 1)
        const x = back ? 1 - Math.abs(2 * half - 1) : half
        return [x, tilt * x + Math.sin(speed * half) + rough * Math.sin(i * i)]
      }),
    ),
  fc
    .tuple(fc.integer({ min: 20, max: 80 }), fc.double({ min: 1, max: 50 }))
    .map(([n, width]) =>
      Array.from({ length: n }, (_, i): [number, number] => [i / n, 1 / (1 + Math.exp(width * (0.5 - i / n)))]),
    ),
)

/** Sizes that each axis may have; 0: the usual range of the horizontal axis. */
const scales = fc.tuple(fc.constantFrom(0, 1, 1e-6, 100, 900), fc.constantFrom(1, 1e-9, 300, 1e6, 0, -1))

/** The usual answers with any choices. */
function anyParameters(tool: AnalysisTool): fc.Arbitrary<Parameters> {
  const usual = answersFor(tool)
  const one = tool.parameters.map((spec) => {
    const value = usual[spec.key] ?? spec.initial
    return fc.constantFrom(value, ...(spec.kind === 'choice' ? spec.choices.map((choice) => choice.value) : []))
  })
  return fc.tuple(...one).map((values) => Object.fromEntries(tool.parameters.map(({ key }, i) => [key, values[i]!])))
}

/** Everything that a result shows as a number. */
function numbersOf(result: AnalysisResult): number[] {
  return [
    ...result.values.flatMap(({ value, uncertainty = 0, digits }) => [value, uncertainty, digits]),
    ...result.tables.flatMap(({ rows }) => rows.flat().filter((cell) => typeof cell === 'number')),
    ...result.marks.flatMap(({ x, y }) => [x, y]),
    ...[...result.lines, ...(result.figure?.lines ?? [])].flatMap(({ x, y }) => [...x, ...y]),
  ]
}

function answerOf(tool: AnalysisTool, curve: Curve, parameters: Parameters): 'numbers' | 'refusal' {
  try {
    const result = tool.run(curve, parameters)
    expect(numbersOf(result).filter((value) => !Number.isFinite(value))).toEqual([])
    expect(result.steps.length).toBeGreaterThan(2)
    expect([...result.steps, ...result.warnings].filter((text) => /NaN|Infinity|undefined/.test(text))).toEqual([])
    return 'numbers'
  } catch (error) {
    if (!(error instanceof NotAnalysable)) throw error
    expect(error.message).toMatch(/[\u4e00-\u9fff].*。$/)
    expect(error.message).not.toMatch(/NaN|Infinity|undefined/)
    return 'refusal'
  }
}

const CASES = tools.flatMap((tool) =>
  tool.axes.flatMap((meaning) => axesOf(meaning).map((axis) => [tool.key, meaning, tool, axis] as const)),
)

describe.each(CASES)('%s over %s', (_, meaning, tool, { xLabel, yLabel, x, third }) => {
  const usual = answersFor(tool)
  const curveOf = (x: number[], y: number[]): Curve => ({
    label: '',
    x,
    y,
    xLabel,
    yLabel,
    ...(third ? { z: x.map((_, i) => 1e5 / (i + 1)) } : {}),
  })

  it.each(SHAPES)('%s', (_, shape) => {
    const y = x.map((at, i) => shape(at, i, x.length))
    answerOf(tool, curveOf(x, y), usual)
    answerOf(tool, curveOf([...x, ...x.toReversed()], [...y, ...y.toReversed().map((value) => -value)]), usual)
  })

  it('any curve with any choices', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyShape, scales, anyParameters(tool), (points, [wide, high], parameters) => {
        const [from, to] = wide === 0 ? [x[0]!, x.at(-1)!] : [0, wide]
        const curve = curveOf(
          points.map(([place]) => from + place * (to - from)),
          points.map(([, y]) => y * high),
        )
        answerOf(tool, curve, parameters)
      }),
      { numRuns: third ? 30 : 150 },
    )
  })

  it('every choice of every parameter, and both limits of every number, on one peak', { timeout: 60_000 }, () => {
    const curve = curveOf(
      x,
      x.map((_, i) => 3 + 40 * Math.exp(-(((i - x.length / 2) / 6) ** 2))),
    )
    for (const spec of tool.parameters) {
      const tried =
        spec.kind === 'choice'
          ? spec.choices.map(({ value }) => value)
          : spec.kind === 'number'
            ? [spec.least, spec.most]
            : []
      for (const value of tried) answerOf(tool, curve, { ...usual, [spec.key]: value })
    }
  })

  it('refuses an empty curve, two points, gaps, a flat curve, one position twice and another axis', () => {
    const y = x.map((_, i) => i)
    const answer = (x: number[], y: number[]) => answerOf(tool, curveOf(x, y), usual)
    expect(answer([], [])).toBe('refusal')
    expect(answer(x.slice(0, 2), [1, 2])).toBe('refusal')
    expect(answer(x, y.slice(1))).toBe('refusal')
    expect(answer(x, y.with(3, Number.NaN))).toBe('refusal')
    expect(answer(x, y.with(3, Number.POSITIVE_INFINITY))).toBe('refusal')
    expect(
      answer(
        x.map(() => x[0]!),
        y,
      ),
    ).toBe('refusal')
    const twice = answer(x.with(2, x[1]!), y)
    if (!MAY_REPEAT.includes(meaning)) expect(twice).toBe('refusal')
    if (meaning === everyAxis) return
    expect(
      answer(
        x,
        x.map(() => 7),
      ),
    ).toBe('refusal')
    expect(answerOf(tool, { ...curveOf(x, y), xLabel: '时间 (min)' }, usual)).toBe('refusal')
  })
})

it.each(tools.map((tool) => [tool.key, tool] as const))(
  '%s states what a person and a list need: key, version, source, parameters with limits around their initial value',
  (_, tool) => {
    expect(tool.key).toMatch(/^[a-z]+\.[a-z]+$/)
    expect(tool.version).toBeGreaterThan(0)
    expect(tool.source.length * tool.summary.length * tool.axes.length).toBeGreaterThan(0)
    expect(new Set(tool.parameters.map(({ key }) => key)).size).toBe(tool.parameters.length)
    for (const spec of tool.parameters) {
      if (spec.kind === 'number') expect(spec.initial >= spec.least && spec.initial <= spec.most, spec.key).toBe(true)
      if (spec.kind === 'choice') expect(spec.choices.map(({ value }) => value)).toContain(spec.initial)
    }
  },
)
