import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { KeptCoupon } from '../../money/coupons/rules.ts'
import type { ParameterValues } from '../../shop/catalogue/forms/form-rules.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import type { HoldChoice } from '../samples/rules.ts'
import type { OrderFacts, OrderStage } from './rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'

// An order and its lines as they are stored.

/** The order to act on. With a version (the one the person saw), an order that has moved since is refused. */
export interface OrderTarget {
  orderNo: string
  version?: number
}

export interface OrderRow {
  id: number
  orderNo: string
  customerId: number
  /** Whose money it is: the customer, or the account of a group. */
  payerId: number
  /** The group for which it was ordered. */
  groupId: number | null
  customerGroup: CustomerGroup
  serviceType: ServiceType
  stage: OrderStage
  version: number
  estimateFen: number | null
  quoteFen: number | null
  quoteVersion: number
  quoteValidUntil: Date | null
  finalFen: number | null
  finalReason: string
  /** The cancellation fee of a cancelled order. */
  cancelFeeFen: number
  urgent: boolean
  sampleCount: number
  title: string
  contact: OrderContact
  delivery: OrderDelivery
  returnAddress: ReturnAddress | null
  invoice: OrderInvoice
  remark: string
  agreementVersion: string
  createdAt: Date
  receivedAt: Date | null
  callDueAt: Date | null
  calledAt: Date | null
  callNote: string
  testingStartedAt: Date | null
  /** Who in the laboratory does the work. */
  assignedTo: number | null
  testerId: number | null
  reviewerId: number | null
  experimentEndedAt: Date | null
  /** The data is promised by then. */
  promisedAt: Date | null
  dataDueAt: Date | null
  deliveredAt: Date | null
  confirmDueAt: Date | null
  confirmedAt: Date | null
  paidAt: Date | null
  returnDueAt: Date | null
  closedAt: Date | null
  /** The lines of the latest accepted retest; null: all lines. */
  retestLineIds: number[] | null
  /** The stage at which the latest exception was reported. */
  heldFrom: OrderStage | null
  holdAnswer: HoldAnswer | null
  /** The fee of an offered retest, while the customer has not answered. */
  retestOfferFen: number | null
  /** Retest fees that the customer agreed to. */
  retestFeeFen: number
  /** Reductions of disputes before the final amount was fixed. */
  reductionFen: number
  /** What coupons take off the estimate or quote. */
  discountFen: number
  /** The final amount before the discount, as staff fixed it, and the discount on it; `finalFen` is net. */
  finalGrossFen: number | null
  finalDiscountFen: number
  /** The coupons that were chosen with the order, also when they were given back since. */
  coupons: KeptCoupon[]
  confirmPausedAt: Date | null
  reportWithdrawnAt: Date | null
}

/** The customer's decision on a reported exception. */
export interface HoldAnswer {
  wish: 'continue' | 'cancel'
  text: string
  samples: { sampleNo: string; choice: HoldChoice }[]
  /** Shanghai time. */
  at: string
}

export interface OrderContact {
  name: string
  phone: string
  email: string
}

/** How samples or data reach the laboratory. */
export type OrderDelivery =
  | { kind: 'self_send' }
  /** `people`: how many come; 0 when all take part by video. */
  | { kind: 'visit'; people?: number }
  | { kind: 'upload' }

export interface ReturnAddress {
  name: string
  phone: string
  province: string
  city: string
  area: string
  /** The code of the region whose names stand above. */
  address_code?: string
  address: string
}

/** 0: no invoice yet; 1: ordinary e-invoice; 3: special e-invoice. */
export type OrderInvoice =
  | { type: 0 }
  | { type: 1; title: string; taxNo: string; taxNoConfirmed?: boolean | undefined }
  | {
      type: 3
      title: string
      taxNo: string
      taxNoConfirmed?: boolean | undefined
      bank: string
      bankAccount: string
      address: string
      phone: string
    }

export interface OrderLineRow {
  id: number
  orderId: number
  rid: number
  projectName: string
  categoryId: number
  formVersion: number
  parameters: ParameterValues
  described: { key: string; label: string; text: string }[]
  groupNo: number
  sampleCount: number
  urgent: boolean
  /** The number of an earlier order whose instrument and conditions are asked for, or empty. */
  sameAs: string
  priceLines: PriceLine[]
  amountFen: number | null
  /** The part of the order's discount that falls to this line. */
  discountFen: number
  /** The research project or card that the customer books it to. */
  fundingNo: string
}

/** The facts in every event of an order. */
export function payloadOf(
  row: Pick<OrderRow, 'orderNo' | 'customerId' | 'payerId' | 'title' | 'serviceType'>,
): Pick<OrderFacts, 'orderNo' | 'customerId' | 'payerId' | 'title' | 'serviceType'> {
  const { orderNo, customerId, payerId, title, serviceType } = row
  return { orderNo, customerId, payerId, title, serviceType }
}
