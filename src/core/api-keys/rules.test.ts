import { expect, it } from 'vitest'
import { keyOfHeader } from './rules.ts'

it('only a bearer key of full length is a key', () => {
  const key = `mx_live_${'a'.repeat(43)}`
  expect(keyOfHeader(`Bearer ${key}`)).toBe(key)
  for (const header of [undefined, '', key, `Basic ${key}`, `Bearer ${key}a`, 'Bearer c_abc'])
    expect(keyOfHeader(header)).toBeUndefined()
})
