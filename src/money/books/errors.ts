import { defineRefusals } from '../../platform/contract/refusal.ts'

export const booksErrors = defineRefusals({
  dayNotOver: '该日尚未结束，次日 00:10 之后才能日结',
  dayClosed: ['该日已经日结，请刷新后查看', 409],
  nothingToClose: '该日之前没有任何资金变动，无需日结',
})
