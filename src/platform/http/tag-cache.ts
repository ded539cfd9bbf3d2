/** Answers kept until a tag of theirs is purged. Bounded by entries, oldest out first; a purge reaches other processes through the database. */
export class TagCache {
  #entries = new Map<string, { value: unknown; tags: readonly string[]; expiresAt: number }>()
  #maxEntries: number
  /** Set by the server: tells the other processes. */
  announce: (tags: readonly string[]) => void = () => {}
  #generation = 0

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get<T>(key: string, now: number): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > now) return entry.value as T
    this.#entries.delete(key)
    return undefined
  }

  /** Taken before the work whose answer is kept, so that an answer computed across a purge is not kept. */
  get generation(): number {
    return this.#generation
  }

  set(key: string, value: unknown, tags: readonly string[], expiresAt: number, generation: number): void {
    if (generation !== this.#generation || this.#maxEntries === 0) return
    if (this.#entries.size >= this.#maxEntries) {
      const oldest = this.#entries.keys().next().value
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, { value, tags, expiresAt })
  }

  purge(tags: readonly string[]): void {
    this.purgeHere(tags)
    this.announce(tags)
  }

  purgeHere(tags: readonly string[]): void {
    this.#generation += 1
    for (const [key, entry] of this.#entries) {
      if (entry.tags.some((tag) => tags.includes(tag))) this.#entries.delete(key)
    }
  }
}
