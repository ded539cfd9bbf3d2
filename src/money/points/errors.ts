import { defineRefusals } from '../../platform/contract/refusal.ts'

export const pointErrors = defineRefusals({
  notEnoughPoints: '积分不足',
  noSuchGoods: ['该商品已下架，请刷新', 409],
  soldOut: ['该商品已兑完', 409],
  priceChanged: ['该商品所需积分已变化，请刷新后重试', 409],
  perPersonReached: ['您兑换该商品的数量已达上限', 409],
  addressNeeded: '请选择收货地址',
  campaignClosed: ['该优惠券活动已结束或已发完，暂时不能兑换', 409],
  campaignNeeded: '请选择进行中的优惠券活动',
  stockNeeded: '请填写库存',
  goodsChanged: ['商品已被他人修改，请刷新后重试', 409],
  doiTaken: ['这篇论文已有积分申请，每篇论文只能申请一次', 409],
  evidenceNeeded: '请填写论文页面的网址，或上传论文首页与致谢页',
  tooManyClaims: ['待审核的申请过多，请等待审核', 409],
  noTransfers: '积分暂不支持转赠',
  transferToSelf: '不能转赠给自己',
  overTransferMost: '超过每次转赠的上限',
  overTransferMonth: ['超过本月转赠的上限', 409],
  tooManyTransfers: ['转赠次数过多，请稍后重试', 429],
})
