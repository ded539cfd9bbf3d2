import type { CallOptions, TestApp } from '../../../src/app/testing/test-app.ts'
import type { Call } from '../../../src/platform/contract/call.ts'
import { namesARecord } from '../fitting-input.ts'
import { fingerprints, ownedTables } from '../owned.ts'
import { FOR_ANYBODY, tells } from '../proofs.ts'
import type { Sandbox } from '../sandbox.ts'
import { told } from './told.ts'

/** Situations of a call in which strangers ask; more of them take time. */
const MOST_SITUATIONS = 3

/** Asks a call of customers that is about to succeed for its owner, as people who own nothing, with the same input at the same moment. */
export class OwnerWitness {
  readonly #app: TestApp
  readonly #sandbox: Sandbox
  readonly #send: TestApp['send']
  #tables: ReturnType<typeof ownedTables> | undefined

  constructor(app: TestApp, sandbox: Sandbox) {
    this.#app = app
    this.#sandbox = sandbox
    this.#send = app.send
  }

  /** Before the call is made. Returns what is to be done with the answer of the owner. */
  async asks(call: Call, input: unknown, options: CallOptions): Promise<(answer: unknown) => void> {
    if (!options.as || !namesARecord(input)) return () => {}
    if (told.owners(call.name) >= MOST_SITUATIONS) return () => {}
    const answers = [
      await this.#stranger(0, call, input, options),
      await this.#stranger(1, call, input, { ...options, headers: {} }),
    ]
    return (owners) => {
      told.ownerIsAnswered(call.name)
      for (const { code, kind, data } of answers) {
        told.strangerHears(kind)
        if (code === 1 && !(call.name in FOR_ANYBODY) && tells(data, owners))
          told.finds(`${call.name}: a stranger was answered like the owner: ${JSON.stringify(input).slice(0, 200)}`)
      }
    }
  }

  async #stranger(userType: 0 | 1, call: Call, input: unknown, options: CallOptions) {
    const first = await this.#sandbox.takenBack(() => this.#ask(userType, call, input, options, []))
    if (first.written.length === 0) return first
    return this.#sandbox.takenBack(() => this.#ask(userType, call, input, options, first.written))
  }

  /** Compares the rows of everybody else in these tables before and after. */
  async #ask(userType: 0 | 1, call: Call, input: unknown, options: CallOptions, compared: readonly string[]) {
    const { db } = this.#app
    const stranger = await this.#app.customer(userType)
    const tables = (await (this.#tables ??= ownedTables(db))).filter(({ name }) => compared.includes(name))
    const before = await fingerprints(db, tables, stranger.id - 1)
    const writes = await this.#sandbox.writes()
    const { status, body } = await this.#send(call, input, { ...options, idempotencyKey: undefined, as: stranger })
    const kind = body.code === 1 ? 'answered' : `${status} ${body.error}`
    const about = `${call.name}: ${JSON.stringify(input).slice(0, 200)}`
    if (status === 401 || status >= 500) told.finds(`a stranger was told ${status} at ${about}`)
    for (const [table, print] of await fingerprints(db, tables, stranger.id - 1))
      if (print !== before.get(table)) told.finds(`a stranger changed ${table} of others at ${about}`)
    return { code: body.code, kind, data: body.data, written: await this.#sandbox.writtenSince(writes) }
  }
}
