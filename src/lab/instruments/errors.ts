import { defineRefusals } from '../../platform/contract/refusal.ts'

export const instrumentErrors = defineRefusals({
  numberTaken: ['该仪器编号已存在', 409],
  notUsable: ['仪器当前不可使用', 409],
  unknownProject: '所选项目不存在',
  laterThanToday: '日期不能晚于今天',
  dueTooEarly: '有效期应晚于校准日期',
  noteWithdrawn: ['这条记录已经撤销', 409],
  blockTooShort: '停机结束时间应晚于开始时间',
  blockPast: '停机结束时间已过，只能登记还没有结束的停机',
  blockOver: '停机时间已过，不能撤销',
  blockTooLong: '一次停机不能超过一年',
})
