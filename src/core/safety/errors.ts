import { defineRefusals } from '../../platform/contract/refusal.ts'

export const safetyErrors = defineRefusals({
  tooManyPersonalReads: ['查看完整个人信息的次数已达上限，请稍后重试。管理员已收到通知', 429],
})
