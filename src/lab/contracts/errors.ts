import { defineRefusals } from '../../platform/contract/refusal.ts'

export const contractErrors = defineRefusals({
  notAwaiting: ['该订单当前不在待签合同阶段', 409],
  noAmount: ['该订单尚无报价金额，不能签订合同', 409],
  profileIncomplete: '客户资料不完整（单位名称、联系人），请先请客户完善资料',
  noDeliveryDays: '项目没有公布检测周期，请填写交付期限（工作日）',
  preparing: ['合同文本正在生成，请稍候几秒再试', 409],
  expired: ['合同已过签署期限，请联系客户经理重新发出', 409],
})
