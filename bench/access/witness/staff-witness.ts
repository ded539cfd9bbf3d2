import type { CallOptions, TestApp } from '../../../src/app/testing/test-app.ts'
import { type Role, roles } from '../../../src/core/staff/rules.ts'
import { tokenHash } from '../../../src/platform/auth/tokens.ts'
import type { Call } from '../../../src/platform/contract/call.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { expectedRoles, WRITTEN_BY_REFUSED } from '../expected-rights.ts'
import type { Sandbox } from '../sandbox.ts'
import { told } from './told.ts'

/** A role that was refused this often with one app where another one is answered is not asked there again. */
const MOST_TRIES = 4
/** Who may not is asked this often in all. */
const MOST_REFUSALS = 2

interface Person {
  id: number
  role: Role
  isCustom: boolean
}

/**
 * Asks a call of staff that is about to succeed as each other role: the same person, with the same input at the same moment, holds that role for a
 * while that is taken back. So nothing but the role can be the reason for a refusal, and neither for an answer.
 */
export class StaffWitness {
  readonly #app: TestApp
  readonly #sandbox: Sandbox
  readonly #send: TestApp['send']
  readonly #tries = new Map<string, number>()

  constructor(app: TestApp, sandbox: Sandbox) {
    this.#app = app
    this.#sandbox = sandbox
    this.#send = app.send
  }

  /** Before the call is made. Returns what is to be done once it was answered. */
  async asks(call: Call, input: unknown, options: CallOptions): Promise<() => void> {
    const expected = expectedRoles(call.name)
    const open = (Object.keys(roles) as Role[]).filter((role) =>
      expected?.has(role) ? this.#mayBeAnswered(call, role) : told.timesAsked(call.name, role) < MOST_REFUSALS,
    )
    const person = open.length > 0 ? await this.#person(options) : undefined
    if (!person) return () => {}
    for (const role of open)
      if (role !== person.role || person.isCustom)
        await this.#asksAs(role, person, call, input, options, expected?.has(role) === true)
    return () => {
      if (person.isCustom) return
      told.hears(call.name, person.role, 'answered')
      if (!expected?.has(person.role)) told.finds(`${call.name}: ${person.role} may not, but was answered in a test`)
    }
  }

  #mayBeAnswered({ name }: Call, role: Role): boolean {
    return !told.isAnswered(name, role) && (this.#tries.get(`${name} ${role}`) ?? 0) < MOST_TRIES
  }

  async #asksAs(role: Role, person: Person, call: Call, input: unknown, options: CallOptions, may: boolean) {
    const ask = () => this.#sandbox.takenBack(() => this.#answered(role, person, call, input, options))
    const { kind, written } = await ask()
    told.hears(call.name, role, kind)
    this.#tries.set(`${call.name} ${role}`, (this.#tries.get(`${call.name} ${role}`) ?? 0) + 1)
    if (kind.startsWith('5')) told.finds(`${call.name}: ${role} was told ${kind}`)
    if (may) return
    if (kind !== '403 forbidden') told.finds(`${call.name}: ${role} may not, but ${kind}`)
    // Counts of a request before may come late, but not twice.
    const again = written.length > 0 ? (await ask()).written : []
    if (again.length > 0) told.finds(`${call.name}: ${role} may not, but wrote ${again.join()}`)
  }

  async #answered(role: Role, person: Person, call: Call, input: unknown, options: CallOptions) {
    await this.#app.db.run(sql`update staff set role = ${role}, custom_role_id = null where id = ${person.id}`)
    const before = await this.#sandbox.writes()
    const { status, body } = await this.#send(call, input, { ...options, idempotencyKey: undefined })
    const written = (await this.#sandbox.writtenSince(before)).filter((table) => !WRITTEN_BY_REFUSED.has(table))
    return { kind: body.code === 1 ? 'answered' : `${status} ${body.error}`, written }
  }

  #person({ as }: CallOptions): Promise<Person | undefined> {
    return this.#app.db.row<Person>(sql`
      select t.id, t.role, t.custom_role_id is not null as is_custom from sessions s join staff t on t.id = s.subject_id
      where s.kind = 'staff' and s.access_hash = ${tokenHash(as?.token ?? '')}`)
  }
}
