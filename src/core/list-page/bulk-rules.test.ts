import { expect, test } from 'vitest'
import { unfitFor } from './bulk-rules.ts'

test('[Q-79] rows in whose stage a bulk verb is impossible are named with the stages in which it is possible', () => {
  const by = ['staff'] as const
  const unfit = unfitFor(
    {
      stages: { pending: '待审核', hidden: '已隐藏', shown: '已展示' },
      transitions: { show: { label: '展示', from: ['pending', 'hidden'], to: 'shown', by } },
    },
    'show',
  )
  expect([unfit({ stage: 'pending' }), unfit({ stage: 'hidden' })]).toEqual([undefined, undefined])
  expect(unfit({ stage: 'shown' })).toBe('现为“已展示”，“待审核”、“已隐藏”状态才能展示')
})
