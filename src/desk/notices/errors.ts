import { defineRefusals } from '../../platform/contract/refusal.ts'

export const noticeErrors = defineRefusals({
  notResendable: '站内信无需重新发送',
  noRecipient: '该客户没有留下此渠道的联系方式',
})
