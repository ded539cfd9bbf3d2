import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { totpCodeAt } from '../../../platform/auth/totp.ts'
import { createStaff } from '../actions.ts'
import { staffLogin, staffLoginCode, staffLoginConfirm, staffLoginEnrol } from '../contract.ts'

const password = 'rain over the old bridge'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function ticketOf(account: string): Promise<string> {
  const step = await app.call(staffLogin, { account, password })
  if (step.next === 'done') throw new Error('let in by password alone')
  return step.ticket
}

it('[T-5] of many sign-ins with one code of the app at once, one succeeds; likewise with one recovery code', async () => {
  const account = 'racer'
  await createStaff(app.system, { account, name: '赛手', role: 'lab', password })
  const first = await ticketOf(account)
  const { secret } = await app.call(staffLoginEnrol, { ticket: first })
  const code = () => totpCodeAt(secret, app.clock.now())
  const enrolled = await app.call(staffLoginConfirm, { ticket: first, code: code() })
  const recovery = enrolled.next === 'done' ? (enrolled.recoveryCodes ?? []) : []
  for (let round = 0; round < 5; round += 1) {
    app.clock.advance({ minutes: 31 })
    const used = round % 2 === 0 ? code() : (recovery[round] ?? '')
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(account)))
    const answers = await Promise.all(tickets.map((ticket) => app.send(staffLoginCode, { ticket, code: used })))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
  }
})
