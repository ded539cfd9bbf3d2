import { pointsOf } from '../inputs/curve-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import { type AnalysisTable, type AnalysisTool, NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { type DiffractionPeak, patternParameters, readPattern } from './pattern-rules.ts'
import { spread, topOf } from './peaks-rules.ts'
import { radiationOf, radiationParameters } from './radiation-rules.ts'

const parameters: readonly ParameterSpec[] = [
  ...radiationParameters,
  {
    kind: 'number',
    key: 'k',
    label: 'Scherrer 常数 K',
    unit: '',
    initial: 0.9,
    least: 0.5,
    most: 1.5,
    hint: '球形晶粒、用半高宽时约 0.9。',
  },
  {
    kind: 'number',
    key: 'instrument',
    label: '仪器半高宽',
    unit: '°',
    initial: 0.08,
    least: 0,
    most: 2,
    hint: '在同一台仪器、同样条件下用标准样品（如 LaB6、Si）测得。',
  },
  {
    kind: 'choice',
    key: 'shape',
    label: '扣除仪器展宽',
    initial: 'gauss',
    choices: [
      { value: 'gauss', label: '高斯型：β² = B² − b²' },
      { value: 'lorentz', label: '洛伦兹型：β = B − b' },
    ],
  },
  { kind: 'number', key: 'from', label: '2θ 从', unit: '°', initial: 0, least: 0, most: 180 },
  { kind: 'number', key: 'to', label: '2θ 到', unit: '°', initial: 180, least: 0, most: 180 },
  ...patternParameters,
]

/** Above this size the broadening is a small part of the measured width, and errors of the instrument width decide. */
const LARGE_NM = 100

export const xrdScherrer: AnalysisTool = {
  key: 'xrd.scherrer',
  title: '晶粒尺寸（Scherrer）',
  version: 1,
  summary: '由衍射峰半高宽扣除仪器展宽后，按 Scherrer 公式计算晶粒尺寸。',
  source: 'Scherrer, Nachr. Ges. Wiss. Göttingen (1918) 98；Langford & Wilson, J. Appl. Cryst. 11 (1978) 102',
  axes: ['2θ'],
  parameters,
  run(curve, given) {
    const points = pointsOf(curve, xrdScherrer.axes, 30)
    const read = readParameters(parameters, given)
    const radiation = radiationOf(read)
    const [k, instrument, gauss] = [read.number('k'), read.number('instrument'), read.choice('shape') === 'gauss']
    const [from, to] = read.range('from', 'to')
    const pattern = readPattern(points, read, radiation)
    const peaks = pattern.peaks.filter(({ twoTheta }) => twoTheta >= from && twoTheta <= to)
    if (peaks.length === 0) throw new NotAnalysable(`2θ ${from}° 到 ${to}° 之间没有找到峰，请放宽范围。`)
    const sizes = peaks.map((peak) => sizeOf(peak, { k, instrument, gauss, wavelength: radiation.wavelength }))
    const strongest = peaks.reduce((most, peak) => (peak.height > most.height ? peak : most))
    const main = sizes[peaks.indexOf(strongest)]
    if (!main) {
      throw new NotAnalysable(
        `最强峰（2θ ${strongest.twoTheta.toFixed(2)}°）的半高宽 ${strongest.width.toFixed(3)}° 不大于仪器半高宽 ${instrument}°，无法计算晶粒尺寸。请核对仪器半高宽；晶粒可能大于本方法的上限（约 ${LARGE_NM}–200 nm）。`,
      )
    }
    const usable = sizes.filter((size) => size !== undefined)
    const mean = usable.reduce((sum, { size }) => sum + size, 0) / usable.length
    const deviation = Math.sqrt(usable.reduce((sum, { size }) => sum + (size - mean) ** 2, 0) / (usable.length - 1))
    return {
      values: [
        { name: '晶粒尺寸（最强峰）', value: main.size, unit: 'nm', digits: 1, ...spread(main.error) },
        ...(usable.length > 1
          ? [
              {
                name: `晶粒尺寸（${usable.length} 个峰平均）`,
                value: mean,
                unit: 'nm',
                digits: 1,
                uncertainty: deviation,
              },
            ]
          : []),
      ],
      tables: [sizeTable(peaks, sizes)],
      marks: peaks.map((peak) => ({ x: peak.twoTheta, y: topOf(points, peak), label: peak.twoTheta.toFixed(2) })),
      lines: [
        { label: '本底', x: points.x, y: pattern.background },
        ...pattern.model.map((part, i) => ({ label: `拟合 ${i + 1}`, ...part })),
      ],
      steps: [
        `射线：${radiation.label}。`,
        ...pattern.steps,
        `样品展宽：${gauss ? 'β = √(B² − b²)' : 'β = B − b'}，仪器半高宽 b = ${instrument}°。`,
        `晶粒尺寸：D = Kλ / (β cosθ)，K = ${k}，λ = ${radiation.wavelength} Å，β 用弧度。`,
        `最强峰：2θ = ${strongest.twoTheta.toFixed(3)}°，B = ${strongest.width.toFixed(3)}°，β = ${main.broadening.toFixed(3)}°，D = ${shown(main.size)} nm。`,
      ],
      warnings: [
        ...pattern.warnings,
        ...warningsOf({ main, instrument, width: strongest.width, narrow: sizes.length - usable.length }),
        '公式没有扣除微观应变的展宽；有应变时结果偏小。',
      ],
    }
  },
}

function sizeTable(peaks: readonly DiffractionPeak[], sizes: readonly (Size | undefined)[]): AnalysisTable {
  return {
    title: '各峰的晶粒尺寸',
    columns: [
      { name: '2θ', unit: '°', digits: 3 },
      { name: '半高宽 B', unit: '°', digits: 3 },
      { name: '样品展宽 β', unit: '°', digits: 3 },
      { name: '晶粒尺寸', unit: 'nm', digits: 1 },
    ],
    rows: peaks.map((peak, i) => [
      peak.twoTheta,
      peak.width,
      sizes[i]?.broadening ?? '不宽于仪器',
      sizes[i]?.size ?? '–',
    ]),
  }
}

interface Size {
  broadening: number
  size: number
  error: number
}

function sizeOf(
  peak: DiffractionPeak,
  method: { k: number; instrument: number; gauss: boolean; wavelength: number },
): Size | undefined {
  const { k, instrument, gauss, wavelength } = method
  if (peak.width <= instrument) return undefined
  const broadening = gauss ? Math.sqrt(peak.width ** 2 - instrument ** 2) : peak.width - instrument
  const radians = (broadening * Math.PI) / 180
  const size = (k * wavelength) / 10 / (radians * Math.cos((peak.twoTheta * Math.PI) / 360))
  const change = gauss ? peak.width / broadening : 1
  return { broadening, size, error: (size * change * peak.widthError) / broadening }
}

function warningsOf(end: { main: Size; instrument: number; width: number; narrow: number }): string[] {
  const { main, instrument, width, narrow } = end
  return [
    ...(narrow > 0 ? [`${narrow} 个峰不宽于仪器，没有计算尺寸。`] : []),
    ...(instrument === 0 ? ['没有扣除仪器展宽，得到的是晶粒尺寸的下限。'] : []),
    ...(instrument > 0.7 * width ? ['仪器展宽占测得半高宽的七成以上，结果对仪器半高宽很敏感。'] : []),
    ...(main.size > LARGE_NM ? [`结果大于 ${LARGE_NM} nm，已接近本方法的上限，只宜看作“不小于”。`] : []),
  ]
}
