interface Entry {
  value: unknown
  tags: readonly string[]
  expiresAt: number
  bytes: number
  /** Asked for since it was last passed over. */
  wanted: boolean
}

/** What an entry takes besides its value, roughly. */
const ENTRY_BYTES = 300

/**
 * Answers kept until a tag of theirs is purged; a purge reaches other processes through the database. Bounded by entries and by bytes: the
 * oldest goes first, except that one asked for meanwhile is passed over once, so that a robot reading twenty thousand addresses does not
 * push out the home page.
 */
export class TagCache {
  #entries = new Map<string, Entry>()
  #bytes = 0
  #maxEntries: number
  #maxBytes: number
  /** Set by the server: tells the other processes. */
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
      entry.wanted = true
      return entry.value as T
    }
    this.#remove(key, entry)
    return undefined
  }

  /** Taken before the work whose answer is kept, so that an answer computed across a purge is not kept. */
  get generation(): number {
    return this.#generation
  }

  /** What is kept now takes about so much memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** `size` is about what the value takes in memory. */
  set(key: string, value: unknown, tags: readonly string[], expiresAt: number, generation: number, size = 0): void {
    const bytes = size + ENTRY_BYTES
    if (generation !== this.#generation || this.#maxEntries === 0 || bytes > this.#maxBytes) return
    const before = this.#entries.get(key)
    if (before) this.#remove(key, before)
    while (this.#entries.size >= this.#maxEntries || this.#bytes + bytes > this.#maxBytes) this.#removeOldest()
    this.#entries.set(key, { value, tags, expiresAt, bytes, wanted: false })
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
      if (!entry.wanted) return this.#remove(key, entry)
      entry.wanted = false
      // Reached again only after everything that is there now.
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.bytes
  }
}
