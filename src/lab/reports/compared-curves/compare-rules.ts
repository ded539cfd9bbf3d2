import { axisMeaning } from '../../../core/curves/meaning-rules.ts'

/** Curves drawn at the same time; more cannot be told apart. */
export const mostCompared = 8

interface ComparedFile {
  name: string
  /** Empty for a file of the whole order. */
  sampleNo: string
  /** The customer's name of the sample. */
  sampleName: string
}

/** Whether a file has curves that can be drawn, and no later version. */
export function isCurve({ preview, replaced }: { preview: string | null; replaced: boolean }): boolean {
  return preview === 'series' && !replaced
}

/** A sample by the customer's name and the end of its number (behind MX, day and five digits), or the whole number where the order is another. */
export function comparedSample({ sampleNo, sampleName }: ComparedFile, otherOrder = false): string {
  if (sampleNo === '') return '整个订单'
  return sampleName === '' ? sampleNo : `${sampleName} ${otherOrder ? sampleNo : `…${sampleNo.slice(13)}`}`
}

/** The name of a file's curve in a figure of several. */
export function comparedName(file: ComparedFile, orderNo: string, ownOrder: string): string {
  const other = orderNo !== ownOrder
  if (file.sampleNo !== '') return comparedSample(file, other)
  return other ? `${orderNo} ${file.name}` : file.name
}

export interface ComparedAxis {
  /** The name of the horizontal axis. */
  x: string
  /** The projects that the data may be of. */
  projectNames: readonly string[]
}

/** Whether two curves may be drawn over each other. Axes without a name, or called x only, mean the same only where the projects do. */
export function mayOverlay(first: ComparedAxis, other: ComparedAxis): boolean {
  const meaning = axisMeaning(first.x)
  if (axisMeaning(other.x) !== meaning) return false
  return !isUnnamed(meaning) || namesOf(first) === namesOf(other)
}

/** What the page says of curves that are not drawn over the first one. */
export function apartText(first: ComparedAxis, names: readonly string[]): string {
  const why = isUnnamed(axisMeaning(first.x))
    ? '横轴没有名称和单位，且检测项目不同，不能确定含义是否一致'
    : `横轴与「${first.x}」不同`
  return `${why}，未叠加：${names.join('、')}`
}

/** Data of an order of several projects, of which neither the axis nor a record tells which project it is. */
export function doubtOf({ x, projectNames }: ComparedAxis): string[] {
  if (!isUnnamed(axisMeaning(x)) || new Set(projectNames).size < 2) return []
  return [`横轴没有名称和单位，请确认这些数据属于同一检测项目（${[...new Set(projectNames)].join('、')}）`]
}

function isUnnamed(meaning: string): boolean {
  return meaning === '' || meaning === 'x'
}

function namesOf({ projectNames }: ComparedAxis): string {
  return [...new Set(projectNames)].toSorted().join()
}
