import { defineRefusals } from '../platform/contract/refusal.ts'

export const staffErrors = defineRefusals({
  wrongPassword: '账号或密码错误',
  tooManyAttempts: ['尝试次数过多，请稍后再试', 429],
})
