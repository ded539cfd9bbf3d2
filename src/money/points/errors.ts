import { defineRefusals } from '../../platform/contract/refusal.ts'

export const pointErrors = defineRefusals({
  notEnoughPoints: '积分不足',
})
