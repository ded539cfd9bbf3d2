import { defineRefusals } from '../../platform/contract/refusal.ts'

export const sampleErrors = defineRefusals({
  unknownNumber: ['没有这个样品编号，请检查标签', 404],
  alreadyReceived: ['该样品已收样', 409],
  notSendable: ['所选样品当前不能填写快递单号', 409],
  notReturnable: ['所选样品当前不能申请寄回', 409],
  choiceNotOpen: ['所选样品的状态已变化，请刷新后重新选择', 409],
  stillKept: ['留样期未满，还不能销毁', 409],
  notPaidYet: ['费用付清后才能寄回，请先确认收款', 409],
})
