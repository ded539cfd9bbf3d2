import { axisMeaning } from '../../curves/meaning-rules.ts'
import { asymmetricBaseline, polynomialBaseline } from '../baselines/smooth-baseline-rules.ts'
import { pointsOf } from '../inputs/curve-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import type { Points } from '../inputs/point-rules.ts'
import { type FoundPeak, findPeaks } from '../peaks/peak-rules.ts'
import { noiseOf } from '../smoothing/noise-rules.ts'
import { smoothed } from '../smoothing/savitzky-golay-rules.ts'
import { type AnalysisTable, type AnalysisTool, type Curve, NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { type Band, BAND_SOURCE, BANDS } from './band-table-rules.ts'

const parameters: readonly ParameterSpec[] = [
  {
    kind: 'choice',
    key: 'method',
    label: '谱图',
    initial: 'auto',
    choices: [
      { value: 'auto', label: '按横坐标判断' },
      { value: 'raman', label: '拉曼' },
      { value: 'ir', label: '红外' },
    ],
  },
  {
    kind: 'choice',
    key: 'signal',
    label: '纵坐标是',
    initial: 'auto',
    choices: [
      { value: 'auto', label: '按坐标名称判断' },
      { value: 'up', label: '强度或吸光度（峰向上）' },
      { value: 'transmittance-percent', label: '透过率（%）' },
      { value: 'transmittance', label: '透过率（0–1）' },
    ],
  },
  {
    kind: 'choice',
    key: 'baseline',
    label: '基线',
    initial: 'als',
    choices: [
      { value: 'als', label: '非对称最小二乘（ALS）' },
      { value: 'polynomial', label: '多项式' },
      { value: 'none', label: '不扣' },
    ],
  },
  {
    kind: 'number',
    key: 'stiffness',
    label: 'ALS 平滑 lg λ（步长 1 cm⁻¹ 时）',
    unit: '',
    initial: 6,
    least: 1,
    most: 9,
    hint: '越大基线越平直。',
  },
  { kind: 'number', key: 'asymmetry', label: 'ALS 不对称 p', unit: '', initial: 0.005, least: 0.0001, most: 0.3 },
  { kind: 'number', key: 'degree', label: '多项式次数', unit: '', initial: 4, least: 0, most: 9 },
  {
    kind: 'number',
    key: 'smoothing',
    label: '平滑点数',
    unit: '点',
    initial: 7,
    least: 1,
    most: 51,
    hint: '奇数；1 表示不平滑。',
  },
  { kind: 'number', key: 'signalToNoise', label: '峰高至少为噪声的', unit: '倍', initial: 6, least: 2, most: 100 },
  { kind: 'number', key: 'leastShare', label: '峰高至少为最强峰的', unit: '%', initial: 2, least: 0, most: 50 },
]

const MOST_PEAKS = 200

/** The search for bands with a table of groups. A laboratory may hand over its own table. */
export function bandsTool(table: readonly Band[], tableSource: string): AnalysisTool {
  const tool: AnalysisTool = {
    key: 'bands.peaks',
    title: '红外与拉曼寻峰',
    version: 1,
    summary: '扣除基线后找出谱带，给出位置、高度和半高宽，并按表列出可能的基团。',
    source: `谱带归属：${tableSource}；基线：Eilers & Boelens (2005)，Lieber & Mahadevan-Jansen, Appl. Spectrosc. 57 (2003) 1363`,
    axes: ['拉曼位移', '波数'],
    parameters,
    run(curve, given) {
      const read = readParameters(parameters, given)
      const points = pointsOf(curve, tool.axes, 20)
      const method = methodOf(curve, read.choice('method'))
      const signal = signalOf(curve, points, { choice: read.choice('signal'), method })
      const baseline = baselineOf({ x: points.x, y: signal.y }, read)
      const { found, net, step } = search(
        { x: points.x, y: signal.y.map((y, i) => y - (baseline.y[i] as number)) },
        read,
      )
      const back = (y: number[]) => ({ label: '基线', x: points.x, y: y.map(signal.drawn) })
      return {
        values: [{ name: '谱带数', value: found.length, unit: '', digits: 0 }],
        tables: [
          peakTable(
            found,
            table.filter((band) => band.method === method),
          ),
        ],
        marks: found.map((peak) => ({ x: peak.x, y: points.y[peak.index] as number, label: peak.x.toFixed(0) })),
        lines: read.choice('baseline') === 'none' ? [] : [back(baseline.y)],
        ...(signal.changed
          ? {
              figure: {
                xLabel: curve.xLabel,
                yLabel: '吸光度（扣基线）',
                lines: [{ label: '吸光度', x: points.x, y: net }],
              },
            }
          : {}),
        steps: [
          `谱图：${method === 'ir' ? '红外' : '拉曼'}；${signal.step}`,
          baseline.step,
          step,
          '位置和高度：在峰顶两侧各四分之一半高宽内（至少三点）对平滑后的曲线拟合抛物线，取顶点；半高宽：扣基线后一半峰高处的宽度，相邻谱带重叠时偏大。',
          `归属：列出范围含有该位置的全部谱带（${tableSource}）。`,
        ],
        warnings: [...baseline.warnings, '归属只按位置列出可能的基团，请结合其他谱带和样品组成判断。'],
      }
    },
  }
  return tool
}

export const bandsPeaks = bandsTool(BANDS, BAND_SOURCE)

function methodOf({ xLabel }: Curve, choice: string): 'ir' | 'raman' {
  if (choice !== 'auto') return choice as 'ir' | 'raman'
  return axisMeaning(xLabel) === '拉曼位移' ? 'raman' : 'ir'
}

interface Signal {
  y: number[]
  step: string
  /** Whether transmittance became absorbance. */
  changed: boolean
  /** Back to the ordinate of the curve, for drawing. */
  drawn: (y: number) => number
}

function signalOf(
  { yLabel }: Curve,
  { y }: Points,
  { choice, method }: { choice: string; method: 'ir' | 'raman' },
): Signal {
  const kind = choice === 'auto' ? namedSignal(yLabel, y, method) : choice
  if (kind === 'up') return { y: [...y], step: '纵坐标按原值，峰向上。', changed: false, drawn: (value) => value }
  const whole = kind === 'transmittance-percent' ? 100 : 1
  const bad = y.findIndex((value) => value <= 0)
  if (bad >= 0)
    throw new NotAnalysable(`第 ${bad + 1} 个点的透过率不大于 0，不能换算成吸光度。请检查数据或“纵坐标是”。`)
  if (whole === 1 && y.some((value) => value > 2))
    throw new NotAnalysable('透过率超过 1，像是百分数。请在“纵坐标是”里选“透过率（%）”。')
  return {
    y: y.map((value) => -Math.log10(value / whole)),
    step: `透过率换算为吸光度：A = −lg(T${whole === 100 ? '%/100' : ''})。`,
    changed: true,
    drawn: (value) => whole * 10 ** -value,
  }
}

function namedSignal(label: string, y: readonly number[], method: 'ir' | 'raman'): string {
  if (/transmi|透过|透射|%\s*T\b|\bT\s*[%(（]/i.test(label)) {
    return /%|百分/.test(label) || y.some((value) => value > 2) ? 'transmittance-percent' : 'transmittance'
  }
  if (method === 'raman' || /absorb|吸光|\bAbs\b|\bA\.?U\.?\b|Kubelka|K-M|强度|intensity|counts|计数/i.test(label))
    return 'up'
  throw new NotAnalysable(`从纵坐标“${label.trim() || '未命名'}”看不出是吸光度还是透过率，请在“纵坐标是”里选择。`)
}

function baselineOf(points: Points, read: ReadParameters): { y: number[]; step: string; warnings: string[] } {
  const kind = read.choice('baseline')
  if (kind === 'none') return { y: points.x.map(() => 0), step: '基线：不扣。', warnings: [] }
  if (kind === 'als') {
    const [power, p] = [read.number('stiffness'), read.number('asymmetry')]
    // The same stiffness in cm⁻¹ however densely the spectrum was read: λ grows with the fourth power of the points per cm⁻¹.
    const step = ((points.x.at(-1) as number) - (points.x[0] as number)) / (points.x.length - 1)
    const lambda = 10 ** power / step ** 4
    const als = asymmetricBaseline(points.y, lambda, p)
    if (!als.y.every(Number.isFinite))
      throw new NotAnalysable(
        `平均步长 ${shown(step)} cm⁻¹ 太小，λ = ${shown(lambda)} 算不出基线。请核对横轴的单位，或换一种基线。`,
      )
    return {
      y: als.y,
      step: `基线：非对称最小二乘，使 Σw(y−z)² + λΣ(Δ²z)² 最小，λ = 10^${power} / 步长⁴ = ${shown(lambda)}（平均步长 ${shown(step)} cm⁻¹），基线以上的点 w = ${p}，以下 w = ${shown(1 - p)}，迭代 ${als.iterations} 次。`,
      warnings: als.converged ? [] : [`基线迭代 ${als.iterations} 次后仍有少数点在变，请核对基线。`],
    }
  }
  const degree = Math.round(read.number('degree'))
  const fitted = polynomialBaseline(points, degree)
  if (!fitted) throw new NotAnalysable('这条曲线的点不足以确定多项式基线。请减小“多项式次数”。')
  return {
    y: fitted.y,
    step: `基线：${degree} 次多项式，反复拟合曲线与多项式中较低的一个，迭代 ${fitted.iterations} 次，变化小于幅度的 10⁻⁴。`,
    warnings: fitted.converged ? [] : [`基线迭代 ${fitted.iterations} 次后仍在变，请核对基线。`],
  }
}

function search({ x, y }: Points, read: ReadParameters): { found: FoundPeak[]; net: number[]; step: string } {
  const [signal, share] = [read.number('signalToNoise'), read.number('leastShare')]
  const width = Math.floor(read.number('smoothing') / 2) * 2 + 1
  const net = smoothed({ x, y }, width)
  const noise = noiseOf(y)
  const strongest = net.reduce((most, value) => Math.max(most, value), 0)
  const needed = Math.max(signal * noise, (share / 100) * strongest)
  const found = findPeaks(x, net, () => needed).filter((peak) => peak.height > 0)
  if (found.length === 0)
    throw new NotAnalysable(
      `没有高过噪声 ${signal} 倍的谱带（噪声 σ = ${shown(noise)}）。可减小“峰高至少为噪声的”，或核对“纵坐标是”。`,
    )
  if (found.length > MOST_PEAKS)
    throw new NotAnalysable(
      `找到 ${found.length} 个谱带，超过 ${MOST_PEAKS} 个，多半是噪声。请增大“平滑点数”或“峰高至少为噪声的”。`,
    )
  return {
    found,
    net,
    step: `平滑：Savitzky–Golay 三次多项式，${width} 点。找峰：局部极大，突起不小于 ${shown(needed)}（噪声 σ = ${shown(noise)} 的 ${signal} 倍与最强峰的 ${share}% 中较大者）。`,
  }
}

function peakTable(found: readonly FoundPeak[], table: readonly Band[]): AnalysisTable {
  const highest = found.reduce((most, peak) => Math.max(most, peak.height), 0)
  return {
    title: '谱带',
    columns: [
      { name: '位置', unit: 'cm⁻¹', digits: 1 },
      { name: '高度', unit: '', digits: 3 },
      { name: '相对高度', unit: '%', digits: 1 },
      { name: '半高宽', unit: 'cm⁻¹', digits: 1 },
      { name: '可能的归属', unit: '' },
    ],
    rows: found.map((peak) => {
      const named = table
        .filter(({ from, to }) => peak.x >= from && peak.x <= to)
        .toSorted((a, b) => a.to - a.from - (b.to - b.from))
        .map(({ name }) => name)
      return [peak.x, peak.height, (100 * peak.height) / highest, peak.width, named.join('；') || '表中没有']
    }),
  }
}
