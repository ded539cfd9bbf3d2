import { defineRefusals } from '../platform/contract/refusal.ts'

export const orderErrors = defineRefusals({
  mixedServices: '送样检测、现场预约和数据分析请分别下单',
  deliveryMismatch: '送样方式与服务类型不符，请重新选择',
  returnAddressRequired: '有样品需要寄回，请填写寄回地址',
  tooManySamples: '一个订单最多 99 个样品，请分开下单',
  agreementChanged: ['服务协议已更新，请重新阅读并同意', 409],
  quoteExpired: ['报价已过有效期，请联系客户经理重新报价', 409],
  quoteIncomplete: '请为每个项目填写金额',
  ownWork: ['不能审核自己检测的订单', 403],
  unknownRetestLine: '要复测的项目不属于此订单',
  alreadyCalled: ['该订单已登记致电', 409],
  draftConflict: ['此订单已在另一台设备或页面上修改，请载入最新内容', 409],
  sampleUnexpected: ['该订单当前不接收样品，请联系客户经理', 409],
  amountFixed: ['最终费用已核定，不能再取消订单；请通过异议处理', 409],
  reportWithdrawn: ['检测报告已撤回，更正后的报告交付后才能确认完成', 409],
  retestFeeChanged: ['复测费用已变化，请刷新后重新确认', 409],
  retestAmountFixed: ['最终费用已核定，复测不能再收费；请改为免费复测', 409],
  correctionTooLate: ['订单完成已超过 180 天，不能再更正报告', 409],
  nothingToRepeat: '原订单的项目均已下架或参数有变化，请重新选择',
})
