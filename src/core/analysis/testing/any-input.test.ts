// Whatever a file holds: a tool of these folders answers with finite numbers and its steps, or says in Chinese why it cannot.
import { describe, expect, it } from 'vitest'
import { bandsPeaks } from '../bands/peaks-rules.ts'
import { particlePercentiles } from '../particles/percentiles-rules.ts'
import { type AnalysisResult, type AnalysisTool, type Curve, NotAnalysable, type Parameters } from '../tool-rules.ts'
import { uvvisTauc } from '../uv-vis/tauc-rules.ts'
import { xpsFit } from '../xps/fit-rules.ts'
import { xpsLines } from '../xps/lines-rules.ts'
import { xrdPeaks } from '../xrd/peaks-rules.ts'
import { xrdPhases } from '../xrd/phases-rules.ts'
import { xrdScherrer } from '../xrd/scherrer-rules.ts'
import { noise, positions } from './known-curves.ts'

const TOOLS: readonly (readonly [AnalysisTool, string, string, number[]])[] = [
  [xrdPeaks, '2θ (°)', '强度', positions(10, 80, 0.1)],
  [xrdScherrer, '2θ (°)', '强度', positions(10, 80, 0.1)],
  [xrdPhases, '2θ (°)', '强度', positions(10, 80, 0.1)],
  [xpsFit, '结合能 (eV)', '计数', positions(280, 300, 0.1)],
  [xpsLines, '结合能 (eV)', '计数', positions(0, 1200, 1)],
  [bandsPeaks, '波数 (cm⁻¹)', '吸光度', positions(400, 4000, 4)],
  [uvvisTauc, '波长 (nm)', '吸光度', positions(200, 800, 2)],
  [particlePercentiles, '粒径 (µm)', '%', positions(1, 100, 1)],
]

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

function finite(result: AnalysisResult): boolean {
  const numbers = [
    ...result.values.flatMap(({ value, uncertainty = 0 }) => [value, uncertainty]),
    ...result.tables.flatMap(({ rows }) => rows.flat().filter((cell) => typeof cell === 'number')),
    ...result.marks.flatMap(({ x, y }) => [x, y]),
    ...[...result.lines, ...(result.figure?.lines ?? [])].flatMap(({ x, y }) => [...x, ...y]),
  ]
  return numbers.every(Number.isFinite)
}

function answerOf(tool: AnalysisTool, curve: Curve, parameters: Parameters = {}): 'numbers' | 'refusal' {
  try {
    const result = tool.run(curve, parameters)
    expect(finite(result)).toBe(true)
    expect(result.steps.length).toBeGreaterThan(2)
    for (const text of [...result.steps, ...result.warnings]) expect(text).not.toMatch(/NaN|Infinity|undefined/)
    return 'numbers'
  } catch (error) {
    if (!(error instanceof NotAnalysable)) throw error
    expect(error.message).toMatch(/[一-龥]/)
    expect(error.message).not.toMatch(/NaN|Infinity|undefined/)
    return 'refusal'
  }
}

describe.each(TOOLS.map((row) => [row[0].key, ...row] as const))('%s', (_, tool, xLabel, yLabel, x) => {
  it.each(SHAPES)('%s', (_, shape) => {
    const y = x.map((at, i) => shape(at, i, x.length))
    answerOf(tool, { label: '', x, y, xLabel, yLabel })
  })

  it('every choice of every parameter, and both limits of every number, on one peak', () => {
    const y = x.map((_, i) => 3 + 40 * Math.exp(-(((i - x.length / 2) / 6) ** 2)))
    const curve = { label: '', x, y, xLabel, yLabel }
    for (const spec of tool.parameters) {
      const tried =
        spec.kind === 'choice'
          ? spec.choices.map(({ value }) => value)
          : spec.kind === 'number'
            ? [spec.least, spec.most]
            : []
      for (const value of tried) answerOf(tool, curve, { [spec.key]: value })
    }
  })

  it('refuses an empty curve, two points, gaps, a flat curve and another axis', () => {
    const y = x.map((_, i) => i)
    expect(answerOf(tool, { label: '', x: [], y: [], xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x: x.slice(0, 2), y: [1, 2], xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x, y: y.with(3, Number.NaN), xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x, y: y.with(3, Number.POSITIVE_INFINITY), xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x: x.with(2, x[1]!), y, xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x, y: x.map(() => 7), xLabel, yLabel })).toBe('refusal')
    expect(answerOf(tool, { label: '', x, y, xLabel: '时间 (min)', yLabel })).toBe('refusal')
  })

  it('states what a person and a list need: key, version, source, parameters with limits around their initial value', () => {
    expect(tool.key).toMatch(/^[a-z]+\.[a-z]+$/)
    expect(tool.version).toBeGreaterThan(0)
    expect(tool.source.length * tool.summary.length * tool.axes.length).toBeGreaterThan(0)
    expect(new Set(tool.parameters.map(({ key }) => key)).size).toBe(tool.parameters.length)
    for (const spec of tool.parameters) {
      if (spec.kind === 'number') expect(spec.initial >= spec.least && spec.initial <= spec.most, spec.key).toBe(true)
      if (spec.kind === 'choice') expect(spec.choices.map(({ value }) => value)).toContain(spec.initial)
    }
  })
})
