import type { ReadParameters } from '../inputs/parameter-rules.ts'
import { NotAnalysable, type AnalysisTool, type Curve } from '../tool-rules.ts'
import { readRamp, segmentNumber, type Ramp } from './program-rules.ts'

/** What the tools of calorimetry ask: nothing of it stands reliably in a file, and each of it would change the result unseen if guessed. */
export const heatFlowParameters = [
  {
    kind: 'choice',
    key: 'exo',
    label: '放热方向',
    initial: 'unknown',
    choices: [
      { value: 'unknown', label: '请选择' },
      { value: 'up', label: '放热向上' },
      { value: 'down', label: '放热向下' },
    ],
  },
  {
    kind: 'number',
    key: 'speed',
    label: '升（降）温速率',
    unit: 'K/min',
    initial: 0,
    least: 0,
    most: 1000,
    hint: '填正值。焓与比热由它换算，因此没有默认值。',
  },
  {
    kind: 'choice',
    key: 'flow',
    label: '纵轴单位',
    initial: 'specific',
    choices: [
      { value: 'specific', label: 'mW/mg（即 W/g）' },
      { value: 'whole', label: 'mW' },
    ],
  },
  {
    kind: 'number',
    key: 'sample',
    label: '样品质量',
    unit: 'mg',
    initial: 0,
    least: 0,
    most: 10000,
    hint: '纵轴单位为 mW 时须填。',
  },
  segmentNumber,
] as const satisfies AnalysisTool['parameters']

export interface HeatFlow extends Ramp {
  /** Heat flow into the sample in mW/mg: endothermic effects are positive. */
  into: readonly number[]
  /** +1 when the drawn curve has endothermic effects upwards in mW/mg, else the factor that leads back to it. */
  factor: number
  /** K/s, positive. */
  perSecond: number
}

export function readHeatFlow(curve: Curve, read: ReadParameters, leastPoints: number): HeatFlow {
  const exo = read.choice('exo')
  if (exo === 'unknown') throw new NotAnalysable('请先选择“放热方向”：方向由仪器设置决定，不能从曲线猜出。')
  const speed = read.number('speed')
  if (speed === 0) throw new NotAnalysable('请填写“升（降）温速率”（K/min）。')
  const mass = sampleMass(curve, read)
  const ramp = readRamp(curve, read, leastPoints)
  const factor = (exo === 'up' ? -1 : 1) / mass
  const unit = mass === 1 ? '' : `热流除以样品质量 ${mass} mg；`
  return {
    ...ramp,
    into: ramp.points.y.map((y) => y * factor),
    factor,
    perSecond: speed / 60,
    steps: [
      ...ramp.steps,
      `${unit}放热方向：${exo === 'up' ? '向上' : '向下'}；计算时吸热为正。扫描速率 β = ${speed} K/min。`,
    ],
    warnings: [...ramp.warnings, ...labelWarnings(curve.yLabel, exo)],
  }
}

function sampleMass(curve: Curve, read: ReadParameters): number {
  if (/[µμu]V/.test(curve.yLabel)) {
    throw new NotAnalysable(`纵轴写的是“${curve.yLabel}”，是未换算的信号，须先用仪器灵敏度换算为 mW/mg。`)
  }
  const specific = read.choice('flow') === 'specific'
  if (specific && /\(\s*mW\s*\)|\/\s*mW\s*$/.test(curve.yLabel)) {
    throw new NotAnalysable(`纵轴写的是“${curve.yLabel}”，请把“纵轴单位”改为 mW 并填写样品质量。`)
  }
  if (specific) return 1
  const mass = read.number('sample')
  if (mass === 0) throw new NotAnalysable('纵轴单位为 mW 时，请填写“样品质量”。')
  return mass
}

function labelWarnings(label: string, exo: string): string[] {
  const says = /exo\s*-?\s*(up|↑)|[\^↑]\s*exo|放热向上/i.test(label)
    ? 'up'
    : /exo\s*-?\s*(down|↓)|放热向下/i.test(label)
      ? 'down'
      : exo
  return says === exo ? [] : [`纵轴标注“${label}”与所选放热方向不一致，请核对。`]
}
