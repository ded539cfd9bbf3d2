import type { BookCheck } from '../platform/book-check.ts'
import { bookChecks as ledger } from '../money/ledger/book-checks.ts'
import { bookChecks as prestore } from '../money/prestore/book-checks.ts'
import { bookChecks as credit } from '../money/credit/book-checks.ts'
import { bookChecks as payments } from '../money/payments/book-checks.ts'
import { bookChecks as refunds } from '../money/refunds/book-checks.ts'
import { bookChecks as withdrawals } from '../money/withdrawals/book-checks.ts'
import { bookChecks as coupons } from '../money/coupons/book-checks.ts'
import { bookChecks as promotion } from '../money/promotion/book-checks.ts'
import { bookChecks as points } from '../money/points/book-checks.ts'
import { bookChecks as orders } from '../lab/orders/book-checks.ts'
import { bookChecks as reports } from '../lab/reports/book-checks.ts'
import { bookChecks as settlements } from '../billing/settlements/book-checks.ts'
import { bookChecks as invoices } from '../billing/invoices/book-checks.ts'
import { bookChecks as figures } from '../workspace/figures/book-checks.ts'
import { bookChecks as days } from '../money/books/book-checks.ts'
import { bookChecks as platform } from '../platform/book-checks.ts'
import { historyChecks } from '../platform/lifecycle/history-checks.ts'
import { lifecycles } from './lifecycles.ts'

/** What each slice checks in the books, in the order in which finance reads it. */
export const bookChecks: readonly BookCheck[] = [
  ...ledger,
  ...days,
  ...prestore,
  ...credit,
  ...payments,
  ...refunds,
  ...withdrawals,
  ...orders,
  ...coupons,
  ...promotion,
  ...points,
  ...settlements,
  ...invoices,
  ...reports,
  ...figures,
  ...historyChecks(lifecycles),
  ...platform,
]
