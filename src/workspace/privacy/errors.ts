import { defineRefusals } from '../../platform/contract/refusal.ts'

export const privacyErrors = defineRefusals({
  closingBlocked: ['还有未了结的事项，暂时不能注销', 409],
  alreadyClosing: ['注销申请已提交，冷静期内可以撤销', 409],
  notClosing: ['没有进行中的注销申请', 409],
  exportTooSoon: ['24小时内只能生成一份数据副本', 429],
  demoAccount: ['演示账号不能注销', 403],
})
