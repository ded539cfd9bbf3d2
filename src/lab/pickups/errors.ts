import { defineRefusals } from '../../platform/contract/refusal.ts'

export const pickupErrors = defineRefusals({
  dayUnavailable: '所选日期不能取样，请选择其他日期',
  slotUnavailable: '所选时段不能取样，请选择其他时段',
  slotFull: ['所选时段已约满，请选择其他时段', 409],
  regionClosed: '所选地址所在城市暂未开通上门取样，请使用已开通城市的地址',
  regionUnknown: '[取样地址]不存在，请重新选择',
  orderNotOpen: ['订单当前状态不能预约取样', 409],
  nothingToCollect: ['订单没有待寄送的样品', 409],
  alreadyRequested: ['该订单已预约上门取样，请勿重复预约', 409],
  tooLateToCancel: ['已派单，不能自行取消，请联系客户经理', 409],
  orderNotReady: ['订单尚未通过审核或完成预付，暂不能派单', 409],
  noSuchDriver: '请选择在职的收发样人员',
  tooEarly: ['还没到取样日期，不能出发', 409],
})
