import { expect, it } from 'vitest'
import { plainDays, readDays, workingDays } from './days-rules.ts'

it('[G-02] the unit is written once, however the days were typed', () => {
  for (const typed of ['10–15', '10-15', '10 ~ 15 天', '10～15 个工作日', '10至15工作日', '10–15 个工作日'])
    expect(workingDays(typed)).toBe('10–15 个工作日')
  expect(workingDays('7')).toBe('7 个工作日')
  expect(workingDays('0')).toBe('0 个工作日')
  expect(workingDays('7–7 天')).toBe('7 个工作日')
  expect(workingDays('')).toBe('—')
})

it('[G-02] a text that names no span of days is shown as it is and read as nothing', () => {
  for (const typed of ['约两周', '15–10', '0–3', '10 个工作日起', '500', '加急 3 天']) {
    expect(readDays(typed)).toBeUndefined()
    expect(plainDays(typed)).toBe(typed)
  }
  expect(workingDays('约两周')).toBe('约两周')
  expect(readDays('7')).toEqual({ daysFrom: 7, daysTo: 7 })
})
