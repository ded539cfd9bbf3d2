import { expect, test } from 'vitest'
import { placedCode, refusalAt } from './sign-in-rules.ts'

const values = { amountFen: 100, code: '123456' }

test('[Q-92] a refusal that belongs to a field is shown at it, any other above the form', () => {
  const refusal = { error: 'invalid', message: '金额格式不正确', issues: [] }
  const named = { ...refusal, issues: [{ path: 'amountFen', message: '金额格式不正确' }] }
  expect(refusalAt(named, values)).toEqual({ field: 'amountFen', message: '金额格式不正确' })
  const wrong = { error: 'wrongCode', message: '验证码错误或已失效', issues: [] }
  expect(refusalAt(wrong, values, placedCode)).toEqual({ field: 'code', message: '验证码错误或已失效' })
  // The sign-in dialog names no fields, as the specification asks.
  expect(refusalAt(wrong, values)).toBeUndefined()
  expect(refusalAt(refusal, values, placedCode)).toBeUndefined()
})
