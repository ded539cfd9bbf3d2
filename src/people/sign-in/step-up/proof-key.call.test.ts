import { afterAll, beforeAll, expect, it } from 'vitest'
import { solved } from '../../../app/testing/solved.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { login } from '../contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const key = async () => (await app.db.row<{ secret: string }>(sql`select secret from server_keys`))?.secret

/** Answers wrong passwords until a proof of work is asked for, and gives the challenge. */
async function challengeFor(account: string): Promise<unknown> {
  for (;;) {
    const { body } = await app.send(login, { account, password: 'wrong' })
    if (body.challenge) return body.challenge
  }
}

async function passes(days: number): Promise<void> {
  app.clock.advance({ days })
  await app.queueDue()
  await app.drain()
}

it('[V11.1.1] challenges are signed by another key every three months, and a solution under the former one is refused', async () => {
  const { phone } = await app.customer()
  await solved(await challengeFor(phone))
  const first = await key()
  await passes(80)
  await challengeFor(phone)
  expect(await key()).toBe(first)

  app.clock.advance({ days: 11 })
  const proof = await solved(await challengeFor(phone))
  await passes(0)
  expect(await key()).toBeUndefined()
  const refused = await app.refusal(login, { account: phone, password: PASSWORD }, { proof })
  expect(refused).toMatchObject({ status: 428, error: 'proofRequired' })
  expect(await key()).not.toBe(first)
  await app.call(login, { account: phone, password: PASSWORD })
}, 60_000)
