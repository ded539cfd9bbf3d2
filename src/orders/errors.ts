import { defineRefusals } from '../platform/contract/refusal.ts'

export const orderErrors = defineRefusals({
  mixedServices: '送样检测、现场预约和数据分析请分别下单',
  deliveryMismatch: '送样方式与服务类型不符，请重新选择',
  returnAddressRequired: '有样品需要寄回，请选择寄回地址',
  returnRegionUnknown: '寄回地址所在地区不存在，请重新选择',
  tooManySamples: '一个订单最多 99 个样品，请分开下单',
  agreementChanged: ['服务协议已更新，请重新阅读并同意', 409],
  quoteExpired: ['报价已过有效期，请联系客户经理重新报价', 409],
  quoteIncomplete: '请为每个项目填写金额',
  ownWork: ['不能审核自己检测的订单', 403],
  unknownRetestLine: '要复测的项目不属于此订单',
  alreadyCalled: ['该订单已登记致电', 409],
  draftConflict: ['此订单已在另一台设备或页面上修改，请载入最新内容', 409],
  sampleUnexpected: ['该订单当前不接收样品，请联系客户经理', 409],
  noSampleOnHand: ['没有在库的样品，不能开始检测；请先联系客户重新寄样，或取消订单', 409],
  nothingLeftToTest: '没有可继续检测的样品，请选择「取消订单」',
  amountFixed: ['最终费用已核定，不能再取消订单；请通过异议处理', 409],
  nothingToRepeat: '原订单的项目均已下架或参数有变化，请重新选择',
})
