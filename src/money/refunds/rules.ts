import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addDays } from '../../platform/time.ts'

export interface RefundFacts {
  customerId: number
  refundNo: string
  amountFen: number
  /** Number of the payment or order. */
  subjectNo: string
  reason?: string
}

/** A refund to a channel is done when the channel says so; one to the balance at once. Above the limit a second person confirms. */
export const refundLifecycle = defineLifecycle({
  entity: 'refund',
  table: 'refunds',
  facts: factsOf<RefundFacts>(),
  stages: { checking: '待复核', processing: '退款处理中', done: '已退款', failed: '退款失败', declined: '不予退款' },
  transitions: {
    confirm: { label: '复核通过', from: ['checking'], to: 'processing', by: ['staff'] },
    confirmToBalance: { label: '复核退款', from: ['checking'], to: 'done', by: ['staff'] },
    decline: { label: '不予退款', from: ['checking'], to: 'declined', by: ['staff'], reason: 'required' },
    finish: { label: '渠道退款成功', from: ['processing'], to: 'done', by: ['system'] },
    fail: { label: '渠道退款失败', from: ['processing'], to: 'failed', by: ['system'], reason: 'required' },
  },
})
export type RefundStage = keyof typeof refundLifecycle.stages

export const refundWays = { channel: '原路退回', balance: '退至预存余额' } as const
export type RefundWay = keyof typeof refundWays

export const MOST_REFUNDS_OF_PAYMENT = 50
export const REFUND_WITHIN_DAYS = 365
export const SECONDS_BETWEEN_REFUNDS = 60
/** The channel is asked at these times after it accepted a refund; then hourly by the sweep. */
export const ASK_REFUND_AFTER_MINUTES = [1, 5, 30] as const

/** TK260302 + number + four random letters: a number stays unique at the channel when a backup is restored. */
export function refundNo(day: string, number: number, random: string): string {
  return `TK${day.slice(2).replaceAll('-', '')}${String(number).padStart(6, '0')}${random}`
}

export function isTooOld(paidAt: Date, now: Date): boolean {
  return paidAt < addDays(now, -REFUND_WITHIN_DAYS)
}

/** When a refund may be sent, a minute after the one before it of the same payment. */
export function sendTime(before: Date | null, now: Date): Date {
  const next = before === null ? now : new Date(before.getTime() + SECONDS_BETWEEN_REFUNDS * 1000)
  return next > now ? next : now
}
