import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestClock } from '../../src/platform/clock.ts'
import type { Random } from './random.ts'

/** The process ends here: nothing of the request or job goes on, and a new server opens the same database. */
export class Crash extends Error {
  constructor() {
    super('simulated crash')
  }
}

/** One request or one run of a job, with its own random numbers, so that requests at the same time do not change each other's faults. */
export interface Scope {
  random: Random
  /** Chance of a fault at each await. */
  rate: number
  /** How many faults may still fall; so a request that is sent again gets through in the end. */
  left: number
  injected: string[]
  crashed: boolean
}

const kinds = { before: 4, after: 4, conflict: 2, delay: 2, crash: 1, crashAfter: 1 }

/** Decides at every await of product code whether a fault falls there. Outside a scope nothing ever fails. */
export class Faults {
  readonly counts = new Map<string, number>()
  clock: TestClock | undefined
  readonly #scopes = new AsyncLocalStorage<Scope>()

  within<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    return this.#scopes.run(scope, work)
  }

  /** How many fell in all. */
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** What was injected into the request or job that runs now; undefined outside one. */
  get current(): Scope | undefined {
    return this.#scopes.getStore()
  }

  /** `failure` makes the error that the product knows from this place: a lost connection, a provider that does not answer. */
  async at<T>(place: string, work: () => Promise<T>, failure: (kind: string) => Error): Promise<T> {
    const scope = this.#scopes.getStore()
    if (!scope) return work()
    if (scope.crashed) throw new Crash()
    if (scope.left === 0 || !scope.random.chance(scope.rate)) return work()
    scope.left -= 1
    const kind = scope.random.weighted(kinds)
    this.#note(scope, `${kind}@${place}`)
    if (kind === 'delay') {
      this.clock?.advance({ seconds: scope.random.whole(1, 120) })
      return work()
    }
    if (kind === 'before' || kind === 'conflict') throw failure(kind)
    if (kind === 'crash') scope.crashed = true
    if (kind === 'crash') throw new Crash()
    const answer = await work()
    if (kind === 'after') throw failure(kind)
    scope.crashed = true
    void answer
    throw new Crash()
  }

  #note(scope: Scope, what: string): void {
    scope.injected.push(what)
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}
