import { defineRefusals } from '../../platform/contract/refusal.ts'

export const exportErrors = defineRefusals({
  noSuchList: ['没有这个列表', 404],
  tooManyAtOnce: ['已有 3 个导出正在生成，请等待完成后再导出', 409],
  tooManyRows: ['超过 50000 行，请用筛选缩小范围后重新导出', 409],
  tooManyToday: ['24 小时内已导出 30 次，请稍后重试', 409],
})
