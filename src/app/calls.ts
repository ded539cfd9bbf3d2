import { imagePlaces } from './image-places.ts'
import { routes as reports } from '../lab/reports/routes.ts'
import { routes as analyses } from '../lab/analyses/routes.ts'
import { routes as library } from '../lab/library/routes.ts'
import { routes as paperKit } from '../lab/paper-kit/routes.ts'
import { routes as contracts } from '../lab/contracts/routes.ts'
import { routes as assets } from '../workspace/member-home/routes.ts'
import { routes as coupons } from '../money/coupons/routes.ts'
import { routes as reviews } from '../shop/reviews/routes.ts'
import { routes as points } from '../money/points/routes.ts'
import { routes as accounting } from '../money/accounting/routes.ts'
import { routes as books } from '../money/books/routes.ts'
import { routes as credit } from '../money/credit/routes.ts'
import { routes as demands } from '../lab/demands/routes.ts'
import { routes as files } from '../core/files/routes.ts'
import { routes as signIn } from '../people/sign-in/routes.ts'
import { routes as customers } from '../people/customers/routes.ts'
import { routes as invitations } from '../people/invitations/routes.ts'
import { routes as account } from '../workspace/account/routes.ts'
import { routes as groups } from '../people/groups/routes.ts'
import { routes as addresses } from '../people/addresses/routes.ts'
import { routes as projectEditing } from '../shop/project-editing/routes.ts'
import { routes as catalogue } from '../shop/catalogue/routes.ts'
import { routes as images } from '../shop/media/image-routes.ts'
import { routes as imageUses } from '../shop/editing/images/image-use-routes.ts'
import { routes as revisions } from '../shop/editing/revisions/revision-routes.ts'
import { routes as content } from '../shop/articles/routes.ts'
import { routes as methodGuide } from '../shop/method-guide/routes.ts'
import { routes as redirectRoutes } from '../shop/redirects/routes.ts'
import { siteRoutes } from '../shop/site/routes.ts'
import { latestOrders } from '../lab/orders/history/latest-actions.ts'
import { routes as notices } from '../workspace/notices/routes.ts'
import { routes as pushes } from '../workspace/notices/push/push-routes.ts'
import { routes as figures } from '../workspace/figures/routes.ts'
import { routes as inbox } from '../workspace/inbox/routes.ts'
import { routes as customerPage } from '../workspace/customer-page/routes.ts'
import { routes as notes } from '../workspace/notes/routes.ts'
import { routes as palette } from '../workspace/palette/routes.ts'
import { paletteKinds, paletteLabels } from './palette-kinds.ts'
import { routes as intake } from '../lab/intake/routes.ts'
import { routes as visits } from '../lab/visits/routes.ts'
import { routes as calendarFeeds } from '../lab/calendar-feeds/routes.ts'
import { routes as pickups } from '../lab/pickups/routes.ts'
import { routes as staffPickups } from '../lab/pickups/staff/staff-routes.ts'
import { routes as ordering } from '../lab/ordering/routes.ts'
import { routes as orderPage } from '../workspace/order-page/routes.ts'
import { routes as orders } from '../lab/orders/routes.ts'
import { routes as staffOrders } from '../lab/orders/staff/staff-routes.ts'
import { routes as plans } from '../lab/plans/routes.ts'
import { routes as privacy } from '../workspace/privacy/routes.ts'
import { bookChecks } from './book-checks.ts'
import { heldData } from './held-data.ts'
import type { Handler } from '../platform/http/handler.ts'
import { routes as refunds } from '../money/refunds/routes.ts'
import { routes as withdrawals } from '../money/withdrawals/routes.ts'
import { routes as payments } from '../money/payments/routes.ts'
import { routes as prestore } from '../money/prestore/routes.ts'
import { routes as fundSettings } from '../money/fund-settings/routes.ts'
import { routes as setupGuide } from '../workspace/setup-guide/routes.ts'
import { paying } from './paying.ts'
import { routes as instruments } from '../lab/instruments/routes.ts'
import { routes as controlCharts } from '../lab/control-charts/routes.ts'
import { routes as reservations } from '../lab/bookings/routes.ts'
import { routes as safety } from '../core/safety/routes.ts'
import { routes as samples } from '../lab/samples/routes.ts'
import { routes as promotion } from '../money/promotion/routes.ts'
import { routes as rewards } from '../billing/rewards/routes.ts'
import { routes as invoices } from '../billing/invoices/routes.ts'
import { routes as statements } from '../billing/statements/routes.ts'
import { routes as settlements } from '../billing/settlements/routes.ts'
import { routes as settings } from '../core/settings/routes.ts'
import { routes as staff } from '../core/staff/routes.ts'
import { routes as webhooks } from '../workspace/webhooks/routes.ts'
import { routes as apiKeys } from '../core/api-keys/routes.ts'
import { routes as apiRequests } from '../core/api-keys/requests/routes.ts'
import { routes as staffNotices } from '../core/staff-notices/routes.ts'
import { routes as regions } from '../core/regions/routes.ts'
import { routes as imports } from '../core/imports/routes.ts'
import { importKinds } from './import-kinds.ts'
import { routes as exports } from '../core/exports/routes.ts'
import { routes as views } from '../core/views/routes.ts'
import { routes as audit } from '../workspace/audit/routes.ts'
import { withCallNames } from '../workspace/audit/words-actions.ts'
import { auditWords } from './audit-words.ts'
import { indexes, lists } from './indexes.ts'
import { routes as threads } from '../workspace/threads/routes.ts'
import { routes as releases } from '../core/releases/routes.ts'
import { routes as faults } from '../core/faults/routes.ts'
import { routes as health } from '../core/health/routes.ts'
import { routes as upkeep } from '../core/upkeep/routes.ts'

/** Every call of the product. Server, OpenAPI and the registry tests read this list. */
export const handlers: Handler[] = withCallNames<Handler>([
  ...signIn,
  ...invitations,
  ...account,
  ...customers,
  ...regions,
  ...addresses,
  ...groups(heldData),
  ...privacy(heldData),
  ...catalogue,
  ...projectEditing,
  ...content,
  ...methodGuide,
  ...redirectRoutes,
  ...siteRoutes(latestOrders),
  ...revisions,
  ...images,
  ...imageUses(imagePlaces),
  ...notices,
  ...pushes,
  ...threads,
  ...notes,
  ...customerPage,
  ...orders,
  ...ordering,
  ...orderPage,
  ...pickups,
  ...staffPickups,
  ...intake,
  ...visits,
  ...calendarFeeds,
  ...inbox(lists),
  ...figures,
  ...palette(paletteKinds, paletteLabels),
  ...staffOrders,
  ...plans,
  ...demands,
  ...reservations,
  ...instruments,
  ...controlCharts,
  ...samples,
  ...safety,
  ...settings,
  ...staff,
  ...staffNotices,
  ...apiKeys,
  ...apiRequests,
  ...webhooks,
  ...files,
  ...accounting,
  ...books(bookChecks),
  ...credit,
  ...coupons,
  ...points,
  ...reviews,
  ...prestore,
  ...fundSettings,
  ...setupGuide,
  ...withdrawals,
  ...refunds,
  ...payments(paying),
  ...promotion,
  ...contracts,
  ...reports,
  ...analyses,
  ...library,
  ...paperKit,
  ...statements,
  ...settlements,
  ...invoices,
  ...rewards,
  ...assets,
  ...views(indexes),
  ...exports(lists),
  ...imports(importKinds),
  ...releases,
  ...health,
  ...faults,
  ...upkeep,
  ...audit(auditWords),
])
