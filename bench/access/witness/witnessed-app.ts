import type { CallOptions, testApp } from '../../../src/app/testing/test-app.ts'
import { openTestDatabase } from '../../../src/app/testing/test-database.ts'
import { tokenHash } from '../../../src/platform/auth/tokens.ts'
import type { Call, SentTo } from '../../../src/platform/contract/call.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { Sandbox } from '../sandbox.ts'
import { LimitWitness } from './limit-witness.ts'
import { OwnerWitness } from './owner-witness.ts'
import { StaffWitness } from './staff-witness.ts'
import { told } from './told.ts'

/** The app of the tests, but before a call that must succeed is made, others ask the same, which is taken back. */
export const witnessed =
  (plain: typeof testApp): typeof testApp =>
  async (env = {}, how = {}) => {
    const opened: { sandbox?: Sandbox } = {}
    const open = async () => {
      const inner = await (how.open ?? openTestDatabase)()
      opened.sandbox = new Sandbox(inner.database)
      return { ...inner, database: opened.sandbox }
    }
    const app = await plain(env, { ...how, open })
    const { call, close } = app
    const sandbox = opened.sandbox as Sandbox
    const witnesses = {
      staff: [new StaffWitness(app, sandbox), new LimitWitness(app, sandbox)],
      auth: [new OwnerWitness(app, sandbox)],
      open: [],
    }
    let turn: Promise<unknown> = Promise.resolve()

    /** `call` renews a token that a proof of identity has ended; the others ask with it before. */
    async function renewEnded({ as }: CallOptions) {
      const ended = await app.db.row(sql`
        select true as ended from sessions
        where access_hash = ${tokenHash(as?.token ?? '')} and access_expires_at <= ${app.clock.now()} and revoked_at is null`)
      if (ended) await app.renew(as)
    }

    /** One after the other, since what is asked by others is taken back with all that happens meanwhile. */
    function witnessed<C extends Call>(of: C, input: SentTo<C>, options: CallOptions = {}) {
      const result = turn.then(async () => {
        await renewEnded(options)
        const heard: ((answer: unknown) => void)[] = []
        for (const witness of witnesses[of.area]) heard.push(await witness.asks(of, input, options))
        const data = await call(of, input, options)
        for (const hears of heard) hears(data)
        return data
      })
      turn = result.catch(() => {})
      return result
    }
    const closed = async () => {
      told.save()
      await close()
    }
    return Object.assign(app, { call: witnessed as typeof call, close: closed })
  }
