import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { applicationNo, monthBounds, overLeft, redTaxFen, remarkOf, taxIn, taxOfLines, typedSum } from './rules.ts'

describe('tax', () => {
  test('is contained in the amount, and half a fen is rounded up', () => {
    expect(taxIn(10_600, 6)).toBe(600)
    expect(taxIn(10_601, 6)).toBe(600)
    expect(taxIn(100, 0)).toBe(0)
    expect(taxIn(9_999_999_999, 13)).toBe(1_150_442_478)
    // 53 × 6 / 106 = 3; 26.5 and 8.83… lie between two fen.
    expect([taxIn(53, 6), taxIn(9, 6), taxIn(8, 6)]).toEqual([3, 1, 0])
  })

  test('of the lines sums to the tax of the total, and no line is off by a fen', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(amounts, fc.constantFrom(1, 3, 6, 9, 13), (amountsFen, rate) => {
        const taxes = taxOfLines(amountsFen, rate)
        const totalFen = amountsFen.reduce((sum, fen) => sum + fen, 0)
        expect(taxes.reduce((sum, fen) => sum + fen, 0)).toBe(taxIn(totalFen, rate))
        for (const [i, fen] of amountsFen.entries())
          expect(Math.abs((taxes[i] ?? 0) - (fen * rate) / (100 + rate))).toBeLessThan(1.5)
      }),
    )
  })
})

describe('the tax of a red letter', () => {
  test('is the share of the part, half a fen up, counted from what was taken off before', () => {
    const line = { amountFen: 10_600, taxFen: 601, reddenedFen: 0 }
    expect(redTaxFen(line, 10_600)).toBe(601)
    expect(redTaxFen(line, 5300)).toBe(301)
    expect(redTaxFen({ ...line, reddenedFen: 5300 }, 5300)).toBe(300)
  })

  test('of parts that make up a line is exactly its tax', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(parts, fc.constantFrom(1, 3, 6, 9, 13), (partsFen, rate) => {
        const amountFen = partsFen.reduce((sum, fen) => sum + fen, 0)
        const taxFen = taxIn(amountFen, rate)
        let [reddenedFen, takenOff] = [0, 0]
        for (const fen of partsFen) {
          takenOff += redTaxFen({ amountFen, taxFen, reddenedFen }, fen)
          reddenedFen += fen
        }
        expect(takenOff).toBe(taxFen)
      }),
    )
  })
})

describe('the remark', () => {
  const template = '订单：{orders}\n课题号：{funding}\n{remark}'
  test('has the orders and funding numbers, and no line for what is missing', () => {
    expect(remarkOf(template, { orders: ['MX1', 'MX2'], funding: ['', ''], remark: '' })).toBe('订单：MX1、MX2')
    expect(remarkOf(template, { orders: ['MX1'], funding: ['KT-7', 'KT-7'], remark: '三月' })).toBe(
      '订单：MX1\n课题号：KT-7\n三月',
    )
    const orders = Array.from({ length: 30 }, (_, i) => `MX${i}`)
    expect(remarkOf('{orders}', { orders, funding: [], remark: '' })).toBe('MX0、MX1、MX2、MX3 等 30 单')
    expect(remarkOf('{orders}', { orders: orders.slice(0, 5), funding: [], remark: '' })).toBe(
      'MX0、MX1、MX2、MX3、MX4',
    )
    expect(remarkOf('{orders}', { orders: orders.slice(0, 6), funding: [], remark: '' })).toBe(
      'MX0、MX1、MX2、MX3 等 6 单',
    )
  })
})

test('the remark keeps a line with one of its two values, one without any name, and two hundred characters at most', () => {
  const none = { orders: [], funding: [], remark: '' }
  expect(remarkOf('固定\n{funding}/{remark}\n{funding}', { ...none, funding: ['', 'KT-7'] })).toBe('固定\nKT-7/\nKT-7')
  expect(remarkOf('{remark}', { ...none, remark: 'x'.repeat(300) })).toHaveLength(200)
})

test('the number of an application begins anew after a hundred thousand on one day', () => {
  expect([99_999, 100_000, 200_001].map((number) => applicationNo('2026-03-02', number))).toEqual([
    'FP26030299999',
    'FP26030200000',
    'FP26030200001',
  ])
})

test('a month is the month in Shanghai, and a number names its day', () => {
  expect(monthBounds('2026-12')).toEqual({
    from: new Date('2026-11-30T16:00:00Z'),
    until: new Date('2026-12-31T16:00:00Z'),
  })
  expect(monthBounds('2026-01').until).toEqual(new Date('2026-01-31T16:00:00Z'))
  expect(monthBounds('2026-10').until).toEqual(new Date('2026-10-31T16:00:00Z'))
  expect(applicationNo('2026-03-02', 7)).toBe('FP26030200007')
})

test('[Q-90] an amount above what is left of its order is refused beside it; one that cannot be read is not summed', () => {
  expect(overLeft(10_001, 10_000)).toBe('最多可开 ¥100.00')
  expect([overLeft(10_000, 10_000), overLeft(Number.NaN, 1), overLeft(undefined, 1), overLeft(9, null)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  expect(typedSum([{ amountFen: 500 }, { amountFen: Number.NaN }, { amountFen: undefined }])).toBe(500)
})
