import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../../platform/http/decode.ts'

const schema = z.strictObject({
  keys: z.array(z.enum(['siteName', 'localInfo']), { error: '请给出设置名称' }).optional(),
  ids: z.array(z.number().int(), { error: '请选择' }).optional(),
  codes: z.array(z.string().regex(/^\d{6}$/)).optional(),
  phone: z.string().min(11, '手机号格式不正确').optional(),
})
const form = (body: Record<string, unknown>) => parseInput(schema, body, true)

it('[Q-230] a form names the values of a list one by one, also when it is only one', () => {
  expect(form({ keys: 'siteName' })).toEqual({ keys: ['siteName'] })
  expect(form({ keys: ['siteName', 'localInfo'] })).toEqual({ keys: ['siteName', 'localInfo'] })
  expect(form({ ids: '5' })).toEqual({ ids: [5] })
  expect(form({ ids: ['5', '6'] })).toEqual({ ids: [5, 6] })
  expect(form({ ids: '[5,6]' })).toEqual({ ids: [5, 6] })
  expect(form({ codes: '110100' })).toEqual({ codes: ['110100'] })
})

it('a form is refused with the words of the schema', () => {
  expect(() => form({ ids: '' })).toThrow('请选择')
  expect(() => form({ ids: '{}' })).toThrow()
  expect(() => form({ phone: '123' })).toThrow('手机号格式不正确')
})

it('JSON is taken as it is', () => {
  expect(() => parseInput(schema, { ids: '5' }, false)).toThrow('请选择')
})
