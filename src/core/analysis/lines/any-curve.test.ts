import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cv } from '../electro/cv-rules.ts'
import { eis } from '../electro/eis-rules.ts'
import { bet } from '../sorption/bet-rules.ts'
import { bjh } from '../sorption/bjh-rules.ts'
import { tensile } from '../tensile/tensile-rules.ts'
import { dsc } from '../thermal/dsc-rules.ts'
import { glass } from '../thermal/glass-rules.ts'
import { tg } from '../thermal/tg-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool, type Curve } from '../tool-rules.ts'

const labels: Readonly<Record<string, [string, string]>> = {
  相对压力: ['p/p0', '吸附量'],
  温度: ['温度 (°C)', '信号'],
  电位: ['E (V)', 'I (mA)'],
  阻抗实部: ["Z' (Ω)", "-Z'' (Ω)"],
  应变: ['应变 (%)', '应力 (MPa)'],
}

const asked = { exo: 'up', speed: 10 }
const tools: [AnalysisTool, Record<string, string | number>][] = [
  [bet, {}],
  [bet, { range: 'given', from: 0, to: 0.9 }],
  [bjh, {}],
  [bjh, { branch: 'adsorption', thickness: 'harkins' }],
  [tg, {}],
  [dsc, asked],
  [dsc, { ...asked, baseline: 'sigmoid' }],
  [glass, asked],
  [cv, { speed: 50 }],
  [cv, { baseline: 'line' }],
  [eis, {}],
  [eis, { model: 'rq' }],
  [tensile, {}],
  [tensile, { elastic: 'given' }],
]

/** Everything that a result shows as a number. */
function numbersOf(result: AnalysisResult): number[] {
  const drawn = [...result.lines, ...(result.figure?.lines ?? [])].flatMap(({ x, y }) => [...x, ...y])
  const cells = result.tables.flatMap((table) => table.rows.flat().filter((cell) => typeof cell === 'number'))
  const values = result.values.flatMap(({ value, uncertainty = 0, digits }) => [value, uncertainty, digits])
  return [...values, ...cells, ...drawn, ...result.marks.flatMap(({ x, y }) => [x, y])]
}

function holds(tool: AnalysisTool, curve: Curve, parameters: Record<string, string | number>): void {
  try {
    const result = tool.run(curve, parameters)
    expect(numbersOf(result).filter((value) => !Number.isFinite(value))).toEqual([])
    expect([...result.steps, ...result.warnings].filter((line) => /NaN|undefined|Infinity/.test(line))).toEqual([])
    expect(result.steps.length).toBeGreaterThan(2)
  } catch (error) {
    if (!(error instanceof NotAnalysable)) throw error
    expect(error.message).toMatch(/[\u4e00-\u9fff].*。$/)
    expect(error.message).not.toMatch(/NaN|undefined|Infinity/)
  }
}

/** Curves of every kind: wild points, smooth ones of any size, falling ones, steps, with repeated and turning positions. */
const shapes = fc.oneof(
  fc.array(fc.tuple(fc.double({ min: 0, max: 1 }), fc.double({ min: -5, max: 5 })), { maxLength: 60 }),
  fc
    .tuple(
      fc.integer({ min: 2, max: 120 }),
      fc.double({ min: -3, max: 3 }),
      fc.double({ min: 0.1, max: 9 }),
      fc.double({ min: 0, max: 0.3 }),
      fc.boolean(),
    )
    .map(([n, tilt, speed, noise, back]) =>
      Array.from({ length: n }, (_, i): [number, number] => {
        const half = i / (n - 1)
        const x = back ? 1 - Math.abs(2 * half - 1) : half
        return [x, tilt * x + Math.sin(speed * half) + noise * Math.sin(i * i)]
      }),
    ),
  fc
    .tuple(fc.integer({ min: 20, max: 80 }), fc.double({ min: 1, max: 50 }))
    .map(([n, width]) =>
      Array.from({ length: n }, (_, i): [number, number] => [i / n, 1 / (1 + Math.exp(width * (0.5 - i / n)))]),
    ),
)

/** Sizes that each axis may have. */
const scales = fc.tuple(fc.constantFrom(1, 1e-6, 100, 900), fc.constantFrom(1, 1e-9, 300, 1e6, 0, -1))

describe('any curve gives finite numbers or a refusal in words', () => {
  test.each(tools)('$key', (tool, parameters) => {
    const [xLabel, yLabel] = labels[tool.axes[0] ?? ''] ?? ['', '']
    fc.assert(
      fc.property(shapes, scales, (points, [wide, high]) => {
        const x = points.map(([x]) => x * wide)
        const curve = { label: 'any', x, y: points.map(([, y]) => y * high), xLabel, yLabel }
        const z = points.map((_, i) => 1e5 / (i + 1))
        holds(tool, tool === eis ? { ...curve, z } : curve, parameters)
      }),
      { numRuns: tool === eis ? 30 : 150 },
    )
  })
})

test('keys are not used twice, and every number that may be typed begins inside its limits', () => {
  const all = [...new Set(tools.map(([tool]) => tool))]
  expect(new Set(all.map((tool) => tool.key)).size).toBe(all.length)
  for (const { parameters } of all) {
    for (const spec of parameters) {
      if (spec.kind === 'number') expect(spec.initial >= spec.least && spec.initial <= spec.most).toBe(true)
      if (spec.kind === 'choice') expect(spec.choices.map((choice) => choice.value)).toContain(spec.initial)
    }
    expect(new Set(parameters.map((spec) => spec.key)).size).toBe(parameters.length)
  }
})
