import { expect, test } from 'vitest'
import { maskAccount, payoutFault, requestFault, withdrawalNo } from './rules.ts'

test('of an account only the last four digits are shown', () => {
  expect(maskAccount('6222020200112345678')).toBe('**** 5678')
})

test('the number of a withdrawal has its day and five digits', () => {
  expect([7, 100_000].map((number) => withdrawalNo('2026-03-02', number))).toEqual(['TX26030200007', 'TX26030200000'])
})

test('[Q-92] what is wrong with the request of a withdrawal is said at its field', () => {
  const fault = (amountFen: number | undefined, code = '123456') => requestFault({ amountFen, code }, 10_000)
  expect(fault(undefined)).toEqual({ field: 'amountFen', message: '请填写提现金额' })
  expect(fault(Number.NaN)).toEqual({ field: 'amountFen', message: '请输入数字' })
  expect(fault(0)).toEqual({ field: 'amountFen', message: '金额必须大于零' })
  expect(fault(10_001)).toEqual({ field: 'amountFen', message: '超过可提现金额' })
  expect(fault(100, ' ')).toEqual({ field: 'code', message: '[验证码]不能为空' })
  expect(fault(10_000)).toBeUndefined()
})

test('[Q-92] a payout account that is missing is asked for; full-width digits of it are read', () => {
  const fault = (account: string) => payoutFault({ holder: '王珂', bank: '中国银行', account, code: '123456' })
  expect(fault(' ')).toEqual({ field: 'account', message: '请填写收款账号' })
  expect(fault('622')).toEqual({ field: 'account', message: '收款账号应为6至32位数字' })
  expect(fault('６２２２ ０２０２ ００１１')).toBeUndefined()
})
