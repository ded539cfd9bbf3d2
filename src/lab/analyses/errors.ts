import { defineRefusals } from '../../platform/contract/refusal.ts'

export const analysisErrors = defineRefusals({
  unknownTool: '没有这种分析，请刷新页面后重试',
  /** The text says what to change. */
  notAnalysable: '此曲线不能这样分析，请调整参数',
  tooHeavy: '计算时间或内存超过限度，请缩小区间或减少峰的数目',
  tooLarge: '结果的表格过长，不能保存，请缩小区间或减少峰的数目',
  tooMany: '这个文件保存的分析已达上限，请先移除不需要的分析',
})
