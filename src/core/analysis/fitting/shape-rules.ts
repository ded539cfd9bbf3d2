// Shapes of peaks with height 1 at 0, by full width at half maximum and share of Lorentz between 0 and 1.

const LN2 = Math.LN2

/** Pseudo-Voigt, also called sum form GL: (1 − m)·G + m·L. */
export function sumShape(distance: number, width: number, share: number): number {
  const q = (distance / width) ** 2
  return (1 - share) * Math.exp(-4 * LN2 * q) + share / (1 + 4 * q)
}

/** Product form GL: exp(−4 ln2 (1 − m) q) / (1 + 4 m q), the usual one of XPS. */
export function productShape(distance: number, width: number, share: number): number {
  const q = (distance / width) ** 2
  return Math.exp(-4 * LN2 * (1 - share) * q) / (1 + 4 * share * q)
}

/** Area under the pseudo-Voigt of height 1. */
export function sumArea(width: number, share: number): number {
  return width * ((1 - share) * Math.sqrt(Math.PI / (4 * LN2)) + share * (Math.PI / 2))
}

/** Area under the product form of height 1: Simpson's rule over t = atan(2·distance/width), so that wide tails are counted whole. */
export function productArea(width: number, share: number): number {
  const intervals = 2000
  let total = 0
  for (let i = 1; i < intervals; i++) {
    const t = -Math.PI / 2 + (Math.PI * i) / intervals
    const value = productShape((width * Math.tan(t)) / 2, width, share) / Math.cos(t) ** 2
    total += (i % 2 === 1 ? 4 : 2) * value
  }
  // At the ends only the pure Lorentz shape has a value: 1/(1 + tan²) / cos² = 1.
  const ends = share === 1 ? 2 : 0
  return ((total + ends) * Math.PI * width) / (2 * 3 * intervals)
}
