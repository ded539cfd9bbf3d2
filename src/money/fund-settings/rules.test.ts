import { expect, it } from 'vitest'
import { fundSettingsForm } from './rules.ts'

it('[Q-98] the own bank account may be typed in full-width digits, and is kept in half width', () => {
  expect(fundSettingsForm.account.parse('６２２２ ０２０２')).toBe('6222 0202')
  expect(fundSettingsForm.account.safeParse('6222').success).toBe(false)
})
