import type { CallOptions, testApp } from '../../../src/app/testing/test-app.ts'
import { openTestDatabase } from '../../../src/app/testing/test-database.ts'
import type { Call, SentTo } from '../../../src/platform/contract/call.ts'
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

    /** One after the other, since what is asked by others is taken back with all that happens meanwhile. */
    function witnessed<C extends Call>(of: C, input: SentTo<C>, options: CallOptions = {}) {
      const result = turn.then(async () => {
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
