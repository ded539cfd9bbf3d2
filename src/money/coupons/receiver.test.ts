import { expect, it } from 'vitest'
import { staffCouponIssue } from './staff-contract.ts'

it('[Q-98] the receiver of a coupon may be typed in full-width digits and letters', () => {
  const receiver = (typed: string) =>
    staffCouponIssue.input.safeParse({ campaignId: 1, receiver: typed, reason: '补偿' }).data?.receiver
  expect(receiver('１３８０００００００１')).toBe('13800000001')
  expect(receiver('ｋｔ２６０３０２００００１')).toBe('KT26030200001')
})
