import type { CallOptions, TestApp } from '../../../src/app/testing/test-app.ts'
import { tokenHash } from '../../../src/platform/auth/tokens.ts'
import type { Call } from '../../../src/platform/contract/call.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { isWaiting, LIMITED } from '../limited-calls.ts'
import type { Sandbox } from '../sandbox.ts'
import { told } from './told.ts'

/** Asks a decision about money that is about to succeed with a limit of nothing: it is refused for the limit, or waits for a second person. */
export class LimitWitness {
  readonly #app: TestApp
  readonly #sandbox: Sandbox
  readonly #send: TestApp['send']

  constructor(app: TestApp, sandbox: Sandbox) {
    this.#app = app
    this.#sandbox = sandbox
    this.#send = app.send
  }

  async asks(call: Call, input: unknown, options: CallOptions): Promise<(answer: unknown) => void> {
    const kind = LIMITED.find(([name]) => name === call.name)?.[1]
    if (kind === undefined || told.isLimitShown(call.name)) return () => {}
    const limited = await this.#sandbox.takenBack(async () => {
      await this.#app.db.run(sql`
        insert into staff_limits (role_key, kind, day_fen)
        select coalesce(t.custom_role_id::text, t.role), ${kind}, 0 from sessions s join staff t on t.id = s.subject_id
        where s.kind = 'staff' and s.access_hash = ${tokenHash(options.as?.token ?? '')}
        on conflict (role_key, kind) do update set day_fen = 0`)
      return this.#send(call, input, { ...options, idempotencyKey: undefined })
    })
    return (answer) => {
      if (isWaiting(answer)) return
      if (limited.body.error === 'aboveLimit' || isWaiting(limited.body.data)) told.showsLimit(call.name)
      // An amount that takes nothing off, and credit of nothing, need no limit.
      else if (kind !== 'reduction' && kind !== 'credit')
        told.finds(`${call.name}: decided above the limit of ${kind}: ${JSON.stringify(input)}`)
    }
  }
}
