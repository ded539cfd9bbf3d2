// VAMAS, ISO 14976:1998: one value a line, in a fixed order that depends on the experiment and scan modes.
// (Dench, Hazell, Seah, Surf. Interface Anal. 13 (1988) 63.)
import { CurveRefused, cleanLabel, equallySpaced, type ParsedData, parsedData } from './curve-rules.ts'

export const vamasSignature = /^\s*VAMAS Surface Chemical Analysis Standard Data Transfer Format/i

interface Experiment {
  mode: string
  scanMode: string
  variables: number
  /** Which of the 40 items are present in every block; the others are taken from the first block. */
  included: boolean[]
  manualEntries: number
  futureBlockEntries: number
}

interface Block {
  technique: string
  species: string
  label: string
  xLabel: string
  xUnits: string
  start: number
  increment: number
  yLabels: string[]
  yUnits: string[]
}

interface Curve {
  label: string
  x: number[]
  y: number[]
  xAxis: string
  yAxis: string
}

/** Reads lines one after the other; a file that ends too early is refused. */
class Lines {
  #lines: string[]
  #at = 0

  constructor(text: string) {
    this.#lines = text.split(/\r\n|\n|\r/)
  }

  text(): string {
    const line = this.#lines[this.#at]
    if (line === undefined) throw new CurveRefused('VAMAS 文件不完整，请重新导出')
    this.#at += 1
    return line.trim()
  }

  number(): number {
    const value = Number(this.text())
    if (!Number.isFinite(value)) throw new CurveRefused(`VAMAS 文件第 ${this.#at} 行应为数字`)
    return value
  }

  count(): number {
    const value = this.number()
    if (!Number.isInteger(value) || value < 0 || value > this.#lines.length)
      throw new CurveRefused(`VAMAS 文件第 ${this.#at} 行的个数不合理`)
    return value
  }

  skip(lines: number): void {
    for (let i = 0; i < lines; i++) this.text()
  }
}

export function readVamas(text: string): ParsedData | undefined {
  const lines = new Lines(text)
  const { experiment, blocks } = readExperiment(lines)
  const curves: Curve[] = []
  let first: Block | undefined
  for (let i = 0; i < blocks; i++) {
    const block = readBlock(lines, experiment, i === 0 ? undefined : first)
    first ??= block
    curves.push(...readOrdinateLists(lines, block))
  }
  const leading = curves[0]
  if (!leading) return undefined
  const alike = curves.filter((curve) => curve.xAxis === leading.xAxis && curve.yAxis === leading.yAxis)
  const left = curves.length - alike.length
  const notes = left > 0 ? [`另有 ${left} 条坐标轴不同的曲线未绘出`] : []
  return parsedData(alike, { x: leading.xAxis, y: leading.yAxis }, notes)
}

function readExperiment(lines: Lines): { experiment: Experiment; blocks: number } {
  lines.skip(5)
  lines.skip(lines.count())
  const mode = lines.text().toUpperCase()
  const scanMode = lines.text().toUpperCase()
  if (scanMode !== 'REGULAR' && scanMode !== 'IRREGULAR') throw new CurveRefused('VAMAS 面扫描数据无法绘制为曲线')
  if (['MAP', 'MAPDP', 'NORM', 'SDP'].includes(mode)) lines.skip(1)
  if (['MAP', 'MAPDP'].includes(mode)) lines.skip(3)
  const variables = lines.count()
  lines.skip(2 * variables)
  const included = readIncluded(lines)
  const manualEntries = lines.count()
  lines.skip(manualEntries)
  const futureExperimentEntries = lines.count()
  const futureBlockEntries = lines.count()
  lines.skip(futureExperimentEntries)
  const blocks = lines.count()
  return { experiment: { mode, scanMode, variables, included, manualEntries, futureBlockEntries }, blocks }
}

/** A positive number of entries lists what is included, a negative one what is left out, 0 means everything. */
function readIncluded(lines: Lines): boolean[] {
  const entries = lines.number()
  const included = Array.from({ length: 40 }, () => entries <= 0)
  for (let i = 0; i < Math.min(Math.abs(entries), 40); i++) {
    const item = lines.count()
    if (item >= 1 && item <= 40) included[item - 1] = entries > 0
  }
  return included
}

const SPUTTERED = ['MAPDP', 'MAPSVDP', 'SDP', 'SDPSV']
const ION_TECHNIQUES = ['FABMS', 'FABMS ENERGY SPEC', 'ISS', 'SIMS', 'SIMS ENERGY SPEC', 'SNMS', 'SNMS ENERGY SPEC']
const ELECTRON_TECHNIQUES = ['AES DIFF', 'AES DIR', 'EDX', 'ELS', 'UPS', 'XPS', 'XRF']

/** The items of a block in order; the number of lines of each is defined by ISO 14976. */
function readBlock(lines: Lines, experiment: Experiment, first: Block | undefined): Block {
  const has = (item: number) => first === undefined || experiment.included[item] === true
  const skip = (item: number, count = 1) => has(item) && lines.skip(count)
  const label = lines.text()
  lines.skip(1)
  for (let item = 0; item < 7; item++) skip(item)
  if (has(7)) lines.skip(lines.count())
  const technique = has(8) ? lines.text() : (first?.technique ?? '')
  const upper = technique.toUpperCase()
  const { mode } = experiment
  if (['MAP', 'MAPDP'].includes(mode)) skip(9, 2)
  skip(10, experiment.variables)
  skip(11)
  if (SPUTTERED.includes(mode) || ION_TECHNIQUES.includes(upper)) skip(12, 3)
  skip(13)
  skip(14)
  skip(15, 2)
  if (['MAP', 'MAPDP', 'MAPSV', 'MAPSVDP', 'SEM'].includes(mode)) skip(16, 2)
  if (['MAPSV', 'MAPSVDP', 'SEM'].includes(mode)) skip(17, 6)
  for (const item of [18, 19, 20, 21]) skip(item)
  if (upper === 'AES DIFF') skip(22)
  for (const item of [23, 24, 25]) skip(item)
  skip(26, 2)
  skip(27, 2)
  const species = has(28) ? lines.text() : (first?.species ?? '')
  const transition = has(29) ? lines.text() : ''
  skip(29)
  const abscissa = readAbscissa(lines, experiment, has(30) ? undefined : first)
  const ordinates = has(31) ? readOrdinateNames(lines) : { yLabels: first?.yLabels ?? [], yUnits: first?.yUnits ?? [] }
  for (const item of [32, 33, 34, 35]) skip(item)
  if (SPUTTERED.includes(mode) && ELECTRON_TECHNIQUES.includes(upper)) skip(36, 7)
  skip(37, 2)
  skip(38)
  if (has(39)) lines.skip(3 * lines.count())
  lines.skip(experiment.futureBlockEntries)
  return { technique, species, label: nameOf(label, species, transition), ...abscissa, ...ordinates }
}

function nameOf(label: string, species: string, transition: string): string {
  const particle = cleanLabel(`${species} ${/^(none|not specified)$/i.test(transition) ? '' : transition}`)
  return cleanLabel(label) || particle || '谱图'
}

function readAbscissa(lines: Lines, { scanMode }: Experiment, first: Block | undefined) {
  if (first) return { xLabel: first.xLabel, xUnits: first.xUnits, start: first.start, increment: first.increment }
  if (scanMode !== 'REGULAR') return { xLabel: '', xUnits: '', start: Number.NaN, increment: Number.NaN }
  return { xLabel: lines.text(), xUnits: lines.text(), start: lines.number(), increment: lines.number() }
}

function readOrdinateNames(lines: Lines): { yLabels: string[]; yUnits: string[] } {
  const count = lines.count()
  const names = Array.from({ length: count }, () => [lines.text(), lines.text()] as const)
  return { yLabels: names.map(([label]) => label), yUnits: names.map(([, unit]) => unit) }
}

/** Ordinates of all variables alternate. In irregular scans the first variable is the abscissa. */
function readOrdinateLists(lines: Lines, block: Block): Curve[] {
  const total = lines.count()
  const width = block.yLabels.length
  if (width === 0) return []
  lines.skip(2 * width)
  const lists: number[][] = block.yLabels.map(() => [])
  for (let i = 0; i < total; i++) lists[i % width]?.push(lines.number())
  if (lists.some((list) => list.length !== lists[0]?.length)) throw new CurveRefused('VAMAS 数据个数与变量数不符')
  const axis = (i: number) => withUnit(block.yLabels[i] ?? '', block.yUnits[i] ?? '')
  const irregular = Number.isNaN(block.start)
  const x = irregular ? (lists[0] ?? []) : equallySpaced(block.start, block.increment, lists[0]?.length ?? 0)
  const xAxis = irregular ? axis(0) : withUnit(block.xLabel, block.xUnits)
  // What follows the first ordinate (such as the transmission of the analyser) is of another kind.
  const shown = irregular ? 1 : 0
  const y = lists[shown]
  return y ? [{ label: block.label, x, y, xAxis, yAxis: axis(shown) }] : []
}

function withUnit(label: string, unit: string): string {
  return unit === '' || /^(d|n\/?a|none)$/i.test(unit) ? label : `${label} (${unit})`
}
