import { describe, expect, test } from 'vitest'
import { accountKey, customerAccount, faultOf, laboratoryAccount, leg, type Leg, sameLegs } from './rules.ts'

const bank = laboratoryAccount('bank')
const balance = customerAccount(12, 'prestore')
const posting = (...legs: Leg[]) => ({ kind: 'test', businessId: 1, operation: 'pay', memo: '', legs })

describe('a posting', () => {
  test('of whole fen between accounts of one asset that sums to zero is in order', () => {
    expect(faultOf(posting(leg(balance, 500), leg(bank, -500)))).toBeUndefined()
    expect(
      faultOf(posting(leg(balance, 300), leg(customerAccount(12, 'advance'), 200), leg(bank, -500))),
    ).toBeUndefined()
  })

  test('names what is wrong with it', () => {
    expect(faultOf(posting(leg(balance, 500)))).toBe('a transfer needs at least two legs')
    expect(faultOf(posting(leg(balance, 0), leg(bank, 0)))).toBe('legs are whole fen other than zero')
    expect(faultOf(posting(leg(balance, 500), leg(bank, -500), leg(customerAccount(12, 'advance'), 0)))).toBe(
      'legs are whole fen other than zero',
    )
    expect(faultOf(posting(leg(balance, 0.5), leg(bank, -0.5)))).toBe('legs are whole fen other than zero')
    expect(faultOf(posting(leg(balance, 2 ** 53), leg(bank, -(2 ** 53))))).toBe('legs are whole fen other than zero')
    expect(faultOf(posting(leg(balance, 500), leg(balance, -500)))).toBe('an account appears twice')
    expect(faultOf(posting(leg({ owner: 'laboratory', kind: 'prestore' }, 500), leg(bank, -500)))).toBe(
      'an account of the wrong owner',
    )
    expect(faultOf(posting(leg({ owner: 'customer:12', kind: 'bank' }, -500), leg(balance, 500)))).toBe(
      'an account of the wrong owner',
    )
    expect(faultOf(posting(leg(customerAccount(12, 'points'), 500), leg(bank, -500)))).toBe(
      'money and credit never mix',
    )
    expect(faultOf(posting(leg(balance, 500), leg(bank, -499)))).toBe('legs must sum to zero')
  })
})

test('two postings are equal when every account gets the same amount, in whatever order', () => {
  const [a, b] = [leg(balance, 500), leg(bank, -500)]
  expect(sameLegs([a, b], [b, a])).toBe(true)
  expect(sameLegs([a, b], [a, leg(bank, -501)])).toBe(false)
  expect(sameLegs([a, b], [a])).toBe(false)
  expect(sameLegs([a, b], [leg(customerAccount(13, 'prestore'), 500), b])).toBe(false)
  expect(accountKey(balance)).toBe('customer:12/prestore')
})
