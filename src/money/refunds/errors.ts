import { defineRefusals } from '../../platform/contract/refusal.ts'

export const refundErrors = defineRefusals({
  notPaid: ['该付款单尚未到账，不能退款', 409],
  moreThanPaid: '退款金额超过可退金额',
  tooOld: '付款已超过一年，渠道不再支持原路退回，请退到银行账户',
  tooMany: '这笔付款的退款次数已达上限，请退到银行账户',
  notInBalance: '客户的预存余额不足，款项可能已用于付款；请先把订单费用退至余额',
  orderNotPaid: ['订单费用付清后才能退款；未完成的订单请取消或处理异议', 409],
  amountTyped: '输入的金额与退款金额不一致，请核对',
  samePerson: '复核人不能与提交人为同一人',
})
