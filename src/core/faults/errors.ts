import { defineRefusals } from '../../platform/contract/refusal.ts'

export const faultErrors = defineRefusals({
  notFound: ['没有这条错误报告，可能已过保留期', 404],
  otherState: ['这条错误报告已被他人处理，请刷新后重试', 409],
})
