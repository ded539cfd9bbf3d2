import { Session } from 'node:inspector/promises'

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/**
 * Blocks of the watched sources that ran, as V8 counts them. A block that ran twice as often as ever before counts as new too, so that loops
 * are followed (as American Fuzzy Lop does: https://lcamtuf.coredump.cx/afl/technical_details.txt).
 */
export class Coverage {
  readonly #watched: string
  /** Of each function that has run, the blocks that never did. */
  readonly #never = new Map<string, Range[]>()
  readonly #repeats = new Set<string>()
  #blocks = 0

  /** `watched`: a part of the addresses of the sources whose blocks count. */
  constructor(watched: string) {
    this.#watched = watched
  }

  /** How many blocks are new since the last call. */
  async fresh(): Promise<number> {
    const { result } = await (await session()).post('Profiler.takePreciseCoverage')
    const before = this.#blocks
    for (const { url, scriptId, functions } of result) {
      if (!url.includes(this.#watched)) continue
      for (const { ranges } of functions) {
        const [whole] = ranges
        if (whole && whole.count > 0) this.#follow(`${scriptId} ${whole.startOffset} ${whole.endOffset}`, ranges)
      }
    }
    return this.#blocks - before
  }

  /** V8 names a block only where its count differs from that of the block around it, so what is not named as idle has run. */
  #follow(name: string, ranges: readonly Range[]): void {
    const idle = ranges.filter(({ count }) => count === 0)
    const never = this.#never.get(name)
    if (never === undefined) {
      this.#blocks += 1
      this.#never.set(name, idle)
    } else {
      const ran = never.filter((block) => !idle.some((each) => contains(each, block)))
      if (ran.length > 0) {
        this.#blocks += ran.length
        const inside = idle.filter((each) => ran.some((block) => contains(block, each)))
        this.#never.set(name, [...never.filter((block) => !ran.includes(block)), ...inside])
      }
    }
    for (const { startOffset, endOffset, count } of ranges) {
      if (count < 2) continue
      const repeat = `${name} ${startOffset} ${endOffset} ${Math.floor(Math.log2(count))}`
      if (this.#repeats.has(repeat)) continue
      this.#repeats.add(repeat)
      this.#blocks += 1
    }
  }

  get blocks(): number {
    return this.#blocks
  }
}

let started: Promise<Session> | undefined

/** Counting begins once and never stops: V8 does not count the blocks of functions that were compiled before it began. */
function session(): Promise<Session> {
  return (started ??= startCounting())
}

async function startCounting(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return session
}

function contains(outer: Range, inner: Range): boolean {
  return outer.startOffset <= inner.startOffset && inner.endOffset <= outer.endOffset
}
