import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { createStaff } from './actions.ts'
import { staffLogin, staffRefresh, staffRevokeOthers, staffSecurity } from './contract.ts'
import { staffLogout, staffMe } from './me-contract.ts'
import { actionRoles, roles } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await createStaff(app.system, {
    account: 'wang@demo',
    name: '王审',
    role: 'reviewer',
    password: 'a-very-long-password',
  })
})
afterAll(() => app.close())

/** A demo account signs in without a second factor; the others are tested in sign-in.call.test.ts. */
async function signIn() {
  const step = await app.call(staffLogin, { account: 'wang@demo', password: 'a-very-long-password' })
  if (step.next !== 'done') throw new Error(`asked for ${step.next}`)
  return step
}

describe('staff sessions', () => {
  it('signs in, reads the own account and signs out', async () => {
    const { token, expires } = await signIn()
    expect(expires).toBe(Math.floor(app.clock.now().getTime() / 1000) + 7200)
    expect(await app.call(staffMe, {}, { as: { token } })).toMatchObject({
      account: 'wang@demo',
      name: '王审',
      roleName: '审核员',
    })
    await app.call(staffLogout, {}, { as: { token } })
    expect(await app.refusal(staffMe, {}, { as: { token } })).toMatchObject({ status: 401 })
  })

  it('[T-12] a refresh rotates the tokens, and the old one used again after ten seconds ends the session', async () => {
    const first = await signIn()
    const second = await app.call(staffRefresh, { token: first.refreshToken })
    expect(await app.refusal(staffMe, {}, { as: first })).toMatchObject({ status: 401 })
    app.clock.advance({ seconds: 9 })
    const third = await app.call(staffRefresh, { token: first.refreshToken })
    expect(await app.call(staffMe, {}, { as: third })).toMatchObject({ account: 'wang@demo' })
    app.clock.advance({ seconds: 20 })
    await app.refusal(staffRefresh, { token: first.refreshToken })
    expect(await app.refusal(staffMe, {}, { as: third })).toMatchObject({ status: 401 })
    // Two tabs that refresh with the same token get the same pair.
    expect(third).toEqual(second)
  })

  it('ends all own sessions but the one in use, and no session of others', async () => {
    const [old, current] = [await signIn(), await signIn()]
    const other = await app.staff('lab')
    const others = (await app.call(staffSecurity, {}, { as: current })).sessions.length - 1
    expect(await app.call(staffRevokeOthers, {}, { as: current })).toEqual({ ended: others })
    expect(others).toBeGreaterThan(0)
    expect(await app.refusal(staffMe, {}, { as: old })).toMatchObject({ status: 401 })
    expect((await app.call(staffSecurity, {}, { as: current })).sessions).toMatchObject([{ current: true }])
    expect(await app.call(staffMe, {}, { as: other })).toMatchObject({ role: 'lab' })
    expect(await app.call(staffRevokeOthers, {}, { as: current })).toEqual({ ended: 0 })
  })

  it('the answer for a wrong password is the same for a known and an unknown account', async () => {
    const known = await app.refusal(staffLogin, { account: 'wang@demo', password: 'wrong' })
    expect(await app.refusal(staffLogin, { account: 'nobody', password: 'wrong' })).toEqual(known)
  })

  it('every role of the table exists and every role can enter the console', () => {
    for (const [action, allowed] of Object.entries(actionRoles)) {
      for (const role of allowed) expect([action, Object.hasOwn(roles, role)]).toEqual([action, true])
    }
    expect([...actionRoles['console.enter']].sort()).toEqual(Object.keys(roles).sort())
  })
})
