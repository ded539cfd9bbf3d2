import { expect, test } from 'vitest'
import { type CampaignForm, campaignFaults } from './campaign-rules.ts'

const form = (change: Partial<CampaignForm>) =>
  campaignFaults({
    kind: 'amount',
    valueFen: 500,
    thresholdFen: 0,
    percentOff: 0,
    capFen: 0,
    validFrom: '',
    validUntil: '',
    validDays: 30,
    ...change,
  } as CampaignForm)

test('an amount is at least a fen, and not above the threshold from which it counts', () => {
  expect(form({})).toEqual({})
  expect(form({ valueFen: 0 })).toHaveProperty('valueFen')
  expect(form({ valueFen: 1 })).toEqual({})
  expect(form({ thresholdFen: 499 })).toHaveProperty('thresholdFen')
  expect(form({ thresholdFen: 500 })).toEqual({})
})

test('a percentage has a share and a cap; its other fields are ignored', () => {
  const percent = { kind: 'percent', valueFen: 0, percentOff: 1, capFen: 1 } as const
  expect(form(percent)).toEqual({})
  expect(form({ ...percent, percentOff: 0 })).toHaveProperty('percentOff')
  expect(form({ ...percent, capFen: 0 })).toHaveProperty('capFen')
  expect(form({ kind: 'shipping', valueFen: 0 } as Partial<CampaignForm>)).toEqual({})
})

test('the time is either days after receiving it, or dates of which the last is not before the first', () => {
  const days = { validDays: null, validFrom: '2026-03-02', validUntil: '2026-03-02' }
  expect(form(days)).toEqual({})
  expect(form({ validDays: null })).toEqual({ validUntil: '请填写结束日期', validDays: '请填写有效天数' })
  expect(form({ validUntil: '2026-03-02' })).toHaveProperty('validUntil')
  expect(form({ ...days, validUntil: '' })).toHaveProperty('validUntil')
  expect(form({ validFrom: '2026-03-02' })).toEqual({ validUntil: '请填写结束日期' })
  expect(form({ ...days, validUntil: '2026-03-01' })).toEqual({ validUntil: '结束日期不能早于开始日期' })
})
