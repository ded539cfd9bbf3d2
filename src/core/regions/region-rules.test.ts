import { expect, it } from 'vitest'
import { hasAllowedRegion } from './region-rules.ts'

it('[Q-232] a province or city is offered when it, something in it, or what it lies in is allowed', () => {
  const isOffered = (allowed: string) => (code: string) => hasAllowedRegion(code, [allowed])
  const shanghai = ['310000', '310100', '310104']
  expect([...shanghai, '110000', '310000'].filter(isOffered('310100'))).toEqual([...shanghai, '310000'])
  expect(['370000', '371000', '370100', '371002', '370102'].filter(isOffered('371000'))).toEqual([
    '370000',
    '371000',
    '371002',
  ])
  expect(['370000', '370100', '370102', '370103'].filter(isOffered('370102'))).toEqual(['370000', '370100', '370102'])
  expect(['370000', '370100', '370102', '380000'].filter(isOffered('370000'))).toEqual(['370000', '370100', '370102'])
})
