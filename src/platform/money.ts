/** Money is integer fen everywhere; this file converts it from and to text. */

/** 128000 → `¥1,280.00`; negative amounts have the sign before the ¥. */
export function formatFen(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const whole = Math.trunc(Math.abs(fen) / 100)
  const cents = String(Math.abs(fen) % 100).padStart(2, '0')
  return `${sign}¥${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** Parses what a person types as yuan (`1,280.5`, `¥1280`) into fen; undefined when it is not an amount of at most two decimals. */
export function parseYuan(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[¥￥]/, '')
    .replace(/,/g, '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return undefined
  const [whole = '0', cents = ''] = plain.split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** Largest accepted amount: one hundred million yuan. Keeps every sum far below 2^53. */
export const MAX_FEN = 10_000_000_000

/**
 * Splits `totalFen` in proportion to `weights` by the largest-remainder method, so that the parts always sum to the total.
 * When all weights are zero it splits evenly, with the remainder in the first parts.
 */
export function splitFen(totalFen: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const shares = sum > 0 ? weights : weights.map(() => 1)
  const whole = sum > 0 ? sum : weights.length
  const exact = shares.map((w) => (BigInt(totalFen) * BigInt(w)) / BigInt(whole || 1))
  const parts = exact.map(Number)
  const remainders = shares.map((w, i) => ({ i, r: Number((BigInt(totalFen) * BigInt(w)) % BigInt(whole || 1)) }))
  remainders.sort((a, b) => b.r - a.r || a.i - b.i)
  let left = totalFen - parts.reduce((a, b) => a + b, 0)
  for (const { i } of remainders) {
    if (left <= 0) break
    parts[i] = (parts[i] ?? 0) + 1
    left -= 1
  }
  return parts
}
