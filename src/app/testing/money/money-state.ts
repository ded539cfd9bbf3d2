// The state of the model of the money (`money-model.ts`).

export interface Coupon {
  /** Takes off 100 fen, 300 fen or a fifth. */
  kind: number
  stage: 'issued' | 'locked' | 'used'
}
export interface Row {
  fen: number
  offFen: number
  onCredit: boolean
  in: Settlement | undefined
  paid: boolean
}
export interface Order {
  onCredit: boolean
  stage: 'none' | 'prepay' | 'ready' | 'cancelled'
  netFen: number
  couponOffFen: number
  coupon: Coupon | undefined
  hadCoupon: boolean
  heldFen: number
  advanceFen: number
  /** What fixing the amount took from hold or prepayment, to undo it. */
  before: { heldFen: number; advanceFen: number; backFen: number; usedFen: number }
  prepaidFen: number
  settledFen: number
  invoicedFen: number
  finalFen: number | undefined
  paid: boolean
  row: Row | undefined
}
export interface Settlement {
  orders: Order[]
  coupon: Coupon | undefined
  offFen: number
  totalFen: number
  stage: 'unpaid' | 'paid' | 'cancelled'
}
export interface Attempt {
  target: Order | Settlement | 'topUp'
  fen: number
  /** What we record, and what the channel does; `none`: the channel never heard of it. */
  ours: 'open' | 'paid' | 'closed'
  theirs: 'none' | 'open' | 'paid' | 'closed'
  /** Whether the code was scanned: the channel closes only what was. */
  scanned: boolean
  refundedFen: number
}
export interface Refund {
  attempt: Attempt
  fen: number
  stage: 'processing' | 'done' | 'failed'
  sent: boolean
}

const emptyOrder = (onCredit: boolean): Order => ({
  ...{
    onCredit,
    stage: 'none',
    netFen: 0,
    couponOffFen: 0,
    coupon: undefined,
    hadCoupon: false,
    heldFen: 0,
    advanceFen: 0,
  },
  ...{ before: { heldFen: 0, advanceFen: 0, backFen: 0, usedFen: 0 }, prepaidFen: 0, settledFen: 0, invoicedFen: 0 },
  ...{ finalFen: undefined, paid: false, row: undefined },
})
export const emptyModel = () => ({
  prestoreFen: 0,
  refundHeldFen: 0,
  limitFen: undefined as number | undefined,
  availableFen: 0,
  usedFen: 0,
  withdrawals: [] as number[],
  coupons: [] as Coupon[],
  orders: [emptyOrder(true), emptyOrder(true), emptyOrder(false), emptyOrder(false)],
  settlements: [] as Settlement[],
  attempts: [] as Attempt[],
  reports: [] as Attempt[],
  refunds: [] as Refund[],
})
export type Model = ReturnType<typeof emptyModel>
