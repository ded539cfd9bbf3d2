import { formatFen } from '../../platform/money.ts'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import type { AccountKind } from '../../money/ledger/rules.ts'

/** `2026-03`, a month, or `2026`, a year. */
export const periodPattern = /^20\d{2}(-(0[1-9]|1[0-2]))?$/

export interface Period {
  /** From the first moment to the first moment after it, by the clock of Shanghai. */
  from: Date
  until: Date
  /** Both included. */
  firstDay: string
  lastDay: string
  label: string
  months: string[]
}

export function periodOf(text: string): Period {
  const [year = '', month] = text.split('-')
  const months = month === undefined ? monthsOfYear(year) : [text]
  const from = fromShanghai(`${months[0]}-01 00:00`)
  const until = fromShanghai(`${nextMonth(months.at(-1) ?? text)}-01 00:00`)
  return {
    from,
    until,
    firstDay: shanghaiDate(from),
    lastDay: shanghaiDate(new Date(until.getTime() - 1)),
    label: month === undefined ? `${year} 年度` : `${year} 年 ${Number(month)} 月`,
    months,
  }
}

/** The months that can be chosen, latest first: the running one and two years before it, none before the account was opened. */
export function monthsUntil(now: Date, openedAt?: Date): string[] {
  const today = shanghaiDate(now)
  const count = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  const first = openedAt === undefined ? '' : shanghaiDate(openedAt).slice(0, 7)
  return Array.from({ length: 25 }, (_, back) => monthOfCount(count - back)).filter((month) => month >= first)
}

export function yearsUntil(now: Date, openedAt?: Date): string[] {
  return [...new Set(monthsUntil(now, openedAt).map((month) => month.slice(0, 4)))]
}

/** Accounts with a customer's money; credit is no money. */
export const moneyAccounts = [
  'prestore',
  'gift',
  'advance',
  'unassigned',
  'refund_held',
  'withdraw_held',
  'rebate',
] as const satisfies readonly AccountKind[]

/** Accounts of ours through which money comes and goes. */
export const ways = { bank: '银行转账', wechatpay: '微信支付', alipay: '支付宝' } as const
export type Way = keyof typeof ways

export function isWay(kind: AccountKind): kind is Way {
  return kind in ways
}

/** What moved money, in words. */
export function whatMoved({ kind, operation, amountFen, counters }: Moved): string {
  const way = counters.find(isWay)
  if (way && amountFen > 0) return `${ways[way]}到账`
  if (kind === 'settlement.pay') return '结算单付款'
  if (kind === 'order.advance') return amountFen < 0 ? '订单预付' : '预付退回'
  if (kind === 'order.reduction') return '异议减免退款'
  if (kind === 'refund') return operation === 'balance' ? '订单退款' : '退款退出'
  if (kind === 'withdrawal') return amountFen < 0 ? '提现' : '提现退回'
  if (kind === 'received') return '到账分配'
  return amountFen < 0 ? '支出' : '收入'
}

/** Whether a movement returns what was paid for work: to the balance, or out of it again. */
export function isRefund({ kind, operation, amountFen, counters }: Moved): boolean {
  const returned = counters.includes('income') && amountFen > 0
  return returned || (kind === 'order.advance' && amountFen > 0) || (kind === 'refund' && operation === 'balance')
}

interface Moved {
  kind: string
  operation: string
  amountFen: number
  counters: readonly AccountKind[]
}

function monthsOfYear(year: string): string[] {
  return Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)
}

function nextMonth(month: string): string {
  return monthOfCount(Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)))
}

/** Months counted from year 0. */
function monthOfCount(count: number): string {
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** What red letters took off an invoice, behind its number. */
export function redNote({ amountFen, reddenedFen }: { amountFen: number; reddenedFen: number }): string {
  if (reddenedFen === 0) return ''
  return reddenedFen === amountFen ? '（已红冲）' : `（已红冲 ${formatFen(reddenedFen)}）`
}
