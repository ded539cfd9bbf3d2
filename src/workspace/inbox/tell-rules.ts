import type { StaffNoticeKind } from '../../core/staff-notices/rules.ts'
import type { OrderQueue } from '../../lab/orders/lists/queue-rules.ts'
import type { OrderAction } from '../../lab/orders/rules.ts'

/** What customers do with an order that its people in the laboratory should know at once, in words for the bell. */
export const toldMoves = {
  answer: '客户答复了异常',
  answerBeforeTesting: '客户答复了异常',
  answerWithResend: '客户答复了异常，将重新寄样',
  cancelHeld: '客户取消了订单',
  cancel: '客户取消了订单',
  refuseQuote: '客户退回了报价',
  acceptToContract: '客户接受了报价，待拟合同',
  acceptToPrepay: '客户接受了报价',
  acceptOnCredit: '客户接受了报价',
  acceptFree: '客户接受了报价',
  requestRetest: '客户申请复测',
  agreeRetest: '客户确认了复测费用',
  refuseRetest: '客户放弃了付费复测',
  dispute: '客户提出异议',
  returnToTesting: '审核退回检测',
} as const satisfies Partial<Record<OrderAction, string>>

export const toldMoveKind = 'answer' satisfies StaffNoticeKind

/** Queues with a deadline whose passing is told; the role that is told when nobody is named or the work waits on. */
export const watchedQueues = {
  call: '致电客户已超时',
  startTesting: '应开始检测，承诺日期已过',
  data: '数据交付已超时',
  verify: '数据审核已超时',
} as const satisfies Partial<Record<OrderQueue, string>>
export type WatchedQueue = keyof typeof watchedQueues

/** After this time late work is told to every manager as well. */
export const MANAGERS_AFTER_HOURS = 4
/** Work later than this was told before, or stood still before the watch began. */
export const TOLD_WITHIN_DAYS = 7
