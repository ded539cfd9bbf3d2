import { importLifecycle } from '../core/imports/rules.ts'
import { instrumentLifecycle } from '../lab/instruments/rules.ts'
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts'
import { invoiceLifecycle } from '../billing/invoices/rules.ts'
import { settlementLifecycle, finalAmountLifecycle } from '../billing/settlements/rules.ts'
import { offerLifecycle, reservationLifecycle } from '../lab/bookings/rules.ts'
import { contractLifecycle } from '../lab/contracts/rules.ts'
import { demandLifecycle } from '../lab/demands/rules.ts'
import { orderLifecycle } from '../lab/orders/rules.ts'
import { pickupLifecycle } from '../lab/pickups/rules.ts'
import { reportLifecycle } from '../lab/reports/rules.ts'
import { sampleLifecycle } from '../lab/samples/rules.ts'
import { couponLifecycle } from '../money/coupons/rules.ts'
import { creditApplicationLifecycle } from '../money/credit/rules.ts'
import { paymentLifecycle } from '../money/payments/rules.ts'
import { claimLifecycle } from '../money/points/claims/claim-rules.ts'
import { exchangeLifecycle } from '../money/points/goods/exchange-rules.ts'
import { pointTransferLifecycle } from '../money/points/transfers/transfer-rules.ts'
import { transferLifecycle, receivedLifecycle } from '../money/prestore/rules.ts'
import { promoterLifecycle } from '../money/promotion/rules.ts'
import { refundLifecycle } from '../money/refunds/rules.ts'
import { withdrawalLifecycle } from '../money/withdrawals/rules.ts'
import { groupLifecycle, memberLifecycle, groupTransferLifecycle } from '../people/groups/rules.ts'
import { reviewLifecycle } from '../shop/reviews/rules.ts'

/** Every lifecycle of the product; the checks of the books compare the histories with them. */
export const lifecycles: readonly Lifecycle[] = [
  importLifecycle,
  instrumentLifecycle,
  invoiceLifecycle,
  settlementLifecycle,
  finalAmountLifecycle,
  reservationLifecycle,
  offerLifecycle,
  contractLifecycle,
  demandLifecycle,
  orderLifecycle,
  pickupLifecycle,
  reportLifecycle,
  sampleLifecycle,
  couponLifecycle,
  creditApplicationLifecycle,
  paymentLifecycle,
  claimLifecycle,
  exchangeLifecycle,
  pointTransferLifecycle,
  transferLifecycle,
  receivedLifecycle,
  promoterLifecycle,
  refundLifecycle,
  withdrawalLifecycle,
  groupLifecycle,
  memberLifecycle,
  groupTransferLifecycle,
  reviewLifecycle,
]
