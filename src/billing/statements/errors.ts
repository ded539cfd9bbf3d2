import { defineRefusals } from '../../platform/contract/refusal.ts'

export const statementErrors = defineRefusals({
  notYet: '该时段还没有开始',
  noEmail: '您还没有填写邮箱，请先在我的资料中填写',
  mailedToday: ['这份对账单今天已发送过，请查收邮箱', 409],
  nobody: '该月没有需要对账的客户',
  batchRunning: ['这份批量对账单还在生成中', 409],
})
