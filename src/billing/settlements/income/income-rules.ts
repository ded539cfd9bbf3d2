import { groupNames } from '../../../people/customers/rules.ts'

/** The steps of the ledger that make or return income, by the kind of their transfers. */
export const incomeKinds = {
  'order.advance': '预付款结算',
  'settlement.pay': '结算单付款',
  'order.reduction': '异议减免',
  refund: '退款',
  other: '其他',
} as const
export type IncomeKind = keyof typeof incomeKinds

/** Who paid for the work; `other` where the ledger names no order. */
export const incomeGroups = { ...groupNames, other: '未关联订单' } as const
export type IncomeGroup = keyof typeof incomeGroups

/** Days since the final amount was fixed. */
export const ageBands = {
  d30: { label: '0–30 天', most: 30 },
  d60: { label: '31–60 天', most: 60 },
  d90: { label: '61–90 天', most: 90 },
  more: { label: '90 天以上', most: Infinity },
} as const
export type AgeBand = keyof typeof ageBands
export const ageBandKeys = Object.keys(ageBands) as AgeBand[]
export const ageLabels = Object.fromEntries(ageBandKeys.map((key) => [key, ageBands[key].label])) as Record<
  AgeBand,
  string
>

export const debtKinds = { credit: '信用结算', supplement: '补差' } as const
