import { defineRefusals } from '../../platform/contract/refusal.ts'

export const noteErrors = defineRefusals({
  noteChanged: ['这条备注已被修改，请先查看新的内容再改', 409],
  notYours: ['只能修改或删除自己写的备注', 403],
  colleagueLeft: '提到的同事已离职或不存在，请重新选择',
  colleagueMayNotRead: '提到的同事没有查看这条记录的权限',
  ownerLeft: '选择的同事已离职或不存在，请重新选择',
  ownerMayNotRead: '选择的同事没有查看这条记录的权限',
  ownerUnchanged: '请选择另一位同事',
  todoChanged: ['这条待办已被修改，请刷新后重试', 409],
  todoNotYours: ['只能处理自己的待办，或自己交给同事的待办', 403],
  dueInPast: '到期时间须晚于现在',
  dueTooFar: '到期时间不能超过一年',
  callInFuture: '通话时间不能晚于现在',
  callTooOld: '只能补记 30 天内的通话',
})
