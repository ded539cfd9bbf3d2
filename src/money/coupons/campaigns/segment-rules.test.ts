import { expect, it } from 'vitest'
import { issueText } from './segment-rules.ts'

it('[Q-83] an issue says before it begins how many customers it looks at, and whether the coupons are enough for them', () => {
  expect(issueText({ total: 40, left: null }, 'any', 1)).toBe(
    '向 40 位客户各发放一张，已领满 1 张的客户除外。发出后客户会收到通知，只能逐张收回。',
  )
  expect(issueText({ total: 40, left: 39 }, 'any', 2)).toContain('活动还可发放 39 张，发完即止。')
  expect(issueText({ total: 40, left: 40 }, 'never', 2)).toMatch(
    /^逐一核对 40 位客户的下单情况，符合的各发放一张.*活动还可发放 40 张。/,
  )
})
