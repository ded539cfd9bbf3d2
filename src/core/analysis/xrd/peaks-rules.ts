import { pointsOf } from '../inputs/curve-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import type { AnalysisTable, AnalysisTool } from '../tool-rules.ts'
import { type DiffractionPeak, patternParameters, readPattern } from './pattern-rules.ts'
import { radiationOf, radiationParameters } from './radiation-rules.ts'

const parameters = [...radiationParameters, ...patternParameters]

export const xrdPeaks: AnalysisTool = {
  key: 'xrd.peaks',
  title: 'XRD 寻峰',
  version: 1,
  summary: '扣除本底，找出衍射峰并逐个拟合，给出 2θ、d 值、相对强度和半高宽。',
  source:
    'Bragg 方程 nλ = 2d sinθ；波长：Hölzer et al., Phys. Rev. A 56 (1997) 4554；本底：Ryan et al., NIM B 34 (1988) 396',
  axes: ['2θ'],
  parameters,
  run(curve, given) {
    const points = pointsOf(curve, xrdPeaks.axes, 30)
    const read = readParameters(parameters, given)
    const radiation = radiationOf(read)
    const pattern = readPattern(points, read, radiation)
    const strongest = pattern.peaks.reduce((most, peak) => (peak.height > most.height ? peak : most))
    return {
      values: [
        { name: '峰数', value: pattern.peaks.length, unit: '', digits: 0 },
        { name: '最强峰 2θ', value: strongest.twoTheta, unit: '°', digits: 3, ...spread(strongest.twoThetaError) },
        { name: '最强峰 d', value: strongest.d, unit: 'Å', digits: 4 },
        { name: '最强峰半高宽', value: strongest.width, unit: '°', digits: 3, ...spread(strongest.widthError) },
      ],
      tables: [peakTable(pattern.peaks)],
      marks: pattern.peaks.map((peak) => ({
        x: peak.twoTheta,
        y: topOf(points, peak),
        label: peak.twoTheta.toFixed(2),
      })),
      lines: [
        { label: '本底', x: points.x, y: pattern.background },
        ...pattern.model.map((part, i) => ({ label: `拟合 ${i + 1}`, ...part })),
      ],
      steps: [
        `射线：${radiation.label}。`,
        ...pattern.steps,
        `d 值：d = λ / (2 sinθ)，λ = ${radiation.wavelength} Å；相对强度 = 峰高 / 最强峰峰高 × 100。`,
      ],
      warnings: pattern.warnings,
    }
  },
}

export function peakTable(peaks: readonly DiffractionPeak[]): AnalysisTable {
  const highest = Math.max(...peaks.map((peak) => peak.height))
  return {
    title: '衍射峰',
    columns: [
      { name: '2θ', unit: '°', digits: 3 },
      { name: 'd', unit: 'Å', digits: 4 },
      { name: '峰高', unit: '', digits: 0 },
      { name: '相对强度', unit: '%', digits: 1 },
      { name: '峰面积', unit: '°', digits: 1 },
      { name: '半高宽', unit: '°', digits: 3 },
      { name: '来自', unit: '' },
    ],
    rows: peaks.map((peak) => [
      peak.twoTheta,
      peak.d,
      peak.height,
      (100 * peak.height) / highest,
      peak.area,
      peak.width,
      peak.fitted ? '拟合' : '峰顶',
    ]),
  }
}

export function spread(uncertainty: number): { uncertainty?: number } {
  return Number.isFinite(uncertainty) ? { uncertainty } : {}
}

/** The measured value nearest to a peak, for its mark on the figure. */
export function topOf({ x, y }: { x: readonly number[]; y: readonly number[] }, peak: { twoTheta: number }): number {
  const after = x.findIndex((value) => value >= peak.twoTheta)
  return y[after < 0 ? y.length - 1 : after] as number
}
