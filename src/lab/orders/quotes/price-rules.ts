import type { OrderRow } from '../record-rules.ts'

type Priced = Pick<OrderRow, 'quoteFen' | 'estimateFen' | 'retestFeeFen' | 'reductionFen' | 'discountFen'>

/** The amount that the customer has agreed to so far, before the discount of coupons. */
export function agreedGrossFen(row: Priced): number | null {
  const priced = row.quoteFen ?? row.estimateFen
  return priced === null ? null : Math.max(priced + row.retestFeeFen - row.reductionFen, 0)
}

/** What the customer has agreed to pay so far. */
export function agreedFen(row: Priced): number | null {
  const gross = agreedGrossFen(row)
  return gross === null ? null : Math.max(gross - row.discountFen, 0)
}
