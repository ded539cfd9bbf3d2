import { defineRefusals } from '../../platform/contract/refusal.ts'

export const noticeErrors = defineRefusals({
  notResendable: '站内信无需重新发送',
  noRecipient: '该客户没有留下此渠道的联系方式',
  unknownNotice: '没有这种通知',
  wordingFaulty: '文案里有不能使用的内容',
  wordingChanged: ['文案已被其他人修改，请刷新后再试', 409],
})
