import { defineRefusals } from '../platform/contract/refusal.ts'

export const reservationErrors = defineRefusals({
  slotTaken: ['所选时段已被约满，请选择其他时段', 409],
  slotUnavailable: '所选时段不可预约',
  tooLateToCancel: ['预约当天不能自行取消，请联系客户经理', 409],
})
