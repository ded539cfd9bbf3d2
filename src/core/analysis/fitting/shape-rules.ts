// Shapes of peaks with height 1 at 0, by full width at half maximum and share of Lorentz between 0 and 1.

const LN2 = Math.LN2

/** Pseudo-Voigt, also called sum form GL: (1 − m)·G + m·L. */
export function sumShape(distance: number, width: number, share: number): number {
  const q = (distance / width) ** 2
  return (1 - share) * Math.exp(-4 * LN2 * q) + share / (1 + 4 * q)
}

/**
 * Product form GL, the usual one of XPS: exp(−4 ln2 (1 − m) q) / (1 + 4 m q) with q = (distance/w)². For mixed shapes w is not the width at
 * half of the height, so it is converted: the width given here is the true one.
 */
export function productShape(distance: number, width: number, share: number): number {
  const q = (distance / (width * productWidthRatio(share))) ** 2
  return Math.exp(-4 * LN2 * (1 - share) * q) / (1 + 4 * share * q)
}

const ratios = new Map<number, number>()

/** w over the true full width at half maximum; 1 for pure Gauss and pure Lorentz. */
export function productWidthRatio(share: number): number {
  const known = ratios.get(share)
  if (known !== undefined) return known
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const q = (low + high) / 2
    if (Math.exp(-4 * LN2 * (1 - share) * q) / (1 + 4 * share * q) > 0.5) low = q
    else high = q
  }
  const ratio = 1 / (2 * Math.sqrt(low))
  ratios.set(share, ratio)
  return ratio
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
