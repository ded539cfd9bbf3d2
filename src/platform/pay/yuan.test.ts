import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeFenOfYuan, fenOfYuan, yuanOfFen } from './yuan.ts'

test('every amount in fen survives the way to yuan and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (fen) => {
      expect(fenOfYuan(yuanOfFen(fen))).toBe(fen)
    }),
  )
  expect([1, 10, 100, 128_050, -5, 0].map(yuanOfFen)).toEqual(['0.01', '0.10', '1.00', '1280.50', '-0.05', '0.00'])
})

test('yuan texts are read exactly, and nothing else is read', () => {
  expect(['88', '88.8', '88.88', '88.8800', '+0.07', ' 1.00\t', '-0.00'].map(fenOfYuan)).toEqual([
    8800, 8880, 8888, 8888, 7, 100, 0,
  ])
  for (const text of ['', '.5', '1.', '1.001', '1e3', '1,000.00', 'NaN', '0x10', '1.00元', '٣'])
    expect(() => fenOfYuan(text), text).toThrow('not an amount')
  expect(() => yuanOfFen(0.5)).toThrow('not an amount')
})

test('fees of a bill are rounded to the nearest fen', () => {
  expect(['0.00600', '0.005', '0.00499', '-0.06000', '', '1'].map(feeFenOfYuan)).toEqual([1, 1, 0, -6, 0, 100])
  expect(() => feeFenOfYuan('free')).toThrow('not a fee')
})
