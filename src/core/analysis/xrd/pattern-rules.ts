import { snipBackground } from '../baselines/snip-rules.ts'
import { fitCurve } from '../fitting/least-squares-rules.ts'
import { sumArea, sumShape } from '../fitting/shape-rules.ts'
import type { ReadParameters } from '../inputs/parameter-rules.ts'
import type { Points } from '../inputs/point-rules.ts'
import { type FoundPeak, findPeaks } from '../peaks/peak-rules.ts'
import { median, noiseOf } from '../smoothing/noise-rules.ts'
import { smoothed } from '../smoothing/savitzky-golay-rules.ts'
import { NotAnalysable, type ParameterSpec } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { pairedAngle, type Radiation, spacing } from './radiation-rules.ts'

export interface DiffractionPeak {
  twoTheta: number
  /** NaN when the peak could not be fitted. */
  twoThetaError: number
  d: number
  height: number
  area: number
  width: number
  widthError: number
  /** Share of Lorentz; NaN when the peak could not be fitted. */
  share: number
  fitted: boolean
}

export interface Pattern {
  peaks: DiffractionPeak[]
  background: number[]
  /** Sum of background and fitted peaks where peaks were fitted. */
  model: Points[]
  noise: number
  steps: string[]
  warnings: string[]
}

export const patternParameters: readonly ParameterSpec[] = [
  {
    kind: 'number',
    key: 'backgroundWidth',
    label: '本底窗口',
    unit: '°',
    initial: 1.5,
    least: 0.1,
    most: 20,
    hint: '要比最宽的衍射峰宽，比非晶包窄。',
  },
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
  { kind: 'number', key: 'signal', label: '峰高至少为噪声的', unit: '倍', initial: 5, least: 2, most: 100 },
  { kind: 'number', key: 'leastShare', label: '峰高至少为最强峰的', unit: '%', initial: 1, least: 0, most: 50 },
]

const MOST_PEAKS = 200

/** Background, search and fit of all peaks of a powder pattern. */
export function readPattern({ x, y }: Points, read: ReadParameters, radiation: Radiation): Pattern {
  if ((x[0] as number) <= 0 || (x.at(-1) as number) >= 180)
    throw new NotAnalysable('2θ 要在 0° 到 180° 之间，请检查横坐标。')
  const step = median(x.slice(1).map((value, i) => value - (x[i] as number)))
  const window = read.number('backgroundWidth')
  const points = Math.max(1, Math.round(window / step))
  if (points * 2 >= x.length) {
    throw new NotAnalysable(
      `本底窗口 ${window}° 相对整条曲线（${shown((x.at(-1) as number) - (x[0] as number))}°）太宽，请改小。`,
    )
  }
  const width = Math.floor(read.number('smoothing') / 2) * 2 + 1
  const smooth = smoothed({ x, y }, width)
  const background = snipBackground(smooth, points)
  const net = smooth.map((value, i) => value - (background[i] as number))
  const noise = noiseOf(y)
  const typical = Math.max(median(y), Number.EPSILON)
  const signal = read.number('signal')
  const share = read.number('leastShare') / 100
  const strongest = net.reduce((most, value) => Math.max(most, value), 0)
  // Counting noise grows with the root of the counts; on the top of a strong peak it is larger than on the background.
  const noiseAt = (i: number) => noise * Math.sqrt(Math.max(1, (y[i] as number) / typical))
  const found = findPeaks(x, net, (i) => Math.max(signal * noiseAt(i), share * strongest))
  const kept = withoutSecondLines(found, radiation)
  if (kept.length === 0) {
    throw new NotAnalysable(
      `没有高过噪声 ${signal} 倍的峰（噪声 σ = ${shown(noise)}）。可减小“峰高至少为噪声的”或“峰高至少为最强峰的”。`,
    )
  }
  if (kept.length > MOST_PEAKS) {
    throw new NotAnalysable(
      `找到 ${kept.length} 个峰，超过 ${MOST_PEAKS} 个，多半是噪声。请增大“平滑点数”或“峰高至少为噪声的”。`,
    )
  }
  const { peaks, model } = fitGroups({ x, y, background, noise: y.map((_, i) => noiseAt(i)) }, kept, radiation, step)
  const lost = peaks.filter((peak) => !peak.fitted).length
  return {
    peaks,
    background,
    model,
    noise,
    steps: [
      `平滑：Savitzky–Golay 三次多项式，${width} 点（只用于找峰和本底，拟合用原始数据）。`,
      `本底：SNIP 法，窗口 ±${shown(points * step)}°（${points} 点），逐次减到 1 点，强度先作 LLS 变换 ln(ln(√(y+1)+1)+1)。`,
      `噪声：由二阶差分的中位数得 σ = ${shown(noise)}；在强度 y 处按计数统计取 σ·√(y/${shown(typical)})，不小于 σ。`,
      `找峰：扣本底后的局部极大，突起不小于 ${signal}σ，也不小于最强峰的 ${shown(share * 100)}%，得 ${found.length} 个${
        found.length > kept.length ? `；其中 ${found.length - kept.length} 个在强峰的 Kα2 位置上，不另计` : ''
      }。`,
      `拟合：每个峰用伪 Voigt 函数 (1−η)·G+η·L 加一条直线本底修正，最小二乘（Levenberg–Marquardt，权重 1/σ²），范围为峰位 ±2 倍半高宽，相近的峰一起拟合${
        radiation.pair ? '；每个峰含 Kα2：sinθ₂ = sinθ₁·λ₂/λ₁，高度为一半，半高宽相同' : ''
      }。`,
    ],
    warnings: [
      ...(lost > 0 ? [`${lost} 个峰拟合未收敛，表中给出的是平滑曲线的峰顶和半高宽，没有不确定度。`] : []),
      ...(median(peaks.map((peak) => peak.width)) < 4 * step
        ? ['半高宽不到 4 个测量步长，峰宽和峰高偏差较大，宜用更小步长测量。']
        : []),
    ],
  }
}

/** Peaks that stand where the Kα2 line of a stronger peak has to be, with about half of its height. */
function withoutSecondLines(found: readonly FoundPeak[], { pair }: Radiation): FoundPeak[] {
  if (!pair) return [...found]
  return found.filter(
    (peak) =>
      !found.some((strong) => {
        const expected = pairedAngle(strong.x, pair)
        const apart = expected - strong.x
        const ratio = peak.height / strong.height
        return peak !== strong && Math.abs(peak.x - expected) < 0.3 * apart && ratio > 0.3 && ratio < 0.75
      }),
  )
}

/** A part of the pattern with its background and the standard deviation of each value. */
interface Part extends Points {
  background: number[]
  noise: number[]
}

function fitGroups(
  pattern: Part,
  found: readonly FoundPeak[],
  radiation: Radiation,
  step: number,
): { peaks: DiffractionPeak[]; model: Points[] } {
  const reach = (peak: FoundPeak) => 2 * Math.max(peak.width, 3 * step)
  const groups: FoundPeak[][] = []
  for (const peak of found) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && last.length < 6 && peak.x - before.x < reach(peak) / 2 + reach(before) / 2) last.push(peak)
    else groups.push([peak])
  }
  const fits = groups.map((group) => {
    const from = Math.min(...group.map((peak) => peak.x - reach(peak)))
    const to = Math.max(
      ...group.map((peak) => (radiation.pair ? pairedAngle(peak.x, radiation.pair) : peak.x) + reach(peak)),
    )
    const first = pattern.x.findIndex((value) => value >= from)
    const after = pattern.x.findIndex((value) => value > to)
    const cut = (values: readonly number[]) => values.slice(first, after < 0 ? undefined : after)
    const part = {
      x: cut(pattern.x),
      y: cut(pattern.y),
      background: cut(pattern.background),
      noise: cut(pattern.noise),
    }
    return fitGroup(part, group, radiation, step)
  })
  return { peaks: fits.flatMap((fit) => fit.peaks), model: fits.flatMap((fit) => (fit.model ? [fit.model] : [])) }
}

function fitGroup(
  { x, y, background, noise }: Part,
  group: readonly FoundPeak[],
  radiation: Radiation,
  step: number,
): { peaks: DiffractionPeak[]; model?: Points } {
  const plain = { peaks: group.map((peak) => unfitted(peak, radiation)) }
  // Position, height, width and share of each peak, and a straight line.
  if (x.length < group.length * 4 + 4) return plain
  const [start, end] = [x[0] as number, x.at(-1) as number]
  const model = (p: readonly number[]) => {
    const values = x.map((at) => (p[0] as number) + ((p[1] as number) * (at - start)) / (end - start))
    for (let i = 0; i < group.length; i++) addPeak(values, x, p.slice(2 + 4 * i, 6 + 4 * i), radiation.pair)
    return values
  }
  const wide = (peak: FoundPeak) => Math.max(peak.width, 2 * step)
  const fit = fitCurve({
    x,
    y: y.map((value, i) => value - (background[i] as number)),
    model,
    deviations: noise.every((value) => value > 0) ? noise : undefined,
    initial: [0, 0, ...group.flatMap((peak) => [peak.x, peak.height, wide(peak) * 0.9, 0.5])],
    least: [-Infinity, -Infinity, ...group.flatMap((peak) => [peak.x - wide(peak), 0, step * 0.5, 0])],
    most: [Infinity, Infinity, ...group.flatMap((peak) => [peak.x + wide(peak), peak.height * 5, wide(peak) * 4, 1])],
  })
  const trusted = group.every(
    (_, i) => fit.parameters[3 + 4 * i]! > 0 && !fit.atLimit[2 + 4 * i] && !fit.atLimit[4 + 4 * i],
  )
  if (!fit.converged || !fit.determined || !trusted) return plain
  const values = model(fit.parameters)
  return {
    peaks: group.map((_, i) => {
      const [twoTheta, height, width, share] = fit.parameters.slice(2 + 4 * i) as [number, number, number, number]
      return {
        twoTheta,
        twoThetaError: fit.errors[2 + 4 * i] as number,
        d: spacing(twoTheta, radiation.wavelength),
        height,
        area: height * sumArea(width, share) * (radiation.pair ? 1.5 : 1),
        width,
        widthError: fit.errors[4 + 4 * i] as number,
        share,
        fitted: true,
      }
    }),
    model: { x, y: values.map((value, i) => value + (background[i] as number)) },
  }
}

function addPeak(values: number[], x: readonly number[], peak: readonly number[], pair: number | undefined) {
  const [centre, height, width, share] = peak as [number, number, number, number]
  const second = pair && pairedAngle(centre, pair)
  for (const [i, at] of x.entries()) {
    let shape = sumShape(at - centre, width, share)
    if (second) shape += 0.5 * sumShape(at - second, width, share)
    values[i] = (values[i] as number) + height * shape
  }
}

function unfitted(peak: FoundPeak, radiation: Radiation): DiffractionPeak {
  return {
    twoTheta: peak.x,
    twoThetaError: Number.NaN,
    d: spacing(peak.x, radiation.wavelength),
    height: peak.height,
    // Height times width is the area of a triangle with that width at half of its height.
    area: peak.height * peak.width,
    width: peak.width,
    widthError: Number.NaN,
    share: Number.NaN,
    fitted: false,
  }
}
