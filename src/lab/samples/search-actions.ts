import type { Related } from '../../platform/db/related.ts'
import { ordersBySample } from './search-store.ts'

/** Orders by number, own number or name of their samples, for the search of orders. */
export function ordersOfSamples(typed: string): Related {
  return ordersBySample(typed)
}
