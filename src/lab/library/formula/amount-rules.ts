/**
 * How much of an element a formula names: a number, a range `0.1~0.3`, or a number with variables, `1-x`. Kept as a constant and the factor
 * of each variable.
 */
export interface Amount {
  least: number
  most: number
  /** By name of the variable; `1-x` has {x: -1}. */
  factors: Readonly<Record<string, number>>
}

export const one: Amount = { least: 1, most: 1, factors: {} }

const number = String.raw`(?:\d+(?:\.\d+)?|\.\d+)`
const variable = '[xyzδ]'
const term = `(?:${number}?${variable}|${number})`
const range = new RegExp(`^(${number})[~–](${number})`)
const expression = new RegExp(`^${term}(?:[+-](?:${number}?${variable}))*`)

/** The amount at the beginning of a text with the number of letters it takes; undefined when none stands there. */
export function amountAt(text: string): { amount: Amount; length: number } | undefined {
  const between = range.exec(text)
  if (between) {
    const [least, most] = [Number(between[1]), Number(between[2])]
    return least <= most ? { amount: { least, most, factors: {} }, length: between[0].length } : undefined
  }
  const found = expression.exec(text)
  return found ? { amount: amountOf(found[0]), length: found[0].length } : undefined
}

function amountOf(text: string): Amount {
  let constant = 0
  const factors: Record<string, number> = {}
  for (const [, sign = '', digits = '', name = ''] of text.matchAll(/([+-]?)(\d+(?:\.\d+)?|\.\d+)?([xyzδ])?/g)) {
    if (digits === '' && name === '') continue
    const value = (sign === '-' ? -1 : 1) * (digits === '' ? 1 : Number(digits))
    if (name === '') constant += value
    else factors[name] = (factors[name] ?? 0) + value
  }
  return { least: constant, most: constant, factors }
}

export function plus(a: Amount, b: Amount): Amount {
  const factors: Record<string, number> = { ...a.factors }
  for (const [name, factor] of Object.entries(b.factors)) factors[name] = (factors[name] ?? 0) + factor
  return { least: a.least + b.least, most: a.most + b.most, factors }
}

/** Undefined when both hold variables, because a product of variables is no amount. */
export function times(a: Amount, b: Amount): Amount | undefined {
  const [plain, other] = Object.keys(a.factors).length === 0 ? [a, b] : [b, a]
  if (Object.keys(plain.factors).length > 0) return undefined
  if (plain.least !== plain.most && Object.keys(other.factors).length > 0) return undefined
  return {
    least: plain.least * other.least,
    most: plain.most * other.most,
    factors: Object.fromEntries(Object.entries(other.factors).map(([name, factor]) => [name, factor * plain.least])),
  }
}

/** The least and the largest value when the variables stand at these values. */
export function valueAt(amount: Amount, values: Readonly<Record<string, number>>): readonly [number, number] {
  const moved = Object.entries(amount.factors).reduce((sum, [name, factor]) => sum + factor * (values[name] ?? 0), 0)
  return [amount.least + moved, amount.most + moved]
}
