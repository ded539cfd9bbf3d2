import { afterAll, beforeAll, expect, it } from 'vitest'
import { absenceScene } from '../../../app/testing/scenes/absence-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { staffEnrol, staffRefresh } from '../../../core/staff/contract.ts'
import { staffMe } from '../../../core/staff/me-contract.ts'
import { login, refresh4token } from '../contract.ts'
import {
  userCode4StepUp,
  userPassword,
  userSessions,
  userStepUp,
  userStepUpWays,
} from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'

const PASSWORD = 'a-good-password-1'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ENDED = { status: 401, error: 'notSignedIn' }

it('[V7.2.4] a copy of the token is worth nothing once the person has proved to be the owner after an absence', async () => {
  const scene = absenceScene(app)
  const { phone } = await scene.owner()
  app.clock.advance({ days: 91 })
  const { token, refreshToken } = await app.call(login, { account: phone, password: PASSWORD })
  const copy = { token }
  app.clock.advance({ minutes: 2 })
  await app.call(userCode4StepUp, { to: 'phone' }, { as: copy })
  await app.call(userStepUp, { code: await scene.lastCode(phone), password: PASSWORD }, { as: copy })
  expect(await app.refusal(userStepUpWays, {}, { as: copy })).toMatchObject(ENDED)
  const next = await app.call(refresh4token, { token: refreshToken })
  expect((await app.call(userStepUpWays, {}, { as: next })).needed).toBe(false)
})

it('[V7.2.4] whoever proves the password goes on in the same session with a new token; a wrong one changes nothing', async () => {
  const { phone } = await app.customer()
  const { token, refreshToken } = await app.call(login, { account: phone, password: PASSWORD })
  const before = (await app.call(userSessions, {}, { as: { token } })).list.find(({ current }) => current)
  const change = (oldPassword: string) => ({ oldPassword, password: 'another-password-2' })
  await app.refusal(userPassword, change('not-the-password-1'), { as: { token } })
  await app.call(userInfo, {}, { as: { token } })
  await app.call(userPassword, change(PASSWORD), { as: { token } })
  expect(await app.refusal(userInfo, {}, { as: { token } })).toMatchObject(ENDED)
  const next = await app.call(refresh4token, { token: refreshToken })
  const { list } = await app.call(userSessions, {}, { as: next })
  expect(list.map(({ id, current }) => ({ id, current }))).toEqual([{ id: before?.id, current: true }])
})

it('[V7.2.4] so does a member of staff who proves the password to bind another app', async () => {
  const { token, refreshToken = '' } = await app.staff('lab')
  await app.call(staffEnrol, { password: 'a-long-staff-password' }, { as: { token } })
  expect(await app.refusal(staffMe, {}, { as: { token } })).toMatchObject(ENDED)
  const next = await app.call(staffRefresh, { token: refreshToken })
  expect((await app.call(staffMe, {}, { as: next })).role).toBe('lab')
})
