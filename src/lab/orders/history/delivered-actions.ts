import type { Ctx } from '../../../platform/http/ctx.ts'
import { deliveredMonths, type DeliveredMonth } from './ordered-store.ts'

/** The months in which a customer ordered what has been delivered, newest first; `lastAt`: the last delivery of an order of that month. */
export function monthsOfDeliveries(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<DeliveredMonth[]> {
  return deliveredMonths(ctx.db, customerId)
}
