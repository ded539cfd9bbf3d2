import type { Clock } from '../../clock.ts'

export interface NotifyRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Delivers a notify to the product: over HTTP, or into its server without a network. */
export type SendNotify = (notify: NotifyRequest) => Promise<{ status: number; body: string }>

/** What happens to notifies from now on. `forged` has a signature that is not the channel's. */
export type NotifyPlan = 'normal' | 'never' | 'late' | 'duplicate' | 'reversed' | 'forged'

const LATE_SECONDS = 600

interface Waiting {
  /** Signs anew for every attempt. */
  build: (forged: boolean) => NotifyRequest
  dueAt: number
  attempt: number
}

/** The notifies of a double on its clock: sends what is due and repeats it after the channel's intervals until it is accepted. */
export class DoubleNotifies {
  plan: NotifyPlan = 'normal'
  #waiting: Waiting[] = []
  readonly #clock: Clock
  readonly #retrySeconds: readonly number[]
  readonly #accepted: (reply: { status: number; body: string }) => boolean

  constructor(
    clock: Clock,
    retrySeconds: readonly number[],
    accepted: (reply: { status: number; body: string }) => boolean,
  ) {
    this.#clock = clock
    this.#retrySeconds = retrySeconds
    this.#accepted = accepted
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(build: Waiting['build']): void {
    if (this.plan === 'never') return
    this.#waiting.push({ build, dueAt: this.#now() + (this.plan === 'late' ? LATE_SECONDS * 1000 : 0), attempt: 0 })
  }

  /** Sends all notifies that are due; answers how many were accepted. */
  async deliver(send: SendNotify): Promise<number> {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= this.#now())
    this.#waiting = this.#waiting.filter((one) => !due.includes(one))
    if (this.plan === 'reversed') due.reverse()
    let accepted = 0
    for (const one of due) {
      const times = this.plan === 'duplicate' ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        const ok = await send(one.build(this.plan === 'forged')).then(this.#accepted, () => false)
        if (ok) accepted += 1
        else if (time === 0) this.#again(one)
      }
    }
    return accepted
  }

  #again({ build, attempt }: Waiting): void {
    const seconds = this.#retrySeconds[attempt]
    if (seconds !== undefined) this.#waiting.push({ build, attempt: attempt + 1, dueAt: this.#now() + seconds * 1000 })
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
