import * as reports from '../lab/reports/jobs.ts'
import { periodicWork as analyses } from '../lab/analyses/jobs.ts'
import * as library from '../lab/library/jobs.ts'
import * as contracts from '../lab/contracts/jobs.ts'
import { handlers as paperKit } from '../lab/paper-kit/jobs.ts'
import { handlers as catalogue } from '../shop/catalogue/jobs.ts'
import { handlers as articles } from '../shop/articles/jobs.ts'
import { handlers as editing } from '../shop/editing/jobs.ts'
import * as coupons from '../money/coupons/jobs.ts'
import { subscribers as reviews } from '../shop/reviews/jobs.ts'
import * as points from '../money/points/jobs.ts'
import * as inbox from '../workspace/inbox/jobs.ts'
import { subscribers as credit } from '../money/credit/jobs.ts'
import { periodicWork as invitations } from '../people/invitations/jobs.ts'
import { periodicWork as accounts } from '../people/sign-in/jobs.ts'
import * as files from '../core/files/jobs.ts'
import { periodicWork as books } from '../money/books/jobs.ts'
import { jobs as paymentJobs } from '../money/payments/jobs.ts'
import { jobs as refundJobs } from '../money/refunds/jobs.ts'
import * as figures from '../workspace/figures/jobs.ts'
import { periodicWork as notes } from '../workspace/notes/jobs.ts'
import * as webhooks from '../workspace/webhooks/jobs.ts'
import * as notices from '../workspace/notices/jobs.ts'
import { periodicWork as orderSearch } from '../workspace/order-page/jobs.ts'
import { handlers as orders } from '../lab/orders/jobs.ts'
import * as ordering from '../lab/ordering/jobs.ts'
import { handlers as privacy } from '../workspace/privacy/jobs.ts'
import { handlers as threads } from '../workspace/threads/jobs.ts'
import * as safety from '../core/safety/jobs.ts'
import { periodicWork as staffNotices } from '../core/staff-notices/jobs.ts'
import * as apiRequests from '../core/api-keys/requests/jobs.ts'
import * as faults from '../core/faults/jobs.ts'
import * as health from '../core/health/jobs.ts'
import { periodicWork as backups } from '../core/backups/jobs.ts'
import { periodicWork as upkeep } from '../core/upkeep/jobs.ts'
import { handlers as demands } from '../lab/demands/jobs.ts'
import * as visits from '../lab/visits/jobs.ts'
import { periodicWork as redirects } from '../shop/redirects/jobs.ts'
import { periodicWork as plans } from '../lab/plans/jobs.ts'
import * as samples from '../lab/samples/jobs.ts'
import { periodicWork as controlCharts } from '../lab/control-charts/jobs.ts'
import * as pickups from '../lab/pickups/jobs.ts'
import * as promotion from '../money/promotion/jobs.ts'
import * as rewards from '../billing/rewards/jobs.ts'
import * as statements from '../billing/statements/jobs.ts'
import * as invoices from '../billing/invoices/jobs.ts'
import { handlers as settlements } from '../billing/settlements/jobs.ts'
import { handlers as listExports } from '../core/exports/jobs.ts'
import * as imports from '../core/imports/jobs.ts'
import { backfillHandler, backfillUpkeep } from '../platform/jobs/backfill-actions.ts'
import { secretUpkeep } from '../platform/auth/secret-rows.ts'
import { backfills } from './backfills.ts'
import { importKinds } from './import-kinds.ts'
import { lists } from './indexes.ts'
import { lookAround } from './start/look-around.ts'
import { recordedBackup } from './backup/make-backup.ts'
import { bookChecks } from './book-checks.ts'
import { heldData } from './held-data.ts'
import { lifecycles } from './lifecycles.ts'
import { paying } from './paying.ts'
import { secretPlaces } from './secrets/secret-places.ts'
import type { JobRegistry } from '../platform/jobs/worker.ts'

const payments = paymentJobs(paying)
const refunds = refundJobs(paying)

/** Every event subscriber, every job handler and all periodic jobs. */
export const jobs: JobRegistry = {
  subscribers: [
    ...notices.subscribers,
    ...webhooks.subscribers,
    ...inbox.subscribers,
    ...figures.subscribers,
    ...credit,
    ...coupons.subscribers,
    ...points.subscribers,
    ...reviews,
    ...ordering.subscribers,
    ...pickups.subscribers,
    ...visits.subscribers,
    ...contracts.subscribers,
    ...reports.subscribers,
    ...library.subscribers,
    ...invoices.subscribers,
    ...refunds.subscribers,
    ...promotion.subscribers,
    ...rewards.subscribers,
  ],
  // A transition emits its event whether or not somebody subscribes.
  events: lifecycles.flatMap(({ events }) => Object.values(events).map(({ name }) => name)),
  handlers: [
    ...health.handlers(lookAround),
    ...threads,
    ...catalogue,
    ...articles,
    ...editing,
    ...notices.handlers,
    ...webhooks.handlers,
    ...files.handlers,
    ...privacy(heldData),
    ...listExports(lists),
    ...imports.handlers(importKinds),
    ...safety.handlers,
    ...orders,
    ...samples.handlers,
    ...visits.handlers,
    ...settlements,
    ...payments.handlers,
    ...refunds.handlers,
    ...statements.handlers,
    ...invoices.handlers,
    ...promotion.handlers,
    ...rewards.handlers,
    ...contracts.handlers,
    ...reports.handlers,
    ...library.handlers,
    ...paperKit,
    ...points.handlers,
    ...demands,
    ...ordering.handlers,
    backfillHandler(backfills),
  ],
  periodic: [
    ...health.periodicWork(lookAround),
    ...faults.periodicWork,
    ...apiRequests.periodicWork,
    ...upkeep,
    secretUpkeep(secretPlaces),
    ...backups((ctx, target, keep) => recordedBackup(ctx, { target, keep, withFiles: true })),
    ...imports.periodicWork,
    ...staffNotices,
    ...notices.periodicWork,
    ...webhooks.periodicWork,
    ...notes,
    ...inbox.periodicWork,
    ...figures.periodicWork,
    ...(refunds.periodic ?? []),
    ...accounts,
    ...invitations,
    ...files.periodicWork,
    ...books(bookChecks),
    ...coupons.periodicWork,
    ...points.periodicWork,
    ...(payments.periodic ?? []),
    ...orderSearch,
    ...plans,
    ...redirects,
    ...samples.periodicWork,
    ...analyses,
    ...controlCharts,
    ...safety.periodicWork,
    backfillUpkeep(backfills),
  ],
}
