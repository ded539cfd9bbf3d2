import { checkChangingCurve } from '../inputs/curve-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { ascending, at, indexOfMost } from '../inputs/point-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool, type AnalysisValue, type Curve } from '../tool-rules.ts'
import { decimals, shown } from '../write-rules.ts'
import { arcOf, arcResult } from './arc-rules.ts'
import { fitCircuit, type CircuitFit, type Spectrum } from './circuit-fit-rules.ts'
import { circuits, type Circuit } from './circuit-rules.ts'

const parameters = [
  {
    kind: 'choice',
    key: 'model',
    label: '方法',
    initial: 'arc',
    choices: [
      { value: 'arc', label: '圆弧拟合（不需要频率）' },
      ...Object.entries(circuits).map(([value, circuit]) => ({
        value,
        label: `等效电路 ${circuit.title}（需要频率）`,
      })),
    ],
  },
  {
    kind: 'choice',
    key: 'axis',
    label: '纵轴',
    initial: 'minus',
    choices: [
      { value: 'minus', label: '−Z″' },
      { value: 'plus', label: 'Z″' },
    ],
  },
  {
    kind: 'choice',
    key: 'range',
    label: '圆弧范围',
    initial: 'found',
    choices: [
      { value: 'found', label: '查找第一个圆弧' },
      { value: 'given', label: '使用下面的范围' },
    ],
    hint: '仅用于圆弧拟合。',
  },
  { kind: 'number', key: 'from', label: 'Z′ 起点', unit: 'Ω', initial: 0, least: -1e9, most: 1e12 },
  { kind: 'number', key: 'to', label: 'Z′ 终点', unit: 'Ω', initial: 100, least: -1e9, most: 1e12 },
] as const satisfies AnalysisTool['parameters']

export const eis: AnalysisTool = {
  key: 'electro.eis',
  title: '交流阻抗',
  version: 1,
  summary: '由 Nyquist 图的圆弧求 Rs、Rct 与下沉角；曲线含频率时可用等效电路拟合（复数非线性最小二乘）。',
  source: 'Boukamp，Solid State Ionics 20 (1986) 31；Barsoukov、Macdonald，Impedance Spectroscopy（第 3 版）',
  axes: ['阻抗实部'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    checkChangingCurve(curve, ['阻抗实部'], 6)
    if (/[kKM]\s*(Ω|ohm)/.test(curve.xLabel + curve.yLabel)) {
      throw new NotAnalysable('阻抗的单位是 kΩ 或 MΩ，请先换算为 Ω。')
    }
    const area = /cm\s*[²2]/.test(curve.xLabel)
    const sign = read.choice('axis') === 'minus' ? 1 : -1
    const minus = curve.y.map((y) => y * sign)
    if (minus.filter((y) => y < 0).length > 0.7 * minus.length) {
      throw new NotAnalysable(`大部分点的 −Z″ 为负值，请把“纵轴”改为 ${sign === 1 ? 'Z″' : '−Z″'}。`)
    }
    const model = read.choice('model')
    const circuit = circuits[model]
    const result = circuit ? circuitFitted(curve, minus, circuit) : arcFitted(curve, minus, read)
    return perArea(inSignOfCurve(result, sign), area)
  },
}

/** Impedances times the area of the electrode: the elements are then for 1 cm². */
function perArea(result: AnalysisResult, area: boolean): AnalysisResult {
  if (!area) return result
  const unit = (of: string) => (of.startsWith('Ω') ? of.replace('Ω', 'Ω·cm²') : /^[FS]/.test(of) ? `${of}/cm²` : of)
  return {
    ...result,
    values: result.values.map((value) => ({ ...value, unit: unit(value.unit) })),
    steps: [...result.steps, '阻抗已乘以电极面积（Ω·cm²），以上各元件值均为每 1 cm² 的值。'],
  }
}

/** Drawn in the sign of the curve. */
function inSignOfCurve(result: AnalysisResult, sign: number): AnalysisResult {
  const y = (values: readonly number[]) => values.map((value) => value * sign)
  return {
    ...result,
    lines: result.lines.map((line) => ({ ...line, y: y(line.y) })),
    marks: result.marks.map((mark) => ({ ...mark, y: mark.y * sign })),
  }
}

function arcFitted(curve: Curve, minus: readonly number[], read: ReadParameters): AnalysisResult {
  const { merged, ...points } = ascending({ x: curve.x, y: minus })
  const found = read.choice('range') === 'found'
  const range = found ? undefined : read.range('from', 'to')
  const how = found
    ? '取第一个圆弧：从 −Z″ ≥ 0 的第一个点到第一个峰之后的谷。'
    : `取 Z′ ${read.number('from')} 至 ${read.number('to')} Ω 的点。`
  return arcResult(
    arcOf(points, range),
    how,
    ['各点按 Z′ 排序。'],
    merged > 0 ? [`有 ${merged} 个点的 Z′ 与其他点相同，已取平均值。`] : [],
  )
}

function circuitFitted(curve: Curve, minus: readonly number[], circuit: Circuit): AnalysisResult {
  const spectrum = spectrumOf(curve, minus)
  const count = 2 * spectrum.omega.length
  if (count < 2 * circuit.parameters.length) {
    throw new NotAnalysable(
      `${circuit.title} 有 ${circuit.parameters.length} 个参数，${spectrum.omega.length} 个频率点太少。`,
    )
  }
  const fit = fitCircuit(circuit, spectrum, startsOf(circuit, spectrum))
  if (!fit) throw new NotAnalysable(`等效电路 ${circuit.title} 的拟合没有收敛，不给出参数。请换一种电路，或检查数据。`)
  return circuitResult(circuit, spectrum, fit)
}

function spectrumOf(curve: Curve, minus: readonly number[]): Spectrum {
  const { z } = curve
  if (!z || z.length !== curve.x.length) {
    throw new NotAnalysable(
      '这条曲线没有频率，不能作等效电路拟合；频率不能从 Nyquist 图推出。请把“方法”改为圆弧拟合，或导入含频率列的文件。',
    )
  }
  if (curve.zLabel !== undefined && !/\bf\b|freq|频率|Hz/i.test(curve.zLabel)) {
    throw new NotAnalysable(`第三列写的是“${curve.zLabel}”，不是频率（Hz），不能作等效电路拟合。`)
  }
  const broken = z.findIndex((f) => !(Number.isFinite(f) && f > 0))
  if (broken >= 0) throw new NotAnalysable(`第 ${broken + 1} 个点的频率不是正数，请检查数据文件。`)
  if (curve.x.some((x, i) => x === 0 && minus[i] === 0)) throw new NotAnalysable('有一个点的阻抗为零，请检查数据文件。')
  return { omega: z.map((f) => 2 * Math.PI * f), real: curve.x, imaginary: minus.map((y) => -y) }
}

/** Starts from the arcFitted: the least real part, the width, the frequency of the highest point, the tail; each also a decade off. */
function startsOf(circuit: Circuit, { omega, real, imaginary }: Spectrum): number[][] {
  const least = Math.max(Math.min(...real), 1e-3 * Math.max(...real.map(Math.abs)), 1e-12)
  const width = Math.max(Math.max(...real) - least, least * 1e-3)
  const slowest = indexOfMost(omega.map((w) => -w))
  const top = at(omega, indexOfMost(imaginary.map((im) => -im)))
  const fast = Math.max(...omega)
  const tail = Math.max(Math.abs(at(imaginary, slowest)) * Math.sqrt(at(omega, slowest)), 1e-9)
  const guess = (name: string, share: number, turn: number): number => {
    const rct = width * share
    if (name === 'Rs') return least
    if (name === 'Rct') return rct
    if (name === 'n') return 0.85
    return name === 'σ' ? tail : 1 / (rct * turn ** (name === 'Q' ? 0.85 : 1))
  }
  const turns = [top, top * 10, Math.sqrt(top * fast), fast / 10]
  return [1, 0.5, 0.1].flatMap((share) =>
    turns.map((turn) => circuit.parameters.map(({ name }) => guess(name, share, turn))),
  )
}

function circuitResult(circuit: Circuit, { omega, real, imaginary }: Spectrum, fit: CircuitFit): AnalysisResult {
  const order = omega.map((_, i) => i).sort((a, b) => at(omega, b) - at(omega, a))
  const frequency = order.map((i) => Math.log10(at(omega, i) / (2 * Math.PI)))
  const residual = (k: 0 | 1) =>
    order.map((i) => {
      const measured = k === 0 ? at(real, i) : at(imaginary, i)
      return (100 * (measured - (fit.calculated[i]?.[k] ?? NaN))) / Math.hypot(at(real, i), at(imaginary, i))
    })
  const freedom = 2 * omega.length - circuit.parameters.length
  return {
    values: [
      ...circuit.parameters.flatMap((_, i) => (fit.vanished[i] ? [] : [elementValue(circuit, fit, i)])),
      { name: '相对残差的均方根', value: 100 * fit.relative, unit: '%', digits: 3 },
    ],
    tables: [],
    marks: [],
    lines: [
      {
        label: `拟合 ${circuit.title}`,
        x: order.map((i) => fit.calculated[i]?.[0] ?? NaN),
        y: order.map((i) => -(fit.calculated[i]?.[1] ?? NaN)),
      },
    ],
    figure: {
      xLabel: 'lg(f/Hz)',
      yLabel: '残差 / |Z| (%)',
      lines: [
        { label: '实部', x: frequency, y: residual(0) },
        { label: '虚部', x: frequency, y: residual(1) },
      ],
    },
    steps: [
      `等效电路 ${circuit.title}：${circuit.formula}，ω = 2πf，${omega.length} 个频率，${shown(10 ** Math.min(...frequency))} 至 ${shown(10 ** Math.max(...frequency))} Hz。`,
      '复数非线性最小二乘（Levenberg-Marquardt）：使 Σ[(Z′−Z′计)² + (Z″−Z″计)²]/|Z|² 最小；R、C、Q、σ 以对数为变量，n 限于 0.01 至 1；由图形估计初值并取 12 组，先各走 10 步，再把残差最小的两组走到收敛（至多 200 步），保留已收敛且残差最小者（残差与 Jacobian 各列夹角的余弦 < 10⁻⁴）。',
      ...circuit.parameters.flatMap(({ name, unit }, i) =>
        fit.vanished[i] ? [] : [parameterLine(name, unit, at(fit.values, i), errorOf(fit, i))],
      ),
      `χ² = ${shown(fit.sum)}，χ²/ν = ${shown(fit.sum / freedom)}（ν = ${freedom}），相对残差的均方根 ${(100 * fit.relative).toFixed(3)}%。`,
    ],
    warnings: fitWarnings(circuit, fit),
  }
}

function errorOf(fit: CircuitFit, i: number): number | undefined {
  const error = fit.errors?.[i]
  return error === undefined || Number.isNaN(error) ? undefined : error
}

function elementValue(circuit: Circuit, fit: CircuitFit, i: number): AnalysisValue {
  const { name = '', unit = '' } = circuit.parameters[i] ?? {}
  const value = at(fit.values, i)
  const uncertainty = errorOf(fit, i)
  const digits = name === 'n' ? 4 : decimals(value, 4)
  return { name, value, unit, digits, ...(uncertainty === undefined ? {} : { uncertainty }) }
}

function parameterLine(name: string, unit: string, value: number, error: number | undefined): string {
  const spread = error === undefined ? '' : ` ± ${shown(error, 2)}`
  return `${name} = ${shown(value, 5)}${spread}${unit === '' ? '' : ` ${unit}`}。`
}

function fitWarnings(circuit: Circuit, fit: CircuitFit): string[] {
  const loose = circuit.parameters.filter((p, i) => {
    const error = errorOf(fit, i)
    return error !== undefined && error > (p.exponent ? 0.2 : 0.5 * at(fit.values, i))
  })
  return [
    ...circuit.parameters.flatMap(({ name }, i) =>
      fit.vanished[i] ? [`数据不能确定 ${name}（拟合使它趋于零或无穷），因此不列出。`] : [],
    ),
    ...(fit.errors ? [] : ['参数之间完全相关，数据不能分别确定它们，请换更简单的电路。']),
    ...loose.map(({ name }) => `${name} 的标准偏差超过其值的一半（n：0.2），数据不能确定它。`),
    ...(fit.relative > 0.05 ? [`相对残差的均方根为 ${(100 * fit.relative).toFixed(1)}%，此电路不能描述数据。`] : []),
    ...(fit.atLimit ? ['n 到达允许范围的边界；n = 1 时即为理想电容，可改用含 C 的电路。'] : []),
  ]
}
