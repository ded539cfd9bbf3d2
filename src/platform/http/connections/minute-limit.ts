const MINUTE_MS = 60_000

/** Counts calls in whole minutes, in this process: of a key, or of an address. What it holds ends with the minute. */
export class MinuteLimit<Id = number> {
  readonly #most: number
  readonly #counts = new Map<Id, number>()
  #minute = 0

  constructor(most: number) {
    this.#most = most
  }

  /** False when this minute is used up. */
  take(id: Id, now: Date): boolean {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, count)
    return count <= this.#most
  }

  /** Whether the last call was the first one that was refused in this minute. */
  isFirstBeyond(id: Id): boolean {
    return this.#counts.get(id) === this.#most + 1
  }
}

/** Until the next minute begins. */
export function secondsLeft(now: Date): number {
  return Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000)
}
