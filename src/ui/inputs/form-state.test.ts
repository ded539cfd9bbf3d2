import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorsOf, refusalErrors, valueAt, withoutEmptyOptionals, withoutErrorAt, withValueAt } from './form-state.ts'

const schema = z.strictObject({
  name: z.string().min(1, '「姓名」不能为空'),
  email: z.email('邮箱格式不正确').optional(),
  groups: z.array(z.object({ count: z.number('请填写数量').min(1, '至少 1 个') })).optional(),
})

describe('form state', () => {
  it('reads and replaces values by path without touching the rest', () => {
    const before = { name: 'a', groups: [{ count: 1 }, { count: 2 }] }
    const after = withValueAt(before, 'groups.1.count', 5)
    expect(valueAt(after, 'groups.1.count')).toBe(5)
    expect(after.groups[0]).toBe(before.groups[0])
    expect(Array.isArray(after.groups)).toBe(true)
    expect(before.groups[1]?.count).toBe(2)
  })

  it('starts a list that was not there', () => {
    expect(withValueAt({}, 'groups.0.count', 3)).toEqual({ groups: [{ count: 3 }] })
  })

  it('maps issues to the paths of fields, first message of each', () => {
    const issues = schema.safeParse({ name: '', groups: [{ count: 0 }] }).error!.issues
    expect(errorsOf(issues)).toEqual({ name: '「姓名」不能为空', 'groups.0.count': '至少 1 个' })
  })

  it('treats an emptied optional text as absent and a required one as empty', () => {
    expect(withoutEmptyOptionals(schema, { name: '', email: '' })).toEqual({ name: '' })
    expect(schema.safeParse(withoutEmptyOptionals(schema, { name: 'x', email: '' })).success).toBe(true)
  })

  it('shows the refusal of the server at its fields, or above the form when it names none', () => {
    expect(refusalErrors({ message: 'x', issues: [{ path: 'phone', message: '手机号已注册' }] })).toEqual({
      phone: '手机号已注册',
    })
    expect(refusalErrors(new Error('订单状态已变化，请刷新后重试'))).toEqual({ '': '订单状态已变化，请刷新后重试' })
    expect(refusalErrors(null)['']).not.toBe('')
  })

  it('drops the error of a value that is being corrected, and of what is inside it, and no other', () => {
    const errors = { name: 'a', groups: 'b', 'groups.0.count': 'c', '': 'd' }
    expect(withoutErrorAt(errors, 'groups')).toEqual({ name: 'a' })
  })
})
