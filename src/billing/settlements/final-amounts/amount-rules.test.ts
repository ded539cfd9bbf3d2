import { expect, test } from 'vitest'
import { needsReason, needsSecondPerson, saysSomething, settlementNo } from '../rules.ts'

test('a final amount needs a reason as soon as it differs from the agreed one, in either direction', () => {
  expect([9999, 10_000, 10_001].map((fen) => needsReason(10_000, fen))).toEqual([true, false, true])
  expect([needsReason(null, 0), needsReason(0, 0)]).toEqual([true, false])
})

test('a second person confirms above the share of the agreed amount, not at it', () => {
  expect([11_999, 12_000, 12_001].map((fen) => needsSecondPerson(10_000, fen, 120))).toEqual([false, false, true])
  expect([needsSecondPerson(0, 0, 120), needsSecondPerson(0, 1, 120)]).toEqual([false, true])
  expect([needsSecondPerson(null, 0, 120), needsSecondPerson(null, 1, 120)]).toEqual([false, true])
})

test('a reason says something with four letters, three of them different', () => {
  expect(['复测一次', '加测两个样', 'abca'].map(saysSomething)).toEqual([true, true, true])
  expect(['', '复测样', '好好好好', '好的好的', '1234567', '！！！！。'].map(saysSomething)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('the number of a settlement has its day and five digits', () => {
  expect([7, 99_999, 100_000].map((number) => settlementNo('2026-03-02', number))).toEqual([
    'JS26030200007',
    'JS26030299999',
    'JS26030200000',
  ])
})
