import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface SettlementFacts {
  customerId: number
  settlementNo?: string
  totalFen?: number
  reason?: string
  until?: string
  /** The name of the other side: of the payer for the customer, of the customer for the payer. */
  other?: string
}

/** The lifecycle of a settlement, which groups rows. Rows without a settlement are 未结算. */
export const settlementLifecycle = defineLifecycle({
  entity: 'settlement',
  table: 'settlements',
  facts: factsOf<SettlementFacts>(),
  stages: {
    proposed: '待付款人同意',
    unpaid: '待付款',
    confirming: '付款确认中',
    paid: '已付款',
    cancelled: '已撤销',
  },
  transitions: {
    agree: { label: '同意付款', from: ['proposed'], to: 'unpaid', by: ['customer', 'system'] },
    decline: { label: '拒绝付款', from: ['proposed'], to: 'cancelled', by: ['customer'] },
    withdraw: { label: '撤回付款请求', from: ['proposed'], to: 'cancelled', by: ['customer'] },
    lapse: { label: '逾期未答复', from: ['proposed'], to: 'cancelled', by: ['system'] },
    pay: { label: '付款', from: ['unpaid'], to: 'paid', by: ['customer'] },
    payByChannel: { label: '在线付款', from: ['unpaid'], to: 'paid', by: ['system'] },
    payFromReceived: { label: '到账核销', from: ['unpaid'], to: 'paid', by: ['staff'] },
    claimTransfer: { label: '提交转账凭证', from: ['unpaid'], to: 'confirming', by: ['customer'] },
    confirmTransfer: { label: '确认到账', from: ['confirming'], to: 'paid', by: ['staff'] },
    refuseTransfer: { label: '退回凭证', from: ['confirming'], to: 'unpaid', by: ['staff'], reason: 'required' },
    fallShort: { label: '到账不足', from: ['confirming'], to: 'unpaid', by: ['staff'] },
    withdrawTransfer: { label: '撤回凭证', from: ['confirming'], to: 'unpaid', by: ['customer'] },
    cancel: { label: '撤销', from: ['unpaid'], to: 'cancelled', by: ['customer'] },
    dissolve: { label: '拆分', from: ['unpaid', 'proposed'], to: 'cancelled', by: ['staff'], reason: 'required' },
  },
})

export interface FinalAmountFacts {
  orderNo: string
  customerId: number
  amountFen: number
  reason?: string
}

/** The lifecycle of a final amount. Far above the agreed amount a second person confirms; until it is paid it can be taken back. */
export const finalAmountLifecycle = defineLifecycle({
  entity: 'finalAmount',
  table: 'final_amounts',
  facts: factsOf<FinalAmountFacts>(),
  stages: { checking: '待复核', held: '已核定', returned: '已退回', takenBack: '已撤回' },
  transitions: {
    confirm: { label: '复核通过', from: ['checking'], to: 'held', by: ['staff'] },
    sendBack: { label: '退回核定', from: ['checking'], to: 'returned', by: ['staff'], reason: 'required' },
    takeBack: { label: '撤回核定', from: ['held'], to: 'takenBack', by: ['staff'], reason: 'required' },
  },
})

/** How a settlement was paid. */
export const paidBy = { prestore: '预存余额', transfer: '到账核销' } as const

/** Staff may ask a customer for payment once within these hours. */
export const REMIND_AGAIN_HOURS = 24

export type FinalAmountStage = keyof typeof finalAmountLifecycle.stages
export type SettlementStage = keyof typeof settlementLifecycle.stages
export const unsettledLabel = '未结算'

/** Days from fixing an amount to its due date. Grouping does not change the date. */
export const PAYMENT_TERM_DAYS = 30
/** Reminders are sent this many days before and after the due date. */
export const dueReminderDays = 3
export const overdueReminderDays = 1
export const MOST_ROWS = 100
/** Days for a payer to answer; reminders are sent so many days after the request. */
export const ANSWER_DAYS = 14
export const answerReminderDays = [7, 12] as const

/** JS260302 followed by five digits. */
export function settlementNo(day: string, number: number): string {
  return `JS${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}

/** A final amount that differs from the agreed amount needs a reason, which the customer reads. */
export function needsReason(agreedFen: number | null, finalFen: number): boolean {
  return agreedFen !== finalFen
}

/** Above this share of the agreed amount (for free work: above 0) a second person must confirm. */
export function needsSecondPerson(agreedFen: number | null, finalFen: number, percent: number): boolean {
  return finalFen * 100 > (agreedFen ?? 0) * percent
}

/** Whether a reason has content: at least four letters, three of them different. */
export function saysSomething(reason: string): boolean {
  const letters = reason.match(/\p{L}/gu) ?? []
  return letters.length >= 4 && new Set(letters).size >= 3
}
