import { expect, test } from 'vitest'
import { bytesPerSecond, paced, timeLeftText } from './part-pace-rules.ts'

test('the speed is that of the last ten seconds, and unknown at first', () => {
  let pace = paced([], { at: 0, bytes: 0 })
  expect(bytesPerSecond(pace)).toBeUndefined()
  pace = paced(pace, { at: 2000, bytes: 4_000_000 })
  expect(bytesPerSecond(pace)).toBe(2_000_000)
  pace = paced(paced(pace, { at: 11_000, bytes: 4_000_000 }), { at: 12_000, bytes: 5_000_000 })
  expect(bytesPerSecond(pace)).toBe(100_000)
})

test('the time left is said in seconds, minutes or hours', () => {
  expect([10, 1e6, 150e6, 9000e6].map((bytes) => timeLeftText(bytes, 1e6))).toEqual([
    '剩余约 1 秒',
    '剩余约 1 秒',
    '剩余约 3 分钟',
    '剩余约 2.5 小时',
  ])
})
