import { defineRefusals } from '../platform/contract/refusal.ts'

export const sampleErrors = defineRefusals({
  unknownNumber: ['没有这个样品编号，请检查标签', 404],
  alreadyReceived: ['该样品已收样', 409],
  notSendable: ['所选样品当前不能填写快递单号', 409],
  notReturnable: ['所选样品当前不能申请寄回', 409],
})
