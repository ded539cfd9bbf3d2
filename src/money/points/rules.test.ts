import { describe, expect, test } from 'vitest'
import { exchangeNo } from './goods/exchange-rules.ts'
import { expiryOf, lastDay, type Lot, orderPoints, ownFirst, sumOf, takenFrom } from './rules.ts'

const rule = (perHundredYuan: number) => ({ perHundredYuan }) as Parameters<typeof orderPoints>[0]

test('an order earns whole points, rounded down once, and none while no rule was published', () => {
  expect(orderPoints(rule(10), 19_999)).toBe(19)
  expect(orderPoints(rule(10), 20_000)).toBe(20)
  expect(orderPoints(rule(1), 9999)).toBe(0)
  expect(orderPoints(undefined, 1_000_000)).toBe(0)
})

describe('points last', () => {
  const from = (time: string, validMonths?: number) =>
    expiryOf(validMonths === undefined ? undefined : { validMonths }, new Date(time))

  test('to the end of the month in Shanghai in which their months are over', () => {
    expect(from('2026-03-02T02:00:00Z', 1)).toEqual(new Date('2026-04-30T16:00:00Z'))
    expect(from('2026-03-31T16:00:00Z', 1)).toEqual(new Date('2026-05-31T16:00:00Z'))
    expect(from('2026-12-05T02:00:00Z', 12)).toEqual(new Date('2027-12-31T16:00:00Z'))
    expect(from('2026-11-05T02:00:00Z', 1)).toEqual(new Date('2026-12-31T16:00:00Z'))
  })

  test('two years while no rule was published, and can be used on the last day', () => {
    const expiry = from('2026-03-02T02:00:00Z')
    expect(expiry).toEqual(new Date('2028-03-31T16:00:00Z'))
    expect(lastDay(expiry)).toBe('2028-03-31')
  })
})

describe('points are taken', () => {
  const lot = (id: number, remaining: number, earningId: number | null = null): Lot => ({
    id,
    remaining,
    earningId,
    expiresAt: new Date(0),
  })
  const lots = [lot(1, 5), lot(2, 0), lot(3, 8, 9)]

  test('from the lots in their order, and of none more than is needed', () => {
    expect(takenFrom(lots, 7)?.map((part) => [part.lot.id, part.points])).toEqual([
      [1, 5],
      [3, 2],
    ])
    expect(takenFrom(lots, 5)?.map((part) => [part.lot.id, part.points])).toEqual([[1, 5]])
    expect(takenFrom(lots, 0)).toEqual([])
  })

  test('all or not at all', () => {
    expect(takenFrom(lots, 13)).toHaveLength(2)
    expect(takenFrom(lots, 14)).toBeUndefined()
    expect(sumOf(lots)).toBe(13)
  })

  test('from those of one earning first when that is taken back', () => {
    expect(ownFirst([...lots, lot(4, 1)], 9).map(({ id }) => id)).toEqual([3, 1, 2, 4])
  })
})

test('the number of an exchange keeps its five digits after the hundred thousandth', () => {
  expect(exchangeNo('2026-03-02', 7)).toBe('JF26030200007')
  expect(exchangeNo('2026-03-02', 100_000)).toBe('JF26030200000')
})
