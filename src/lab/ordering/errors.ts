import { defineRefusals } from '../../platform/contract/refusal.ts'

export const orderingErrors = defineRefusals({
  mixedServices: '送样检测、现场预约和数据分析请分别下单',
  deliveryMismatch: '送样方式与服务类型不符，请重新选择',
  returnAddressRequired: '有样品需要寄回，请选择寄回地址',
  returnRegionUnknown: '寄回地址所在地区不存在，请重新选择',
  agreementChanged: ['服务协议已更新，请重新阅读并同意', 409],
  unsuitableSamples: '有样品可能不适合所选项目，请在核对页确认提示后再提交',
  draftConflict: ['此订单已在另一台设备或页面上修改，请载入最新内容', 409],
})
