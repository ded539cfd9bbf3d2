import { type Random, seededRandom } from '../../demo/life/random.ts'

export type { Random }

/** A seed of its own for a part of a run, so that leaving out one part changes no decision of another. */
export function subSeed(seed: number, ...parts: (number | string)[]): number {
  let mixed = seed >>> 0
  for (const letter of parts.join('/')) {
    mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193) >>> 0
    mixed = (mixed ^ (mixed >>> 15)) >>> 0
  }
  return mixed
}

export function randomOf(seed: number, ...parts: (number | string)[]): Random {
  return seededRandom(subSeed(seed, ...parts))
}
