import { expect, it } from 'vitest'
import { contractStages, signByMatters } from './rules.ts'

it('[Q-296] the day by which to sign is shown until the customer has signed, and of a contract that expired', () => {
  expect(contractStages.filter(signByMatters)).toEqual(['to_sign', 'sent_back', 'expired'])
})
