import { expect, it } from 'vitest'
import { closingTerms, TAKE_BACK } from './rules.ts'

it('[Q-308] who closes an account reads that it is taken back by a button, not by signing in', () => {
  expect(closingTerms).toContain(`点“${TAKE_BACK}”`)
  expect(closingTerms).not.toContain('登录即可')
})
