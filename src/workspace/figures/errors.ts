import { defineRefusals } from '../../platform/contract/refusal.ts'

export const figureErrors = defineRefusals({
  rangeMissing: '请选择开始日期和结束日期',
  rangeBackwards: '开始日期不能晚于结束日期',
  rangeAhead: '结束日期不能晚于今天',
  rangeTooLong: '时间范围不能超过 3 年',
})
