import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFen, parseYuan, splitFen } from './money.ts'

describe('money', () => {
  it('formats fen as yuan with separators and two decimals', () => {
    expect([formatFen(128000), formatFen(5), formatFen(-123456789), formatFen(0)]).toEqual([
      '¥1,280.00',
      '¥0.05',
      '-¥1,234,567.89',
      '¥0.00',
    ])
  })

  it('parses amounts as people type them and refuses everything else', () => {
    expect([parseYuan('1,280.5'), parseYuan('¥0.05'), parseYuan(' 300 ')]).toEqual([128050, 5, 30000])
    for (const text of ['', '1e2', '1.005', '-1', '十元', '0x10', '1 2', 'Infinity'])
      expect(parseYuan(text)).toBeUndefined()
  })

  it('a formatted amount parses back to the same amount', () => {
    fc.assert(fc.property(fc.nat({ max: 2_000_000_000 }), (fen) => parseYuan(formatFen(fen)) === fen))
  })

  it('split parts sum to the total and differ from their exact share by less than one fen', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1_000_000_000 }),
        fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
        (total, weights) => {
          const parts = splitFen(total, weights)
          const sum = weights.reduce((a, b) => a + b, 0)
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
          if (sum > 0)
            parts.forEach((part, i) => expect(Math.abs(part - (total * (weights[i] ?? 0)) / sum)).toBeLessThan(1))
        },
      ),
    )
  })
})
