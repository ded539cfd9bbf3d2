/** A generator of numbers that gives the same sequence for the same seed, so that the life of the demo can be made again. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** True in this share of the cases. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the keys; a key with weight 3 comes three times as often as one with weight 1. */
  weighted<K extends string>(weights: Record<K, number>): K
}

/** Mulberry32 (public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    weighted<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries<number>(weights) as [K, number][]
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        at -= weight
        if (at < 0) return key
      }
      return entries[0]?.[0] as K
    },
  }
}
