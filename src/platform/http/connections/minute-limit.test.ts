import { expect, it } from 'vitest'
import { MinuteLimit, secondsLeft } from './minute-limit.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

it('a key has its calls per minute, each key its own', () => {
  const limit = new MinuteLimit(2)
  expect([limit.take(1, at(0)), limit.take(1, at(1)), limit.take(1, at(2)), limit.take(2, at(2))]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(limit.take(1, at(60))).toBe(true)
})

it('only the first call beyond the limit of a minute is told apart', () => {
  const limit = new MinuteLimit(1)
  const beyond = [0, 1, 2].map((seconds) => {
    limit.take(1, at(seconds))
    return limit.isFirstBeyond(1)
  })
  expect(beyond).toEqual([false, true, false])
})

it('whoever waits as long as it says is in the next minute', () => {
  expect([at(0), at(0.5), at(59.9)].map(secondsLeft)).toEqual([60, 60, 1])
})
