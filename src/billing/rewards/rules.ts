/** Whole points for what was paid; the rest of a point is not given. */
export function orderPoints(perHundredYuan: number, paidFen: number): number {
  return Number((BigInt(paidFen) * BigInt(perHundredYuan)) / 10_000n)
}
