import { snipBackground } from '../baselines/snip-rules.ts'
import { pointsOf } from '../inputs/curve-rules.ts'
import { readParameters } from '../inputs/parameter-rules.ts'
import { type FoundPeak, findPeaks } from '../peaks/peak-rules.ts'
import { median, noiseOf } from '../smoothing/noise-rules.ts'
import { smoothed } from '../smoothing/savitzky-golay-rules.ts'
import { type AnalysisTool, NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { chargeParameters, chargeShift } from './charge-rules.ts'
import { CORE_LEVEL_SOURCE, CORE_LEVELS, type CoreLevel } from './core-levels-rules.ts'

const parameters: readonly ParameterSpec[] = [
  ...chargeParameters,
  {
    kind: 'number',
    key: 'tolerance',
    label: '结合能容差',
    unit: 'eV',
    initial: 3,
    least: 0.5,
    most: 10,
    hint: '化学位移会使谱线移动几 eV。',
  },
  { kind: 'number', key: 'window', label: '本底窗口', unit: 'eV', initial: 15, least: 1, most: 100 },
  {
    kind: 'number',
    key: 'smoothing',
    label: '平滑点数',
    unit: '点',
    initial: 5,
    least: 1,
    most: 51,
    hint: '奇数；1 表示不平滑。',
  },
  { kind: 'number', key: 'signal', label: '峰高至少为噪声的', unit: '倍', initial: 6, least: 2, most: 100 },
]

const MOST_PEAKS = 100

export const xpsLines: AnalysisTool = {
  key: 'xps.lines',
  title: 'XPS 谱线归属',
  version: 1,
  summary: '在全谱或窄谱中找峰，按常见芯能级表列出可能的元素。',
  source: `芯能级：${CORE_LEVEL_SOURCE}`,
  axes: ['结合能'],
  parameters,
  run(curve, given) {
    const read = readParameters(parameters, given)
    const { x, y } = pointsOf(curve, xpsLines.axes, 20)
    const shift = chargeShift(read)
    const [tolerance, signal] = [read.number('tolerance'), read.number('signal')]
    const step = median(x.slice(1).map((value, i) => value - (x[i] as number)))
    const window = Math.max(1, Math.round(read.number('window') / step))
    if (window * 2 >= x.length)
      throw new NotAnalysable(`本底窗口 ${read.number('window')} eV 相对整条曲线太宽，请改小。`)
    const width = Math.floor(read.number('smoothing') / 2) * 2 + 1
    const smooth = smoothed({ x, y }, width)
    const background = snipBackground(smooth, window)
    const noise = noiseOf(y)
    const typical = Math.max(median(y), Number.EPSILON)
    const needed = (i: number) => signal * noise * Math.sqrt(Math.max(1, (y[i] as number) / typical))
    const peaks = findPeaks(
      x,
      smooth.map((value, i) => value - (background[i] as number)),
      needed,
    )
    if (peaks.length === 0)
      throw new NotAnalysable(`没有高过噪声 ${signal} 倍的峰（噪声 σ = ${shown(noise)}）。可减小“峰高至少为噪声的”。`)
    if (peaks.length > MOST_PEAKS)
      throw new NotAnalysable(`找到 ${peaks.length} 个峰，多半是噪声。请增大“平滑点数”或“峰高至少为噪声的”。`)
    const range: [number, number] = [(x[0] as number) + shift.eV, (x.at(-1) as number) + shift.eV]
    const energies = peaks.map((peak) => peak.x + shift.eV)
    const rows = peaks.flatMap((peak, i) => rowsOf(peak, energies[i] as number, { energies, tolerance, range }))
    return {
      values: [{ name: '峰数', value: peaks.length, unit: '', digits: 0 }],
      tables: [
        {
          title: '峰与可能的芯能级',
          columns: [
            { name: '结合能', unit: 'eV', digits: 1 },
            { name: '峰高', unit: '', digits: 0 },
            { name: '可能的谱线', unit: '' },
            { name: '表中值', unit: 'eV', digits: 0 },
            { name: '自旋轨道分裂', unit: 'eV' },
            { name: '同元素谱线', unit: '' },
          ],
          rows,
        },
      ],
      marks: peaks.map((peak) => ({
        x: peak.x,
        y: (background[peak.index] as number) + peak.height,
        label: (peak.x + shift.eV).toFixed(1),
      })),
      lines: [{ label: '本底', x, y: background }],
      steps: [
        shift.step,
        `平滑：Savitzky–Golay 三次多项式，${width} 点；本底：SNIP 法，窗口 ±${shown(window * step)} eV。`,
        `找峰：扣本底后的局部极大，突起不小于噪声 ${signal} 倍（σ = ${shown(noise)}，强度 y 处取 σ·√(y/${shown(typical)})，不小于 σ）。`,
        `归属：与芯能级表（${CORE_LEVELS.length} 条，${CORE_LEVEL_SOURCE}）比较，差不超过 ${tolerance} eV；“同元素谱线”是该元素在测量范围内的谱线中找到的条数。`,
      ],
      warnings: [
        '只按位置列出可能的谱线，不包含俄歇峰、卫星峰和等离激元损失峰。请结合样品组成和同元素的其他谱线判断。',
        ...(rows.some((row) => row[2] === '表中没有') ? ['有的峰在表中没有对应的谱线。'] : []),
      ],
    }
  },
}

function rowsOf(
  peak: FoundPeak,
  energy: number,
  { energies, tolerance, range }: { energies: readonly number[]; tolerance: number; range: readonly [number, number] },
): (string | number)[][] {
  const near = (level: CoreLevel, at: number) => Math.abs(level.energy - at) <= tolerance
  const candidates = CORE_LEVELS.filter((level) => near(level, energy)).toSorted(
    (a, b) => Math.abs(a.energy - energy) - Math.abs(b.energy - energy),
  )
  if (candidates.length === 0) return [[energy, peak.height, '表中没有', '–', '–', '–']]
  return candidates.map((level) => {
    const others = CORE_LEVELS.filter(
      (other) => other.element === level.element && other.energy >= range[0] && other.energy <= range[1],
    )
    const seen = others.filter((other) => energies.some((at) => near(other, at))).length
    return [
      energy,
      peak.height,
      `${level.element} ${level.level}`,
      level.energy,
      level.splitting ?? '–',
      `${seen}/${others.length}`,
    ]
  })
}
