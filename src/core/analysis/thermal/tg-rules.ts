import { readParameters } from '../inputs/parameter-rules.ts'
import { at, type Points } from '../inputs/point-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool } from '../tool-rules.ts'
import { shown } from '../write-rules.ts'
import { massSteps, type MassStep, type MassSteps } from './mass-step-rules.ts'
import { readRamp, segmentNumber, type Ramp } from './program-rules.ts'

const parameters = [
  {
    kind: 'choice',
    key: 'mass',
    label: '纵轴',
    initial: 'percent',
    choices: [
      { value: 'percent', label: '质量分数 (%)' },
      { value: 'mg', label: '质量 (mg)，以第一个点为 100%' },
    ],
  },
  { kind: 'number', key: 'window', label: '平滑窗口', unit: '°C', initial: 10, least: 0.5, most: 100 },
  {
    kind: 'number',
    key: 'rate',
    label: '最小 DTG 峰高',
    unit: '%',
    initial: 5,
    least: 0.5,
    most: 90,
    hint: '相对于最高的 DTG 峰；更低的起伏不算一步。',
  },
  { kind: 'number', key: 'least', label: '最小质量变化', unit: '%', initial: 1, least: 0.05, most: 90 },
  segmentNumber,
] as const satisfies AnalysisTool['parameters']

/** A plateau whose rate is above this share of the peak is none: the steps overlap. */
const overlapping = 0.1

export const tg: AnalysisTool = {
  key: 'thermal.tg',
  title: '热重分步失重',
  version: 1,
  summary: '由热重曲线及其微商（DTG）求每一步的质量变化、外推起始与终止温度、DTG 峰温和残余质量。',
  source: 'ISO 11358-1:2022；Savitzky、Golay，Anal. Chem. 36 (1964) 1627',
  axes: ['温度'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const ramp = readRamp(curve, read, 20)
    const percent = read.choice('mass') === 'percent'
    checkLabel(curve.yLabel, percent)
    const { points, step } = inPercent(ramp, percent, curve.y)
    const window = read.number('window')
    const share = read.number('rate') / 100
    const all = massSteps(points, window, share)
    const least = read.number('least')
    const kept = all.steps.filter((step) => Math.abs(step.massBefore - step.massAfter) >= least)
    if (kept.length === 0) {
      throw new NotAnalysable(`没有找到质量变化达到 ${least}% 的步骤。请减小“最小质量变化”或“最小 DTG 峰高”。`)
    }
    const how = [
      ...ramp.steps,
      step,
      `用 Savitzky-Golay 方法（二次多项式，窗口 ${window} °C，至少 5 个点，按实际温度间距拟合）平滑并求导，DTG = −dm/dT。`,
      `DTG 绝对值的峰，高出两侧谷底至少最高峰的 ${share * 100}% 者算一步；两步之间 DTG 最低的一段为平台，取其中点的质量；质量变化小于 ${least}% 的步骤不列出（略去 ${all.steps.length - kept.length} 步）。`,
      '外推起始温度 = 峰温处的切线与之前平台水平线的交点；外推终止温度 = 该切线与之后平台水平线的交点。',
    ]
    return told(points, all, kept, how, ramp.warnings)
  },
}

function checkLabel(label: string, percent: boolean): void {
  const says = /%|％/.test(label) ? 'percent' : /\bmg\b/.test(label) ? 'mg' : undefined
  if (says === 'mg' && percent) throw new NotAnalysable(`纵轴写的是“${label}”，请把“纵轴”改为质量 (mg)。`)
  if (says === 'percent' && !percent) throw new NotAnalysable(`纵轴写的是“${label}”，请把“纵轴”改为质量分数 (%)。`)
}

function inPercent(ramp: Ramp, percent: boolean, y: readonly number[]): { points: Points; step: string } {
  const least = Math.min(...y)
  const most = Math.max(...y)
  if (percent) {
    if (least < -5 || most > 300) {
      throw new NotAnalysable(`纵轴为 ${shown(least)} 至 ${shown(most)}，不像质量分数。若单位是 mg，请修改“纵轴”。`)
    }
    return { points: ramp.points, step: '纵轴为质量分数（%）。' }
  }
  const first = ramp.cooling ? ramp.points.y.at(-1) : ramp.points.y[0]
  if (first === undefined || first <= 0) throw new NotAnalysable('起始质量不是正值，无法换算为百分数。')
  const points = { x: ramp.points.x, y: ramp.points.y.map((mass) => (100 * mass) / first) }
  return { points, step: `质量除以起始质量 ${shown(first, 5)} mg，换算为 %。` }
}

function told(points: Points, all: MassSteps, kept: MassStep[], how: string[], warned: string[]): AnalysisResult {
  const residue = at(all.mass, all.mass.length - 1)
  const named = kept.map((step, i) => ({ step, name: `第 ${i + 1} 步${step.rate > 0 ? '失重' : '增重'}` }))
  return {
    values: [
      ...named.map(({ step, name }) => ({
        name,
        value: Math.abs(step.massBefore - step.massAfter),
        unit: '%',
        digits: 2,
      })),
      { name: '残余质量', value: residue, unit: '%', digits: 2 },
    ],
    tables: [stepTable(points, named)],
    marks: kept.flatMap((step) => [
      { x: step.onset, y: step.massBefore, label: `${shown(step.onset)} °C` },
      { x: step.endset, y: step.massAfter, label: `${shown(step.endset)} °C` },
    ]),
    lines: named.map(({ step, name }) => ({
      label: name,
      x: [at(points.x, step.before), step.onset, step.endset, at(points.x, step.after)],
      y: [step.massBefore, step.massBefore, step.massAfter, step.massAfter],
    })),
    figure: { xLabel: '温度 (°C)', yLabel: 'DTG (%/°C)', lines: [{ label: 'DTG', x: points.x, y: all.rate }] },
    steps: [...how, ...named.map(({ step, name }) => stepLine(points, step, name))],
    warnings: [...warned, ...named.flatMap(({ step, name }) => stepWarnings(step, name, all.mass.length))],
  }
}

function stepTable(points: Points, named: readonly { step: MassStep; name: string }[]) {
  return {
    title: '各步的质量变化',
    columns: [
      { name: '步骤', unit: '' },
      { name: '质量变化', unit: '%', digits: 2 },
      { name: '之前的平台', unit: '%', digits: 2 },
      { name: '之后的平台', unit: '%', digits: 2 },
      { name: '外推起始温度', unit: '°C', digits: 1 },
      { name: 'DTG 峰温', unit: '°C', digits: 1 },
      { name: '外推终止温度', unit: '°C', digits: 1 },
      { name: 'DTG 峰值', unit: '%/°C', digits: 3 },
    ],
    rows: named.map(({ step, name }) => [
      name,
      step.massAfter - step.massBefore,
      step.massBefore,
      step.massAfter,
      step.onset,
      at(points.x, step.peak),
      step.endset,
      step.rate,
    ]),
  }
}

function stepLine(points: Points, step: MassStep, name: string): string {
  const peak = at(points.x, step.peak)
  return `${name}：平台取在 ${shown(at(points.x, step.before))} °C（${shown(step.massBefore)}%）与 ${shown(at(points.x, step.after))} °C（${shown(step.massAfter)}%），变化 ${shown(step.massAfter - step.massBefore)}%；峰温 ${shown(peak)} °C 处 DTG = ${shown(step.rate)} %/°C，切线交平台于 ${shown(step.onset)} °C 与 ${shown(step.endset)} °C。`
}

function stepWarnings(step: MassStep, name: string, count: number): string[] {
  const open: string[] = []
  if (step.restBefore > overlapping) open.push(step.before < count * 0.02 ? '开始前没有平台' : '与前一步重叠')
  if (step.restAfter > overlapping) open.push(step.after > count * 0.98 ? '到曲线末端仍未结束' : '与后一步重叠')
  return open.map((what) => `${name}${what}，所列质量变化为近似值。`)
}
