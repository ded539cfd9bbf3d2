import { defineRefusals } from '../../platform/contract/refusal.ts'

export const upkeepErrors = defineRefusals({
  jobNotDead: ['该任务已重新执行或已丢弃，请刷新后查看', 409],
})
