import type { Related } from '../../platform/db/related.ts'
import { ordersByReport } from './store.ts'

/** Orders with a report whose code matches. */
export function ordersOfReports(typed: string): Related {
  return ordersByReport(typed)
}
