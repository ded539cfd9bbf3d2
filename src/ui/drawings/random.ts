/** A seeded random generator for numbers in [0, 1) (mulberry32), so that server and browser draw the same picture. */
export function seededRandom(seed: number): () => number {
  let state = (seed | 0) ^ 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Turns any text into a number, for seeds that are codes. */
export function seedOf(text: string | number): number {
  if (typeof text === 'number') return text
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/**
 * An id for the definitions in a drawing. It comes from what the drawing shows, not from its place, because the server keeps the HTML of
 * drawings; two equal drawings on a page have equal definitions.
 */
export function drawingId(...parts: readonly unknown[]): string {
  return `d${seedOf(parts.join(' ')).toString(36)}`
}
