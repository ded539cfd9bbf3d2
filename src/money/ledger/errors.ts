import { defineRefusals } from '../../platform/contract/refusal.ts'

export const ledgerErrors = defineRefusals({
  belowFloor: '余额不足',
  differentPosting: ['该笔业务已按其他金额入账，请刷新后重试', 409],
})
