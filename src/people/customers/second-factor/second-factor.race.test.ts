import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { totpCodeAt } from '../../../platform/auth/totp.ts'
import { sql } from '../../../platform/db/sql.ts'
import { login, refresh4token } from '../../sign-in/contract.ts'
import { userInfo } from '../person-contract.ts'
import { openCustomerSession } from '../session-actions.ts'
import { userBeginSecondFactor, userConfirmSecondFactor, userProveSecondFactor } from './second-factor-contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const signIn = ({ phone }: TestPerson) => app.call(login, { account: phone, password: PASSWORD })

/** The next code of the app, and a session that may confirm it. */
async function begun(person: TestPerson): Promise<{ secret: string; as: { token: string } }> {
  const first = await signIn(person)
  const { secret } = await app.call(userBeginSecondFactor, { password: PASSWORD }, { as: first })
  return { secret, as: await app.call(refresh4token, { token: first.refreshToken }) }
}

function codeOf(secret: string): string {
  app.clock.advance({ seconds: 31 })
  return totpCodeAt(secret, app.clock.now())
}

it('a session that is being opened while the factor is switched on ends with the others', async () => {
  const person = await app.customer(0)
  const { secret, as } = await begun(person)
  const opened = Promise.withResolvers<void>()
  const switching = Promise.withResolvers<void>()
  const opening = app.db.tx(async (db) => {
    const tokens = await openCustomerSession({ ...app.system, db }, person.id, 'code')
    opened.resolve()
    await switching.promise
    return tokens
  })
  await opened.promise
  const confirmed = app.call(userConfirmSecondFactor, { code: codeOf(secret) }, { as })
  await Promise.race([confirmed, somebodyWaits()])
  switching.resolve()
  const tokens = await opening
  await confirmed
  expect(await app.refusal(userInfo, {}, { as: tokens })).toMatchObject({ status: 401 })
})

it('[T-5] of many second steps with one code of the app at once, one succeeds; likewise with one recovery code', async () => {
  const person = await app.customer(0)
  const { secret, as } = await begun(person)
  const { recoveryCodes } = await app.call(userConfirmSecondFactor, { code: codeOf(secret) }, { as })
  for (const used of [codeOf(secret), recoveryCodes[0] ?? '']) {
    const sessions = await Promise.all([1, 2, 3, 4].map(() => signIn(person)))
    const answers = await Promise.all(
      sessions.map((session) => app.send(userProveSecondFactor, { code: used }, { as: session })),
    )
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
  }
})

async function somebodyWaits(): Promise<void> {
  await expect.poll(waiting).toBe(1)
}

async function waiting(): Promise<number> {
  const { count } = await app.db.one<{ count: number }>(
    sql`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return count
}
