import { expect, it } from 'vitest'
import { inviteReward } from './rules.ts'

it('a first order earns the reward from the least amount on', () => {
  const rule = { inviterPoints: 200, friendPoints: 100, leastFen: 10_000 }
  expect(inviteReward(rule, 10_000)).toEqual({ inviterPoints: 200, friendPoints: 100 })
  expect(inviteReward(rule, 9_999)).toBeUndefined()
})
