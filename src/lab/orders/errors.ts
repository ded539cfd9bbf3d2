import { defineRefusals } from '../../platform/contract/refusal.ts'

export const orderErrors = defineRefusals({
  fundingPaid: ['订单已付清，课题号/经费卡不能再修改', 409],
  groupDecides: ['此费用需要课题组所有者或管理员确认：请由其切换到课题组身份处理', 403],
  quoteExpired: ['报价已过有效期，请联系客户经理重新报价', 409],
  quoteIncomplete: '请为每个项目填写金额',
  ownWork: ['不能审核自己检测的订单', 403],
  unknownRetestLine: '要复测的项目不属于此订单',
  alreadyCalled: ['该订单已登记致电', 409],
  sampleUnexpected: ['该订单当前不接收样品，请联系客户经理', 409],
  noSampleOnHand: ['没有在库的样品，不能开始检测；请先联系客户重新寄样，或取消订单', 409],
  nothingLeftToTest: '没有可继续检测的样品，请选择「取消订单」',
  amountFixed: ['最终费用已核定，不能再取消订单；请通过异议处理', 409],
  reportWithdrawn: ['检测报告已撤回，更正后的报告交付后才能确认完成', 409],
  retestFeeChanged: ['复测费用已变化，请刷新后重新确认', 409],
  retestAmountFixed: ['最终费用已核定，复测不能再收费；请改为免费复测', 409],
  correctionTooLate: ['订单完成已超过 180 天，不能再更正报告', 409],
  noData: ['客户还没有上传数据，不能登记', 409],
  dataClosed: ['数据已登记收到，不能再删除；需要补充请继续上传', 409],
  notForData: '该订单不需要上传数据',
  tooManyDataFiles: '一个订单最多 50 个数据文件，请打包后上传',
  nothingToRepeat: '原订单的项目均已下架或参数有变化，请重新选择',
})
