import { expect, test } from 'vitest'
import { maskAccount, withdrawalNo } from './rules.ts'

test('of an account only the last four digits are shown', () => {
  expect(maskAccount('6222020200112345678')).toBe('**** 5678')
})

test('the number of a withdrawal has its day and five digits', () => {
  expect([7, 100_000].map((number) => withdrawalNo('2026-03-02', number))).toEqual(['TX26030200007', 'TX26030200000'])
})
