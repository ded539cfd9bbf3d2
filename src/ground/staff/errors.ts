import { defineRefusals } from '../../platform/contract/refusal.ts'

export const staffErrors = defineRefusals({
  wrongPassword: '账号或密码错误',
  tooManyAttempts: ['尝试次数过多，请稍后再试', 429],
  ticketExpired: '登录已超时，请重新输入账号和密码',
  wrongStep: ['登录步骤已变化，请重新登录', 409],
  wrongFactor: '验证码不正确或已使用过，请等待新的验证码后再试',
  weakPassword: '[密码]过于常见，请更换',
  samePassword: '新密码不能与原密码相同',
  wrongOldPassword: '原密码不正确',
  accountTaken: '该账号已存在',
  notYourself: ['不能更改自己的角色、状态或登录方式，请由另一位管理员操作', 403],
  notConfirmed: '输入的账号与所选员工不一致',
})
