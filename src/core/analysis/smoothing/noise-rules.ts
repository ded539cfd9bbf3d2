/**
 * Standard deviation of the noise from second differences, by their median, so that peaks do not count (normal noise: σ = 1.4826·median/√6).
 */
export function noiseOf(y: readonly number[]): number {
  const differences = y.slice(2).map((value, i) => Math.abs(value - 2 * (y[i + 1] as number) + (y[i] as number)))
  return (1.4826 * median(differences)) / Math.sqrt(6)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
