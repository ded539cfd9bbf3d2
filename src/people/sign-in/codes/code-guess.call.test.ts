import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { guessesPerDay } from './code-rules.ts'
import { code4sms, loginForCode, reset, sign } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const PASSWORD = 'a-guessers-password-1'
type Purpose = 0 | 1 | 3

/** Tries codes of a purpose until tries are refused; gives how many tries were checked while a code was valid. */
async function guess(phone: string, useFor: Purpose, right: string, most = 20): Promise<number> {
  for (let n = 0; n < most; n += 1) {
    const code = String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0')
    const call = { 0: sign, 1: reset, 3: loginForCode }[useFor]
    const input = {
      0: { phone, code, password: PASSWORD },
      1: { account: phone, code, password: PASSWORD },
      3: { phone, code },
    }[useFor]
    const { error } = await app.refusal(call, input)
    if (error === 'tooManyCodeTries') return n
    expect(error).toBe('wrongCode')
  }
  return most
}

/** The code that was sent, which the attacker does not see; undefined when none may be sent. */
async function ask(phone: string, useFor: Purpose): Promise<string | undefined> {
  const { body } = await app.send(code4sms, { phone, useFor })
  if (body.code !== 1) return undefined
  return /\d{6}/.exec((await app.outbox()).findLast((message) => message.to === phone)?.text ?? '')?.[0]
}

describe('[T-4] guessing codes for a day', () => {
  it('the limits give a chance of one in twenty thousand per phone and day', () => {
    expect(guessesPerDay().tries).toBe(50)
    expect(guessesPerDay().chance).toBeCloseTo(5e-5, 8)
    expect(guessesPerDay(5000).chance).toBeLessThan(0.025)
  })

  it.each([1, 10, 30])(
    'gets no more tries than the limits say, with a code every %i minutes as long as any are sent',
    async (minutes) => {
      const { phone } = await app.customer()
      app.clock.advance({ days: 2 })
      let tries = 0
      for (let step = 0; step < Math.min(143, (23 * 60) / minutes); step += 1) {
        const useFor = ([1, 3] as const)[step % 2] ?? 3
        const right = await ask(phone, useFor)
        if (right) tries += await guess(phone, useFor, right)
        app.clock.advance({ minutes })
      }
      // The best an attacker can do: twice an hour, alternating between two purposes that have each rested for an hour.
      if (minutes === 30) expect(tries).toBe(guessesPerDay().tries)
      expect(tries).toBeLessThanOrEqual(guessesPerDay().tries)
    },
  )

  it('one code allows five tries, also when the counting window ends in between', async () => {
    const { phone } = await app.customer()
    app.clock.advance({ days: 2 })
    const first = (await ask(phone, 3)) ?? ''
    expect(await guess(phone, 3, first, 1)).toBe(1)
    app.clock.advance({ minutes: 58 })
    const second = (await ask(phone, 3)) ?? ''
    const before = await guess(phone, 3, second)
    app.clock.advance({ minutes: 3 })
    expect(before + (await guess(phone, 3, second))).toBeLessThanOrEqual(5)
  })
})
