/**
 * SNIP background (Ryan et al., Nucl. Instrum. Meth. B 34 (1988) 396; falling windows after Morháč et al., Nucl. Instrum. Meth. A 401 (1997) 113):
 * each value gives way to the mean of its two neighbours at a distance when that is lower, from the widest distance to the nearest.
 */
export function snipBackground(y: readonly number[], widest: number): number[] {
  const lift = y.reduce((least, value) => Math.min(least, value), 0)
  let values = y.map((value) => Math.log(Math.log(Math.sqrt(value - lift + 1) + 1) + 1))
  for (let distance = widest; distance >= 1; distance--) {
    values = values.map((value, i) => {
      if (i < distance || i + distance >= values.length) return value
      return Math.min(value, ((values[i - distance] as number) + (values[i + distance] as number)) / 2)
    })
  }
  return values.map((value) => (Math.exp(Math.exp(value) - 1) - 1) ** 2 - 1 + lift)
}
