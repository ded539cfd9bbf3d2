import { atomicNumber } from './element-rules.ts'

// Reads what customers type as the main composition («Fe3O4/C 复合物», «NaCl 99%») and as an amount («50 mg», «2 mL», «3 片»).

/** Usual abbreviations of organic substances that would read as formulas of elements, such as PS for phosphorus and sulfur. */
const abbreviations = new Set(
  'PS PC PI PU PP PE PA POM PVC PVP PVA PAN PTFE PVDF PEO PANI PPY PPy CNF CNC CF GO NC HA CB CS BSA DNA RNA COF HOF PCN'.split(
    ' ',
  ),
)

/** A formula starts at a word boundary: an upper-case letter, then symbols, numbers, brackets and hydrate dots. */
const formulas = /(?<![A-Za-z])[A-Z([][A-Za-z0-9()[\]·.]*/g

/** Element symbols in formulas of a composition, each once; words that are no formula give none. */
export function elementsOf(composition: string): string[] {
  const found = new Set<string>()
  for (const [word] of composition.normalize('NFKC').matchAll(formulas)) {
    for (const symbol of symbolsOf(word.replace(/[.·]+$/, '')) ?? []) found.add(symbol)
  }
  return [...found]
}

/** The symbols of one formula; undefined when it is an abbreviation or has anything but elements in it. */
function symbolsOf(word: string): string[] | undefined {
  if (abbreviations.has(word)) return undefined
  const symbols: string[] = []
  for (const [part] of word.replace(/[0-9()[\]·.]/g, ' ').matchAll(/\S+/g)) {
    if (part.replace(/[A-Z][a-z]?/g, '') !== '') return undefined
    for (const [symbol] of part.matchAll(/[A-Z][a-z]?/g)) {
      if (atomicNumber(symbol) === undefined) return undefined
      symbols.push(symbol)
    }
  }
  return symbols
}

/** Factors to the smallest unit of a dimension: µg, µL, pieces. */
const units: Record<string, { dimension: 'mass' | 'volume' | 'pieces'; factor: number }> = {
  ug: { dimension: 'mass', factor: 1 },
  mg: { dimension: 'mass', factor: 1000 },
  g: { dimension: 'mass', factor: 1_000_000 },
  ul: { dimension: 'volume', factor: 1 },
  ml: { dimension: 'volume', factor: 1000 },
  l: { dimension: 'volume', factor: 1_000_000 },
  ...Object.fromEntries([...'片块个根支件条瓶'].map((word) => [word, { dimension: 'pieces' as const, factor: 1 }])),
}

export interface Quantity {
  dimension: 'mass' | 'volume' | 'pieces'
  /** In µg, µL or pieces. */
  value: number
}

/** The first amount in a text such as «≥ 50 mg», «2 mL» or «3 片», of a range its lower end; undefined when there is none. */
export function quantityOf(text: string): Quantity | undefined {
  const match =
    /(\d{1,7}(?:\.\d{1,4})?)(?:\s*[–~-]\s*\d{1,7}(?:\.\d{1,4})?)?\s*(ug|mg|g|ul|ml|l|[片块个根支件条瓶])(?![A-Za-z])/i.exec(
      text
        .normalize('NFKC')
        .replaceAll('μ', 'u')
        .replaceAll('µ', 'u')
        .replaceAll('微克', 'ug')
        .replaceAll('毫克', 'mg')
        .replaceAll('毫升', 'ml')
        .replaceAll('微升', 'ul')
        .replaceAll('克', 'g'),
    )
  const unit = units[(match?.[2] ?? '').toLowerCase()]
  return match && unit ? { dimension: unit.dimension, value: Number(match[1]) * unit.factor } : undefined
}
