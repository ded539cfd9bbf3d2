import { at } from './point-rules.ts'

/** A stretch of a sweep in one direction: heating, cooling, one half of a cycle. */
export interface Segment {
  first: number
  last: number
  rising: boolean
}

/** Turns are where the position goes back from its extreme by more than `tolerance`; jitter below that is none. */
export function segmentsOf(x: readonly number[], tolerance: number): Segment[] {
  const segments: Segment[] = []
  let first = 0
  let extreme = 0
  let rising: boolean | undefined
  for (let i = 1; i < x.length; i++) {
    const from = at(x, i) - at(x, extreme)
    if (rising === undefined) {
      if (Math.abs(at(x, i) - at(x, first)) > tolerance) {
        rising = at(x, i) > at(x, first)
        extreme = i
      }
    } else if (rising ? from >= 0 : from <= 0) {
      extreme = i
    } else if (Math.abs(from) > tolerance) {
      segments.push({ first, last: extreme, rising })
      first = extreme
      rising = !rising
      extreme = i
    }
  }
  if (rising !== undefined) segments.push({ first, last: x.length - 1, rising })
  return segments
}
