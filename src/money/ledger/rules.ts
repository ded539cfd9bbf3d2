/**
 * Kinds of account. What a customer holds is positive; bank is negative by what came in, so that everything sums to zero.
 * Credit is an asset of its own that only moves between a customer's four credit accounts, where limit is the negative
 * counterpart: limit + available + held + used = 0.
 *
 * `floorFen` is refused by `post` unless the leg may go below it; `hardFloor` says that the database holds it too.
 */
export const accountKinds = {
  prestore: { label: '预存款', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  gift: { label: '赠送余额', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  advance: { label: '订单预付款', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  unassigned: { label: '待分配到账', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  refund_held: { label: '退款处理中', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  withdraw_held: { label: '提现处理中', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  rebate: { label: '推广返利', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  rebate_pending: { label: '待结算返利', asset: 'money', owner: 'customer', floorFen: 0, hardFloor: true },
  points: { label: '积分', asset: 'points', owner: 'customer', floorFen: 0, hardFloor: true },
  credit_limit: { label: '信用额度', asset: 'credit', owner: 'customer', floorFen: null, hardFloor: false },
  credit_available: { label: '可用额度', asset: 'credit', owner: 'customer', floorFen: 0, hardFloor: false },
  credit_held: { label: '预占额度', asset: 'credit', owner: 'customer', floorFen: 0, hardFloor: true },
  credit_used: { label: '已用额度', asset: 'credit', owner: 'customer', floorFen: 0, hardFloor: true },
  bank: { label: '银行', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  wechatpay: { label: '微信支付', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  alipay: { label: '支付宝', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  channel_fee: { label: '渠道手续费', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  income: { label: '检测收入', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  rebate_cost: { label: '推广返利支出', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
  points_issued: { label: '已发放积分', asset: 'points', owner: 'laboratory', floorFen: null, hardFloor: false },
  rounding: { label: '尾差', asset: 'money', owner: 'laboratory', floorFen: null, hardFloor: false },
} as const

export type AccountKind = keyof typeof accountKinds

/** `customer:12`, or `laboratory` for our own accounts. */
export type AccountOwner = `customer:${number}` | 'laboratory'

export interface AccountRef {
  owner: AccountOwner
  kind: AccountKind
}

export interface Leg {
  account: AccountRef
  amountFen: number
  /** A debt that arises regardless of the floor, such as a lowered credit limit. Never goes below a floor that the database enforces. */
  mayPassFloor?: boolean
}

export interface Posting {
  /** The kind of business that moved the money, with its id and the step: unique together, so that each step posts once. */
  kind: string
  businessId: number | string
  operation: string
  legs: Leg[]
  /** Shown to the customer in the list of movements. */
  memo: string
}

export function customerAccount(customerId: number, kind: AccountKind): AccountRef {
  return { owner: `customer:${customerId}`, kind }
}

/** Accounts of the laboratory itself. */
export type LaboratoryAccountKind = {
  [K in AccountKind]: (typeof accountKinds)[K]['owner'] extends 'laboratory' ? K : never
}[AccountKind]

export function laboratoryAccount(kind: LaboratoryAccountKind): AccountRef {
  return { owner: 'laboratory', kind }
}

/** A leg into an account (positive) or out of it (negative). */
export function leg(account: AccountRef, amountFen: number): Leg {
  return { account, amountFen }
}

/** What is wrong with a posting that the code built; undefined when it is valid. Such a fault is a bug, never a customer's mistake. */
export function faultOf(posting: Posting): string | undefined {
  const { legs } = posting
  if (legs.length < 2) return 'a transfer needs at least two legs'
  if (legs.some((l) => !Number.isSafeInteger(l.amountFen) || l.amountFen === 0))
    return 'legs are whole fen other than zero'
  if (new Set(legs.map((l) => accountKey(l.account))).size !== legs.length) return 'an account appears twice'
  if (legs.some((l) => (accountKinds[l.account.kind].owner === 'laboratory') !== (l.account.owner === 'laboratory')))
    return 'an account of the wrong owner'
  if (new Set(legs.map((l) => accountKinds[l.account.kind].asset)).size > 1) return 'money and credit never mix'
  return legs.reduce((sum, l) => sum + l.amountFen, 0) === 0 ? undefined : 'legs must sum to zero'
}

export function accountKey(account: AccountRef): string {
  return `${account.owner}/${account.kind}`
}

/** Two postings of one business step are equal when every account gets the same amount. */
export function sameLegs(a: Leg[], b: Leg[]): boolean {
  const text = (legs: Leg[]) =>
    legs
      .map((l) => `${accountKey(l.account)}=${l.amountFen}`)
      .sort()
      .join()
  return text(a) === text(b)
}
