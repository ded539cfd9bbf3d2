import { expect, test } from 'vitest'
import { transferFault } from './transfer-rules.ts'

const own = { balance: 500, transferMost: 300 }
const said = (points: number | undefined, phone = '13800000001') =>
  transferFault({ phone, points, code: '123456' }, own)?.message

test('[Q-91] points that nobody typed are missing; text that is no number is called so', () => {
  expect(said(undefined)).toBe('请填写积分')
  expect(said(Number.NaN)).toBe('请输入数字')
  expect([0, 1.5].map((points) => said(points))).toEqual(['积分应为大于零的整数', '积分应为大于零的整数'])
  expect([400, 600].map((points) => said(points))).toEqual(['最多转赠 300 积分', '超过可用积分'])
  expect(said(100)).toBeUndefined()
})

test('[Q-98] the phone of the receiver may be typed in full-width digits, with blanks and +86', () => {
  expect(['１３８０００００００１', '138 0000 0001', '+86 13800000001'].map((phone) => said(100, phone))).toEqual(
    Array.from({ length: 3 }, () => undefined),
  )
  expect(said(100, '1380000')).toBe('手机号格式不正确')
  expect(said(100, ' ')).toBe('[手机号]不能为空')
})
