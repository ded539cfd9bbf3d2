import { defineRefusals } from '../../platform/contract/refusal.ts'

export const couponErrors = defineRefusals({
  noSuchCoupon: '没有找到这张优惠券，请刷新后重新选择',
  couponTaken: ['这张优惠券已用于其他订单或已失效，请重新选择', 409],
  couponUnfit: '这张优惠券不能用于本单',
  couponsTogether: '所选优惠券不能同时使用',
  campaignUsedUp: ['该活动的优惠券可用次数已用完', 409],
  campaignStopped: ['该活动已结束，不再发放优惠券', 409],
  campaignEmpty: ['该活动的优惠券已发完', 409],
  perPersonReached: ['该客户领取此活动优惠券的数量已达上限', 409],
  termsFixed: ['已有客户领到此活动的优惠券，面额、门槛、范围和有效期不能再改；请停止后另建活动', 409],
  noCapForLimit: ['折扣券没有封顶金额，有发券限额的角色不能发放，请先设置封顶或由限额更高的同事发放', 403],
  limitTooLow: '数量上限不能小于已发放或已使用的数量',
  codeUnknown: '兑换码不存在或已失效，请核对后重试',
  codeUsedUp: ['这个兑换码已被兑换完', 409],
  codeUsedByYou: ['您已兑换过这个兑换码', 409],
  ownLimitReached: ['您领取此活动优惠券的数量已达上限', 409],
  codeTaken: '这个兑换码已被使用，请换一个',
  tooManyTries: ['尝试次数过多，请稍后重试', 429],
  noSuchCustomer: '没有找到使用这个手机号的客户',
  noSuchGroup: '没有找到这个编号的已核验课题组',
  segmentRunning: ['该活动正在发放，请等待完成后再发', 409],
})
