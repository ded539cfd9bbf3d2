import { defineRefusals } from '../../platform/contract/refusal.ts'

export const creditErrors = defineRefusals({
  notEnough: '信用额度不足',
  notOpened: '信用额度尚未开通，请先完善个人信息',
  overdue: '有逾期未付的结算单，付清后才能继续使用信用额度',
  alreadyApplied: '已有一份额度申请在审核中',
  noApplication: '没有可撤销的额度申请',
  notHigher: '申请的额度须高于现有额度',
  samePerson: '复核人不能是同一人',
  notInstitute: '信用额度仅面向高校院所客户',
})
