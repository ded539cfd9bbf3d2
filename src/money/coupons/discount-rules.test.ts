import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestOf,
  type Basket,
  combinationFault,
  discountOf,
  faultOf,
  type PricedLine,
  scaledTo,
  type Terms,
} from './discount-rules.ts'

const now = new Date('2026-03-02T02:00:00Z')
const validity = { validFrom: new Date('2026-03-01T00:00:00Z'), expiresAt: new Date('2026-04-01T00:00:00Z') }
const terms: Terms = {
  kind: 'amount',
  valueFen: 5_000,
  percentOff: 0,
  capFen: 0,
  thresholdFen: 20_000,
  groups: [],
  projectIds: [],
  categoryIds: [],
  firstOrder: false,
  stackable: false,
}
const line = (amountFen: number | null, projectId = 1, categoryId = 10): PricedLine => ({
  projectId,
  categoryId,
  amountFen,
})
const basket = (lines: PricedLine[], change: Partial<Basket> = {}): Basket => ({
  lines,
  group: 'institute',
  isFirstOrder: false,
  returnsSamples: false,
  ...change,
})
const fault = (change: Partial<Terms>, of: Basket) => faultOf({ ...terms, ...change }, validity, of, now)
const sum = (parts: readonly number[]) => parts.reduce((a, b) => a + b, 0)

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  kind: fc.constantFrom('amount' as const, 'percent' as const, 'shipping' as const),
  valueFen: fc.integer({ min: 1, max: 1_000_000 }),
  percentOff: fc.integer({ min: 1, max: 95 }),
  capFen: fc.integer({ min: 0, max: 1_000_000 }),
  thresholdFen: fc.integer({ min: 0, max: 100_000 }),
  groups: fc.constant([]),
  projectIds: fc.subarray([1, 2, 3]),
  categoryIds: fc.subarray([10, 20]),
  firstOrder: fc.constant(false),
  stackable: fc.boolean(),
})
const anyLines = fc.array(
  fc.record({
    projectId: fc.integer({ min: 1, max: 4 }),
    categoryId: fc.constantFrom(10, 20, 30),
    amountFen: fc.integer({ min: 0, max: 10_000_000 }),
  }),
  { minLength: 1, maxLength: 50 },
)

describe('the discount of a coupon', () => {
  it('[T-28] is whole fen, at most the value and the cap, and no line costs less than nothing', () => {
    fc.assert(
      fc.property(anyTerms, anyLines, (given, lines) => {
        const parts = discountOf(given, lines)
        const costFen = sum(lines.map(({ amountFen }) => amountFen))
        expect(parts).toHaveLength(lines.length)
        for (const [i, part] of parts.entries()) {
          expect(Number.isInteger(part) && part >= 0).toBe(true)
          expect(part).toBeLessThanOrEqual(lines[i]?.amountFen ?? 0)
        }
        expect(sum(parts)).toBeLessThanOrEqual(costFen)
        if (given.kind === 'shipping') expect(sum(parts)).toBe(0)
        if (given.kind === 'amount') expect(sum(parts)).toBeLessThanOrEqual(given.valueFen)
        if (given.kind === 'percent' && given.capFen > 0) expect(sum(parts)).toBeLessThanOrEqual(given.capFen)
      }),
    )
  })

  it('sums to the same total however the lines are cut, for an amount and for a share', () => {
    fc.assert(
      fc.property(anyTerms, anyLines, (given, lines) => {
        const open = { ...given, projectIds: [], categoryIds: [] }
        const whole = line(sum(lines.map(({ amountFen }) => amountFen)))
        expect(sum(discountOf(open, lines))).toBe(sum(discountOf(open, [whole])))
      }),
    )
  })

  it('scales lines to a final amount without losing a fen', () => {
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 0, max: 100_000_000 }), (lines, totalFen) => {
        expect(sum(scaledTo(lines, totalFen).map(({ amountFen }) => amountFen ?? 0))).toBe(totalFen)
      }),
    )
  })

  it('is taken off the covered lines only, in proportion to them', () => {
    const lines = [line(30_000, 1), line(10_000, 2), line(60_000, 3)]
    expect(discountOf({ ...terms, projectIds: [1, 2] }, lines)).toEqual([3_750, 1_250, 0])
    expect(discountOf({ ...terms, valueFen: 100 }, [line(1), line(1), line(1)])).toEqual([1, 1, 1])
    const third = { ...terms, valueFen: 100 }
    expect(discountOf(third, [line(1_000), line(1_000), line(1_000)])).toEqual([34, 33, 33])
  })

  it('on a final amount has no part for a line that was never priced', () => {
    expect(scaledTo([line(10_000), line(null)], 8_000)).toEqual([line(8_000), line(0)])
  })

  it('of a share is rounded down and capped', () => {
    const share = { ...terms, kind: 'percent' as const, percentOff: 15, capFen: 1_000 }
    expect(sum(discountOf(share, [line(999)]))).toBe(149)
    expect(sum(discountOf(share, [line(90_000)]))).toBe(1_000)
  })
})

describe('a coupon that cannot be used says why', () => {
  const enough = basket([line(20_000)])

  it.each([
    ['its threshold is not reached by what it covers', {}, basket([line(15_000)]), '还差 ¥50.00'],
    ['another customer group', { groups: ['enterprise'] as const }, enough, '仅限企业客户'],
    ['not the first order', { firstOrder: true }, enough, '仅限首单'],
    ['no project that it covers', { projectIds: [9] }, enough, '没有适用的项目'],
    ['no category that it covers', { categoryIds: [99] }, enough, '没有适用的项目'],
    ['nothing to be sent back', { kind: 'shipping' as const }, enough, '没有需要寄回的样品'],
    ['nothing to pay', { thresholdFen: 0 }, basket([line(0)]), '没有可优惠的金额'],
  ])('%s', (_, change, given, text) => {
    expect(fault(change, given)).toContain(text)
  })

  it('before its first day and after its last', () => {
    const at = (time: string) => faultOf(terms, validity, enough, new Date(time))
    expect(at('2026-02-28T00:00:00Z')).toBe('2026-03-01 起可用')
    expect(at('2026-04-01T00:00:00Z')).toBe('已过期')
    expect(at('2026-03-31T23:59:59Z')).toBeUndefined()
  })

  it('but not for a threshold that only the quote can decide', () => {
    expect(fault({}, basket([line(100), line(null)]))).toBeUndefined()
  })

  it('two of a kind are refused, one with free return shipping only where its campaign allows it', () => {
    const off = (stackable: boolean) => ({ kind: 'amount' as const, stackable })
    const free = { kind: 'shipping' as const, stackable: false }
    expect(combinationFault([off(true), off(true)])).toBeDefined()
    expect(combinationFault([free, free])).toBeDefined()
    expect(combinationFault([off(false), free])).toBeDefined()
    expect(combinationFault([off(true), free])).toBeUndefined()
    expect(combinationFault([free])).toBeUndefined()
  })
})

describe('the best coupon of a basket', () => {
  const choice = (discountFen: number, validUntil = '2026-04-01', fault = '') => ({ discountFen, validUntil, fault })

  it('takes off most, and of equal ones it ends first', () => {
    const soon = choice(500, '2026-03-10')
    expect(bestOf([choice(300), choice(500), soon])).toBe(soon)
    expect(bestOf([choice(300), choice(900, '2026-03-10', '仅限首单')])).toEqual(choice(300))
  })

  it('is none when none can be used or takes anything off', () => {
    expect(bestOf([choice(0), choice(900, '2026-03-10', '仅限首单')])).toBeUndefined()
  })
})
