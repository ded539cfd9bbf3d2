import { defineRefusals } from '../../platform/contract/refusal.ts'

export const reviewErrors = defineRefusals({
  notDelivered: '交付数据后才能评价',
  reviewedBefore: ['这个项目已经评价过', 409],
})
