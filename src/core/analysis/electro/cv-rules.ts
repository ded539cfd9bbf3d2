import { drawn } from '../fitting/straight-line-rules.ts'
import { type ReadParameters, readParameters } from '../inputs/parameter-rules.ts'
import { NotAnalysable, type AnalysisResult, type AnalysisTool, type AnalysisValue } from '../tool-rules.ts'
import { decimals, shown } from '../write-rules.ts'
import { currentUnit, cycleOf, type Cycle, type Sweep } from './sweep-rules.ts'
import { charges, waveOf, withBaseline, type Wave } from './wave-rules.ts'

const parameters = [
  {
    kind: 'choice',
    key: 'sign',
    label: '电流符号',
    initial: 'oxidation',
    choices: [
      { value: 'oxidation', label: '氧化电流为正（IUPAC）' },
      { value: 'reduction', label: '还原电流为正' },
    ],
  },
  {
    kind: 'choice',
    key: 'potential',
    label: '电位单位',
    initial: 'label',
    choices: [
      { value: 'label', label: '按横轴标注（没有标注为 V）' },
      { value: 'V', label: 'V' },
      { value: 'mV', label: 'mV' },
    ],
  },
  {
    kind: 'choice',
    key: 'unit',
    label: '电流单位',
    initial: 'label',
    choices: [
      { value: 'label', label: '按纵轴标注' },
      { value: 'A', label: 'A' },
      { value: 'mA', label: 'mA' },
      { value: 'uA', label: 'µA' },
      { value: 'nA', label: 'nA' },
    ],
  },
  {
    kind: 'number',
    key: 'speed',
    label: '扫描速率',
    unit: 'mV/s',
    initial: 0,
    least: 0,
    most: 1e6,
    hint: '填 0 时不计算电荷。',
  },
  {
    kind: 'number',
    key: 'cycle',
    label: '第几圈',
    unit: '',
    initial: 0,
    least: 0,
    most: 10000,
    hint: '0 为最后一圈。',
  },
  { kind: 'number', key: 'from', label: '峰的范围起点', unit: 'V', initial: -20, least: -20, most: 20 },
  { kind: 'number', key: 'to', label: '峰的范围终点', unit: 'V', initial: 20, least: -20, most: 20 },
  {
    kind: 'choice',
    key: 'baseline',
    label: '峰电流基线',
    initial: 'zero',
    choices: [
      { value: 'zero', label: '零电流，峰电流比按 Nicholson 公式' },
      { value: 'line', label: '峰前一段作直线外推' },
    ],
  },
  {
    kind: 'number',
    key: 'gap',
    label: '基线段离峰',
    unit: 'mV',
    initial: 150,
    least: 10,
    most: 2000,
    hint: '仅在直线外推时有效。',
  },
  {
    kind: 'number',
    key: 'length',
    label: '基线段长',
    unit: 'mV',
    initial: 100,
    least: 10,
    most: 2000,
    hint: '仅在直线外推时有效。',
  },
  { kind: 'number', key: 'window', label: '平滑窗口', unit: 'mV', initial: 10, least: 1, most: 200 },
] as const satisfies AnalysisTool['parameters']

export const cv: AnalysisTool = {
  key: 'electro.cv',
  title: '循环伏安峰',
  version: 1,
  summary: '由循环伏安曲线求氧化峰与还原峰的电位和电流、峰电位差、半波电位、峰电流比与电荷。',
  source:
    'Nicholson、Shain，Anal. Chem. 36 (1964) 706；Nicholson，Anal. Chem. 38 (1966) 1406；Bard、Faulkner，Electrochemical Methods（第 2 版）第 6 章',
  axes: ['电位'],
  parameters,
  run: (curve, given) => {
    const read = readParameters(parameters, given)
    const units = currentUnit(curve.yLabel, read.choice('unit'))
    const sign = read.choice('sign') === 'oxidation' ? 1 : -1
    const potential = read.choice('potential')
    const mV = potential === 'mV' || (potential === 'label' && /\bmV\b/.test(curve.xLabel))
    const cycle = cycleOf(curve, mV ? 1000 : 1, sign, read.number('cycle'))
    const range = read.range('from', 'to')
    const window = read.number('window') / 1000
    const line = read.choice('baseline') === 'line'
    const waves = cycle.sweeps.map((sweep) => {
      const wave = waveOf(sweep, window, range)
      if (!wave || !line) return wave
      return withBaseline(wave, sweep.points, read.number('gap') / 1000, read.number('length') / 1000)
    })
    if (waves.every((wave) => !wave)) {
      throw new NotAnalysable('升电位扫描中没有氧化峰，降电位扫描中也没有还原峰。请检查“电流符号”与峰的范围。')
    }
    return told({ curve: { mV, sign }, units, cycle, waves, line, read, window })
  },
}

interface Found {
  curve: { mV: boolean; sign: number }
  units: { current: string; charge: string }
  cycle: Cycle
  /** Of the first and the second sweep. */
  waves: readonly (Wave | undefined)[]
  line: boolean
  read: ReadParameters
  window: number
}

function told(found: Found): AnalysisResult {
  const { curve, units, cycle, waves } = found
  const anodic = waves.find((wave) => wave?.oxidation)
  const cathodic = waves.find((wave) => wave && !wave.oxidation)
  const pair = anodic && cathodic ? pairValues(anodic, cathodic) : { values: [], steps: [] }
  const ratio = ratioOf(found)
  const charge = chargeOf(found)
  const drawX = (potential: number) => (curve.mV ? potential * 1000 : potential)
  return {
    values: [
      ...waveValues(anodic, units.current),
      ...waveValues(cathodic, units.current),
      ...pair.values,
      ...ratio.values,
      ...charge.values,
    ],
    tables: [],
    marks: [anodic, cathodic].flatMap((wave) =>
      wave ? [{ x: drawX(wave.potential), y: wave.current * curve.sign, label: wave.oxidation ? 'Epa' : 'Epc' }] : [],
    ),
    lines: waves.flatMap((wave) => (wave ? baselineDrawn(wave, drawX, curve.sign) : [])),
    steps: [
      `共 ${cycle.of} 圈，取第 ${cycle.number} 圈：${cycle.sweeps.map(sweepWords).join('；')}。`,
      `各扫描用 Savitzky-Golay 方法平滑（二次多项式，窗口 ${shown(found.window * 1000)} mV，至少 5 个点）；峰为升电位扫描中电流的极大、降电位扫描中电流的极小，高出两侧至少电流范围的 2%，取最突出的一个；峰电位在导数过零处内插。`,
      ...[anodic, cathodic].flatMap((wave) => (wave ? [waveWords(wave, units.current)] : [])),
      ...pair.steps,
      ...ratio.steps,
      ...charge.steps,
    ],
    warnings: [...missing(anodic, cathodic, cycle), ...signWarning(cycle), ...charge.warnings],
  }
}

function baselineDrawn(wave: Wave, drawX: (potential: number) => number, sign: number) {
  if (!wave.baseline) return []
  const { from, to } = wave.baseline
  const line = drawn('峰前基线', wave.baseline, Math.min(from, wave.potential), Math.max(to, wave.potential))
  return [{ label: line.label, x: line.x.map(drawX), y: line.y.map((y) => y * sign) }]
}

function waveValues(wave: Wave | undefined, unit: string): AnalysisValue[] {
  if (!wave) return []
  const [potential, current] = wave.oxidation
    ? ['氧化峰电位 Epa', '氧化峰电流 ipa']
    : ['还原峰电位 Epc', '还原峰电流 ipc']
  const height = Math.abs(wave.current - wave.base)
  return [
    { name: potential, value: wave.potential, unit: 'V', digits: 4 },
    { name: current, value: height, unit, digits: decimals(height, 4) },
  ]
}

function pairValues(anodic: Wave, cathodic: Wave): { values: AnalysisValue[]; steps: string[] } {
  const apart = (anodic.potential - cathodic.potential) * 1000
  const middle = (anodic.potential + cathodic.potential) / 2
  return {
    values: [
      { name: '峰电位差 ΔEp', value: apart, unit: 'mV', digits: 1 },
      { name: '半波电位 E1/2', value: middle, unit: 'V', digits: 4 },
    ],
    steps: [
      `ΔEp = Epa − Epc = ${apart.toFixed(1)} mV（25 °C 可逆单电子过程约 57 至 61 mV，随换向电位而异）；E1/2 = (Epa + Epc)/2 = ${middle.toFixed(4)} V（假定氧化态与还原态的扩散系数相近）。`,
    ],
  }
}

/** Reverse over forward peak current. From zero current the reverse one is too small by the decay of the forward one: Nicholson's formula. */
function ratioOf({ waves, line, cycle }: Found): { values: AnalysisValue[]; steps: string[] } {
  const [forward, reverse] = waves
  if (!forward || !reverse) return { values: [], steps: [] }
  const name = reverse.oxidation ? '峰电流比 ipa/ipc' : '峰电流比 ipc/ipa'
  const ahead = Math.abs(forward.current - forward.base)
  const back = Math.abs(reverse.current - reverse.base)
  if (line) {
    const value = back / ahead
    return {
      values: [{ name, value, unit: '', digits: 3 }],
      steps: [`${name} = ${shown(back)} / ${shown(ahead)} = ${shown(value)}（均由峰前直线外推的基线量起）。`],
    }
  }
  const direction = forward.oxidation ? 1 : -1
  const uncorrected = -reverse.current * direction
  const turning = (cycle.sweeps[0]?.lastCurrent ?? 0) * direction
  const value = uncorrected / ahead + (0.485 * turning) / ahead + 0.086
  return {
    values: [{ name: `${name}（Nicholson）`, value, unit: '', digits: 3 }],
    steps: [
      `${name} 按 Nicholson 公式：i_逆/i_正 + 0.485·i_换向/i_正 + 0.086，均由零电流量起：${shown(uncorrected)}/${shown(ahead)} + 0.485 × ${shown(turning)}/${shown(ahead)} + 0.086 = ${shown(value)}。`,
    ],
  }
}

function chargeOf({ read, cycle, units }: Found): { values: AnalysisValue[]; steps: string[]; warnings: string[] } {
  const speed = read.number('speed') / 1000
  if (speed === 0) return { values: [], steps: [], warnings: ['没有填写扫描速率，因此不给出电荷。'] }
  const { oxidation, reduction } = charges(cycle.sweeps, speed)
  return {
    values: [
      { name: '氧化电荷', value: oxidation, unit: units.charge, digits: decimals(oxidation, 4) },
      { name: '还原电荷', value: reduction, unit: units.charge, digits: decimals(reduction, 4) },
    ],
    steps: [
      `电荷 Q = ∫|i|dE / v，v = ${shown(speed)} V/s；整圈中正电流部分为氧化电荷 ${shown(oxidation)} ${units.charge}，负电流部分为还原电荷 ${shown(reduction)} ${units.charge}（含双电层充电，未扣基线）。`,
    ],
    warnings: [],
  }
}

function sweepWords({ points, rising }: Sweep): string {
  const [low, high] = [shown(points.x[0] ?? NaN), shown(points.x.at(-1) ?? NaN)]
  return `${rising ? `升电位 ${low} 至 ${high}` : `降电位 ${high} 至 ${low}`} V，${points.x.length} 个点`
}

function waveWords(wave: Wave, unit: string): string {
  const name = wave.oxidation ? '氧化峰' : '还原峰'
  const base = wave.baseline
    ? `基线由 ${shown(wave.baseline.from)} 至 ${shown(wave.baseline.to)} V 的点作直线外推，峰下为 ${shown(wave.base)} ${unit}`
    : '基线为零电流'
  return `${name}：${wave.potential.toFixed(4)} V，电流 ${shown(wave.current)} ${unit}；${base}；峰电流 ${shown(Math.abs(wave.current - wave.base))} ${unit}。`
}

function missing(anodic: Wave | undefined, cathodic: Wave | undefined, cycle: Cycle): string[] {
  if (cycle.sweeps.length === 1) return ['曲线只有一次扫描，不给出峰电位差与峰电流比。']
  if (!anodic) return ['升电位扫描中没有氧化峰，因此不给出峰电位差与峰电流比。']
  return cathodic ? [] : ['降电位扫描中没有还原峰，因此不给出峰电位差与峰电流比。']
}

/** While the potential rises the current is always the more oxidising one; the opposite means a wrong sign. */
function signWarning({ sweeps }: Cycle): string[] {
  const mean = (sweep: Sweep | undefined) =>
    sweep ? sweep.points.y.reduce((a, b) => a + b, 0) / sweep.points.y.length : NaN
  const up = mean(sweeps.find((sweep) => sweep.rising))
  const down = mean(sweeps.find((sweep) => !sweep.rising))
  return up < down ? ['升电位扫描的电流低于降电位扫描，“电流符号”可能选反了。'] : []
}
