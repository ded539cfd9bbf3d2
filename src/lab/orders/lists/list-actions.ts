import type { IndexSource } from '../../../platform/db/index-query.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { returnsOf } from '../../samples/actions.ts'
import type { OrderStage } from '../rules.ts'
import {
  type About,
  idsOfCustomers,
  idsOfNumber,
  orderSource,
  toBillSource,
  ordersInPlaces,
  type PlacedOrder,
  type Related,
} from './list-store.ts'

// The list of orders for the slice above, which knows what a search finds in contracts, reports and samples.

export type { About, PlacedOrder, Related }

export function sourceOfOrders({ clock }: Pick<Ctx, 'clock'>, related: Related, stage?: OrderStage): IndexSource {
  return orderSource({ ...related, returns: returnsOf }, clock.now(), stage)
}

export function placedOrders({ db, clock }: Pick<Ctx, 'db' | 'clock'>, ids: readonly number[]): Promise<PlacedOrder[]> {
  return ordersInPlaces(db, ids, clock.now(), returnsOf)
}

/** The delivered orders without a final amount, as a list; the caller may add columns. */
export function sourceOfOrdersToBill(customers: Related['customers']): IndexSource {
  return toBillSource(customers)
}

/** The order with this whole number, and the orders of these customers, as statements of ids. */
export const ordersOfNumber = idsOfNumber
export const ordersOfCustomers = idsOfCustomers
