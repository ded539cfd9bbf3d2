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
  noData: ['客户还没有上传数据，不能登记', 409],
  dataClosed: ['数据已登记收到，不能再删除；需要补充请继续上传', 409],
  notForData: '该订单不需要上传数据',
  tooManyDataFiles: '一个订单最多 50 个数据文件，请打包后上传',
  nothingToRepeat: '原订单的项目均已下架或参数有变化，请重新选择',
})
