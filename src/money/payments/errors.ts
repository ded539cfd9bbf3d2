import { defineRefusals } from '../../platform/contract/refusal.ts'

export const payErrors = defineRefusals({
  notOpen: '该支付方式未开通，请选择其他方式',
  notPayable: ['当前状态无需付款，请刷新后重试', 409],
  notByBalance: '充值不能使用预存余额支付',
  amountOutOfBounds: '充值金额超出范围',
  amountNotAsked: '应付金额由系统计算，不能指定',
  amountChanged: ['应付金额已变化', 409],
  afterClosing: ['付款单关闭后才到账', 409],
  channelUnavailable: ['暂时联系不上支付渠道，请稍后重试', 503],
  noSuchDay: '只能核对昨天及更早的账单',
  billNotReady: ['渠道在上午 10 点后提供前一天的账单，请稍后核对', 409],
})
