// All tools. Server and browser run them by the same function; the browser loads them in a worker.
import { axisMeaning } from '../curves/meaning-rules.ts'
import { bandsPeaks } from './bands/peaks-rules.ts'
import { cv } from './electro/cv-rules.ts'
import { eis } from './electro/eis-rules.ts'
import { area } from './general/area-rules.ts'
import { particlePercentiles } from './particles/percentiles-rules.ts'
import { checkCurve } from './inputs/curve-rules.ts'
import { checkedParameters } from './inputs/parameter-rules.ts'
import { bet } from './sorption/bet-rules.ts'
import { bjh } from './sorption/bjh-rules.ts'
import { tensile } from './tensile/tensile-rules.ts'
import { dsc } from './thermal/dsc-rules.ts'
import { glass } from './thermal/glass-rules.ts'
import { tg } from './thermal/tg-rules.ts'
import { uvvisTauc } from './uv-vis/tauc-rules.ts'
import { xpsFit } from './xps/fit-rules.ts'
import { xpsLines } from './xps/lines-rules.ts'
import { xrdPeaks } from './xrd/peaks-rules.ts'
import { xrdPhases } from './xrd/phases-rules.ts'
import { xrdScherrer } from './xrd/scherrer-rules.ts'
import {
  type AnalysisResult,
  type AnalysisTool,
  type Curve,
  everyAxis,
  NotAnalysable,
  type Parameters,
} from './tool-rules.ts'

/** In the order in which a person is offered them. */
export const tools: readonly AnalysisTool[] = [
  xrdPeaks,
  xrdScherrer,
  xrdPhases,
  xpsLines,
  xpsFit,
  bandsPeaks,
  uvvisTauc,
  bet,
  bjh,
  tg,
  dsc,
  glass,
  cv,
  eis,
  tensile,
  particlePercentiles,
  area,
]

export function toolNamed(key: string): AnalysisTool | undefined {
  return tools.find((tool) => tool.key === key)
}

/** The tools for an axis: first those made for it, then those for any curve. */
export function toolsFor(meaning: string): AnalysisTool[] {
  return [
    ...tools.filter(({ axes }) => axes.includes(meaning)),
    ...tools.filter(({ axes }) => axes.includes(everyAxis)),
  ]
}

const fewestPoints = 3

/**
 * Runs a tool after checking what every tool relies on. `axis`: what the person says the horizontal axis means, when the file does not name
 * it or names it wrongly; empty: as the file says. Throws `NotAnalysable`.
 */
export function runTool(tool: AnalysisTool, curve: Curve, given: Parameters, axis = ''): AnalysisResult {
  const parameters = checkedParameters(tool.parameters, given)
  const named = axis === '' ? curve : { ...curve, xLabel: axis }
  checkCurve(named, tool.axes, fewestPoints)
  const result = finite(tool.run(named, parameters))
  if (axis === '' || axisMeaning(axis) === axisMeaning(curve.xLabel)) return result
  const said = `横轴含义由使用者指定为“${axis}”，文件中的名称是“${curve.xLabel}”。`
  return { ...result, steps: [said, ...result.steps], warnings: [said, ...result.warnings] }
}

/** A number that is none is not a result; in a table it is an empty place. */
function finite(result: AnalysisResult): AnalysisResult {
  const lost = result.values.find(({ value }) => !Number.isFinite(value))
  if (lost) throw new NotAnalysable(`用这些参数算不出“${lost.name}”，请调整参数或区间。`)
  return {
    ...result,
    values: result.values.map(({ uncertainty, ...value }) =>
      uncertainty === undefined || !Number.isFinite(uncertainty) ? value : { ...value, uncertainty },
    ),
    tables: result.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) =>
        row.map((cell) => (typeof cell === 'number' && !Number.isFinite(cell) ? '—' : cell)),
      ),
    })),
  }
}
