/** The sums of a range, as the cards read them. */
export interface Sums {
  count: (measure: string, key?: string) => number
  amount: (measure: string, key?: string) => number
  keys: (measure: string) => string[]
}

export interface SumOf {
  measure: string
  key: string
  count: number
  amount: number
}

/** Without a key: the sum of all keys. */
export function sumsIn(rows: readonly SumOf[]): Sums {
  const of = (measure: string, key?: string) =>
    rows.filter((row) => row.measure === measure && (key === undefined || row.key === key))
  return {
    count: (measure, key) => of(measure, key).reduce((sum, { count }) => sum + count, 0),
    amount: (measure, key) => of(measure, key).reduce((sum, { amount }) => sum + amount, 0),
    keys: (measure) => of(measure).map(({ key }) => key),
  }
}
