import { missingAddresses } from '../shop/redirects/missing-actions.ts'
import { imageLibrary } from '../shop/editing/images/library-actions.ts'
import { imagePlaces } from './image-places.ts'
import { importRuns } from '../core/imports/actions.ts'
import { importKinds } from './import-kinds.ts'
import { bankLines } from '../money/prestore/received/match-actions.ts'
import { claims } from '../money/prestore/claims/claim-list-actions.ts'
import { receivedMoney } from '../money/prestore/received/received-actions.ts'
import { campaigns } from '../money/coupons/campaigns/campaign-actions.ts'
import { issuedCoupons } from '../money/coupons/issued-actions.ts'
import { creditApplications } from '../money/credit/list-actions.ts'
import { differences, payments } from '../money/payments/console-actions.ts'
import { refunds } from '../money/refunds/list-actions.ts'
import { withdrawals } from '../money/withdrawals/list-actions.ts'
import { settlements } from '../billing/settlements/list-actions.ts'
import { amounts, toFix } from '../billing/settlements/amount-list-actions.ts'
import { income, receivables } from '../billing/settlements/income/income-actions.ts'
import { invoices } from '../billing/invoices/list-actions.ts'
import { ties } from '../people/invitations/actions.ts'
import { promoters, rebates } from '../money/promotion/list-actions.ts'
import { days } from '../money/books/day-actions.ts'
import { pointClaims, pointExchanges, pointGoods } from '../money/points/list-actions.ts'
import { orders, ordersToVerify } from '../workspace/order-page/list-actions.ts'
import { threads } from '../workspace/threads/list-actions.ts'
import { staffProjects } from '../shop/catalogue/project-list-actions.ts'
import { redirects } from '../shop/redirects/actions.ts'
import { reviews } from '../shop/reviews/list-actions.ts'
import { customers } from '../people/customers/list-actions.ts'
import { samples } from '../lab/samples/list-actions.ts'
import { instruments } from '../lab/instruments/actions.ts'
import { controlCharts, controlMeasurements } from '../lab/control-charts/read-actions.ts'
import { faults } from '../core/faults/list-actions.ts'
import { deadJobs } from '../core/upkeep/list-actions.ts'
import { notices } from '../workspace/notices/list-actions.ts'
import { reservations } from '../lab/visits/list-actions.ts'
import { demands } from '../lab/demands/list-actions.ts'
import { pickups } from '../lab/pickups/list-actions.ts'
import { contracts } from '../lab/contracts/list-actions.ts'
import { groups } from '../people/groups/staff-actions.ts'
import { auditLog, signIns } from '../workspace/audit/list-actions.ts'
import { auditWords } from './audit-words.ts'
import type { AnyListed } from '../core/lists/listed-actions.ts'

/** Every list of the console that is an index; saved views and exports work with these. */
export const lists: readonly AnyListed[] = [
  orders,
  ordersToVerify,
  customers,
  groups,
  samples,
  pickups,
  contracts,
  instruments,
  controlCharts,
  controlMeasurements,
  demands,
  reservations,
  toFix,
  amounts,
  settlements,
  income,
  receivables,
  invoices,
  campaigns,
  issuedCoupons,
  staffProjects,
  redirects,
  missingAddresses,
  reviews,
  imageLibrary(imagePlaces),
  pointGoods,
  pointExchanges,
  pointClaims,
  promoters,
  rebates,
  ties,
  payments,
  differences,
  bankLines,
  receivedMoney,
  claims,
  refunds,
  withdrawals,
  creditApplications,
  days,
  notices,
  threads,
  deadJobs,
  faults,
  importRuns(importKinds),
  auditLog(auditWords),
  signIns,
]

export const indexes = lists.map(({ index }) => index)
