import { defineRefusals } from '../../platform/contract/refusal.ts'

export const accountingErrors = defineRefusals({
  daysSwapped: '结束日期不能早于开始日期',
  daysOpen: '只能导出已日结的日期，日结后的凭证不再变化',
  rangeTooLong: '一次最多导出 366 天',
  tooManyLines: '分录过多，请缩短日期范围或改用每日汇总',
  exportedBefore: ['所选日期已导出过凭证', 409],
  nothingMoved: '所选日期没有收支',
})
