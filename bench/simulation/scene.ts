import { orderAdd } from '../../src/lab/ordering/contract.ts'
import {
  clusterAdd4user,
  clusterDelete4user,
  clusterDemandFactor,
  clusterMembers,
  clusterSetLimits,
  clusterSetRole,
  clusterTransfer,
  clusterTransferCancel,
} from '../../src/people/groups/contract.ts'
import type { CallOptions } from '../../src/app/testing/test-app.ts'
import type { Call, OutputOf, SentTo } from '../../src/platform/contract/call.ts'
import type { Person, StaffName } from './base.ts'
import type { Random } from './random.ts'
import { Broken, type World } from './world.ts'

/** What a step may use: somebody who acts, random numbers of the step, and the calls of the product. */
export class Scene {
  readonly world: World
  readonly random: Random
  /** A customer, for the steps of customers. */
  readonly person: Person
  /** What happened, for the trace. */
  readonly lines: string[] = []
  /** Whether a fault fell into the latest call. */
  hadFaults = false
  /** Why the latest call was refused; empty when it was not. */
  refusal = ''

  constructor(world: World, random: Random) {
    this.world = world
    this.random = random
    // Friends of the promoter twice as often, because a rebate needs an order that one of them paid in the time of the binding.
    const { people, friendIds } = world.base
    this.person = random.pick([...people, ...people.filter(({ id }) => friendIds.includes(id))])
  }

  /** A call of a customer; in the name of the group that pays when `forGroup`. Undefined when it was refused. */
  mine<C extends Call>(call: C, input: SentTo<C>, more: Asked = {}): Promise<OutputOf<C> | undefined> {
    return this.by(this.person, call, input, more)
  }

  by<C extends Call>(person: Person, call: C, input: SentTo<C>, more: Asked = {}): Promise<OutputOf<C> | undefined> {
    const accountId = more.forGroup ? this.world.model.accountOf(person.groupNo) : person.id
    const headers: Record<string, string> = more.forGroup ? { account: person.groupNo } : {}
    return this.#ask(call, input, { as: person, headers, file: more.file }, { who: person.name, person, accountId })
  }

  /** A call of staff; `about` is the account whose money it moves. */
  staff<C extends Call>(
    name: StaffName,
    call: C,
    input: SentTo<C>,
    more: Asked & { about?: number; bankRowFen?: number } = {},
  ): Promise<OutputOf<C> | undefined> {
    const as = this.world.base.staff[name]
    const said = { who: name, person: undefined, accountId: more.about ?? 0, bankRowFen: more.bankRowFen }
    return this.#ask(call, input, { as, file: more.file }, said)
  }

  async #ask<C extends Call>(
    call: C,
    input: SentTo<C>,
    options: CallOptions,
    said: { who: string; person: Person | undefined; accountId: number; bankRowFen?: number | undefined },
  ): Promise<OutputOf<C> | undefined> {
    const { model } = this.world
    const { status, body, data, faults } = await this.world.send(call, input, options)
    this.hadFaults = faults.length > 0
    const marks = faults.length > 0 ? ` (${faults.join(', ')})` : ''
    const done = body.code === 1
    this.refusal = done ? '' : (body.error ?? String(status))
    if (!call.reads || !done) this.lines.push(`${said.who} ${call.name} ${this.refusal || 'ok'}${marks}`)
    if (!done && !call.idempotent && faults.length > 0) model.doubt(call, input, said.person)
    if (!done) return undefined
    if (said.person && isForGroup(call, input, options, model.group.groupNo) && model.factors.lacks(said.person.id))
      this.breaks(
        'whoever lacks the second factor that the group demands does nothing for it',
        this.lines.at(-1) ?? call.name,
      )
    if (!call.reads) model.learn({ call, input, data, ...said, bankRowFen: said.bankRowFen ?? 0 })
    return data
  }

  /** For what a step itself sees that must not be. */
  breaks(rule: string, detail: string): never {
    throw new Broken(rule, detail)
  }

  /** One of a list, when there is one. */
  one<T>(list: readonly T[] | undefined): T | undefined {
    return list && list.length > 0 ? this.random.pick(list) : undefined
  }

  /** Up to so many of a list, from a random place. */
  some<T>(list: readonly T[] | undefined, most: number): T[] {
    if (!list || list.length === 0) return []
    const from = this.random.whole(0, list.length - 1)
    return [...list.slice(from), ...list.slice(0, from)].slice(0, most)
  }
}

const MANAGING: readonly Call[] = [
  ...[clusterAdd4user, clusterDelete4user, clusterDemandFactor, clusterMembers, clusterSetLimits, clusterSetRole],
  ...[clusterTransfer, clusterTransferCancel],
]

/** In the name of the group, an order that it pays, or a change of the group itself. */
function isForGroup(call: Call, input: unknown, { headers }: CallOptions, groupNo: string): boolean {
  const isOrder = call === orderAdd && (input as { groupNo?: string }).groupNo === groupNo
  return headers?.account === groupNo || isOrder || MANAGING.includes(call)
}

export interface Asked {
  forGroup?: boolean
  file?: CallOptions['file']
}

export interface StepKind {
  name: string
  /** How often it is chosen, compared with the others. */
  weight: number
  act: (scene: Scene) => Promise<void>
}
