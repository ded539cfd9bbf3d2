import { defineRefusals } from '../../platform/contract/refusal.ts'

export const reservationErrors = defineRefusals({
  slotTaken: ['所选时段已被约满，请选择其他时段', 409],
  instrumentBlocked: ['仪器在该时段不可使用，请选择其他时段', 409],
  instrumentUnfit: ['该项目不能使用所选仪器', 409],
  slotUnavailable: '所选时段不可预约',
  tooLateToCancel: ['预约当天不能自行取消，请联系客户经理', 409],
  tooLateToMove: ['预约当天不能自行改期，请联系客户经理', 409],
  orderNotOpen: ['订单当前状态不能再预约', 409],
  alreadyReplaced: ['该预约已改约，请刷新后查看', 409],
  slotDearer: ['该时段需要加收费用，请联系客户经理改约', 409],
  slotMissing: ['预约已取消，请先请客户重新预约，或由您改约', 409],
  slotOver: ['预约时段已过，请先改约', 409],
  notArrived: ['请先在订单页面登记到场', 409],
  notRemote: ['只有云视频预约可以设置链接', 409],
  offerOpen: ['已提议改期，请等待客户答复，或先撤回', 409],
  offerOver: ['该改期提议已失效，请刷新后查看', 409],
  tooEarly: ['还没到预约日期，不能登记', 409],
})
