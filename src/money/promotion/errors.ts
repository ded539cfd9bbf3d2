import { defineRefusals } from '../../platform/contract/refusal.ts'

export const promotionErrors = defineRefusals({
  closed: '推广合伙人计划尚未开放',
  profileNeeded: '请先完善资料，再申请成为推广合伙人',
  alreadyApplied: ['您已提交申请或已是推广合伙人，请刷新', 409],
  notPromoter: ['您还不是推广合伙人', 409],
  noRebates: '没有符合条件的返利，无法下载',
  tooManyRebates: '符合条件的返利超过 20000 条，请按状态分别下载',
})
