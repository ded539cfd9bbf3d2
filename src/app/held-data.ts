import type { HeldData } from '../platform/held-data.ts'
import { heldData as customers } from '../people/customers/held-data.ts'
import { heldData as apiKeys } from '../core/api-keys/held-data.ts'
import { heldData as imports } from '../core/imports/held-data.ts'
import { heldData as sessions } from '../platform/auth/held-data.ts'
import { heldData as signIn } from '../people/sign-in/held-data.ts'
import { heldData as invitations } from '../people/invitations/held-data.ts'
import { heldData as addresses } from '../people/addresses/held-data.ts'
import { heldData as groups } from '../people/groups/held-data.ts'
import { heldData as webhooks } from '../workspace/webhooks/held-data.ts'
import { heldData as notices } from '../workspace/notices/held-data.ts'
import { heldData as plans } from '../lab/plans/held-data.ts'
import { heldData as ordering } from '../lab/ordering/held-data.ts'
import { heldData as demands } from '../lab/demands/held-data.ts'
import { heldData as orders } from '../lab/orders/held-data.ts'
import { heldData as samples } from '../lab/samples/held-data.ts'
import { heldData as pickups } from '../lab/pickups/held-data.ts'
import { heldData as bookings } from '../lab/bookings/held-data.ts'
import { heldData as calendarFeeds } from '../lab/calendar-feeds/held-data.ts'
import { heldData as reports } from '../lab/reports/held-data.ts'
import { heldData as analyses } from '../lab/analyses/held-data.ts'
import { heldData as paperKit } from '../lab/paper-kit/held-data.ts'
import { heldData as files } from '../core/files/held-data.ts'
import { heldData as contracts } from '../lab/contracts/held-data.ts'
import { heldData as statements } from '../billing/statements/held-data.ts'
import { heldData as settlements } from '../billing/settlements/held-data.ts'
import { heldData as library } from '../lab/library/held-data.ts'
import { heldData as refunds } from '../money/refunds/held-data.ts'
import { heldData as withdrawals } from '../money/withdrawals/held-data.ts'
import { heldData as payments } from '../money/payments/held-data.ts'
import { heldData as promotion } from '../money/promotion/held-data.ts'
import { heldData as rewards } from '../billing/rewards/held-data.ts'
import { heldData as invoices } from '../billing/invoices/held-data.ts'
import { heldData as prestore } from '../money/prestore/held-data.ts'
import { heldData as coupons } from '../money/coupons/held-data.ts'
import { heldData as reviews } from '../shop/reviews/held-data.ts'
import { heldData as points } from '../money/points/held-data.ts'
import { heldData as credit } from '../money/credit/held-data.ts'
import { heldData as ledger } from '../money/ledger/held-data.ts'
import { heldData as notes } from '../workspace/notes/held-data.ts'
import { heldData as threads } from '../workspace/threads/held-data.ts'
import { heldData as privacy } from '../workspace/privacy/held-data.ts'

/** The personal data that each slice holds about a customer, in the order of the data export. Closing an account clears it in reverse order. */
export const heldData: readonly HeldData[] = [
  customers,
  imports,
  sessions,
  apiKeys,
  signIn,
  invitations,
  addresses,
  groups,
  notices,
  webhooks,
  plans,
  ordering,
  demands,
  orders,
  threads,
  notes,
  samples,
  pickups,
  bookings,
  calendarFeeds,
  reports,
  analyses,
  library,
  paperKit,
  files,
  contracts,
  settlements,
  statements,
  payments,
  invoices,
  prestore,
  withdrawals,
  refunds,
  credit,
  coupons,
  promotion,
  rewards,
  points,
  reviews,
  ledger,
  privacy,
]
