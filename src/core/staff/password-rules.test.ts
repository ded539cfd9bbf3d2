import { describe, expect, it } from 'vitest'
import { staffPasswordFault } from './password-rules.ts'

describe('passwords of staff', () => {
  it.each([
    ['', '[密码]不能为空'],
    ['fourteen-chars', '[密码]至少15位'],
    ['x'.repeat(129), '[密码]不能超过128位'],
    ['aaaaaaaaaaaaaaa', '[密码]过于常见，请更换'],
    ['abc123abc123abc123', '[密码]过于常见，请更换'],
    ['123456789012345', '[密码]过于常见，请更换'],
    ['PasswordPassword', '[密码]过于常见，请更换'],
    ['Mingxi-demo-2026', '[密码]过于常见，请更换'],
    ['chenli-loves-tea-leaves', '[密码]不能包含账号'],
  ])('%s is refused', (password, fault) => {
    expect(staffPasswordFault(password, 'chenli')).toBe(fault)
  })

  it('requires length, not kinds of characters', () => {
    for (const password of ['correct horse battery', '雨后山色空蒙里有一条很长的小路', 'fifteen-letters'])
      expect([password, staffPasswordFault(password, 'chenli')]).toEqual([password, undefined])
  })
})
