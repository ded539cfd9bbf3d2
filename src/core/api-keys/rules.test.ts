import { expect, it } from 'vitest'
import { keyOfHeader, MinuteLimit } from './rules.ts'

it('only a bearer key of full length is a key', () => {
  const key = `mx_live_${'a'.repeat(43)}`
  expect(keyOfHeader(`Bearer ${key}`)).toBe(key)
  for (const header of [undefined, '', key, `Basic ${key}`, `Bearer ${key}a`, 'Bearer c_abc'])
    expect(keyOfHeader(header)).toBeUndefined()
})

it('a key has its calls per minute, each key its own', () => {
  const limit = new MinuteLimit(2)
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
  expect([limit.take(1, at(0)), limit.take(1, at(1)), limit.take(1, at(2)), limit.take(2, at(2))]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(limit.take(1, at(60))).toBe(true)
})
