import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface PaymentFacts {
  customerId: number
  paymentNo: string
  amountFen: number
}

/** One attempt to pay through a channel. A success that arrives after closing is still received: it goes to the balance. */
export const paymentLifecycle = defineLifecycle({
  entity: 'payment',
  table: 'payments',
  facts: factsOf<PaymentFacts>(),
  stages: { open: '待付款', paid: '已付款', closed: '已关闭', failed: '未成功' },
  transitions: {
    settle: { label: '到账', from: ['open', 'closed', 'failed'], to: 'paid', by: ['system'] },
    close: { label: '关闭', from: ['open'], to: 'closed', by: ['system'] },
    fail: { label: '渠道拒绝', from: ['open'], to: 'failed', by: ['system'], reason: 'required' },
  },
})
export type PaymentStage = keyof typeof paymentLifecycle.stages

export const channelLabels = { wechatpay: '微信支付', alipay: '支付宝' } as const
export type PayChannelKey = keyof typeof channelLabels

export const methodLabels = { prestore: '预存余额', ...channelLabels } as const
export type PayMethod = keyof typeof methodLabels

/** Kinds of payables; each slice that is paid for contributes one, `app/` collects them. */
export const payableLabels = { settlement: '结算单', order: '订单预付款', prestore: '预存充值' } as const
export type PayableKey = keyof typeof payableLabels

export const outcomeLabels = { applied: '已入账', kept: '留在余额' } as const
export type PaymentOutcome = keyof typeof outcomeLabels

export const differenceLabels = {
  applied: '渠道已完成、本站补记',
  unknown: '渠道有、本站无',
  missing: '本站有、渠道无',
  amount: '金额不一致',
} as const
export type DifferenceKind = keyof typeof differenceLabels

/** A refund through a channel as the comparison with a bill sees it. */
export interface ComparedRefund {
  refundNo: string
  paymentNo: string
  channel: PayChannelKey
  stage: 'checking' | 'processing' | 'done' | 'failed' | 'declined'
  amountFen: number
  sentAt: Date | null
  providerNo: string | null
}

/** How long a charge can be paid. A WeChat code is valid for two hours at most. */
export const PAYMENT_MINUTES = 30
/** An open payment with less time left is not offered again. */
export const LEAST_MINUTES_LEFT = 2
/** The channel is asked at these times after opening, in case its report never arrives, and one last time after the expiry. */
export const ASK_AFTER_MINUTES = [1, 5, 30] as const
export const CLOSE_AFTER_EXPIRY_MINUTES = 1
/** A waiting browser makes the server ask the channel at most this often. */
export const ASK_EVERY_SECONDS = 4

/** P260302 + number + four random letters: a number stays unique at the channel when a backup is restored. */
export function paymentNo(day: string, number: number, random: string): string {
  return `P${day.slice(2).replaceAll('-', '')}${String(number).padStart(6, '0')}${random}`
}

/** When the channel is asked next; undefined after the last time. */
export function nextAsk(
  createdAt: Date,
  expiresAt: Date,
  step: number,
): { at: Date; closes: boolean; step: number } | undefined {
  const minutes = ASK_AFTER_MINUTES[step]
  if (minutes !== undefined) return { at: addMinutes(createdAt, minutes), closes: false, step }
  if (step > ASK_AFTER_MINUTES.length) return undefined
  return { at: addMinutes(expiresAt, CLOSE_AFTER_EXPIRY_MINUTES), closes: true, step }
}

/** What a dialog is asked to pay. */
export interface PayRequest {
  kind: PayableKey
  no: string
  /** Only for a top-up. */
  amountFen?: number
}

export interface Offer {
  channel: string
  scene: string
  phone: boolean
  amountFen: number
  expiresAt: Date
}

/** Whether an open payment serves a person who asks to pay the same payable again. */
export function serves(open: Offer, asked: Omit<Offer, 'expiresAt'>, now: Date): boolean {
  return (
    open.channel === asked.channel &&
    open.scene === asked.scene &&
    open.phone === asked.phone &&
    open.amountFen === asked.amountFen &&
    open.expiresAt >= addMinutes(now, LEAST_MINUTES_LEFT)
  )
}

export function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000)
}
