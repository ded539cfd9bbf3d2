import { defineRefusals } from '../../platform/contract/refusal.ts'

export const withdrawalErrors = defineRefusals({
  noAccount: '请先设置收款账户',
  notEnough: '可提现金额不足',
  amountTyped: '输入的金额与提现金额不一致，请核对',
  samePerson: '复核人不能与提交人为同一人',
  serialTaken: ['该银行流水号已登记在其他提现上，请核对', 409],
  noSuchCustomer: '没有找到这个客户，请核对手机号或识别码',
  futurePayment: '打款日期不能晚于今天',
  oldPayment: '打款日期不能早于一年前，请核对',
})
