import { expect, it } from 'vitest'
import { settingKinds } from './setting-kind-rules.ts'

it('[Q-98] settings of numbers and times may be typed in full-width digits, and are kept in half width', () => {
  const { settingQuietHours, settingPickup } = settingKinds
  expect(settingQuietHours.schema.parse({ from: '２２：００', to: '07:00' })).toEqual({ from: '22:00', to: '07:00' })
  expect(settingPickup.schema.shape.sampling_time1.parse('０９：００－１１：００')).toBe('09:00-11:00')
  expect(settingPickup.schema.shape.sampling_time1.safeParse('９点').success).toBe(false)
})
