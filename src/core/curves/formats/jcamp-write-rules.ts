import { roundTo12 } from '../curve-rules.ts'
import { jcampTerms, plainAscii } from './jcamp-terms-rules.ts'
import { decimal, type Written } from './written-rules.ts'

// JCAMP-DX 5.01: McDonald and Wilks, Appl. Spectrosc. 1988, 42, 151 (4.24); Lampen et al., Pure Appl. Chem. 1999, 71, 1549 (5.01).
// Only ASCII, lines of at most 80 characters.

const longestLine = 80
/** Ordinates of XYDATA are integers of 32 bits. */
const largestOrdinate = 2 ** 31 - 1

/**
 * One curve as a JCAMP-DX file. Equally spaced points whose ordinates are integers after a factor of ten are written as XYDATA, all others as
 * XYPOINTS: neither loses a digit.
 */
export function writeJcamp(written: Written, at: number): string {
  const curve = written.curves[at]
  if (!curve) throw new RangeError('no such curve')
  const { x, y } = curve
  const digits = ordinateDigits(y)
  const inSteps = digits !== undefined && isEquallySpaced(x)
  const { dataType, xUnits, yUnits } = jcampTerms(written.xLabel, written.yLabel, written.projectNames)
  const yFactor = inSteps ? 10 ** -digits : 1
  const lines = [
    label('TITLE', titleOf(written, curve.label)),
    '##JCAMP-DX=5.01 $$ Mingxi',
    label('DATA TYPE', dataType),
    `##DATA CLASS=${inSteps ? 'XYDATA' : 'XYPOINTS'}`,
    label('ORIGIN', plainAscii(written.laboratory) || 'not recorded'),
    label('OWNER', 'the customer of the laboratory'),
    ...(written.measuredAt === '' ? [] : [`##LONGDATE=${written.measuredAt.replaceAll('-', '/')} +0800`]),
    ...optional('SPECTROMETER/DATA SYSTEM', written.instrument),
    ...optional('SAMPLE DESCRIPTION', [written.sampleNo, written.sampleName].filter(Boolean).join(' ')),
    ...optional('SOURCE REFERENCE', written.name),
    ...remarks(dataType, curve),
    label('XUNITS', xUnits),
    label('YUNITS', yUnits),
    '##XFACTOR=1',
    `##YFACTOR=${decimal(yFactor)}`,
    `##FIRSTX=${decimal(x[0] as number)}`,
    `##LASTX=${decimal(x.at(-1) as number)}`,
    ...(inSteps ? [`##DELTAX=${decimal(roundTo12(stepOf(x)))}`] : []),
    `##MAXX=${decimal(largest(x))}`,
    `##MINX=${decimal(-largest(x.map((value) => -value)))}`,
    `##MAXY=${decimal(largest(y))}`,
    `##MINY=${decimal(-largest(y.map((value) => -value)))}`,
    `##NPOINTS=${x.length}`,
    `##FIRSTY=${decimal(y[0] as number)}`,
    ...(inSteps ? steps(x, y, digits) : pairs(x, y)),
    '##END=',
  ]
  return `${lines.join('\r\n')}\r\n`
}

function titleOf(written: Written, curve: string): string {
  const parts = [written.sampleNo, written.sampleName, curve === '数据' ? '' : curve].map(plainAscii).filter(Boolean)
  return [...new Set(parts)].join(' ') || plainAscii(written.name) || 'curve'
}

function label(name: string, value: string): string {
  return `##${name}=${value}`.slice(0, longestLine)
}

function optional(name: string, value: string): string[] {
  const text = plainAscii(value)
  return text === '' ? [] : [label(name, text)]
}

function remarks(dataType: string, { x, total }: Written['curves'][number]): string[] {
  return [
    ...(total !== undefined && total > x.length ? [`$$ reduced: ${x.length} of ${total} points of the data file`] : []),
    // The standard asks for both; the record of a test does not hold them.
    ...(dataType === 'NMR SPECTRUM' ? ['$$ .OBSERVE FREQUENCY and .OBSERVE NUCLEUS are not recorded'] : []),
  ]
}

function stepOf(x: readonly number[]): number {
  return ((x.at(-1) as number) - (x[0] as number)) / (x.length - 1)
}

/** Exact after rounding to twelve digits, so that a reader computes the same positions. */
function isEquallySpaced(x: readonly number[]): boolean {
  const step = stepOf(x)
  return x.length > 2 && step !== 0 && x.every((at, i) => roundTo12((x[0] as number) + i * step) === roundTo12(at))
}

/** The decimal places after which all ordinates are integers; undefined when they do not fit. */
function ordinateDigits(y: readonly number[]): number | undefined {
  let digits = 0
  for (const value of y) {
    const [, places = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(decimal(value)) ?? []
    digits = Math.max(digits, places.length - Number(exponent))
    if (digits > 9) return undefined
  }
  const factor = 10 ** digits
  return y.every((value) => Math.abs(value * factor) <= largestOrdinate) ? digits : undefined
}

function largest(values: readonly number[]): number {
  let most = -Infinity
  for (const value of values) if (value > most) most = value
  return most
}

function steps(x: readonly number[], y: readonly number[], digits: number): string[] {
  const lines = ['##XYDATA=(X++(Y..Y))']
  let line = ''
  for (const [i, value] of y.entries()) {
    const text = ` ${Math.round(value * 10 ** digits)}`
    if (line !== '' && line.length + text.length <= longestLine) {
      line += text
      continue
    }
    if (line !== '') lines.push(line)
    line = decimal(x[i] as number) + text
  }
  return [...lines, line]
}

function pairs(x: readonly number[], y: readonly number[]): string[] {
  return ['##XYPOINTS=(XY..XY)', ...x.map((at, i) => `${decimal(at)}, ${decimal(y[i] as number)}`)]
}
