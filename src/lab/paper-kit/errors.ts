import { defineRefusals } from '../../platform/contract/refusal.ts'

export const paperErrors = defineRefusals({
  disputed: ['订单异议处理中，数据尚未确定，暂不能打包。异议处理后再打包', 409],
  /** The text says whether it is tested again or corrected. */
  inDoubt: ['订单正在复测或更正，暂不能打包。重新交付后再打包', 409],
  withdrawn: ['检测报告已撤回，数据不能打包。更正后重新交付时再打包', 409],
  noResults: ['订单还没有交付数据，不能打包', 409],
  tooManyPackages: ['今天的打包次数过多，请明天再试', 429],
  packageRunning: ['数据包还在生成，请稍候', 409],
  noFigure: '所选文件没有可以绘制的曲线',
})
