import type { CallOptions, TestApp } from '../../src/app/testing/test-app.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import type { Envelope } from '../../src/platform/contract/envelope.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { AccessDemo } from './demo.ts'
import { fittingInput, namesARecord, VARIANTS } from './fitting-input.ts'
import type { Sandbox } from './sandbox.ts'
import { tablesFor } from './tables-of-calls.ts'
import { ownersOf, putToStage, type Target, targets, type World } from './world.ts'

/** A request that its owner was answered, so that the refusal of somebody else proves something. */
export interface Proof {
  call: Call
  input: unknown
  target: Target
  answer: Envelope
  owner: Owner
}

export interface Owner {
  id: number
  headers?: Record<string, string>
}

/** Requests of owners of a call until one is answered. */
const MOST_TRIES = 300

/** Asks calls as the owners of rows, each request in a while that is taken back. */
export class Owners {
  readonly #app: TestApp
  readonly #sandbox: Sandbox
  readonly #tokens = new Map<number, string>()
  asked = 0

  constructor({ app, sandbox }: AccessDemo) {
    this.#app = app
    this.#sandbox = sandbox
  }

  /** The first request of an owner that is answered, or what the owners were told instead. */
  async proofOf(call: Call, world: World): Promise<{ proof?: Proof; refusals: Map<string, number> }> {
    const refusals = new Map<string, number>()
    let tries = 0
    for (const table of tablesFor(call, world, isOwned))
      for (const target of targets(world, table, 3))
        for (const owner of await this.#owners(target, world)) {
          if (owner.headers && call.forGroup === undefined) continue
          const seen = new Set<string>()
          for (const variant of VARIANTS) {
            const input = fittingInput(call, target, world, variant)
            if (!namesARecord(input) || seen.has(JSON.stringify(input))) continue
            seen.add(JSON.stringify(input))
            const fits = call.input.safeParse(input)
            if (!fits.success) {
              const kind = `form of ${fits.error.issues.map(({ path }) => path.join('.')).join()}`
              refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
              continue
            }
            if (++tries > MOST_TRIES) return { refusals }
            const answer = await this.#ask(call, input, target, owner)
            if (!answer) continue
            const { status, body } = answer
            if (body.code === 1) return { proof: { call, input, target, answer: body, owner }, refusals }
            const fields = body.fields ? ` ${Object.keys(body.fields).join()}` : ''
            const kind = `${status} ${body.error}${fields}`
            refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
          }
        }
    return { refusals }
  }

  async session({ id, headers }: Owner): Promise<CallOptions> {
    const token = this.#tokens.get(id) ?? (await openSession(this.#app.system, 'customer', id)).token
    this.#tokens.set(id, token)
    return { as: { token }, ...(headers ? { headers } : {}) }
  }

  async #ask(call: Call, input: unknown, target: Target, owner: Owner) {
    this.asked++
    const session = await this.session(owner)
    return this.#sandbox.takenBack(async () => {
      if (!(await putToStage(this.#app.db, target))) return undefined
      return this.#app.send(call, input, session)
    })
  }

  /** Who may speak for a row: its accounts themselves, or the owner of the group whose account it is. */
  async #owners(target: Target, world: World): Promise<Owner[]> {
    const found: Owner[] = []
    for (const id of ownersOf(target)) {
      const group = world.groupOfAccount.get(id)
      if (group) found.push(...ownerOfGroup(group.id, group.groupNo, world, true))
      else if (await this.#mayEnter(id)) found.push({ id })
    }
    const group = target.table === 'groups' ? target.values.id : target.values.groupId
    if (group !== undefined && group !== null) found.unshift(...ownerOfGroup(group, undefined, world, false))
    return found.slice(0, 3)
  }

  async #mayEnter(id: number): Promise<boolean> {
    const row = await this.#app.db.row<{ ok: boolean }>(sql`
      select kind = 'person' and closed_at is null and disabled_at is null as ok from customers where id = ${id}`)
    return row?.ok === true
  }
}

function ownerOfGroup(groupId: unknown, groupNo: unknown, world: World, inItsName: boolean): Owner[] {
  const member = world
    .rows('group_members')
    .find(({ values }) => values.groupId === groupId && values.role === 'owner' && values.stage === 'joined')
  if (!member) return []
  const id = Number(member.values.customerId)
  return [{ id, ...(inItsName ? { headers: { account: String(groupNo) } } : {}) }]
}

/** Whether anybody has rows of the table. */
function isOwned(table: string, world: World): boolean {
  return table === 'groups' || world.rows(table).some((row) => ownersOf(row).length > 0)
}
