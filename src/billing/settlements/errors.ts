import { defineRefusals } from '../../platform/contract/refusal.ts'

export const settlementErrors = defineRefusals({
  notDelivered: ['数据交付后才能确定最终金额', 409],
  alreadyFixed: ['该订单的最终金额已确定', 409],
  differenceNeedsReason: '最终金额与约定金额不同，请填写差异原因',
  reasonTooShort: '请把原因写清楚，至少 4 个字，客户会看到',
  alreadyProposed: ['该订单的金额正在等待复核', 409],
  samePerson: '复核人不能与核定人为同一人',
  notFixed: ['该订单没有可撤回的核定金额', 409],
  alreadyPaid: ['该订单已付清，核定金额不能再撤回；请通过异议处理', 409],
  rowsChanged: ['所选费用已变化，请刷新后重试', 409],
  couponCoversAll: '优惠券会抵去全部费用；请再选择几笔费用一起结算',
  disputed: '所选订单正在异议处理中，处理完毕后才能结算',
  reductionTooHigh: '减免金额不能超过订单费用',
  reductionGrouped: ['该订单已在待付款的结算单中，请客户先撤销或支付结算单后再减免', 409],
  payerIsSelf: '付款人是您本人，请直接生成结算单',
  tooManyPayers: ['查找付款人次数过多，请稍后重试', 429],
  answered: ['该付款请求已处理，请刷新后查看', 409],
  payAtOnce: '您的信用额度不能承担这张结算单，可以直接付款，付款即视为同意',
  notUnpaid: ['结算单不在待付款状态，无需提醒', 409],
  remindedLately: ['24 小时内已提醒过该客户', 409],
  notPriced: ['订单尚未报价，不能付款', 409],
})
