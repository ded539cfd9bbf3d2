import { expect, it } from 'vitest'
import { notedAtIntake } from './rules.ts'

it('[Q-48] what was noted at receiving is shown to the laboratory, unless all was well', () => {
  expect(notedAtIntake('管口有裂纹')).toBe('管口有裂纹')
  expect(notedAtIntake('包装破损，样品完好')).toBe('包装破损，样品完好')
  expect(notedAtIntake('完好')).toBe('')
  expect(notedAtIntake('')).toBe('')
})
