import { routes as reports } from '../reports/routes.ts'
import { routes as contracts } from '../contracts/routes.ts'
import { routes as assets } from '../assets/routes.ts'
import { routes as credit } from '../credit/routes.ts'
import { routes as demands } from '../demands/routes.ts'
import { routes as files } from '../files/routes.ts'
import { routes as accounts } from '../accounts/routes.ts'
import { routes as addresses } from '../addresses/routes.ts'
import { routes as catalogue } from '../catalogue/routes.ts'
import { routes as images } from '../content/image-routes.ts'
import { routes as revisions } from '../content/revision-routes.ts'
import { routes as content } from '../content/routes.ts'
import { routes as notices } from '../notices/routes.ts'
import { routes as inbox } from '../orders/inbox-routes.ts'
import { routes as orders } from '../orders/routes.ts'
import { routes as staffOrders } from '../orders/staff-routes.ts'
import { routes as plans } from '../plans/routes.ts'
import { routes as privacy } from '../privacy/routes.ts'
import type { Handler } from '../platform/http/handler.ts'
import { routes as prestore } from '../prestore/routes.ts'
import { routes as reservations } from '../reservations/routes.ts'
import { routes as safety } from '../safety/routes.ts'
import { routes as samples } from '../samples/routes.ts'
import { routes as settlements } from '../settlements/routes.ts'
import { routes as settings } from '../settings/routes.ts'
import { routes as staff } from '../staff/routes.ts'
import { routes as upkeep } from '../upkeep/routes.ts'

/** Every call of the product. What is not here does not exist: server, OpenAPI and the registry tests read this list. */
export const handlers: Handler[] = [
  ...accounts,
  ...addresses,
  ...privacy,
  ...catalogue,
  ...content,
  ...revisions,
  ...images,
  ...notices,
  ...orders,
  ...inbox,
  ...staffOrders,
  ...plans,
  ...demands,
  ...reservations,
  ...samples,
  ...safety,
  ...settings,
  ...staff,
  ...files,
  ...credit,
  ...prestore,
  ...contracts,
  ...reports,
  ...settlements,
  ...assets,
  ...upkeep,
]
