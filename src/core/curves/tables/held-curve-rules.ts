import type { ReadCurve } from '../curve-rules.ts'

/** Points held of one curve while its file is read. Divisible by four. */
const mostHeld = 200_000

interface Point {
  /** Counts the points of the file. */
  at: number
  x: number
  y: number
}

/**
 * A curve that arrives point by point, with bounded memory. Points are held as pairs, the lowest and the highest of a stretch of the
 * measurement, in their order. At first a stretch is two points, so that nothing is left out; when the memory is full, neighbouring
 * stretches are joined, all of them, so that no part of a long measurement is coarser than another.
 */
export class HeldCurve {
  #x = new Float64Array(1024)
  #y = new Float64Array(1024)
  #length = 0
  /** Points of the file in a stretch. */
  #stretch = 2
  #inStretch = 0
  #low: Point | undefined
  #high: Point | undefined
  #first: Point | undefined
  #last: Point | undefined
  #total = 0
  #missing = 0
  /** Rows without a value since the last point; at the end of a shorter column they are no gap. */
  #empty = 0

  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return this.addGap(1)
    this.#missing += this.#empty
    this.#empty = 0
    const point = { at: this.#total, x, y }
    this.#total += 1
    this.#first ??= point
    this.#last = point
    if (!this.#low || y < this.#low.y) this.#low = point
    if (!this.#high || y >= this.#high.y) this.#high = point
    this.#inStretch += 1
    if (this.#inStretch < this.#stretch) return
    if (this.#length === mostHeld) this.#join()
    else this.#keepStretch(this.#low, this.#high)
  }

  /** Rows that hold no value of this curve. */
  addGap(rows: number): void {
    if (this.#total > 0) this.#empty += rows
  }

  /** The held points, the first and the last of the file among them. */
  points(): Omit<ReadCurve, 'label'> {
    const x = Array.from(this.#x.subarray(0, this.#length))
    const y = Array.from(this.#y.subarray(0, this.#length))
    const append = ({ x: atX, y: atY }: Point) => {
      x.push(atX)
      y.push(atY)
    }
    const open = [this.#low, this.#high].filter((point) => point !== undefined).sort((a, b) => a.at - b.at)
    for (const [i, point] of open.entries()) if (i === 0 || point.at !== open[0]?.at) append(point)
    const [first, last] = [this.#first, this.#last]
    if (last && (x.at(-1) !== last.x || y.at(-1) !== last.y)) append(last)
    if (first && (x[0] !== first.x || y[0] !== first.y)) {
      x.unshift(first.x)
      y.unshift(first.y)
    }
    return { x, y, total: this.#total, missing: this.#missing }
  }

  #keepStretch(low: Point, high: Point): void {
    if (this.#length === this.#x.length) this.#grow()
    for (const point of low.at < high.at ? [low, high] : [high, low]) {
      this.#x[this.#length] = point.x
      this.#y[this.#length] = point.y
      this.#length += 1
    }
    this.#low = undefined
    this.#high = undefined
    this.#inStretch = 0
  }

  /** Two stretches become one. The stretch that is being filled goes on to the new length. */
  #join(): void {
    const [x, y] = [this.#x, this.#y]
    let kept = 0
    for (let from = 0; from < this.#length; from += 4) {
      let [low, high] = [from, from]
      for (let i = from + 1; i < from + 4; i++) {
        if ((y[i] as number) < (y[low] as number)) low = i
        if ((y[i] as number) >= (y[high] as number)) high = i
      }
      const pair = [
        [x[Math.min(low, high)], y[Math.min(low, high)]],
        [x[Math.max(low, high)], y[Math.max(low, high)]],
      ] as [number, number][]
      for (const [atX, atY] of pair) {
        x[kept] = atX
        y[kept] = atY
        kept += 1
      }
    }
    this.#length = kept
    this.#stretch *= 2
  }

  #grow(): void {
    const size = Math.min(this.#x.length * 2, mostHeld)
    const larger = { x: new Float64Array(size), y: new Float64Array(size) }
    larger.x.set(this.#x)
    larger.y.set(this.#y)
    this.#x = larger.x
    this.#y = larger.y
  }
}
