import { accountKinds, type AccountKind } from '../ledger/rules.ts'

/** Accounts of the laboratory that hold money: the ledger has them negative by what lies there. */
export const placesOfMoney = ['bank', 'wechatpay', 'alipay'] as const satisfies AccountKind[]

/** The accounts of a day, money only, places of money first. */
export const dayAccounts = Object.fromEntries(
  Object.entries(accountKinds)
    .filter(([, { asset }]) => asset === 'money')
    .toSorted(([a], [b]) => Number(isPlace(b)) - Number(isPlace(a)))
    .map(([kind, { label }]) => [kind, label]),
) as Partial<Record<AccountKind, string>>

export type DayAccount = (typeof placesOfMoney)[number] | AccountKind
export const dayAccountKinds = Object.keys(dayAccounts) as DayAccount[]

export function isPlace(kind: string): boolean {
  return (placesOfMoney as readonly string[]).includes(kind)
}

/** Money given back, by the step of the ledger that moves it. The accounts of a day only show what is held for it. */
export const givenBack = {
  'refund.pay': '原路退款',
  'refund.balance': '退款至预存余额',
  'withdrawal.pay': '提现打款',
} as const

export interface Figure {
  account: DayAccount
  openingFen: number
  inFen: number
  outFen: number
  closingFen: number
}

/** Sums of the entries of an account in some time, as the ledger has them. */
export interface Moves {
  kind: AccountKind
  /** Sum of positive and of negative entries. */
  upFen: number
  downFen: number
}

/** The figures after these moves. */
export function figuresAfter(
  before: readonly Pick<Figure, 'account' | 'closingFen'>[],
  moves: readonly Moves[],
): Figure[] {
  return dayAccountKinds.map((account) => {
    const openingFen = before.find((each) => each.account === account)?.closingFen ?? 0
    const { upFen, downFen } = moves.find(({ kind }) => kind === account) ?? { upFen: 0, downFen: 0 }
    // Subtracting from zero avoids -0.
    const [inFen, outFen] = isPlace(account) ? [0 - downFen, upFen] : [upFen, 0 - downFen]
    return { account, openingFen, inFen, outFen, closingFen: openingFen + inFen - outFen }
  })
}

/** By how much what lies in bank and channels differs from what belongs to customers and to us; 0 when the day ties. */
export function differenceOf(figures: readonly Pick<Figure, 'account' | 'closingFen'>[]): number {
  return figures.reduce((sum, { account, closingFen }) => sum + (isPlace(account) ? closingFen : -closingFen), 0)
}

/** A posting of the last second may still be on its way to its commit when the day ends. */
export const MINUTES_AFTER_MIDNIGHT = 10

export const runMakers = { daily: '每日自动', staff: '手动', command: '命令行' } as const
export type RunMaker = keyof typeof runMakers

/** The areas of the checks by the first part of their keys, in the order of the page. */
export const checkAreas: Record<string, string> = {
  ledger: '总账',
  books: '日结',
  prestore: '预存与到账',
  credit: '信用额度',
  payments: '在线付款',
  refunds: '退款',
  withdrawals: '提现',
  orders: '订单',
  coupons: '优惠券',
  promotion: '推广',
  points: '积分',
  settlements: '结算',
  invoices: '发票',
  reports: '报告',
  figures: '统计',
  platform: '记录',
}

export function areaOf(key: string): string {
  return key.split('.')[0] ?? key
}
