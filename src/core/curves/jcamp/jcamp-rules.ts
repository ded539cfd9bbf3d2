// JCAMP-DX 4.24, 5.00 and 6.00: spectra, peak tables and NTUPLES as curves, checked against their headers.
import { CurveRefused, cleanLabel, type ParsedData, parsedData, roundTo12 } from '../curve-rules.ts'
import { type Ordinates, readOrdinates, readPairs } from './jcamp-data-rules.ts'
import { type JcampBlock, jcampBlocks, jcampList, jcampNumber, type JcampTable } from './jcamp-label-rules.ts'

/** The header of one table, from plain labels or from the columns of NTUPLES. */
interface Declared {
  firstX: number | undefined
  lastX: number | undefined
  deltaX: number | undefined
  xFactor: number
  yFactor: number
  points: number | undefined
  maxY: number | undefined
  minY: number | undefined
  xUnits: string
  yUnits: string
}

interface Curve {
  label: string
  isPeakList: boolean
  x: number[]
  y: number[]
  xUnits: string
  yUnits: string
}

/** Throws CurveRefused when the data contradict themselves; a partial disagreement with the header becomes a note. */
export function readJcamp(text: string): ParsedData | undefined {
  const notes = new Set<string>()
  const curves = jcampBlocks(text).flatMap((block) => block.tables.flatMap((table) => curveOf(block, table, notes)))
  const drawable = curves.filter(({ x }) => x.length >= 2).sort((a, b) => b.x.length - a.x.length)
  const spectra = drawable.filter((curve) => !curve.isPeakList)
  const chosen = spectra.length > 0 ? spectra : drawable
  const first = chosen[0]
  if (!first) return undefined
  const alike = chosen.filter((curve) => curve.xUnits === first.xUnits)
  if (alike.length < chosen.length) notes.add(`另有 ${chosen.length - alike.length} 条横坐标单位不同的曲线未绘出`)
  return parsedData(alike, { x: first.xUnits, y: first.yUnits }, [...notes])
}

function curveOf(block: JcampBlock, table: JcampTable, notes: Set<string>): Curve[] {
  const declared = declaredOf(block, table)
  // The imaginary part of a complex spectrum is not drawn.
  if (!declared || table.form.includes('(I..I)')) return []
  const dataType = block.labels.get('DATATYPE') ?? ''
  const title = cleanLabel(block.labels.get('TITLE') ?? '') || cleanLabel(dataType) || '谱图'
  const label = table.page === '' || /\(R\.\.R\)/.test(table.form) ? title : cleanLabel(`${title} ${table.page}`)
  const points = /\+\+/.test(table.form) ? equidistant(table, declared, notes) : pairs(block, table, declared, notes)
  checkRange(points.y, declared, notes)
  const curve = { label, isPeakList: isPeakList(table, dataType), ...points, ...unitsOf(declared) }
  return [inPpm(block, curve)]
}

function isPeakList(table: JcampTable, dataType: string): boolean {
  return table.label === 'PEAKTABLE' || /PEAK/.test(table.form) || /PEAK/i.test(dataType)
}

function unitsOf({ xUnits, yUnits }: Declared): { xUnits: string; yUnits: string } {
  return { xUnits: cleanLabel(xUnits), yUnits: cleanLabel(yUnits) }
}

function equidistant(table: JcampTable, declared: Declared, notes: Set<string>): { x: number[]; y: number[] } {
  const ordinates = readOrdinates(table.lines)
  const n = ordinates.y.length
  const { first, step } = placesOf(ordinates, declared)
  const last = first + (n - 1) * step
  const fits = declared.lastX === undefined || Math.abs(last - declared.lastX) <= Math.abs(step) * 1.01
  if (declared.points !== undefined && declared.points !== n) {
    const counted = `文件头声明 ${declared.points} 个点，实际读到 ${n} 个`
    if (!fits || declared.deltaX === undefined) throw new CurveRefused(`${counted}，文件可能已损坏，请重新导出`)
    notes.add(counted)
  } else if (!fits) {
    notes.add('横坐标终点与文件头 LASTX 不符，请核对')
  }
  if (!startsAgree(ordinates, first, step, declared.xFactor))
    notes.add('部分数据行的横坐标与文件头推算的不一致，请核对')
  return {
    x: Array.from({ length: n }, (_, i) => roundTo12(first + i * step)),
    y: ordinates.y.map((value) => roundTo12(value * declared.yFactor)),
  }
}

/** First value and step of the abscissa: from the header, else from the x values at the beginning of the lines. */
function placesOf(ordinates: Ordinates, declared: Declared): { first: number; step: number } {
  const n = ordinates.y.length
  const start = ordinates.starts[0]
  const end = ordinates.starts.at(-1)
  const first = declared.firstX ?? (start?.x ?? 0) * declared.xFactor
  if (declared.lastX !== undefined && n > 1 && (declared.points ?? n) === n)
    return { first, step: (declared.lastX - first) / (n - 1) }
  if (declared.deltaX !== undefined) return { first, step: declared.deltaX }
  if (declared.lastX !== undefined && n > 1) return { first, step: (declared.lastX - first) / (n - 1) }
  if (start && end && end.index > start.index)
    return { first, step: ((end.x - start.x) * declared.xFactor) / (end.index - start.index) }
  throw new CurveRefused('文件头缺少横坐标范围（FIRSTX、LASTX、DELTAX），无法绘制')
}

function startsAgree({ starts }: Ordinates, first: number, step: number, xFactor: number): boolean {
  return starts.every(({ index, x, halfUnit }) => {
    const allowed = Math.abs(step) * 1.01 + Math.abs(halfUnit * xFactor) * 2
    return Math.abs(x * xFactor - (first + index * step)) <= allowed
  })
}

function pairs(block: JcampBlock, table: JcampTable, declared: Declared, notes: Set<string>) {
  const width = /\(XY[WM]/.test(table.form) ? 3 : 2
  const usesComma = /\d,\d/.test(`${block.labels.get('FIRSTX') ?? ''} ${block.labels.get('YFACTOR') ?? ''}`)
  const read = readPairs(table.lines, width, usesComma)
  if (declared.points !== undefined && declared.points !== read.x.length)
    notes.add(`文件头声明 ${declared.points} 个点，实际读到 ${read.x.length} 个`)
  return {
    x: read.x.map((value) => roundTo12(value * declared.xFactor)),
    y: read.y.map((value) => roundTo12(value * declared.yFactor)),
  }
}

/** MAXY and MINY should be scaled; some programs write them unscaled, which is no reason for a note. */
function checkRange(y: readonly number[], declared: Declared, notes: Set<string>): void {
  let most = Number.NEGATIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (const value of y) {
    if (value > most) most = value
    if (value < least) least = value
  }
  const allowed = Math.abs(most - least) * 0.02 + Math.abs(declared.yFactor) * 2
  const differs = (value: number, said: number | undefined) =>
    said !== undefined && Math.abs(value - said) > allowed && Math.abs(value - said * declared.yFactor) > allowed
  if (differs(most, declared.maxY)) notes.add('最大值与文件头 MAXY 不符，请核对')
  if (differs(least, declared.minY)) notes.add('最小值与文件头 MINY 不符，请核对')
}

function declaredOf(block: JcampBlock, table: JcampTable): Declared | undefined {
  const { labels } = block
  if (table.label === 'DATATABLE') return declaredInTuples(block, table)
  if (table.label === 'RADATA') return undefined
  const number = (name: string) => jcampNumber(labels.get(name))
  return {
    firstX: number('FIRSTX'),
    lastX: number('LASTX'),
    deltaX: number('DELTAX'),
    xFactor: number('XFACTOR') ?? 1,
    yFactor: number('YFACTOR') ?? 1,
    points: number('NPOINTS'),
    maxY: number('MAXY'),
    minY: number('MINY'),
    xUnits: labels.get('XUNITS') ?? labels.get('XLABEL') ?? '',
    yUnits: labels.get('YUNITS') ?? labels.get('YLABEL') ?? '',
  }
}

/** NTUPLES name their columns by one-letter symbols; the form of the table says which two it holds. */
function declaredInTuples({ labels }: JcampBlock, table: JcampTable): Declared | undefined {
  const symbols = jcampList(labels.get('SYMBOL')).map((symbol) => symbol.toUpperCase())
  const form = /\((\w)\+\+\((\w)\.\.\w\)\)/.exec(table.form) ?? /\((\w)(\w)\.\./.exec(table.form)
  if (!form) return undefined
  const [x, y] = [symbols.indexOf(form[1] ?? ''), symbols.indexOf(form[2] ?? '')]
  if (x < 0 || y < 0) return undefined
  const at = (name: string, i: number) => jcampNumber(jcampList(labels.get(name))[i])
  const points = jcampNumber(table.pageLabels.get('NPOINTS')) ?? at('VARDIM', y)
  const text = (name: string, i: number) => jcampList(labels.get(name))[i] ?? ''
  return {
    firstX: at('FIRST', x),
    lastX: at('LAST', x),
    deltaX: undefined,
    xFactor: at('FACTOR', x) ?? 1,
    yFactor: at('FACTOR', y) ?? 1,
    points: points === 0 ? undefined : points,
    maxY: /\+\+/.test(table.form) ? at('MAX', y) : undefined,
    minY: /\+\+/.test(table.form) ? at('MIN', y) : undefined,
    xUnits: text('UNITS', x),
    yUnits: text('UNITS', y) || text('VARNAME', y),
  }
}

/** Converts NMR spectra from hertz to chemical shift: divides by the observe frequency and applies the stated reference. */
function inPpm(block: JcampBlock, curve: Curve): Curve {
  const { labels } = block
  const frequency = jcampNumber(labels.get('.OBSERVEFREQUENCY'))
  const isSpectrum = /NMR SPECTRUM/i.test(labels.get('DATATYPE') ?? '')
  if (!isSpectrum || !frequency || !/^HZ$/i.test(curve.xUnits.trim())) return curve
  const x = curve.x.map((value) => value / frequency)
  const reference = shiftReference(labels)
  const at = reference && x[Math.min(Math.max(reference.point - 1, 0), x.length - 1)]
  const move = reference && at !== undefined ? reference.ppm - at : 0
  return { ...curve, x: x.map((value) => roundTo12(value + move)), xUnits: 'ppm' }
}

/** `.SHIFT REFERENCE= INTERNAL, CDCl3, 1, 9.97` names a point and its shift; Bruker's `$OFFSET` is the shift of the first point. */
function shiftReference(labels: Map<string, string>): { point: number; ppm: number } | undefined {
  const [, , point, ppm] = jcampList(labels.get('.SHIFTREFERENCE')).map(jcampNumber)
  if (point !== undefined && ppm !== undefined) return { point, ppm }
  const offset = jcampNumber(labels.get('$OFFSET'))
  return offset === undefined ? undefined : { point: 1, ppm: offset }
}
