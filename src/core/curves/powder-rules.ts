// Powder patterns written as start, step and counts: their lines do not contain pairs of position and value.
import { CurveRefused, equallySpaced, type ParsedData, parsedData } from './curve-rules.ts'

const axes = { x: '2θ (°)', y: '强度' }
const fewestCounts = 20

interface Pattern {
  start: number
  step: number
  counts: number[]
}

/** Formats with a signature: Sietronics CPI, Philips UDF, Rigaku ASC, Bruker UXD, GSAS, Rigaku RAS, MDI. */
export const powderSignature =
  /^\s*SIETRONICS XRD SCAN|^\s*SampleIdent\s*,|^\s*\*TYPE\s*=|^\s*_FILEVERSION\s*=|^\s*BANK\s+\d+\s+\d+\s+\d+\s+\w+|^\s*\*RAS_|^[^\r\n]*\r?\n\s*[\d.]+\s+[\d.]+\s+[\d.]+\s+[A-Z][a-zA-Z]\s+[\d.]+\s+[\d.]+\s+\d+\s*\r?\n/im

export function readNamedPowder(text: string): ParsedData | undefined {
  if (/^\s*SIETRONICS XRD SCAN/i.test(text)) return drawn([readCpi(text)])
  if (/^\s*\*RAS_/im.test(text)) return readRas(text)
  if (/^\s*_FILEVERSION\s*=/im.test(text)) return readUxd(text)
  if (/^\s*BANK\s+\d+/im.test(text)) return readGsas(text)
  if (/^\s*\*TYPE\s*=/im.test(text)) return drawn(readRigakuAsc(text))
  if (!/^\s*SampleIdent\s*,/im.test(text)) return drawn([readMdi(text)])
  return drawn([readUdf(text)])
}

/**
 * FullProf and DBWS: one row of start, step, end (or start, end, step), then counts, several per row. Undefined unless the number of counts
 * is exactly what that row requires, because three columns of measured values look the same.
 */
export function readStepCounts(text: string): ParsedData | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const at = lines.findIndex((line) => leadingNumbers(line).length >= 3)
  if (at < 0) return undefined
  const counts: number[] = []
  for (const line of lines.slice(at + 1)) {
    if (line.trim() === '') continue
    const row = leadingNumbers(line)
    if (row.length !== fields(line).length) break
    for (const value of row) counts.push(value)
  }
  const [start = 0, second = 0, third = 0] = leadingNumbers(lines[at] ?? '')
  const range = [
    { step: second, end: third },
    { step: third, end: second },
  ].find(({ step, end }) => fits(start, step, end, counts.length) || fits(start, step, end, counts.length / 2))
  if (!range) return undefined
  // The errors of all counts may follow the counts.
  const points = fits(start, range.step, range.end, counts.length) ? counts.length : counts.length / 2
  return drawn([{ start, step: range.step, counts: counts.slice(0, points) }])
}

function fits(start: number, step: number, end: number, n: number): boolean {
  return n >= fewestCounts && step > 0 && end > start && Math.abs((end - start) / step + 1 - n) < 0.5
}

function drawn(patterns: Pattern[]): ParsedData | undefined {
  const curves = patterns.map(({ start, step, counts }, i) => ({
    label: patterns.length === 1 ? axes.y : `区间 ${i + 1}`,
    x: equallySpaced(start, step, counts.length),
    y: counts,
  }))
  return parsedData(curves, axes)
}

/** Sietronics: nine lines of header (start, end and step in the second to fourth), `SCANDATA`, counts. */
function readCpi(text: string): Pattern {
  const [head = '', data = ''] = text.split(/^\s*SCANDATA\s*$/im)
  const [start, end, step] = head
    .split(/\r\n|\n|\r/)
    .slice(1, 4)
    .map(Number)
  return checked(start, step, end, allNumbers(data))
}

/** MDI Jade: a title; start, step, time, anode, wavelength, end and number of points; counts. */
function readMdi(text: string): Pattern {
  const [, head = '', ...data] = text.split(/\r\n|\n|\r/)
  const [start, step, , , , end, declared] = head.trim().split(/\s+/)
  const counts = allNumbers(data.join('\n'))
  if (counts.length !== Number(declared)) throw miscounted(Number(declared), counts.length)
  return checked(Number(start), Number(step), Number(end), counts)
}

/** Philips: `DataAngleRange, 10.0, 90.0,/`, `ScanStepSize, 0.02,/`, counts from `RawScan` to the slash. */
function readUdf(text: string): Pattern {
  const [head = '', data = ''] = text.split(/^\s*RawScan.*$/im)
  const range = /DataAngleRange\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i.exec(head)
  const step = /ScanStepSize\s*,\s*([\d.]+)/i.exec(head)
  return checked(Number(range?.[1]), Number(step?.[1]), Number(range?.[2]), allNumbers(data.split('/')[0] ?? ''))
}

/** Rigaku: groups of `*START`, `*STOP`, `*STEP`, `*COUNT` and comma-separated counts. */
function readRigakuAsc(text: string): Pattern[] {
  const groups = text.split(/^\s*\*BEGIN\s*$/im)
  return (groups.length > 1 ? groups.slice(1) : groups).map((group) => {
    const value = (name: string) => Number(new RegExp(`^\\s*\\*${name}\\s*=\\s*([-+\\d.eE]+)`, 'im').exec(group)?.[1])
    const data = group.split(/\r\n|\n|\r/).filter((line) => /^\s*[-+\d.]/.test(line))
    const counts = allNumbers(data.join('\n'))
    const declared = value('COUNT')
    if (Number.isFinite(declared) && declared !== counts.length) throw miscounted(declared, counts.length)
    return checked(value('START'), value('STEP'), value('STOP'), counts)
  })
}

/** Bruker: per range `_START`, `_STEPSIZE` and `_COUNTS`, or pairs below `_2THETACOUNTS` and its relatives. */
function readUxd(written: string): ParsedData | undefined {
  // A program on a computer with decimal commas writes them in header and data alike.
  const text = /^\s*_(?:START|STEPSIZE)\s*=\s*[-+]?\d+,\d/im.test(written)
    ? written.replace(/(?<=\d),(?=\d)/g, '.')
    : written
  const parts = text.split(/^\s*_(COUNTS|CPS|2THETACOUNTS|2THETACPS)\b.*$/im)
  const patterns: { label: string; x: number[]; y: number[] }[] = []
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const head = parts[i - 1] ?? ''
    const values = allNumbers((parts[i + 1] ?? '').split(/^\s*[;_]/m)[0] ?? '')
    const label = `区间 ${(i + 1) / 2}`
    if (/^2THETA/i.test(parts[i] ?? '')) {
      if (values.length % 2 !== 0) throw new CurveRefused('UXD 数据的角度与强度不成对，文件可能已损坏')
      patterns.push({ label, x: values.filter((_, at) => at % 2 === 0), y: values.filter((_, at) => at % 2 === 1) })
      continue
    }
    const value = (name: string) => Number(new RegExp(`^\\s*_${name}\\s*=\\s*([-+\\d.eE]+)`, 'im').exec(head)?.[1])
    const [start, step, declared] = [value('START'), value('STEPSIZE'), value('STEPCOUNT')]
    if (Number.isFinite(declared) && declared !== values.length) throw miscounted(declared, values.length)
    const { counts } = checked(start, step, undefined, values)
    patterns.push({ label, x: equallySpaced(start, step, counts.length), y: counts })
  }
  return parsedData(patterns.length === 1 ? patterns.map((each) => ({ ...each, label: axes.y })) : patterns, axes)
}

/** Rigaku RAS: rows of position, counts and attenuator between `*RAS_INT_START` and `*RAS_INT_END`. */
function readRas(text: string): ParsedData | undefined {
  const sections = [...text.matchAll(/\*RAS_INT_START\s*([^]*?)\*RAS_INT_END/g)].map((match) => match[1] ?? '')
  const curves = sections.map((section, i) => {
    const rows = section
      .trim()
      .split(/\r\n|\n|\r/)
      .map(leadingNumbers)
    if (rows.some((row) => row.length < 2)) throw new CurveRefused('RAS 数据行不完整，文件可能已损坏')
    return {
      label: sections.length === 1 ? axes.y : `区间 ${i + 1}`,
      x: rows.map(([x]) => x as number),
      // The third column is the factor of the attenuator, by which counts are multiplied.
      y: rows.map(([, y, attenuator = 1]) => (y as number) * attenuator),
    }
  })
  return parsedData(curves, axes)
}

/** GSAS: `BANK 1 points records CONST start step 0 0 STD|ESD|FXYE`, angles in hundredths of a degree. */
function readGsas(text: string): ParsedData | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const at = lines.findIndex((line) => /^\s*BANK\s+\d+/i.test(line))
  const [, , points, , kind, start, step, , , form = 'STD'] = (lines[at] ?? '').trim().split(/\s+/)
  const next = lines.slice(at + 1).findIndex((line) => /^\s*BANK\s/i.test(line))
  const data = lines.slice(at + 1, next < 0 ? undefined : at + 1 + next).filter((line) => line.trim() !== '')
  const declared = Number(points)
  const read = gsasPoints(data, form.toUpperCase(), declared)
  if (read.y.length !== declared) throw miscounted(declared, read.y.length)
  if (!read.x && !/^CONST?$/i.test(kind ?? '')) throw new CurveRefused('仅支持等步长（CONST）的 GSAS 数据')
  const x = read.x ?? equallySpaced(Number(start) / 100, Number(step) / 100, declared)
  const notes = next < 0 ? [] : ['文件含多个 BANK，仅绘出第一个']
  return parsedData([{ label: axes.y, x, y: read.y }], axes, notes)
}

function gsasPoints(data: readonly string[], form: string, declared: number): { x?: number[]; y: number[] } {
  if (form === 'FXYE' || form === 'FXY') {
    const rows = data.map(leadingNumbers).filter((row) => row.length >= 2)
    return { x: rows.map(([x]) => (x as number) / 100), y: rows.map(([, y]) => y as number) }
  }
  // Fixed columns of eight characters: a count of detectors in two and an intensity in six (STD), or an intensity and its error (ESD).
  const cells = data.flatMap((line) => line.match(/.{1,8}/g) ?? []).filter((cell) => cell.trim() !== '')
  if (form === 'STD') return { y: cells.map((cell) => Number(cell.slice(2))).slice(0, declared) }
  if (form === 'ESD')
    return {
      y: cells
        .filter((_, i) => i % 2 === 0)
        .map(Number)
        .slice(0, declared),
    }
  throw new CurveRefused(`暂不支持 GSAS 的 ${form} 格式，请导出为 STD、ESD 或 FXYE`)
}

function checked(
  start: number | undefined,
  step: number | undefined,
  end: number | undefined,
  counts: number[],
): Pattern {
  if (start === undefined || step === undefined || !Number.isFinite(start) || !Number.isFinite(step) || step <= 0)
    throw new CurveRefused('文件头缺少起始角或步长，无法绘制')
  if (end !== undefined && Number.isFinite(end)) {
    const declared = Math.round((end - start) / step) + 1
    if (Math.abs(declared - counts.length) > 1) throw miscounted(declared, counts.length)
  }
  return { start, step, counts }
}

function miscounted(declared: number, read: number): CurveRefused {
  return new CurveRefused(`文件头声明 ${declared} 个点，实际读到 ${read} 个，文件可能已损坏，请重新导出`)
}

function allNumbers(text: string): number[] {
  const values: number[] = []
  for (const word of fields(text)) {
    const value = Number(word)
    if (!Number.isFinite(value)) throw new CurveRefused(`强度数据中有无法识别的内容「${word.slice(0, 20)}」`)
    values.push(value)
  }
  return values
}

function fields(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function leadingNumbers(line: string): number[] {
  const values: number[] = []
  for (const word of fields(line)) {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(word)) break
    values.push(Number(word))
  }
  return values
}
