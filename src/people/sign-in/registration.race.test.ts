import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressAdd, addressList } from '../addresses/contract.ts'
import { solved } from '../../app/testing/solved.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { createCustomer } from '../customers/actions.ts'
import { code4sms, login, loginForCode, refresh4token, sign } from './contract.ts'
import { userInfo } from '../customers/person-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const together = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

describe('many at once', () => {
  it('[T-9] fifty registrations of one phone with its code make one account', async () => {
    const phone = '13600000001'
    await app.call(code4sms, { phone, useFor: 0 })
    const code = /\d{6}/.exec((await app.outbox()).at(-1)?.text ?? '')?.[0]
    const answers = await together(50, (i) => app.send(sign, { phone, code, password: `a-good-password-${i}` }))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const { count } = await app.db.one<{ count: number }>(
      sql`select count(*) as count from customers where phone = ${phone}`,
    )
    expect(count).toBe(1)
  })

  it('[T-9] fifty creations of one phone that skip the code make one account', async () => {
    const made = await together(50, () =>
      createCustomer(app.system, { phone: '13600000002', password: 'a-good-password' }),
    )
    expect(made.filter((id) => id !== undefined)).toHaveLength(1)
  })

  it('[T-6] fifty requests for a code send one', async () => {
    const before = (await app.outbox()).length
    const answers = await together(50, () => app.send(code4sms, { phone: '13600000003', useFor: 0 }))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
    expect((await app.outbox()).length - before).toBe(1)
  })

  it('[T-5] one code signs in once, and [T-4] fifty wrong codes count as five tries', async () => {
    const { phone } = await app.customer()
    await app.call(code4sms, { phone, useFor: 3 })
    const code = /\d{6}/.exec((await app.outbox()).at(-1)?.text ?? '')?.[0] ?? ''
    const right = await together(20, () => app.send(loginForCode, { phone, code }))
    expect(right.filter(({ body }) => body.code === 1)).toHaveLength(1)
    const guesses = await together(50, () => app.send(loginForCode, { phone, code: '000000' }))
    expect(guesses.filter(({ body }) => body.error === 'wrongCode').length).toBeLessThanOrEqual(5)
    expect(guesses.every(({ body }) => body.code === 0)).toBe(true)
  })

  it('[T-2] of fifty passwords sent at once, three are checked', async () => {
    const { phone } = await app.customer()
    const answers = await together(50, (i) => app.send(login, { account: phone, password: `wrong-${i}` }))
    expect(answers.filter(({ body }) => body.error === 'wrongPassword')).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error === 'proofRequired')).toHaveLength(47)
  })

  it('[T-3] one proof of work sent fifty times at once allows one try', async () => {
    const { phone } = await app.customer()
    for (let i = 0; i < 3; i++) await app.send(login, { account: phone, password: 'wrong' })
    const { body } = await app.send(login, { account: phone, password: 'wrong' })
    const proof = await solved(body.challenge)
    const answers = await together(50, () => app.send(login, { account: phone, password: 'wrong' }, { proof }))
    expect(answers.filter(({ body }) => body.error === 'wrongPassword')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'proofRequired')).toHaveLength(49)
  })

  it('[T-12] two tabs that refresh at once get the same valid pair of tokens', async () => {
    const { phone } = await app.customer()
    let { refreshToken } = await app.call(login, { account: phone, password: 'a-good-password-1' })
    for (let round = 0; round < 50; round += 1) {
      const [one, other] = await together(2, () => app.call(refresh4token, { token: refreshToken }))
      expect(one).toEqual(other)
      await app.call(userInfo, {}, { as: { token: one?.token ?? '' } })
      refreshToken = other?.refresh_token ?? ''
    }
  })

  it('[P-03] addresses added at once leave one default', async () => {
    const person = await app.customer(3)
    const address = { name: '张三', phone: '13800138000', address_code: '320102', address: '中山路1号', default: true }
    await together(20, () => app.call(addressAdd, address, { as: person }))
    const { list } = await app.call(addressList, {}, { as: person })
    expect([list.length, list.filter((row) => row.default).length]).toEqual([20, 1])
  })
})
