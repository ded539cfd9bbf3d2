import { percentile } from '../measure.ts'

/** What people saw of one kind of request. */
interface Kind {
  ms: number[]
  failures: Map<string, number>
}

/** All answers since the last `take()`: milliseconds by the kind of request, and failures with the text that the person was shown. */
export class Seen {
  private kinds = new Map<string, Kind>()

  answered(kind: string, ms: number): void {
    this.of(kind).ms.push(ms)
  }

  failed(kind: string, text: string): void {
    const { failures } = this.of(kind)
    failures.set(text, (failures.get(text) ?? 0) + 1)
  }

  take(): Summary {
    const kinds = this.kinds
    this.kinds = new Map()
    return new Summary(kinds)
  }

  private of(name: string): Kind {
    const kind = this.kinds.get(name) ?? { ms: [], failures: new Map<string, number>() }
    this.kinds.set(name, kind)
    return kind
  }
}

export class Summary {
  private readonly kinds: ReadonlyMap<string, Kind>

  constructor(kinds: ReadonlyMap<string, Kind>) {
    this.kinds = kinds
  }

  get answers(): number {
    return this.all.length
  }

  get failures(): number {
    return [...this.kinds.values()].flatMap(({ failures }) => [...failures.values()]).reduce((sum, n) => sum + n, 0)
  }

  /** Of all kinds together, or of one. */
  p(part: number, name?: string): number {
    return percentile(name === undefined ? this.all : (this.kinds.get(name)?.ms ?? []), part)
  }

  /** The texts of failures with their number, the most frequent first. */
  get texts(): string[] {
    const texts = new Map<string, number>()
    for (const [name, { failures }] of this.kinds) for (const [text, n] of failures) texts.set(`${name}: ${text}`, n)
    return [...texts].sort((a, b) => b[1] - a[1]).map(([text, n]) => `${n} × ${text}`)
  }

  get lines(): string[] {
    return [...this.kinds]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { ms }]) => {
        const at = (part: number) => percentile(ms, part).toFixed(0)
        return `${name}: ${ms.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
      })
  }

  private get all(): number[] {
    return [...this.kinds.values()].flatMap(({ ms }) => ms)
  }
}
