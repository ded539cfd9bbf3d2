interface Entry {
  value: unknown
  tags: readonly string[]
  expiresAt: number
  bytes: number
  /** Read since the last eviction pass. */
  used: boolean
}

/** Approximate size of an entry without its value. */
const ENTRY_BYTES = 300

/**
 * Caches answers until one of their tags is purged; a purge reaches other processes through the database. Bounded by entries and by bytes.
 * Evicts the oldest entry first, but gives an entry that was read in the meantime a second chance (CLOCK algorithm), so that a robot that
 * reads twenty thousand pages does not evict the home page.
 */
export class TagCache {
  #entries = new Map<string, Entry>()
  #bytes = 0
  #maxEntries: number
  #maxBytes: number
  /** Set by the server: announces a purge to the other processes. */
  announce: (tags: readonly string[]) => void = () => {}
  #generation = 0

  constructor(maxEntries: number, maxBytes = Infinity) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  get<T>(key: string, now: number): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > now) {
      entry.used = true
      return entry.value as T
    }
    this.#remove(key, entry)
    return undefined
  }

  /** Read it before computing an answer and pass it to `set`, so that an answer computed during a purge is not kept. */
  get generation(): number {
    return this.#generation
  }

  /** Approximate memory of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  /** `size` is the approximate memory of the value. */
  set(key: string, value: unknown, tags: readonly string[], expiresAt: number, generation: number, size = 0): void {
    const bytes = size + ENTRY_BYTES
    if (generation !== this.#generation || this.#maxEntries === 0 || bytes > this.#maxBytes) return
    const before = this.#entries.get(key)
    if (before) this.#remove(key, before)
    while (this.#entries.size >= this.#maxEntries || this.#bytes + bytes > this.#maxBytes) this.#removeOldest()
    this.#entries.set(key, { value, tags, expiresAt, bytes, used: false })
    this.#bytes += bytes
  }

  purge(tags: readonly string[]): void {
    this.purgeHere(tags)
    this.announce(tags)
  }

  purgeHere(tags: readonly string[]): void {
    this.#generation += 1
    for (const [key, entry] of this.#entries) {
      if (entry.tags.some((tag) => tags.includes(tag))) this.#remove(key, entry)
    }
  }

  #removeOldest(): void {
    for (const [key, entry] of this.#entries) {
      if (!entry.used) return this.#remove(key, entry)
      entry.used = false
      // Moves the entry to the end of the insertion order.
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.bytes
  }
}
