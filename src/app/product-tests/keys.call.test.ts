import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleMayAct, type Role, roles } from '../../core/staff/rules.ts'
import { handlers } from '../calls.ts'
import { type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

const calls = handlers.map(({ call }) => call)

let app: TestApp
let customer: TestPerson
const staff = new Map<Role, TestPerson>()

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  for (const role of Object.keys(roles) as Role[]) staff.set(role, await app.staff(role))
})
afterAll(() => app.close())

describe('the idempotency key', () => {
  it('[F-25] is accepted by every call that writes, unless its declaration states why a repeat is harmless', () => {
    const writing = calls.filter(({ method, reads }) => method === 'POST' && !reads)
    const keyless = writing.filter(({ idempotent }) => !idempotent)
    expect(keyless.filter(({ repeat }) => repeat === undefined).map(({ path }) => path)).toEqual([])
    expect(writing.filter(({ idempotent, repeat }) => idempotent && repeat).map(({ path }) => path)).toEqual([])
    expect(calls.filter(({ reads, repeat }) => reads && repeat).map(({ path }) => path)).toEqual([])
  })

  it('[F-25] is required by every call that accepts one, before anything else is checked', async () => {
    const keyed = calls.filter(({ idempotent }) => idempotent)
    expect(keyed.length).toBeGreaterThan(40)
    for (const call of keyed) {
      const role = (Object.keys(roles) as Role[]).find((each) => roleMayAct(each, call.action ?? ''))
      const as = call.area === 'auth' ? customer : role && staff.get(role)
      const { status, body } = await app.send(call, {}, { ...(as && { as }), idempotencyKey: null })
      expect([call.path, status, body.error]).toEqual([call.path, 400, 'keyRequired'])
    }
  })
})
