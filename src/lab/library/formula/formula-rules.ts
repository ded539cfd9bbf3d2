import { type Amount, amountAt, one, plus, times, valueAt } from './amount-rules.ts'
import { isElement } from './element-rules.ts'

/**
 * What is understood as a composition: formulas with brackets (`Ca3(PO4)2`), fractions (`LiNi0.8Co0.1Mn0.1O2`), variables and ranges
 * (`La1-xSrxMnO3`, with `x=0.1~0.3` behind it or not), water of crystals (`CaSO4·2H2O`), several phases (`TiO2/SiO2`, `Fe3O4@SiO2`, `ZnO:Al`, `SiO2、Al2O3`),
 * alloys (`Fe-18Cr-8Ni`) and lists of amounts (`Fe 70 Cr 18 Ni 12 at%`), with Chinese words beside it. Everything else is no formula.
 */
export interface Composition {
  /** In alphabetical order, each once. */
  elements: string[]
  /**
   * The share of each element in atomic percent, from and to. Undefined where it is not known: several phases, weight percent, percent of
   * which nobody says what they are, a variable without limits.
   */
  shares: Record<string, readonly [number, number]> | undefined
  /** The formula with its elements in alphabetical order and the least whole or fractional amounts, for comparing: `Fe2O3`; empty without amounts. */
  key: string
}

type Amounts = ReadonlyMap<string, Amount>

export function compositionOf(text: string): Composition | undefined {
  const plain = plainText(text)
  if (plain === '' || plain.length > mostLength) return undefined
  const { formula, limits } = withLimits(plain)
  const whole = wholeFormula(formula)
  if (whole) return composed(whole, limits)
  const elements = alloyElements(formula) ?? phaseElements(formula)
  if (elements) return { elements, shares: undefined, key: '' }
  const listed = listedAmounts(formula)
  if (!listed) return undefined
  if (listed.atomic) return composed(listed.amounts, limits)
  return { elements: [...listed.amounts.keys()].sort(), shares: undefined, key: '' }
}

const mostLength = 200

/** Small digits as digits, one sign for each meaning, and without the Chinese words beside it. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[·•∙⋅・*]/g, '·')
    .replace(/[−‑‒]/g, '-')
    .replace(/[〜～∼]/g, '~')
    .replace(/\p{Script=Han}+/gu, ' ')
    .replace(/[，、；;]/g, ',')
    .replace(/^\s*\((.*)\)\s*$/, '$1')
    .replace(/\s*·\s*/g, '·')
    .replace(/^[\s,:]+|[\s,:]+$/g, '')
    .trim()
}

type Limits = Readonly<Record<string, readonly [number, number]>>

/** Takes `x=0.1` or `(0≤x≤0.3)` from the end of a formula. */
function withLimits(text: string): { formula: string; limits: Limits } {
  const limits: Record<string, readonly [number, number]> = {}
  const value = String.raw`(\d*\.?\d+)`
  let rest = text.replace(
    new RegExp(`[\\s,(]*([xyzδ])\\s*=\\s*${value}(?:\\s*[~–-]\\s*${value})?[)\\s]*$`),
    (_, name, from, to) => {
      limits[name as string] = [Number(from), Number(to ?? from)]
      return ''
    },
  )
  rest = rest.replace(
    new RegExp(`[\\s,(]*${value}\\s*[≤<]\\s*([xyzδ])\\s*[≤<]\\s*${value}[)\\s]*$`),
    (_, from, name, to) => {
      limits[name as string] = [Number(from), Number(to)]
      return ''
    },
  )
  return { formula: rest.trim(), limits }
}

/** Capitals without a number, such as PVC or PAN, are names far more often than formulas; these are formulas. */
const capitalFormulas: ReadonlySet<string> = new Set(
  'BN BP WC VN VC UC UN CO NO KF KI HF HI KOH HCN KCN KSCN HBF YN YB CN'.split(' '),
)

function wholeFormula(text: string): Amounts | undefined {
  if (/^[A-Z]{2,}$/.test(text) && !capitalFormulas.has(text)) return undefined
  let sum: Map<string, Amount> | undefined
  for (const part of text.split('·')) {
    const lead = /^(\d+(?:\.\d+)?|[xn])(?=[A-Z([])/.exec(part)
    const factor = !lead
      ? one
      : lead[1] === 'x' || lead[1] === 'n'
        ? { least: 0, most: 0, factors: { x: 1 } }
        : amountAt(lead[1] ?? '')?.amount
    // A number in front is the count of what follows a point; in front of the whole it says nothing that is understood.
    if (lead && sum === undefined) return undefined
    const read = readPart(part.slice(lead?.[0].length ?? 0))
    const scaled = read && factor && scaledBy(read, factor)
    if (!scaled) return undefined
    sum = added(sum ?? new Map<string, Amount>(), scaled)
  }
  return sum
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** A formula without points; undefined when a letter of it is not understood. */
function readPart(text: string): Amounts | undefined {
  let rest = text
  let sum = new Map<string, Amount>()
  while (rest !== '') {
    const unit = bracketAt(rest) ?? symbolAt(rest)
    if (!unit) return undefined
    rest = rest.slice(unit.length)
    const found = amountAt(rest)
    if (found) rest = rest.slice(found.length)
    else if (/^n$/.test(rest) && unit.bracket) rest = ''
    const scaled = scaledBy(unit.amounts, found?.amount ?? one)
    if (!scaled) return undefined
    sum = added(sum, scaled)
  }
  return sum.size > 0 ? sum : undefined
}

interface Unit {
  amounts: Amounts
  length: number
  bracket: boolean
}

function bracketAt(text: string): Unit | undefined {
  const close = pairs[text[0] ?? '']
  if (close === undefined) return undefined
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === text[0]) depth += 1
    if (text[at] === close) depth -= 1
    if (depth > 0) continue
    const amounts = readPart(text.slice(1, at).replaceAll(',', ''))
    return amounts && { amounts, length: at + 1, bracket: true }
  }
  return undefined
}

function symbolAt(text: string): Unit | undefined {
  const symbol = [text.slice(0, 2), text.slice(0, 1)].find((each) => /^[A-Z][a-z]?$/.test(each) && isElement(each))
  if (symbol === undefined) return undefined
  return { amounts: new Map([[symbol, one]]), length: symbol.length, bracket: false }
}

function scaledBy(amounts: Amounts, factor: Amount): Amounts | undefined {
  const scaled = new Map<string, Amount>()
  for (const [symbol, amount] of amounts) {
    const product = times(amount, factor)
    if (!product) return undefined
    scaled.set(symbol, product)
  }
  return scaled
}

function added(to: Map<string, Amount>, more: Amounts): Map<string, Amount> {
  const sum = new Map(to)
  for (const [symbol, amount] of more) {
    const before = sum.get(symbol)
    sum.set(symbol, before ? plus(before, amount) : amount)
  }
  return sum
}

/** `Fe-18Cr-8Ni`: the first element without a number, each other one behind its number. */
function alloyElements(text: string): string[] | undefined {
  if (!/^[A-Z][a-z]?(?:-\d+(?:\.\d+)?[A-Z][a-z]?)+(?:\s*(?:wt|at)\.?\s*%)?$/.test(text)) return undefined
  const symbols = text.replace(/(?:wt|at)\.?\s*%$/, '').match(/[A-Z][a-z]?/g) ?? []
  return symbols.every(isElement) ? [...new Set(symbols)].sort() : undefined
}

/** Several phases, of which nobody says how much there is. */
function phaseElements(text: string): string[] | undefined {
  const phases = text.split(/[/@:+,]|(?<=[A-Za-z0-9)\]])-(?=[A-Z([])/).map((phase) => phase.trim())
  if (phases.length < 2) return undefined
  const read = phases.map((phase) => wholeFormula(phase.replace(/^\d+(?:\.\d+)?\s*(?:wt|at|mol)?\.?\s*%\s*/, '')))
  if (read.some((each) => each === undefined)) return undefined
  return [...new Set(read.flatMap((each) => [...(each?.keys() ?? [])]))].sort()
}

/** `Fe 70 Cr 18 Ni 12 at%`, `Fe: 70%, Cr: 30%`: only atomic percent are shares; what others count is not guessed. */
function listedAmounts(text: string): { amounts: Amounts; atomic: boolean } | undefined {
  const unit = /\(?\s*(wt|at|mol)\.?\s*%?\s*\)?$/.exec(text)
  const entries = [
    ...text
      .slice(0, unit?.index ?? text.length)
      .matchAll(/\s*([A-Z][a-z]?)\s*[:=]?\s*(\d+(?:\.\d+)?)\s*%?\s*(?:,|$|(?=\s))/g),
  ]
  const read = entries.map(([all]) => all).join('')
  if (entries.length < 2 || read.trim() !== text.slice(0, unit?.index ?? text.length).trim()) return undefined
  const amounts = new Map<string, Amount>()
  for (const [, symbol = '', digits = ''] of entries) {
    if (!isElement(symbol) || amounts.has(symbol)) return undefined
    const value = Number(digits)
    amounts.set(symbol, { least: value, most: value, factors: {} })
  }
  return { amounts, atomic: unit?.[1] === 'at' || unit?.[1] === 'mol' }
}

function composed(amounts: Amounts, limits: Limits): Composition | undefined {
  const named = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))
  const shares = sharesOf(named, limits)
  // An amount that is zero for certain says that the element is not there.
  const present = named.filter(([symbol]) => shares === undefined || (shares[symbol]?.[1] ?? 1) > 0)
  if (present.length === 0) return undefined
  return {
    elements: present.map(([symbol]) => symbol),
    shares: shares && Object.fromEntries(present.map(([symbol]) => [symbol, shares[symbol] ?? [0, 100]])),
    key: keyOf(present),
  }
}

/** A share is a quotient of two linear amounts, so that its ends stand where the variables do. */
function sharesOf(named: readonly [string, Amount][], given: Limits): Composition['shares'] {
  const limits: Record<string, readonly [number, number]> = { ...given }
  for (const name of new Set(named.flatMap(([, { factors }]) => Object.keys(factors)))) {
    if (limits[name]) continue
    const ends = named.flatMap(([, { least, factors }]) =>
      Number(factors[name]) < 0 ? [least / -Number(factors[name])] : [],
    )
    if (ends.length === 0) return undefined
    limits[name] = [0, Math.min(...ends)]
  }
  const found: Record<string, [number, number]> = {}
  for (const values of cornersOf(limits)) {
    const ranges = named.map(([symbol, amount]) => [symbol, valueAt(amount, values)] as const)
    for (const [symbol, [least, most]] of ranges) {
      const others = ranges.filter(([other]) => other !== symbol)
      const sum = (end: 0 | 1) => others.reduce((all, [, range]) => all + Math.max(0, range[end]), 0)
      const from = percent(Math.max(0, least), sum(1))
      const to = percent(Math.max(0, most), sum(0))
      const before = found[symbol]
      found[symbol] = before ? [Math.min(before[0], from), Math.max(before[1], to)] : [from, to]
    }
  }
  return found
}

function percent(part: number, others: number): number {
  return part + others > 0 ? Number(((part / (part + others)) * 100).toFixed(3)) : 0
}

function cornersOf(limits: Limits): Record<string, number>[] {
  return Object.entries(limits).reduce<Record<string, number>[]>(
    (corners, [name, ends]) =>
      corners.flatMap((corner) => [...new Set(ends)].map((end) => ({ ...corner, [name]: end }))),
    [{}],
  )
}

/** Whole amounts are divided by what they have in common, so that Fe4O6 is found as Fe2O3. */
function keyOf(named: readonly [string, Amount][]): string {
  const plain = named.every(([, { least, most, factors }]) => least === most && Object.keys(factors).length === 0)
  const whole = plain && named.every(([, { least }]) => Number.isInteger(least) && least > 0)
  const divisor = whole ? named.map(([, { least }]) => least).reduce(common) : 1
  return named.map(([symbol, amount]) => `${symbol}${amountText(amount, divisor)}`).join('')
}

function common(a: number, b: number): number {
  return b === 0 ? a : common(b, a % b)
}

function amountText({ least, most, factors }: Amount, divisor: number): string {
  const names = Object.entries(factors).filter(([, factor]) => factor !== 0)
  if (names.length === 0 && least === most && least / divisor === 1) return ''
  const tidy = (value: number) => String(Number(value.toFixed(6)))
  const constant =
    least === most ? (least === 0 && names.length > 0 ? '' : tidy(least / divisor)) : `${tidy(least)}~${tidy(most)}`
  const rest = names
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, factor]) =>
        `${factor < 0 ? '-' : constant === '' ? '' : '+'}${Math.abs(factor) === 1 ? '' : tidy(Math.abs(factor))}${name}`,
    )
  return constant + rest.join('')
}
