import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { PriceLine } from '../../shop/catalogue/price-rules.ts'
import type { HoldChoice } from '../samples/rules.ts'
import type { OrderStage, ServiceType } from './rules.ts'

// An order and its lines as they are stored.

export interface OrderRow {
  id: number
  orderNo: string
  customerId: number
  payerId: number
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
  /** Of a cancelled order: what the house keeps. */
  cancelFeeFen: number
  urgent: boolean
  sampleCount: number
  title: string
  contact: Record<string, unknown>
  delivery: Record<string, unknown>
  returnAddress: Record<string, unknown> | null
  invoice: Record<string, unknown>
  remark: string
  agreementVersion: string
  createdAt: Date
  receivedAt: Date | null
  callDueAt: Date | null
  calledAt: Date | null
  callNote: string
  testingStartedAt: Date | null
  testerId: number | null
  reviewerId: number | null
  experimentEndedAt: Date | null
  dataDueAt: Date | null
  deliveredAt: Date | null
  confirmDueAt: Date | null
  confirmedAt: Date | null
  paidAt: Date | null
  returnDueAt: Date | null
  closedAt: Date | null
  /** Of the latest accepted retest; null: all lines. */
  retestLineIds: number[] | null
  /** Where the latest exception was reported. */
  heldFrom: OrderStage | null
  holdAnswer: HoldAnswer | null
  /** The fee of a retest that waits for the customer's yes. */
  retestOfferFen: number | null
  /** Fees the customer agreed to. */
  retestFeeFen: number
  /** What a dispute took off before the final amount was fixed. */
  reductionFen: number
  confirmPausedAt: Date | null
  reportWithdrawnAt: Date | null
}

/** What the customer decided when an exception was reported. */
export interface HoldAnswer {
  wish: 'continue' | 'cancel'
  text: string
  samples: { sampleNo: string; choice: HoldChoice }[]
  /** Shanghai time. */
  at: string
}

export interface OrderLineRow {
  id: number
  orderId: number
  rid: number
  projectName: string
  categoryId: number
  formVersion: number
  parameters: Record<string, unknown>
  described: { key: string; label: string; text: string }[]
  groupNo: number
  sampleCount: number
  urgent: boolean
  priceLines: PriceLine[]
  amountFen: number | null
}
