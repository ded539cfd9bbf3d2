// One line of a table of numbers: its cells, whether they are measured values, and the column names above them.
import { cleanLabel, unquoted } from '../curve-rules.ts'
import { type CommaMeaning, readNumber } from '../number-rules.ts'

/** `#L` names the columns in scan files of beamlines. */
const COMMENT = /^(?:#L\s|[#%!'*;]+|\/\/)\s*/

/** The cells of a line; an empty cell between two separators is kept, because the columns after it would move. */
export function cellsOf(line: string): string[] {
  // A blank that never breaks a line separates thousands.
  const text = line.replace(/(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  const trimmed = text.trim()
  if (text.includes('\t')) {
    const cells = withoutTrailing(text.split('\t').map((cell) => cell.trim()))
    // `10.0 20<tab>30`: blanks and tabs both separate.
    return cells.some(holdsSeveralNumbers) ? trimmed.split(/\s+/) : cells
  }
  if (trimmed.includes(';')) return withoutTrailing(trimmed.split(';').map((cell) => cell.trim()))
  if (trimmed.includes('"') && trimmed.includes(',')) return withoutTrailing(quotedCells(trimmed))
  if (!trimmed.includes(',')) return trimmed.split(/\s+/)
  // `10,00 31,5`: the comma is part of the number, the blank separates.
  if (/\s/.test(trimmed) && !/,\s|\s,/.test(trimmed)) return trimmed.split(/\s+/)
  const cells = withoutTrailing(trimmed.split(',').map((cell) => cell.trim()))
  return cells.some(holdsSeveralNumbers) ? trimmed.split(/[\s,]+/).filter((cell) => cell !== '') : cells
}

function withoutTrailing(cells: string[]): string[] {
  let length = cells.length
  while (length > 0 && cells[length - 1] === '') length -= 1
  return cells.slice(0, length)
}

function holdsSeveralNumbers(cell: string): boolean {
  return /\s/.test(cell) && cell.split(/\s+/).every((part) => readNumber(part) !== undefined)
}

function quotedCells(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  cells.push(cell.trim())
  return cells
}

/** A row of values begins with a number and has at least two; text may follow two leading numbers or be in single cells. */
export function isRow(cells: readonly string[]): boolean {
  const values = cells.map((cell) => readNumber(cell, cell.includes('.') ? 'thousands' : 'decimal'))
  const first = cells.findIndex((cell) => cell !== '')
  if (first < 0 || values[first] === undefined) return false
  const count = values.filter((value) => value !== undefined).length
  const leading = values[first + 1] !== undefined || (cells[first + 1] === '' && count >= 2)
  return count >= 2 && (leading || count >= cells.length / 2)
}

export function numbersIn(cells: readonly string[], comma: CommaMeaning): number[] {
  return cells.map((cell) => readNumber(cell, comma) ?? Number.NaN)
}

/** `2Theta, Counts`, `# 2Theta Counts`, `"温度/℃";"质量/%"`: the names of `width` columns, or undefined. */
export function namesIn(line: string, width: number): string[] | undefined {
  const candidates = partsOf(line)
  const parts = candidates.find((each) => each.length === width) ?? candidates.find((each) => nearly(each, width))
  if (!parts) return undefined
  const names = Array.from({ length: width }, (_, i) => cleanLabel((parts[i] ?? '').replace(/^#+/, '')))
  // `Laser=<tab>532 nm` describes the measurement and names no column.
  if (names.some((name) => /[=:：]$/.test(name))) return undefined
  return names.some((name) => /[A-Za-z%\u00b0-\uffff]/.test(name) && readNumber(name) === undefined) ? names : undefined
}

function partsOf(line: string): string[][] {
  const text = line.replace(COMMENT, '')
  return [/\t+/, /\t/, /;/, /,/, /\s{2,}/, /\s+/].map((separator) =>
    withoutTrailing(
      (separator.source === '\\t' ? text : text.trim()).split(separator).map((part) => unquoted(part.trim())),
    ),
  )
}

/** One name may be missing at the end, and rows may end in cells that are always empty. */
function nearly(parts: readonly string[], width: number): boolean {
  return parts.length >= 3 && width >= 3 && Math.abs(width - parts.length) <= 1
}

const UNIT =
  /^[[(]?(?:%|‰|°|°C|℃|deg|degrees?|K|nm|µm|μm|um|mm|cm|m|Å|A|mA|µA|μA|eV|keV|V|mV|s|sec|min|h|Hz|kHz|MHz|Pa|kPa|MPa|GPa|mmHg|torr|bar|N|kN|mg|g|kg|ppm|ppb|counts?|cts|cps|a\.?u\.?|arb\.? ?units?|abs|mAU|mW|emu(?:\/g)?|Oe|T|G|mg\/L|cm-1|1\/cm|cm\^-1|cm⁻¹|mW\/mg|W\/g|(?:cm3|cm³|cc|ml)[^,]*g.*)[\])]?$/i

/**
 * The names above a table, and how many of the last lines they use: of several lines with that width the last one, joined with the units
 * when these are in a line of their own.
 */
export function headerOf(texts: readonly string[], width: number): { names: string[]; lines: number } {
  const signals = texts.flatMap((text) => /^\s*Sig(?:nal)?\s*\d+[\s:=]+(.+)$/i.exec(text)?.[1] ?? [])
  if (signals.length === width) return { names: signals.map(cleanLabel), lines: texts.length }
  const rest = [...texts]
  const below: string[] = []
  // Units of fewer columns, or stray values, may stand below the names.
  while (rest.length > 0 && below.length < 2 && !namesAbove(rest.at(-1) ?? '', width)) below.push(rest.pop() as string)
  const run: string[][] = []
  for (const text of rest.reverse()) {
    const names = namesIn(text, width)
    if (!names) break
    run.unshift(names)
  }
  const last = run.at(-1)
  if (!last) return { names: [], lines: 0 }
  const short = below.map(unitsIn).find((units) => units.length === width - 1)
  const { names, lines } = withUnits(run, short)
  return { names, lines: lines + below.length }
}

function namesAbove(text: string, width: number): boolean {
  if (unitsIn(text).length === width - 1 && width > 2) return false
  return namesIn(text, width) !== undefined || /[A-Za-z\u4e00-\u9fff]{2}/.test(text)
}

function unitsIn(text: string): string[] {
  return partsOf(text).find((parts) => parts.length > 1 && areUnits(parts)) ?? []
}

function withUnits(run: readonly string[][], short: readonly string[] | undefined): { names: string[]; lines: number } {
  const last = run.at(-1) ?? []
  // The first column is a counter and has no unit.
  if (short) return { names: joined(last, ['', ...short]), lines: 1 }
  // Names, units and remarks, as plotting programs write them; or names and units.
  const unitsAt = run.length >= 3 && areUnits(run.at(-2) ?? []) ? run.length - 2 : run.length - 1
  const names = run[unitsAt - 1]
  const units = run[unitsAt] ?? []
  if (!names || !areUnits(units)) return { names: last, lines: 1 }
  return { names: joined(names, units), lines: run.length - unitsAt + 1 }
}

function joined(names: readonly string[], units: readonly string[]): string[] {
  return names.map((name, i) => (units[i] ? cleanLabel(`${name} (${units[i]?.replace(/^[[(]|[\])]$/g, '')})`) : name))
}

function areUnits(parts: readonly string[]): boolean {
  return parts.some((part) => part !== '') && parts.every((part) => part === '' || UNIT.test(part))
}
