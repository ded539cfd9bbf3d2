import { expect, test } from 'vitest'
import { areaOf, dayAccountKinds, differenceOf, figuresAfter, isPlace } from './rules.ts'

test('the places of money stand first, and only money is counted', () => {
  expect(dayAccountKinds.slice(0, 3)).toEqual(['bank', 'wechatpay', 'alipay'])
  expect(dayAccountKinds.slice(3).some(isPlace)).toBe(false)
  expect(dayAccountKinds).not.toContain('points')
  expect(dayAccountKinds).not.toContain('credit_used')
})

test('what comes into a place of money lowers its account, so in and out are turned round', () => {
  const before = [
    { account: 'bank', closingFen: 1000 },
    { account: 'prestore', closingFen: 1000 },
  ] as const
  const moves = [
    { kind: 'bank', upFen: 200, downFen: -500 },
    { kind: 'prestore', upFen: 500, downFen: -200 },
  ] as const
  const figures = figuresAfter(before, moves)
  const expected = { openingFen: 1000, inFen: 500, outFen: 200, closingFen: 1300 }
  expect(figures.find(({ account }) => account === 'bank')).toEqual({ account: 'bank', ...expected })
  expect(figures.find(({ account }) => account === 'prestore')).toEqual({ account: 'prestore', ...expected })
  expect(figures.find(({ account }) => account === 'income')).toEqual({
    account: 'income',
    openingFen: 0,
    inFen: 0,
    outFen: 0,
    closingFen: 0,
  })
  expect(differenceOf(figures)).toBe(0)
  expect(differenceOf([...figures, { account: 'gift', closingFen: 7 }])).toBe(-7)
})

test('a check belongs to the area before the dot', () => {
  expect([areaOf('ledger.zero'), areaOf('whole')]).toEqual(['ledger', 'whole'])
})
