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
