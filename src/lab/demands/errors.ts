import { defineRefusals } from '../../platform/contract/refusal.ts'

export const demandErrors = defineRefusals({
  tooManyOpen: '待响应的需求过多，请等待答复后再提交',
  tooManyRequirements: ['提交过于频繁，请一小时后再试，或直接拨打热线', 429],
  pastDeadline: '期望完成日期不能早于今天',
  badValidDay: '报价有效期不正确',
  offerExpired: ['报价已过期，请联系客户经理重新报价', 409],
  alreadyOrdered: ['该报价已下单，不能再次加入方案', 409],
  visitorByPhone: '访客的需求请短信答复，或电话联系后登记处理结果',
  customerByOffer: '客户的需求请报价，或说明原因后关闭',
})
