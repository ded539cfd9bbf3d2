import { defineRefusals } from '../../platform/contract/refusal.ts'

export const planErrors = defineRefusals({
  planFull: '实验方案已满，请先提交或删除部分项目',
  formChanged: ['项目参数已更新，请刷新后重新填写', 409],
  linesGone: ['所选方案已提交或删除，请刷新实验方案', 409],
  agreedLine: '该项目按报价执行，不能修改参数；如需调整请联系客户经理重新报价',
  alreadyInPlan: ['该报价已在实验方案中', 409],
  tooManyShares: '分享链接已达上限，请先停止不用的分享',
  shareEnded: ['分享已结束或链接不正确，请向分享人索取新的链接', 404],
  lineInvalid: ['方案中的项目有变化，请回到实验方案确认', 409],
})
